/**
 * Removes white space from the end of the answer that the model is to continue.
 *
 * Why: "final assistant content cannot end with trailing whitespace".
 *
 * @example { "finding": "prefill-whitespace", "place": 0,
 *   "in": [{"role":"assistant","content":[{"type":"text","text":"So: "}]}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"So:"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { withTurn } from "../contract/spots.ts";
import { blocksOf } from "../transcript/message.ts";

const TRIMMED: Why = { text: "The answer to be continued may not end in white space.", lossy: false };

export const trimPrefill: Remedy = {
  id: "trim-prefill",
  for: ["prefill-whitespace"],
  cost: 1,
  summary: "Trims the end of the answer that is to be continued.",
  whys: [TRIMMED],
  apply(turns, _finding, report) {
    const last = turns.at(-1);
    if (last?.message.role !== "assistant") return turns;
    const edited = report.edit(last, (message, note) => {
      const content = blocksOf(message);
      const index = content.length - 1;
      const block = content[index];
      const text = block?.type === "text" ? block["text"] : undefined;
      if (!block || typeof text !== "string" || text.trimEnd() === text) return message;
      note.rewrite(index, "text", TRIMMED);
      return { ...message, content: content.with(index, { ...block, text: text.trimEnd() }) };
    });
    return withTurn(turns, turns.length - 1, edited);
  },
};
