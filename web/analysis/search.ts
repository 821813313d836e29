/** Finds the rows whose turns hold a text, whichever side it is on. */
import type { Rows } from "./rows.ts";
import { textsIn } from "./values.ts";

/** The rows, in order. Without regard to case. */
export function searchRows({ index, before, after }: Rows, query: string): Uint32Array {
  const wanted = query.toLowerCase();
  const found: number[] = [];
  if (wanted === "") return new Uint32Array();
  for (let row = 0; row < index.count; row++) {
    const [i, k] = [index.before[row] as number, index.after[row] as number];
    const old = i >= 0 ? before.list[i] : undefined;
    const now = k >= 0 ? after.list[k] : undefined;
    if (holds(old, wanted) || (now !== old && holds(now, wanted))) found.push(row);
  }
  return Uint32Array.from(found);
}

function holds(turn: unknown, wanted: string): boolean {
  for (const text of textsIn(turn)) {
    if (text.length >= wanted.length && text.toLowerCase().includes(wanted)) return true;
  }
  return false;
}
