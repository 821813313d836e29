/**
 * Drops a reasoning item that the Responses API would not take back, and the ids by which what it led to belongs to it.
 * The calls, their results and the text stay. A turn that held nothing else goes.
 *
 * Why: "Item 'rs_...' of type 'reasoning' was provided without its required following item", "The encrypted content could
 * not be verified"; and then "Item 'fc_...' of type 'function_call' was provided without its required 'reasoning' item".
 *
 * Leaves alone: other formats, in which reasoning has no items.
 *
 * @example { "finding": "encrypted-content", "place": 1, "format": "openai-responses",
 *   "in": [{"role":"assistant","content":[{"type":"thinking","thinking":"t","thinkingSignature":"{\"id\":\"rs_1\",\"type\":\"reasoning\"}"},{"type":"toolCall","id":"call_1|fc_1","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"call_1|fc_1","content":[]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"call_1","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"call_1","content":[]}] }
 * @example { "finding": "reasoning-alone", "place": 1, "format": "openai-responses",
 *   "in": [{"role":"assistant","content":[{"type":"thinking","thinking":"t","thinkingSignature":"{\"id\":\"rs_1\",\"type\":\"reasoning\"}"}]},{"role":"user","content":[{"type":"text","text":"n"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"n"}]}] }
 */
import { followCalls, ledBy, unpairBlock } from "../contract/items.ts";
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { blockAt } from "../contract/spots.ts";
import { blocksOf, isThinking } from "../transcript/message.ts";

const REFUSED: Why = { text: "The provider would not take this reasoning back.", lossy: true };
const ITEM_ID: Why = { text: "The item's id belongs to reasoning that was dropped.", lossy: false };

export const dropReasoningItem: Remedy = {
  id: "drop-reasoning-item",
  for: ["reasoning-alone", "encrypted-content", "item-not-stored", "item-id"],
  cost: 2,
  summary: "Drops a reasoning item with the ids of the items that it led to.",
  whys: [REFUSED, ITEM_ID],
  apply(turns, { at }, report, { format }) {
    const spot = format === "openai-responses" ? blockAt(turns, at) : undefined;
    if (!spot || spot.block === undefined || !isThinking(spot.value)) return turns;
    const { block, turn, index } = spot;
    const blocks = blocksOf(turn.message);
    if (blocks.length === 1) {
      report.drop(turn, REFUSED);
      return turns.toSpliced(index, 1);
    }
    const isLed = ledBy(blocks, block);
    const out = followCalls(turns, index, isLed, report, ITEM_ID);
    const edited = report.edit(turn, (message, note) => {
      note.drop(block, REFUSED);
      const kept = blocks.map((one, position) => (isLed(position) ? unpairBlock(one, position, note, ITEM_ID) : one));
      return { ...message, content: kept.toSpliced(block, 1) };
    });
    return out.with(index, edited);
  },
};
