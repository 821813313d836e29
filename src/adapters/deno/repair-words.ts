/** A repair in words. */
import type { DropReason, RepairAction, RepairReport } from "../../index.ts";
import { count, number } from "./layout.ts";

const DROPPED: Readonly<Record<DropReason, string>> = {
  malformed: "no JSON",
  torn: "a record that breaks off",
  "nul-bytes": "nothing but NUL bytes",
  "invalid-message": "a message entry without a message that has a role",
  "too-long": "too long to be looked at",
  "orphan-fork": "a compaction that the session did not go on from",
};

const DONE: Readonly<Record<RepairAction, string>> = {
  "removed-bom": "a byte order mark removed",
  "removed-nul": "NUL bytes removed",
  "escaped-control": "control characters written as escapes",
  rejoined: "a record that was cut into lines put on one line",
  "replaced-bytes": "bytes that are no UTF-8 replaced",
  split: "a record put on a line of its own",
  "restored-newline": "a line feed put behind a record",
  "rewrote-assistant": "a failed turn without content says that it failed",
  "rewrote-user": "blank text of the user removed or replaced",
  "removed-image": "a picture that is none replaced by a text",
  "inserted-result": "a result put in for a call without one",
  reparented: "an entry attached to an ancestor that is left",
};

/** What was done, or would be, in one line. */
export function describeRepairs(report: RepairReport): string {
  const counts: readonly (readonly [number | undefined, string, string])[] = [
    [report.droppedLines, "line dropped", "lines dropped"],
    [report.recoveredRecords, "record recovered", "records recovered"],
    [report.rewrittenAssistantMessages, "failed turn rewritten", "failed turns rewritten"],
    [report.rewrittenUserMessages, "blank user turn rewritten", "blank user turns rewritten"],
    [report.removedCorruptedImageBlocks, "corrupt image removed", "corrupt images removed"],
    [report.insertedToolResults, "tool result put in", "tool results put in"],
    [report.droppedOrphanForkEntries, "dead end dropped", "dead ends dropped"],
    [report.brokenParents.filter(isAttached).length, "entry attached", "entries attached"],
  ];
  const parts = counts.flatMap(([value, one, many]) => (value ? [count(value, one, many)] : []));
  if (parts.length > 0) return parts.join(", ");
  return [...new Set(report.changes.flatMap(({ actions }) => actions))].map((action) => DONE[action]).join(", ");
}

/** The bytes that are dropped, a line each. */
export function describeDropped({ dropped }: RepairReport): string[] {
  return dropped.map(
    ({ line, offset, bytes, reason }) =>
      `${place(line, offset)}: ${count(bytes, "byte")}, ${DROPPED[reason]} (${reason})`,
  );
}

/** The bytes that are changed, a line each. */
export function describeChanged({ changes }: RepairReport): string[] {
  return changes.map(({ line, offset, bytes, newBytes, actions }) => {
    const deeds = actions.map((action) => DONE[action]).join(", ");
    return `${place(line, offset)}: ${deeds} (${actions.join(", ")}), ${number(bytes)} -> ${count(newBytes, "byte")}`;
  });
}

/** The entries whose parent is gone, a line each. */
export function describeBroken({ brokenParents }: RepairReport): string[] {
  return brokenParents.map(({ line, offset, parentId, attachedTo }) => {
    const attached = attachedTo === null ? ", is a root now" : `, continues ${attachedTo} now`;
    return `${place(line, offset)}: its parent ${parentId} is gone${attachedTo === undefined ? "" : attached}`;
  });
}

function isAttached({ attachedTo }: RepairReport["brokenParents"][number]): boolean {
  return attachedTo !== undefined;
}

function place(line: number, offset: number): string {
  return `line ${number(line)}, byte ${number(offset)}`;
}
