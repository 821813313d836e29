/**
 * Puts the calls of an assistant turn behind what else it says.
 *
 * Why: "This model does not support assistant message prefill": newer Claude models take a text behind a call for the
 * beginning of an answer.
 *
 * Leaves alone: other formats, the order of calls, and that of everything else. Thinking stays before what it stood
 * before.
 *
 * @example { "finding": "call-position", "place": 1, "format": "bedrock-converse",
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}},{"type":"text","text":"note"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"note"},{"type":"toolCall","id":"a","name":"r","arguments":{}}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { spotAt, withTurn } from "../contract/spots.ts";
import { isToolCall } from "../transcript/calls.ts";
import { type Block, blocksOf, isRecord } from "../transcript/message.ts";

const LAST: Why = { text: "Calls come last in their turn.", lossy: false };

export const callsLast: Remedy = {
  id: "calls-last",
  for: ["call-position"],
  cost: 0,
  summary: "Puts the calls of a turn behind what else it says.",
  whys: [LAST],
  apply(turns, { at }, report, { format }) {
    const spot = format === "bedrock-converse" ? spotAt(turns, at) : undefined;
    if (spot?.turn.message.role !== "assistant") return turns;
    const blocks = blocksOf(spot.turn.message);
    const first = blocks.findIndex(isToolCall);
    const lastText = blocks.findLastIndex((block) => isRecord(block) && block.type === "text");
    if (first < 0 || lastText < first) return turns;
    // What stands behind the last text, such as thinking that belongs to the calls behind it, stays where it is.
    const head = [...blocks.keys()].slice(0, lastText + 1);
    const tail = [...blocks.keys()].slice(lastText + 1);
    const calls = head.filter((index) => isToolCall(blocks[index]));
    const order = [...head.filter((index) => !calls.includes(index)), ...calls, ...tail];
    const edited = report.edit(spot.turn, (message, note) => {
      note.order(order, LAST);
      return { ...message, content: order.map((index) => blocks[index] as Block) };
    });
    return withTurn(turns, spot.index, edited);
  },
};
