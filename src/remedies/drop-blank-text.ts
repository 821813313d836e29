/**
 * Drops a text that says nothing, when its turn has something else.
 *
 * Why: "text content blocks must be non-empty", "The text field in the ContentBlock object is blank".
 *
 * @example { "finding": "text-blank", "place": 2,
 *   "in": [{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":" "}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"a"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { blockAt, withTurn } from "../contract/spots.ts";
import { blocksOf, isBlankText } from "../transcript/message.ts";

const BLANK: Why = { text: "Blank text is refused by providers.", lossy: false };

export const dropBlankText: Remedy = {
  id: "drop-blank-text",
  for: ["text-empty", "text-blank", "part-empty"],
  cost: 0,
  summary: "Drops a text that says nothing, when its turn has something else.",
  whys: [BLANK],
  apply(turns, { at }, report) {
    const spot = blockAt(turns, at);
    if (!spot || spot.block === undefined || !isBlankText(spot.value)) return turns;
    const { block, turn, index } = spot;
    if (blocksOf(turn.message).length < 2) return turns;
    const edited = report.edit(turn, (message, note) => {
      note.drop(block, BLANK);
      return { ...message, content: blocksOf(message).toSpliced(block, 1) };
    });
    return withTurn(turns, index, edited);
  },
};
