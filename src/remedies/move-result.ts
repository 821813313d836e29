/**
 * Moves a tool result that stands elsewhere directly behind the results its call has already.
 *
 * Why: "tool_use ids were found without tool_result blocks immediately after", although the result is there: a user
 * interrupted, or parallel results came late.
 *
 * @example { "finding": "call-unanswered", "place": 0,
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]},{"role":"user","content":[{"type":"text","text":"n"}]},{"role":"assistant","content":[{"type":"text","text":"m"}]},{"role":"toolResult","toolCallId":"a","content":[]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"a","content":[]},{"role":"user","content":[{"type":"text","text":"n"}]},{"role":"assistant","content":[{"type":"text","text":"m"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { spotAt } from "../contract/spots.ts";
import { pairingOf } from "../transcript/pairing.ts";
import type { Turn } from "../transcript/place.ts";

const MOVED: Why = { text: "Moved directly behind its call.", lossy: false };

export const moveResult: Remedy = {
  id: "move-result",
  for: ["call-unanswered", "result-orphaned"],
  cost: 0,
  summary: "Moves a result behind its call.",
  whys: [MOVED],
  apply(turns, { at }, report) {
    const spot = spotAt(turns, at);
    if (!spot) return turns;
    for (const { turn, occurrences } of pairingOf(turns).frames) {
      let end = turn + 1;
      while (turns[end]?.message.role === "toolResult") end++;
      for (const { result } of occurrences) {
        if (result === undefined || (result > turn && result < end)) continue;
        if (turn !== spot.index && result !== spot.index) continue;
        report.move(turns[result] as Turn, MOVED);
        return move(turns, result, end);
      }
    }
    return turns;
  },
};

/** The turns with one moved before what stands at `to`. */
function move(turns: readonly Turn[], from: number, to: number): readonly Turn[] {
  const out = turns.toSpliced(from, 1);
  out.splice(from < to ? to - 1 : to, 0, turns[from] as Turn);
  return out;
}
