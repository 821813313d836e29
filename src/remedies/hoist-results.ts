/**
 * Puts tool results before the text of their user turn, in the order of their calls.
 *
 * Why: results must come first, "tool_use ids were found without tool_result blocks immediately after".
 *
 * Leaves alone: the order of texts, and results that no text stands before. A result that the turn before did not ask
 * for comes last.
 *
 * @example { "finding": "result-after-text", "place": 2097152,
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]},{"role":"user","content":[{"type":"text","text":"n"}]},{"role":"toolResult","toolCallId":"a","content":[]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"a","content":[]},{"role":"user","content":[{"type":"text","text":"n"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { isUserSideTurn, spotAt } from "../contract/spots.ts";
import { callsOf, resultIdOf } from "../transcript/calls.ts";
import type { Turn } from "../transcript/place.ts";

const HOISTED: Why = { text: "Tool results come before the text of their turn.", lossy: false };

export const hoistResults: Remedy = {
  id: "hoist-results",
  for: ["result-after-text", "call-unanswered"],
  cost: 0,
  summary: "Puts tool results before the text of their turn.",
  whys: [HOISTED],
  apply(turns, { at }, report) {
    const spot = spotAt(turns, at);
    if (!spot) return turns;
    let start = isUserSideTurn(spot.turn) ? spot.index : spot.index + 1;
    while (start > 0 && isUserSideTurn(turns[start - 1] as Turn)) start--;
    let end = start;
    while (end < turns.length && isUserSideTurn(turns[end] as Turn)) end++;
    const run = turns.slice(start, end);
    const results = inOrderOfCalls(run.filter(isResult), turns[start - 1]);
    const texts = run.filter((turn) => !isResult(turn));
    const firstText = run.findIndex((turn) => !isResult(turn));
    if (firstText < 0 || !run.slice(firstText).some(isResult)) return turns;
    for (const [index, turn] of results.entries()) if (turn !== run[index]) report.move(turn, HOISTED);
    return [...turns.slice(0, start), ...results, ...texts, ...turns.slice(end)];
  },
};

/** Results of one call keep their order. */
function inOrderOfCalls(results: readonly Turn[], asking: Turn | undefined): readonly Turn[] {
  const ids = asking ? callsOf(asking.message).map(({ id }) => String(id).trim()) : [];
  const rankOf = ({ message }: Turn): number => {
    const rank = ids.indexOf(resultIdOf(message) ?? "");
    return rank < 0 ? ids.length : rank;
  };
  return results.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function isResult({ message }: Turn): boolean {
  return message.role === "toolResult";
}
