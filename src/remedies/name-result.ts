/**
 * Gives a result the name of its call.
 *
 * Why: "function_response.name: Name cannot be empty"; Gemini ties responses to calls by name.
 *
 * @example { "finding": "result-name", "place": 1048576,
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"a","toolName":"x","content":[]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"a","toolName":"r","content":[]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { spotAt, withTurn } from "../contract/spots.ts";
import { pairingOf } from "../transcript/pairing.ts";

const NAMED: Why = { text: "The result carries the name of its call.", lossy: false };

export const nameResult: Remedy = {
  id: "name-result",
  for: ["result-name"],
  cost: 0,
  summary: "Gives a result the name of its call.",
  whys: [NAMED],
  apply(turns, { at }, report) {
    const spot = spotAt(turns, at);
    if (!spot) return turns;
    const owner = pairingOf(turns)
      .frames.flatMap(({ occurrences }) => occurrences)
      .find(({ result }) => result === spot.index);
    if (!owner || spot.turn.message["toolName"] === owner.call.name) return turns;
    const edited = report.edit(spot.turn, (message, note) => {
      note.set("toolName", NAMED);
      return { ...message, toolName: owner.call.name };
    });
    return withTurn(turns, spot.index, edited);
  },
};
