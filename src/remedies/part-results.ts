/**
 * Puts what stands behind the tool results of the last message into a user turn of its own.
 *
 * Why: "Requests ending with a model turn are not supported": newer Gemini models take a content that ends in something
 * else than a function response for one of the model's, if it has responses.
 *
 * @example { "finding": "text-after-result", "place": 2097153,
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"a","content":[]},{"role":"user","content":[{"type":"text","text":"n"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"a","content":[]},{"role":"user","content":[{"type":"text","text":"n"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { spotAt } from "../contract/spots.ts";
import { placesOf } from "../transcript/place.ts";

const APART: Why = { text: "Tool results stand in a message of their own, and this behind it.", lossy: false };

export const partResults: Remedy = {
  id: "part-results",
  for: ["text-after-result"],
  cost: 0,
  summary: "Puts what stands behind the last tool results into a turn of its own.",
  whys: [APART],
  apply(turns, { at }, report) {
    const spot = spotAt(turns, at);
    if (!spot) return turns;
    const { turn, index } = spot;
    if (turn.at < 0 || turn.message.role !== "user" || turns[index - 1]?.message.role !== "toolResult") return turns;
    // A turn that is made anew stands in no message of the body.
    report.drop(turn, APART);
    const made = report.make(turn.message, APART, turn, placesOf(turn));
    return turns.with(index, made);
  },
};
