/**
 * Puts empty reasoning into an assistant turn whose server wants some back.
 *
 * Why: "thinking is enabled but reasoning_content is missing in assistant tool call message". The text is lost; the
 * field may be empty.
 *
 * @example { "finding": "reasoning-missing", "place": 0,
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]}],
 *   "out": [{"role":"assistant","content":[{"type":"thinking","thinking":""},{"type":"toolCall","id":"a","name":"r","arguments":{}}]}] }
 * @example { "finding": "reasoning-missing", "place": 0,
 *   "in": [{"role":"assistant","content":[{"type":"redacted_thinking","data":"b"},{"type":"toolCall","id":"a","name":"r","arguments":{}}]}],
 *   "out": [{"role":"assistant","content":[{"type":"thinking","thinking":""},{"type":"redacted_thinking","data":"b"},{"type":"toolCall","id":"a","name":"r","arguments":{}}]}] }
 * @example { "finding": "reasoning-missing", "place": 0,
 *   "in": [{"role":"assistant","content":"a"}],
 *   "out": [{"role":"assistant","content":[{"type":"thinking","thinking":""},{"type":"text","text":"a"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { spotAt, withTurn } from "../contract/spots.ts";
import { blocksOf, contentList, isThinking } from "../transcript/message.ts";

const EMPTY: Why = { text: "The server wants the reasoning of a tool turn back, if only empty.", lossy: false };

export const restoreReasoning: Remedy = {
  id: "restore-reasoning",
  for: ["reasoning-missing"],
  cost: 1,
  summary: "Puts empty reasoning into a turn whose server wants some back.",
  whys: [EMPTY],
  apply(turns, { at }, report) {
    const spot = spotAt(turns, at);
    if (spot?.turn.message.role !== "assistant" || blocksOf(spot.turn.message).some(isReadable)) return turns;
    const edited = report.edit(spot.turn, (message, note) => {
      note.insert(0, EMPTY);
      return { ...message, content: [{ type: "thinking", thinking: "" }, ...contentList(message)] };
    });
    return withTurn(turns, spot.index, edited);
  },
};

/** Thinking that only its maker can read is not written for this server. */
function isReadable(block: unknown): boolean {
  return isThinking(block) && block["type"] === "thinking" && block["redacted"] !== true;
}
