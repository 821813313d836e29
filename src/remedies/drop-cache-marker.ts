/**
 * Drops the oldest cache marker of the messages, when there are more than the provider takes.
 *
 * Why: "A maximum of 4 blocks with cache_control may be provided. Found 5." The newest cover the longest prefix.
 *
 * @example { "finding": "cache-markers",
 *   "in": [{"role":"user","content":[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}},{"type":"text","text":"b","cache_control":{"type":"ephemeral"}}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b","cache_control":{"type":"ephemeral"}}]}] }
 */
import { without } from "../contract/blocks.ts";
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { withTurn } from "../contract/spots.ts";
import { blocksOf, isRecord } from "../transcript/message.ts";

const TOO_MANY: Why = { text: "The request has more cache markers than the provider takes.", lossy: false };

export const dropCacheMarker: Remedy = {
  id: "drop-cache-marker",
  for: ["cache-markers"],
  cost: 0,
  summary: "Drops the oldest cache marker.",
  whys: [TOO_MANY],
  apply(turns, _finding, report) {
    for (const [index, turn] of turns.entries()) {
      const marked = isRecord(turn.message["cache_control"]) && turn.message.role === "toolResult";
      const block = blocksOf(turn.message).findIndex((one) => isRecord(one) && one["cache_control"] !== undefined);
      if (block < 0 && !marked) continue;
      const edited = report.edit(turn, (message, note) => {
        if (block < 0) {
          note.set("cache_control", TOO_MANY);
          const { cache_control: _, ...rest } = message;
          return rest as typeof message;
        }
        note.rewrite(block, "cache_control", TOO_MANY);
        const content = blocksOf(message);
        return {
          ...message,
          content: content.with(block, without(content[block] as (typeof content)[0], "cache_control")),
        };
      });
      return withTurn(turns, index, edited);
    }
    return turns;
  },
};
