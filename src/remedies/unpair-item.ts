/**
 * Removes the id of an item that the provider would look up in vain or that belongs to reasoning which is not there: of a
 * call its `fc_` part, of a text and of reasoning the id in the signature, of a result that of its item. What the item
 * says stays. Reasoning takes the ids of what it led to along, since they name it. Reasoning that stands a second time goes, since without its id it would count twice.
 *
 * Why: "Item 'fc_...' of type 'function_call' was provided without its required 'reasoning' item", "Item with id 'msg_...'
 * not found", "Expected an ID that begins with 'fc'", "Duplicate item found with id rs_...".
 *
 * Leaves alone: reasoning that is known by its id alone.
 *
 * @example { "finding": "item-without-reasoning", "place": 1,
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"call_1|fc_1","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"call_1|fc_1","content":[]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"call_1","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"call_1","content":[]}] }
 * @example { "finding": "item-without-reasoning", "place": 1,
 *   "in": [{"role":"assistant","content":[{"type":"text","text":"a","textSignature":"{\"v\":1,\"id\":\"msg_1\",\"phase\":\"commentary\"}"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"a","textSignature":"{\"v\":1,\"phase\":\"commentary\"}"}]}] }
 */
import { without } from "../contract/blocks.ts";
import { followCalls, ledBy, unpairBlock } from "../contract/items.ts";
import type { LocatedFinding, Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { type Spot, spotAt, withTurn } from "../contract/spots.ts";
import { type Block, blocksOf, isFilled, isThinking } from "../transcript/message.ts";
import type { Turn } from "../transcript/place.ts";
import { parseObject } from "../transcript/signatures.ts";

const ALONE: Why = {
  text: "The item's id belongs to reasoning that is not there, or is none that the provider takes.",
  lossy: false,
};
const REPEATED: Why = { text: "The same reasoning item stands in the request already.", lossy: false };

export const unpairItem: Remedy = {
  id: "unpair-item",
  for: ["item-without-reasoning", "item-not-stored", "item-id"],
  cost: 0,
  summary: "Removes the id of an item that the provider would not take.",
  whys: [ALONE, REPEATED],
  apply(turns, finding, report) {
    const spot = spotAt(turns, finding.at);
    if (!spot) return turns;
    const { block, index, turn } = spot;
    const value = block === undefined ? undefined : blocksOf(turn.message)[block];
    if (block === undefined || value === undefined) return withoutItemId(turns, spot, report);
    if (isThinking(value) && !isReadable(value)) return turns;
    if (isThinking(value) && isRepeated(turns, spot, finding)) {
      const edited = report.edit(turn, (message, note) => {
        note.drop(block, REPEATED);
        return { ...message, content: blocksOf(message).toSpliced(block, 1) };
      });
      return withTurn(turns, index, edited);
    }
    const blocks = blocksOf(turn.message);
    const isLed = isThinking(value) ? ledBy(blocks, block) : () => false;
    const isUnpaired = (position: number): boolean => position === block || isLed(position);
    const edited = report.edit(turn, (message, note) => {
      const content = blocks.map((one, position) =>
        isUnpaired(position) ? unpairBlock(one, position, note, ALONE) : one,
      );
      return content.every((one, position) => one === blocks[position]) ? message : { ...message, content };
    });
    if (edited === turn) return turns;
    return followCalls(turns, index, isUnpaired, report, ALONE).with(index, edited);
  },
};

/** A result whose own item has an id. */
function withoutItemId(
  turns: readonly Turn[],
  { turn, index }: Spot,
  report: Parameters<Remedy["apply"]>[2],
): readonly Turn[] {
  if (turn.message["itemId"] === undefined) return turns;
  const edited = report.edit(turn, (message, note) => {
    note.set("itemId", ALONE);
    return without(message as unknown as Block, "itemId") as unknown as typeof message;
  });
  return withTurn(turns, index, edited);
}

/** Can the reasoning be read without its id? */
function isReadable({ thinkingSignature }: Block): boolean {
  const item = typeof thinkingSignature === "string" ? parseObject(thinkingSignature) : undefined;
  return item !== undefined && isFilled(item["encrypted_content"]);
}

/** Does an earlier block have the same item? */
function isRepeated(turns: readonly Turn[], { index, block = 0, turn }: Spot, { code }: LocatedFinding): boolean {
  if (code !== "item-id") return false;
  const id = itemIdOf(blocksOf(turn.message)[block]);
  return turns.some(({ message }, position) => {
    if (position > index) return false;
    const blocks = position === index ? blocksOf(message).slice(0, block) : blocksOf(message);
    return id !== undefined && blocks.some((one) => itemIdOf(one) === id);
  });
}

function itemIdOf(block: Block | undefined): string | undefined {
  const signature = isThinking(block) ? block["thinkingSignature"] : undefined;
  const id = typeof signature === "string" ? parseObject(signature)?.["id"] : undefined;
  return typeof id === "string" ? id : undefined;
}
