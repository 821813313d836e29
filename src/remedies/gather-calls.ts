/**
 * Puts what the assistant thought between its calls, or behind them, before the first of them.
 *
 * Why: "No tool output found for tool call": some servers want nothing but calls between a call and its output, and take
 * even reasoning for the end of the calls.
 *
 * Leaves alone: other formats; texts, which go behind the results.
 *
 * @example { "finding": "call-position", "place": 1, "format": "openai-responses",
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}},{"type":"thinking","thinking":"t"},{"type":"toolCall","id":"b","name":"r","arguments":{}}]}],
 *   "out": [{"role":"assistant","content":[{"type":"thinking","thinking":"t"},{"type":"toolCall","id":"a","name":"r","arguments":{}},{"type":"toolCall","id":"b","name":"r","arguments":{}}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { spotAt } from "../contract/spots.ts";
import { isToolCall } from "../transcript/calls.ts";
import { type Block, blocksOf, isRecord } from "../transcript/message.ts";

const GATHERED: Why = { text: "Nothing but calls stands between a call and its result.", lossy: false };

export const gatherCalls: Remedy = {
  id: "gather-calls",
  for: ["call-position"],
  cost: 0,
  summary: "Puts what the assistant thought between its calls before the first of them.",
  whys: [GATHERED],
  apply(turns, { at }, report, { format }) {
    const spot = format === "openai-responses" ? spotAt(turns, at) : undefined;
    if (spot?.turn.message.role !== "assistant") return turns;
    const { turn, index } = spot;
    const blocks = blocksOf(turn.message);
    const first = blocks.findIndex(isToolCall);
    const order = [...blocks.keys()];
    const moved = order.filter((one) => first >= 0 && one > first && isThought(blocks[one]));
    if (moved.length === 0) return turns;
    const gone = new Set(moved);
    const rest = order.filter((one) => !gone.has(one));
    const sorted = [...rest.slice(0, first), ...moved, ...rest.slice(first)];
    const edited = report.edit(turn, (message, note) => {
      note.order(sorted, GATHERED);
      return { ...message, content: sorted.map((one) => blocks[one] as Block) };
    });
    return turns.with(index, edited);
  },
};

/** Neither a call nor something said: reasoning, and what only the provider knows. */
function isThought(block: unknown): boolean {
  return isRecord(block) && block["type"] !== "text" && !isToolCall(block);
}
