/**
 * Gives a tool result without content a text that says so.
 *
 * Why: "The content field at messages.0.content.0.toolResult cannot be empty when status value is error".
 *
 * @example { "finding": "result-empty", "place": 0,
 *   "in": [{"role":"toolResult","toolCallId":"a","content":[],"isError":true}],
 *   "out": [{"role":"toolResult","toolCallId":"a","content":[{"type":"text","text":"(no output)"}],"isError":true}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { spotAt, withTurn } from "../contract/spots.ts";
import { blocksOf, isBlankText } from "../transcript/message.ts";
import { NO_OUTPUT } from "../transcript/placeholders.ts";

const SAID: Why = { text: "An empty result is refused; a text says that there is no output.", lossy: false };

export const fillResult: Remedy = {
  id: "fill-result",
  for: ["result-empty", "content-empty"],
  cost: 0,
  summary: "Gives an empty tool result a text that says so.",
  whys: [SAID],
  apply(turns, { at }, report) {
    const spot = spotAt(turns, at);
    if (spot?.turn.message.role !== "toolResult" || !blocksOf(spot.turn.message).every(isBlankText)) return turns;
    const edited = report.edit(spot.turn, (message, note) => {
      for (const index of blocksOf(message).keys()) note.drop(index, SAID);
      note.insert(0, SAID);
      return { ...message, content: [{ type: "text", text: NO_OUTPUT }] };
    });
    return withTurn(turns, spot.index, edited);
  },
};
