/**
 * Moves thinking to the front of its turn.
 *
 * Why: "Expected `thinking` or `redacted_thinking`, but found `tool_use`": with thinking on, the turn that calls tools
 * begins with what the model thought.
 *
 * @example { "finding": "thinking-first", "place": 0,
 *   "in": [{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"thinking","thinking":"t","thinkingSignature":"s"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"thinking","thinking":"t","thinkingSignature":"s"},{"type":"text","text":"a"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { spotAt, withTurn } from "../contract/spots.ts";
import { blocksOf, isThinking } from "../transcript/message.ts";

const FIRST: Why = { text: "A turn that calls tools begins with its thinking.", lossy: false };

export const orderThinking: Remedy = {
  id: "order-thinking",
  for: ["thinking-first", "thinking-last"],
  cost: 0,
  summary: "Moves thinking to the front of its turn.",
  whys: [FIRST],
  apply(turns, { at }, report) {
    const spot = spotAt(turns, at);
    if (spot?.turn.message.role !== "assistant") return turns;
    const edited = report.edit(spot.turn, (message, note) => {
      const content = blocksOf(message);
      const indices = [...content.keys()];
      const thinking = indices.filter((index) => isThinking(content[index]));
      const rest = indices.filter((index) => !isThinking(content[index]));
      if (rest.length === 0 || thinking.every((index, position) => index === position)) return message;
      const order = [...thinking, ...rest];
      note.order(order, FIRST);
      return { ...message, content: order.map((index) => content[index] as (typeof content)[0]) };
    });
    return withTurn(turns, spot.index, edited);
  },
};
