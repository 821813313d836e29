/** Opens a stored session: repairs its file if it needs to be, then reads it. */

import { readSession, type SessionContent } from "./read.ts";
import { type RepairFileRequest, repairSessionFileIfNeeded } from "./repair/file.ts";
import { type RepairReport, untouched } from "./repair/report.ts";
import { repairSessionText } from "./repair/text.ts";
import { SessionStoreError } from "./store.ts";

/** A session to open. */
export interface OpenSessionRequest extends RepairFileRequest {
  /** Repair what is read and leave the file as it is. */
  readonly readOnly?: boolean;
}

/** What a session file holds, and what was done to the file before it was read. */
export interface Session extends SessionContent {
  /**
   * What was found and done. With a `reason` the file was left as it was; what could be repaired was repaired in what
   * is read. The same holds for a file that was opened with `readOnly`.
   */
  readonly repair: RepairReport;
}

/**
 * Opens a stored session: repairs its file if it needs to be, then reads it. A file that is not there reads as an empty
 * text, and `repair.reason` says so.
 *
 * @throws TranscriptInputError when an option is wrong; SessionStoreError `too-large` when the file cannot be held as a
 * text; the signal's reason when it was aborted
 * @example
 * const { messages, modelSnapshots, repair } = await openSession({ store: createDenoStore(), path: "session.jsonl" });
 */
export async function openSession(request: OpenSessionRequest): Promise<Session> {
  const { store, options, readOnly = false, signal } = request;
  const path = request.path.trim();
  const repair = readOnly ? undefined : await repairSessionFileIfNeeded(request);
  let stored: string | undefined;
  try {
    signal?.throwIfAborted();
    const isNamed = path !== "" && !path.startsWith("sqlite:");
    const file = isNamed ? await store.open(path) : undefined;
    stored = file && (await readText(file.read(), signal));
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof SessionStoreError && error.code === "too-large") throw error;
    return unread(repair, `failed to read session file: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (stored === undefined) return unread(repair, "missing session file");
  if (repair !== undefined && repair.reason === undefined) return { ...readSession(stored), repair };
  const { text, report } = repairSessionText(stored, options);
  return { ...readSession(text), repair: repair ?? report };
}

/** What a file holds that cannot be read. */
function unread(repair: RepairReport | undefined, reason: string): Session {
  const report = repair ?? untouched(0, reason);
  return { ...readSession(""), repair: { ...report, reason: report.reason ?? reason } };
}

async function readText(stream: ReadableStream<Uint8Array>, signal: AbortSignal | undefined): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });
  const reader = stream.getReader();
  const pieces: string[] = [];
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = await reader.read();
    pieces.push(done ? decoder.decode() : decoder.decode(value, { stream: true }));
    if (done) break;
  }
  try {
    return pieces.join("");
  } catch {
    throw new SessionStoreError("too-large", "The session file is too large to be held as a text.");
  }
}
