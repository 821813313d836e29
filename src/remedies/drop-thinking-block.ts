/**
 * Drops thinking that the provider would not take back: without a signature, with one it did not make, or empty. When it
 * was all the turn had, a sentence keeps the turn's place.
 *
 * Why: "Invalid `signature` in `thinking` block", "The encrypted content could not be verified", "Item of type 'reasoning'
 * was provided without its required following item".
 *
 * @example { "finding": "thinking-signature", "place": 1,
 *   "in": [{"role":"assistant","content":[{"type":"thinking","thinking":"t","thinkingSignature":"x"},{"type":"text","text":"a"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"a"}]}] }
 */
import { withReasoningOmitted } from "../contract/blocks.ts";
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { blockAt, withTurn } from "../contract/spots.ts";
import { blocksOf, isThinking } from "../transcript/message.ts";

const REFUSED: Why = { text: "The provider would not take this reasoning back.", lossy: true };

export const dropThinkingBlock: Remedy = {
  id: "drop-thinking-block",
  for: [
    "thinking-unsigned",
    "thinking-signature",
    "thinking-empty",
    "thinking-disabled",
    "encrypted-content",
    "reasoning-alone",
    "item-not-stored",
    // Signed thinking may not be mended.
    "string-invalid",
  ],
  cost: 2,
  summary: "Drops thinking that the provider would not take back.",
  whys: [REFUSED],
  apply(turns, { at }, report) {
    const spot = blockAt(turns, at);
    if (!spot || spot.block === undefined || !isThinking(spot.value)) return turns;
    const { block, turn, index } = spot;
    const edited = report.edit(turn, (message, note) => {
      note.drop(block, REFUSED);
      return withReasoningOmitted(message, blocksOf(message).toSpliced(block, 1), note, REFUSED);
    });
    return withTurn(turns, index, edited);
  },
};
