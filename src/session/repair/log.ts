/** Takes down what a repair does, and makes its report. */
import {
  type BrokenParent,
  type DroppedLine,
  type DropReason,
  type RepairAction,
  type RepairChange,
  type RepairReport,
  untouched,
} from "./report.ts";

/** So many pieces, places and entries are listed in all; the rest is counted. */
const LISTED = 100_000;

/** The counters of a report that are absent when they are zero. */
type Counter =
  | "rewrittenAssistantMessages"
  | "rewrittenUserMessages"
  | "removedCorruptedImageBlocks"
  | "insertedToolResults"
  | "droppedOrphanForkEntries";

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The notes of one repair. */
export class RepairLog {
  /** Was anything changed or dropped? */
  hasWork = false;
  droppedLines = 0;
  recoveredRecords = 0;

  readonly #counts = new Map<Counter, number>();
  readonly #dropped: Writable<DroppedLine>[] = [];
  readonly #changes: RepairChange[] = [];
  readonly #broken: BrokenParent[] = [];
  #listed = 0;
  #unlisted = 0;
  /** The piece that was dropped last, if it is listed. */
  #latest: Writable<DroppedLine> | undefined;

  count(counter: Counter, number: number): void {
    this.#counts.set(counter, (this.#counts.get(counter) ?? 0) + number);
  }

  drop(line: number, offset: number, bytes: number, reason: DropReason): void {
    this.hasWork = true;
    if (reason === "orphan-fork") this.count("droppedOrphanForkEntries", 1);
    else this.droppedLines++;
    this.#latest = { line, offset, bytes, reason };
    this.#list(this.#dropped, this.#latest);
  }

  /** The piece that was dropped last goes on. */
  dropMore(bytes: number): void {
    if (this.#latest !== undefined) this.#latest.bytes += bytes;
  }

  change(line: number, offset: number, bytes: number, newBytes: number, actions: readonly RepairAction[]): void {
    this.hasWork = true;
    this.#list(this.#changes, { line, offset, bytes, newBytes, actions });
  }

  breakParent(entry: BrokenParent): void {
    this.#list(this.#broken, entry);
  }

  /** The report. With a reason for which the file was left as it is, nothing was dropped or changed. */
  report(reason?: string): RepairReport {
    if (reason !== undefined) return untouched(this.droppedLines, reason);
    return {
      repaired: this.hasWork,
      droppedLines: this.droppedLines,
      recoveredRecords: this.recoveredRecords,
      dropped: this.#dropped,
      changes: this.#changes,
      brokenParents: this.#broken,
      ...Object.fromEntries(this.#counts),
      ...(this.#unlisted > 0 && { unlisted: this.#unlisted }),
    };
  }

  #list<T>(list: T[], item: T): void {
    if (this.#listed >= LISTED) {
      this.#unlisted++;
      return;
    }
    this.#listed++;
    list.push(item);
  }
}
