/**
 * Gives the first call of a step the value by which Gemini skips the check of its thought signature.
 *
 * Why: "Function call is missing a thought_signature in functionCall parts". The signature is lost, or another model
 * made the call.
 *
 * @example { "finding": "thought-signature-missing", "place": 1,
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{},"thoughtSignature":"skip_thought_signature_validator"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { blockAt, withTurn } from "../contract/spots.ts";
import { isToolCall } from "../transcript/calls.ts";
import { blocksOf, isFilled } from "../transcript/message.ts";

const SKIPPED: Why = { text: "The call has no thought signature; Gemini is told not to look for one.", lossy: false };
const SENTINEL = "skip_thought_signature_validator";

export const sentinelSignature: Remedy = {
  id: "sentinel-signature",
  for: ["thought-signature-missing"],
  cost: 1,
  summary: "Tells Gemini not to look for a thought signature that is lost.",
  whys: [SKIPPED],
  apply(turns, { at }, report) {
    const spot = blockAt(turns, at);
    if (!spot || spot.block === undefined || !isToolCall(spot.value) || isFilled(spot.value["thoughtSignature"]))
      return turns;
    const { block, turn, index, value } = spot;
    const edited = report.edit(turn, (message, note) => {
      note.rewrite(block, "thoughtSignature", SKIPPED);
      return { ...message, content: blocksOf(message).with(block, { ...value, thoughtSignature: SENTINEL }) };
    });
    return withTurn(turns, index, edited);
  },
};
