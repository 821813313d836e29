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
    // Empty turns behind it say nothing.
    const index = turns.findLastIndex(({ message }) => message.role !== "assistant" || blocksOf(message).length > 0);
    const last = turns[index];
    if (last?.message.role !== "assistant") return turns;
    const edited = report.edit(last, (message, note) => {
      const content = blocksOf(message);
      const end = content.length - 1;
      const block = content[end];
      const text = block?.type === "text" ? block["text"] : undefined;
      if (!block || typeof text !== "string" || text.trimEnd() === text) return message;
      note.rewrite(end, "text", TRIMMED);
      return { ...message, content: content.with(end, { ...block, text: text.trimEnd() }) };
    });
    return withTurn(turns, index, edited);
  },
};
