/** Repairs a stored session file in its place, if it needs to be. */
import { type SessionStore, SessionStoreError, type StagedSession, type StoredSession } from "../store.ts";
import { LineFeeder } from "./lines.ts";
import { type RepairOptions, type RepairProgress, type RepairSettings, settingsOf } from "./options.ts";
import { nowhere } from "./output.ts";
import { RepairPass } from "./pass.ts";
import { describeRepair, type RepairMessage, type RepairReport, untouched } from "./report.ts";
import { CollectingSink } from "./sink.ts";
import { type RepairFacts, Survey } from "./survey.ts";

/** A file to repair. */
export interface RepairFileRequest {
  /** Where the file is kept. */
  readonly store: SessionStore;
  /** The file. */
  readonly path: string;
  /** What may be repaired. */
  readonly options?: RepairOptions;
  /** Keep the backup of the file as it was. Default: it is removed once the file was replaced. */
  readonly keepBackup?: boolean;
  /** Takes the dropped bytes, as they were. It is neither closed nor aborted. */
  readonly quarantine?: WritableStream<Uint8Array>;
  /** Ends the work; the promise fails with its reason, and the file is as it was. */
  readonly signal?: AbortSignal;
  /** Is told how far the work is. */
  readonly onProgress?: (progress: RepairProgress) => void;
  /** Takes lines for a log: one for each file that was repaired or could not be. */
  readonly onMessage?: (message: RepairMessage) => void;
}

/**
 * Repairs a stored session file in its place, if it needs to be. Call it before the file is read.
 *
 * The file is read once to look for damage; an intact one is not touched. Otherwise it is copied to a backup, read a
 * second time into new content, and replaced by it all at once; then the backup is removed. Whatever fails, the file is
 * as it was or repaired, and the report says why in `reason`: `missing session file`, `empty session file`,
 * `invalid session header`, `sqlite transcript`, `conflict` (somebody wrote to it meanwhile), `failed to read session
 * file: ...`, `repair failed: ...`.
 *
 * @throws TranscriptInputError when an option is wrong; the signal's reason when it was aborted; nothing else
 */
export async function repairSessionFileIfNeeded(request: RepairFileRequest): Promise<RepairReport> {
  const settings = settingsOf(request.options);
  const path = request.path.trim();
  const report = await repair({ ...request, path }, settings);
  const message = describeRepair(report, path);
  if (message !== undefined && isWorthALine(report)) request.onMessage?.(message);
  return report;
}

/** There need be no file, and those of other stores are no concern of this one. */
function isWorthALine({ reason }: RepairReport): boolean {
  return reason !== "missing session file" && reason !== "sqlite transcript";
}

async function repair(request: RepairFileRequest, settings: RepairSettings): Promise<RepairReport> {
  const { store, path, signal } = request;
  if (path === "") return untouched(0, "missing session file");
  if (path.startsWith("sqlite:")) return untouched(0, "sqlite transcript");
  let file: StoredSession | undefined;
  let found: Found;
  try {
    signal?.throwIfAborted();
    file = await store.open(path);
    if (file === undefined) return untouched(0, "missing session file");
    found = await lookThrough(file, request, settings);
  } catch (error) {
    signal?.throwIfAborted();
    return untouched(0, isConflict(error) ? "conflict" : `failed to read session file: ${messageOf(error)}`);
  }
  return found.report.repaired ? replace(file, found, request, settings) : found.report;
}

/** What is known of a file once it was looked through. */
interface Found {
  readonly report: RepairReport;
  /** Bytes of the file, and of the repaired one. */
  readonly read: number;
  readonly size: number;
  readonly facts?: RepairFacts;
}

