/**
 * Moves the cache marker of an empty text, or of reasoning, to the block before it, or behind it; drops it when there is
 * none.
 *
 * Why: "cache_control cannot be set for empty text blocks", "Cache point cannot be inserted after reasoning block".
 *
 * @example { "finding": "cache-empty-text", "place": 2,
 *   "in": [{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"","cache_control":{"type":"ephemeral"}}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}},{"type":"text","text":""}]}] }
 */

import { without } from "../contract/blocks.ts";
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { blockAt, withTurn } from "../contract/spots.ts";
import { type Block, blocksOf, isBlankText, isRecord, isThinking } from "../transcript/message.ts";

const MOVED: Why = { text: "The cache marker stands on a block that may carry one.", lossy: false };

export const moveCacheMarker: Remedy = {
  id: "move-cache-marker",
  for: ["cache-empty-text", "cache-position"],
  cost: 0,
  summary: "Moves a cache marker from an empty text, or from reasoning, to its neighbor.",
  whys: [MOVED],
  apply(turns, { at }, report) {
    const spot = blockAt(turns, at);
    const marker = spot?.value["cache_control"];
    if (!spot || spot.block === undefined || marker === undefined) return turns;
    const { block, turn, index } = spot;
    const edited = report.edit(turn, (message, note) => {
      const content = blocksOf(message);
      const near = [block - 1, block + 1].find((other) => canCarry(content[other]));
      note.rewrite(block, "cache_control", MOVED);
      if (near !== undefined) note.rewrite(near, "cache_control", MOVED);
      return {
        ...message,
        content: content.map((one, position) => {
          if (position === block) return without(one, "cache_control");
          return position === near ? { ...one, cache_control: marker } : one;
        }),
      };
    });
    return withTurn(turns, index, edited);
  },
};

function canCarry(block: Block | undefined): boolean {
  return isRecord(block) && !isThinking(block) && !isBlankText(block) && block["cache_control"] === undefined;
}
