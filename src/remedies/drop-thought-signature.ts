/**
 * Removes a thought signature that the target cannot read. The text or call that carries it stays.
 *
 * Why: "Base64 decoding failed": the signature was cut, glued to another, or made by another provider.
 *
 * @example { "finding": "thought-signature", "place": 1,
 *   "in": [{"role":"assistant","content":[{"type":"text","text":"a","thoughtSignature":"CiQB0e2Kb7I\u2026"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"a"}]}] }
 */
import { without } from "../contract/blocks.ts";
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { blockAt, withTurn } from "../contract/spots.ts";
import { blocksOf } from "../transcript/message.ts";

const UNREADABLE: Why = { text: "The target cannot read the thought signature.", lossy: false };
const KEYS = ["thoughtSignature", "thought_signature", "thinkingSignature"] as const;

export const dropThoughtSignature: Remedy = {
  id: "drop-thought-signature",
  for: ["thought-signature"],
  cost: 1,
  summary: "Removes a thought signature that the target cannot read.",
  whys: [UNREADABLE],
  apply(turns, { at }, report) {
    const spot = blockAt(turns, at);
    const key = KEYS.find((one) => spot?.value[one] !== undefined);
    if (!spot || spot.block === undefined || key === undefined) return turns;
    const { block, turn, index, value } = spot;
    const edited = report.edit(turn, (message, note) => {
      note.rewrite(block, key, UNREADABLE);
      return { ...message, content: blocksOf(message).with(block, without(value, key)) };
    });
    return withTurn(turns, index, edited);
  },
};