async function lookThrough(file: StoredSession, request: RepairFileRequest, settings: RepairSettings): Promise<Found> {
  const survey = settings.extras.size > 0 ? new Survey(settings.extras) : undefined;
  const pass = new RepairPass(nowhere, settings, survey && { survey });
  const report = await readThrough(file, pass, request, settings, "read");
  const facts = survey?.facts();
  if (facts === undefined || facts.insertions.size + facts.drops.size === 0)
    return { report, read: pass.offset, size: pass.size };
  const second = new RepairPass(nowhere, settings, { facts });
  const complete = await readThrough(file, second, request, settings, "read");
  return { report: complete, read: second.offset, size: second.size, facts };
}

async function replace(
  file: StoredSession,
  { report, read, size, facts }: Found,
  request: RepairFileRequest,
  settings: RepairSettings,
): Promise<RepairReport> {
  const { signal, keepBackup = false } = request;
  let backupPath: string | undefined;
  let staged: StagedSession | undefined;
  let isDecided = false;
  try {
    backupPath = await file.backUp();
    staged = await file.stage(size);
    const sink = new CollectingSink();
    const pass = new RepairPass(sink, settings, facts && { facts });
    await readThrough(file, pass, request, settings, "write", () => handOut(sink, staged, request.quarantine));
    if (pass.offset !== read || pass.size !== size) {
      throw new SessionStoreError("conflict", "The file changed while it was read.");
    }
    signal?.throwIfAborted();
    isDecided = true;
    await staged.commit();
  } catch (error) {
    await staged?.discard().catch(() => {});
    // When it is not known whether the file was replaced, the backup may be needed.
    const mayBeReplaced = isDecided && !isConflict(error);
    const stays = mayBeReplaced || (backupPath !== undefined && (await cannotRemove(file, backupPath)) !== undefined);
    if (!isDecided) signal?.throwIfAborted();
    const reason = isConflict(error) ? "conflict" : `repair failed: ${messageOf(error)}`;
    return { ...report, repaired: false, ...(stays && backupPath !== undefined && { backupPath }), reason };
  }
  const failure = keepBackup ? undefined : await cannotRemove(file, backupPath);
  if (failure !== undefined) {
    const text = `session file repair backup cleanup failed: ${failure} (${backupPath.split(/[\\/]/).pop() ?? ""})`;
    request.onMessage?.({ level: "debug", text });
  }
  return { ...report, ...((keepBackup || failure !== undefined) && { backupPath }) };
}

/** Sends the whole file through a pass. */
async function readThrough(
  file: StoredSession,
  pass: RepairPass,
  { signal, onProgress }: RepairFileRequest,
  { maxLineBytes }: RepairSettings,
  phase: RepairProgress["phase"],
  handOut?: () => Promise<void>,
): Promise<RepairReport> {
  const feeder = new LineFeeder(pass, maxLineBytes);
  const reader = file.read().getReader();
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) break;
      feeder.feed(value);
      await handOut?.();
      onProgress?.({ phase, done: pass.offset, total: file.size });
    }
  } catch (error) {
    await reader.cancel(error).catch(() => {});
    throw error;
  }
  feeder.end();
  const report = pass.finish();
  await handOut?.();
  return report;
}

/** So many bytes are written at once at most: some hosts copy what they write. */
const PIECE_BYTES = 1024 * 1024;

async function handOut(
  sink: CollectingSink,
  staged: StagedSession | undefined,
  quarantine: WritableStream<Uint8Array> | undefined,
): Promise<void> {
  const dropped = sink.takeDropped();
  if (quarantine !== undefined && dropped.length > 0) {
    const writer = quarantine.getWriter();
    try {
      for (const bytes of dropped) await writer.write(bytes);
    } finally {
      writer.releaseLock();
    }
  }
  for (const bytes of sink.takeWritten()) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) await staged?.write(bytes.subarray(at, at + PIECE_BYTES));
  }
}

/** Removes the backup; says why it could not be removed. */
async function cannotRemove(file: StoredSession, backupPath: string): Promise<string | undefined> {
  try {
    await file.removeBackup(backupPath);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof SessionStoreError && error.code === "conflict";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
