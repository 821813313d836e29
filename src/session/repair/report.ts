/** What a repair found and did, for programs and for people. */

/** Why a line, or a part of one, is not in the repaired file. */
export type DropReason =
  /** It is no JSON, and there is no whole record on it. */
  | "malformed"
  /** It breaks off: at the end of the file, or where the next record begins on the same line. */
  | "torn"
  /** It holds nothing but NUL bytes, as files do after a crash. */
  | "nul-bytes"
  /** A message entry without a message, or without a role. */
  | "invalid-message"
  /** Longer than `maxLineBytes`. */
  | "too-long"
  /** A compaction that nothing follows, beside one of the same parent that the session went on from. */
  | "orphan-fork";

/** What was done to bytes that are still there, or that came in addition. */
export type RepairAction =
  /** A byte order mark was removed. */
  | "removed-bom"
  /** NUL bytes were removed. */
  | "removed-nul"
  /** Raw control characters within strings are written as escapes. */
  | "escaped-control"
  /** A record that raw line feeds had cut into lines is on one line again. */
  | "rejoined"
  /** Bytes that are no UTF-8 became U+FFFD. */
  | "replaced-bytes"
  /** A line feed was put between two records. */
  | "split"
  /** The file ends with a line feed again. */
  | "restored-newline"
  /** A failed turn that held nothing says that it failed. */
  | "rewrote-assistant"
  /** Blank text of a user was removed or became `(continue)`. */
  | "rewrote-user"
  /** Pictures that are none became a text that says so. */
  | "removed-image"
  /** Results for tool calls that have none. */
  | "inserted-result"
  /** An entry whose parent is gone continues the nearest ancestor that is left. */
  | "reparented";

/** Bytes that are not in the repaired file. */
export interface DroppedLine {
  /** The line they stand on, counted from 1. */
  readonly line: number;
  /** Where they begin in the file, in bytes. */
  readonly offset: number;
  /** How many there are, with their line ending and blank lines behind it. */
  readonly bytes: number;
  /** Why they were dropped. */
  readonly reason: DropReason;
}

/** Bytes that were replaced. All others of the file, but for the dropped ones, are as they were. */
export interface RepairChange {
  /** The line they stand on, counted from 1. */
  readonly line: number;
  /** Where they begin in the file, in bytes. */
  readonly offset: number;
  /** How many bytes were replaced; 0 when some were put in. */
  readonly bytes: number;
  /** How many bytes stand there now; 0 when they were removed. */
  readonly newBytes: number;
  /** What was done, in order. */
  readonly actions: readonly RepairAction[];
}

/** An entry whose parent is not in the file before it, after this repair dropped something. */
export interface BrokenParent {
  /** The line of the entry, counted from 1. */
  readonly line: number;
  /** Where the entry begins in the file, in bytes. */
  readonly offset: number;
  /** The parent it names. */
  readonly parentId: string;
  /** With `reparent`: the ancestor it continues now; null: it is a root. */
  readonly attachedTo?: string | null;
}

/** What a repair found and did. Counters that are zero are absent, unless they are required. */
export interface RepairReport {
  /** Is the repaired file another than the given one? */
  readonly repaired: boolean;
  /** Lines, or parts of lines, that were dropped because they are no records. */
  readonly droppedLines: number;
  /** Records that are kept although the line they stood on was no JSON. */
  readonly recoveredRecords: number;
  /** What was dropped, in the order of the file. */
  readonly dropped: readonly DroppedLine[];
  /** What was changed, in the order of the file. */
  readonly changes: readonly RepairChange[];
  /** Entries that name a parent which this repair dropped, and with `reparent` all that name one which is not there. */
  readonly brokenParents: readonly BrokenParent[];
  /** Failed assistant turns without content that now say so. */
  readonly rewrittenAssistantMessages?: number;
  /** Always absent: blank user turns are rewritten. Reports of other repairs count here those that they dropped. */
  readonly droppedBlankUserMessages?: number;
  /** User turns whose blank text was removed or replaced. */
  readonly rewrittenUserMessages?: number;
  /** Pictures that were none. */
  readonly removedCorruptedImageBlocks?: number;
  /** Results that were put in for calls without one. */
  readonly insertedToolResults?: number;
  /** Compactions that were dropped beside the one the session went on from. */
  readonly droppedOrphanForkEntries?: number;
  /** How many pieces, places and entries are not in the three lists, which hold 100,000 in all. */
  readonly unlisted?: number;
  /** Dropped bytes that the stream of quarantined bytes did not return because nobody read it. */
  readonly unquarantinedBytes?: number;
  /** The backup, when it was to be kept, could not be removed, or may be needed. */
  readonly backupPath?: string;
  /** Why nothing was repaired, such as `invalid session header` or `conflict`; absent when there was nothing to do. */
  readonly reason?: string;
}

/** The report of a file that was left as it is. */
export function untouched(droppedLines: number, reason: string): RepairReport {
  return { repaired: false, droppedLines, recoveredRecords: 0, dropped: [], changes: [], brokenParents: [], reason };
}

/** A line for a log. */
export interface RepairMessage {
  /** A repair that went well is for `debug`, one that did not take place for `warn`. */
  readonly level: "debug" | "warn";
  /** The line. */
  readonly text: string;
}

/** Sums up a report in one line for a log; undefined when there was nothing to do. */
export function describeRepair(report: RepairReport, path: string): RepairMessage | undefined {
  const name = path.split(/[\\/]/).pop() ?? path;
  if (!report.repaired) {
    if (report.reason === undefined) return undefined;
    return { level: "warn", text: `session file repair skipped: ${report.reason} (${name})` };
  }
  const counts: readonly [string, number | undefined, string][] = [
    ["dropped", report.droppedLines, "malformed line(s)"],
    ["recovered", report.recoveredRecords, "record(s)"],
    ["rewrote", report.rewrittenAssistantMessages, "assistant message(s)"],
    ["rewrote", report.rewrittenUserMessages, "user message(s)"],
    ["removed", report.removedCorruptedImageBlocks, "corrupted image block(s)"],
    ["inserted", report.insertedToolResults, "missing tool result(s)"],
    ["dropped", report.droppedOrphanForkEntries, "orphan fork entry(s)"],
    ["reattached", report.brokenParents.filter(({ attachedTo }) => attachedTo !== undefined).length, "entry(s)"],
  ];
  const parts = counts
    .filter(([, count]) => count !== undefined && count > 0)
    .map(([deed, count, what]) => `${deed} ${count} ${what}`);
  const text = parts.length > 0 ? parts.join(", ") : "removed stray bytes";
  return { level: "debug", text: `session file repaired: ${text} (${name})` };
}
