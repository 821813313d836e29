/**
 * The active branch: from the last entry up to the root.
 *
 * Sessions are appended to, so a parent always stands before its child. Only earlier entries are looked for; the walk
 * therefore always moves up in the file, ends, and takes one step per line, whatever a hostile file claims.
 */
import { isFilled } from "../transcript/message.ts";
import type { LocatedEntry, ReportProblem } from "./types.ts";

const ROOT = -1;

/** The entries of the active branch, oldest first. */
export function activeBranch(
  entries: readonly LocatedEntry[],
  headerId: string | undefined,
  report: ReportProblem,
): readonly LocatedEntry[] {
  const parents = findParents(entries, headerId, report);
  const branch: LocatedEntry[] = [];
  for (let index = entries.length - 1; index >= 0; index = parents[index] ?? ROOT) {
    const entry = entries[index];
    if (entry !== undefined) branch.push(entry);
  }
  return branch.reverse();
}

/** The index of each entry's parent; `ROOT` when it has none. */
function findParents(
  entries: readonly LocatedEntry[],
  headerId: string | undefined,
  report: ReportProblem,
): readonly number[] {
  /** Where an id was seen last: writers repeat a record that they had cut short. */
  const latest = new Map<string, number>();
  /** The id of the entry that entries without ids continue. */
  let run: string | undefined;
  return entries.map((entry, index) => {
    const { id } = entry.value;
    const before = index - 1;
    const parent = namedParent(entry, latest, headerId, report) ?? before;
    if (isFilled(id)) {
      if (latest.has(id)) {
        report(
          entry,
          "duplicate-id",
          "warning",
          "The id was given before; its later entry counts from here on.",
          "/id",
        );
      }
      run = id;
    } else if (parent !== before) run = undefined;
    // Nobody can name an entry without an id: who names the one that it continues comes after it.
    if (run !== undefined) latest.set(run, index);
    return parent;
  });
}

/** The index of the parent that an entry names; undefined when it names none that there is. */
function namedParent(
  entry: LocatedEntry,
  latest: ReadonlyMap<string, number>,
  headerId: string | undefined,
  report: ReportProblem,
): number | undefined {
  const { id, parentId } = entry.value;
  if (isFilled(parentId)) {
    const index = latest.get(parentId);
    if (index !== undefined) return index;
    if (parentId !== headerId) {
      const text = "The entry's parent is not in the file before it; it was taken to continue the entry before it.";
      report(entry, "missing-parent", "warning", text, "/parentId");
      return undefined;
    }
  }
  // No parent: the session was begun anew. Not so behind nothing but entries without ids, which no parent can name.
  const isRoot = parentId === null || typeof parentId === "string";
  return isRoot && isFilled(id) && latest.size > 0 ? ROOT : undefined;
}
