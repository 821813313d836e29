/** What sequence rules share. */
import type { Turn } from "../transcript/place.ts";
import type { TurnReport } from "./rule.ts";

/** Makes one turn of neighbors of one role. */
export type Merge = (turns: readonly Turn[], report: TurnReport) => Turn;

/** The turns with neighbors of one role merged; the same array when there are none. */
export function mergeNeighbors(
  turns: readonly Turn[],
  role: string,
  merge: Merge,
  report: TurnReport,
): readonly Turn[] {
  const out: Turn[] = [];
  for (let index = 0; index < turns.length; ) {
    let end = index + 1;
    if (turns[index]?.message.role === role) while (end < turns.length && turns[end]?.message.role === role) end++;
    out.push(end === index + 1 ? (turns[index] as Turn) : merge(turns.slice(index, end), report));
    index = end;
  }
  return out.length === turns.length ? turns : out;
}
