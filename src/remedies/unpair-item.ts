/**
 * Removes the id of an item that belongs to reasoning which is not there: of a call its `fc_` part, of a text its
 * signature. The call itself, its result and the text stay.
 *
 * Why: "Item 'fc_...' of type 'function_call' was provided without its required 'reasoning' item".
 *
 * @example { "finding": "item-without-reasoning", "place": 1,
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"call_1|fc_1","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"call_1|fc_1","content":[]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"call_1","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"call_1","content":[]}] }
 */
import { without } from "../contract/blocks.ts";
import type { Remedy } from "../contract/remedy.ts";
import { renameResult } from "../contract/results.ts";
import type { Why } from "../contract/rule.ts";
import { blockAt } from "../contract/spots.ts";
import { isToolCall } from "../transcript/calls.ts";
import { blocksOf } from "../transcript/message.ts";
import { pairTurns } from "../transcript/pairing.ts";
import type { Turn } from "../transcript/place.ts";

const ALONE: Why = { text: "The item's id belongs to reasoning that is not there.", lossy: false };

export const unpairItem: Remedy = {
  id: "unpair-item",
  for: ["item-without-reasoning", "item-not-stored"],
  cost: 0,
  summary: "Removes the id of an item that belongs to reasoning which is not there.",
  whys: [ALONE],
  apply(turns, { at }, report) {
    const spot = blockAt(turns, at);
    if (!spot || spot.block === undefined) return turns;
    const { block, index, turn, value } = spot;
    const bar = isToolCall(value) && typeof value.id === "string" ? value.id.indexOf("|") : -1;
    const key = isToolCall(value) ? "id" : "textSignature";
    if (key === "id" ? bar <= 0 : value["textSignature"] === undefined) return turns;
    const id = String(value["id"]).slice(0, bar);
    const out = [...turns];
    out[index] = report.edit(turn, (message, note) => {
      note.rewrite(block, key, ALONE);
      const item = key === "id" ? { ...value, id } : without(value, key);
      return { ...message, content: blocksOf(message).with(block, item) };
    });
    if (key !== "id") return out;
    const frame = pairTurns(turns).frames.find((one) => one.turn === index);
    const result = frame?.occurrences.find((one) => one.block === block)?.result;
    if (result !== undefined) {
      out[result] = report.edit(turns[result] as Turn, (message, note) => renameResult(message, id, note, ALONE));
    }
    return out;
  },
};
