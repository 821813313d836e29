/** Repairs a session file as it streams by. */
import { TranscriptInputError } from "../../transcript/errors.ts";
import { LineFeeder } from "./lines.ts";
import { type RepairOptions, type RepairProgress, settingsOf } from "./options.ts";
import { Outlet } from "./outlet.ts";
import { RepairPass } from "./pass.ts";
import type { RepairReport } from "./report.ts";
import { CollectingSink } from "./sink.ts";

/** So many bytes of output may wait to be read before more input is taken. */
const MAX_WAITING = 64 * 1024;
/** So many dropped bytes may wait to be read. */
const MAX_QUARANTINED = 8 * 1024 * 1024;

/** Options of a stream. */
export interface RepairStreamOptions extends RepairOptions {
  /** Ends the work: both readable streams and the report fail with its reason. */
  readonly signal?: AbortSignal;
  /** The size of the input in bytes, for the progress. */
  readonly totalBytes?: number;
  /** Is told after each chunk how far the work is. */
  readonly onProgress?: (progress: RepairProgress) => void;
}

/** A repair that is going on. */
export interface SessionRepairStream {
  /** Takes the bytes of the file. Chunks must not be written to afterwards. */
  readonly writable: WritableStream<Uint8Array>;
  /** The repaired file. */
  readonly readable: ReadableStream<Uint8Array>;
  /**
   * The dropped bytes, as they were. Need not be read: as long as nobody does, 8 MiB of them wait, and the rest is only
   * reported. Once it is read it is like any other stream, and the repair waits for its reader.
   */
  readonly quarantine: ReadableStream<Uint8Array>;
  /** What was found and done, once all input was taken. Fails when the repair does not come to its end. */
  readonly report: Promise<RepairReport>;
}

/**
 * Repairs a session file as it streams by. Memory does not depend on the file's size: at most four times the longest
 * line, and 64 MiB for the ids of entries, the lists of the report and what waits to be read.
 *
 * Output begins with the first record, when it is known whether this is a session file; one that is not comes out as it
 * went in. So does a file whose first 16 MiB hold no record.
 *
 * @throws TranscriptInputError when an option is wrong, or needs to know the whole file beforehand: `missing-results`
 * and `orphan-forks` do
 * @example
 * const { writable, readable, report } = createSessionRepairStream();
 * await Promise.all([source.pipeTo(writable), readable.pipeTo(target)]);
 * console.log((await report).droppedLines);
 */
export function createSessionRepairStream(options: RepairStreamOptions = {}): SessionRepairStream {
  const settings = settingsOf(options);
  if (settings.extras.has("missing-results") || settings.extras.has("orphan-forks")) {
    const advice =
      'These extras look at the whole file first: repair a stored file, or ask for ["corrupt-images"] only.';
    throw new TranscriptInputError("invalid-option", "/extras", advice);
  }
  const sink = new CollectingSink();
  const pass = new RepairPass(sink, settings);
  const feeder = new LineFeeder(pass, settings.maxLineBytes);
  let resolve: (report: RepairReport) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const report = new Promise<RepairReport>((resolveIt, rejectIt) => {
    resolve = resolveIt;
    reject = rejectIt;
  });
  // Whoever does not ask for the report learns of a failure from the streams.
  report.catch(() => {});

  let failure: { readonly reason: unknown } | undefined;
  const fail = (reason: unknown): void => {
    failure ??= { reason };
    output.fail(reason);
    quarantine.fail(reason);
    reject(reason);
    options.signal?.removeEventListener("abort", onAbort);
  };
  const output = new Outlet(MAX_WAITING, fail);
  const quarantine = new Outlet(MAX_QUARANTINED, () => {});
  let unquarantinedBytes = 0;
  const handOut = async (): Promise<void> => {
    for (const bytes of sink.takeDropped()) {
      // What is returned is the beginning of what was dropped, without gaps.
      const hasRoom = quarantine.wasDrained || quarantine.waiting + bytes.length <= MAX_QUARANTINED;
      if (unquarantinedBytes > 0 || !hasRoom) unquarantinedBytes += bytes.length;
      else quarantine.push(bytes);
    }
    for (const bytes of sink.takeWritten()) output.push(bytes);
    await Promise.all([output.ready(), quarantine.wasDrained ? quarantine.ready() : undefined]);
    if (failure !== undefined) throw failure.reason;
  };
  /** Does a part of the work. Whatever ends it early ends everything. */
  const orFail = async (work: () => Promise<void>): Promise<void> => {
    if (failure !== undefined) throw failure.reason;
    try {
      await work();
    } catch (error) {
      fail(error);
      throw error;
    }
  };
  let controller: WritableStreamDefaultController | undefined;
  const onAbort = (): void => {
    controller?.error(options.signal?.reason);
    fail(options.signal?.reason);
  };

  const writable = new WritableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    write: (chunk) =>
      orFail(async () => {
        feeder.feed(chunk);
        await handOut();
        const { totalBytes: total } = options;
        options.onProgress?.({ phase: "write", done: pass.offset, ...(total !== undefined && { total }) });
      }),
    close: () =>
      orFail(async () => {
        feeder.end();
        const done = pass.finish();
        await handOut();
        output.close();
        quarantine.close();
        options.signal?.removeEventListener("abort", onAbort);
        resolve({ ...done, ...(unquarantinedBytes > 0 && { unquarantinedBytes }) });
      }),
    abort: fail,
  });
  if (options.signal?.aborted) onAbort();
  else options.signal?.addEventListener("abort", onAbort);
  return { writable, readable: output.readable, quarantine: quarantine.readable, report };
}
