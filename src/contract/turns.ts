/** What sequence rules share. */
import type { Turn } from "../transcript/place.ts";
import type { TurnReport } from "./rule.ts";

/** The turns with neighbors of one role merged; the same array when there are none. */
export function mergeNeighbors(
  turns: readonly Turn[],
  role: string,
  merge: (first: Turn, second: Turn, report: TurnReport) => Turn,
  report: TurnReport,
): readonly Turn[] {
  let out: Turn[] | undefined;
  for (let index = 1; index < turns.length; index++) {
    const turn = turns[index] as Turn;
    const previous = (out ? out.at(-1) : turns[index - 1]) as Turn;
    if (turn.message.role !== role || previous.message.role !== role) {
      out?.push(turn);
      continue;
    }
    out ??= turns.slice(0, index);
    out[out.length - 1] = merge(previous, turn, report);
  }
  return out ?? turns;
}
