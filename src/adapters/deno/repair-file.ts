/** `repair` for one file, in whatever thread. */
import { type RepairProgress, type RepairReport, repairSessionFileIfNeeded } from "../../index.ts";
import type { QuarantineFile } from "./quarantine.ts";
import { beforeReplacing, withoutWriting } from "./repair-store.ts";
import { createDenoStore } from "./store.ts";

/** What is to be done to a file. */
export interface RepairJob {
  /** The file's name for people. */
  readonly name: string;
  /** The file's real path. */
  readonly path: string;
  /** Replace the file if it is damaged; otherwise it is only looked at. */
  readonly write: boolean;
  readonly reparent: boolean;
  readonly extras: boolean;
  readonly keepBackup: boolean;
}

/** What came of it. */
export interface RepairOutcome {
  readonly name: string;
  /** What was found and done; absent when the work did not come to its end. */
  readonly report?: RepairReport;
  /** Why the file could not be repaired. */
  readonly failure?: string;
  /** The file with the dropped bytes, if there is one. */
  readonly quarantinePath?: string;
}

/** What goes on beside the work. */
export interface RepairWatch {
  readonly signal: AbortSignal;
  readonly quarantine?: QuarantineFile;
  readonly onProgress?: (progress: RepairProgress) => void;
}

/** Repairs a file, or says what would be done. Never throws. */
export async function repairFile(job: RepairJob, watch: RepairWatch): Promise<RepairOutcome> {
  const outcome = await attempt(job, watch);
  // When the file may have been replaced all the same, so that its backup stays, the dropped bytes stay as well.
  const isWanted = outcome.failure === undefined || outcome.report?.backupPath !== undefined;
  const quarantinePath = await watch.quarantine?.end(isWanted);
  return { ...outcome, ...(quarantinePath !== undefined && { quarantinePath }) };
}

async function attempt(
  { name, path, write, reparent, extras, keepBackup }: RepairJob,
  { signal, quarantine, onProgress }: RepairWatch,
): Promise<RepairOutcome> {
  const files = createDenoStore();
  const kept = quarantine === undefined ? files : beforeReplacing(files, () => quarantine.sync());
  try {
    const report = await repairSessionFileIfNeeded({
      store: write ? kept : withoutWriting(files),
      path,
      options: { reparent, extras },
      signal,
      ...(write && { keepBackup }),
      ...(write && quarantine && { quarantine: quarantine.writable }),
      ...(onProgress && { onProgress }),
    });
    return { name, report, ...(report.reason !== undefined && { failure: report.reason }) };
  } catch (error) {
    return { name, failure: error instanceof Error ? error.message : String(error) };
  }
}
