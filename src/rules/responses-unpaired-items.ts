/**
 * Takes the item id (`|fc_...`) from calls whose turn holds no reasoning item before them.
 *
 * Why: the Responses API checks that an `fc_` item comes with the reasoning that led to it ("function_call was provided
 * without its required reasoning item"). The call id alone is enough to pair the result.
 *
 * Leaves alone: calls behind a reasoning item of the same turn.
 *
 * @example { "options": {"target":{"provider":"openai","modelApi":"openai-responses","modelId":"gpt-5.4"}},
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"call_1|fc_1","name":"read","arguments":{}}]},{"role":"toolResult","toolCallId":"call_1|fc_1","content":[{"type":"text","text":"ok"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"call_1","name":"read","arguments":{}}]},{"role":"toolResult","toolCallId":"call_1","content":[{"type":"text","text":"ok"}]}] }
 */
import { withContent } from "../contract/blocks.ts";
import { renameResult } from "../contract/results.ts";
import type { Note, WalkRule, Why } from "../contract/rule.ts";
import { isAnswerable, resultIdOf } from "../transcript/calls.ts";
import { blocksOf, isAssistant, type SessionMessage, type ToolCallBlock } from "../transcript/message.ts";
import { isReasoningItem } from "../transcript/signatures.ts";

const UNPAIRED: Why = { text: "The item id is refused without the reasoning item before it.", lossy: false };

/** The ids that the calls of the assistant turn before lost, by the id they had. */
interface Memory {
  renamed: ReadonlyMap<string, string>;
}

const NOTHING: ReadonlyMap<string, string> = new Map();

export const responsesUnpairedItems: WalkRule<Memory> = {
  id: "responses-unpaired-items",
  kind: "walk",
  stage: "history",
  summary: "Takes item ids from Responses calls without reasoning before them.",
  whys: [UNPAIRED],
  applies: (policy) => policy.responsesItems,
  remember: (base) => ({ renamed: base?.renamed ?? NOTHING }),
  message(message, _at, note, _context, memory) {
    if (message.role === "toolResult") {
      const id = memory.renamed.size > 0 ? memory.renamed.get(resultIdOf(message) ?? "") : undefined;
      if (id === undefined) return message;
      return renameResult(message, id, note, UNPAIRED);
    }
    memory.renamed = NOTHING;
    return isAssistant(message) ? unpaired(message, note, memory) : message;
  },
};

function unpaired(message: SessionMessage, note: Note, memory: Memory): SessionMessage {
  const blocks = blocksOf(message);
  // Reading a reasoning item costs; it is done only for a turn with an item id in it.
  if (!blocks.some(hasItemId)) return message;
  const reasoning = blocks.findIndex(isReasoningItem);
  const renamed = new Map<string, string>();
  const content = blocks.map((block, index) => {
    if ((reasoning >= 0 && index > reasoning) || !hasItemId(block)) return block;
    const id = block.id.slice(0, block.id.indexOf("|"));
    renamed.set(block.id.trim(), id);
    note.rewrite(index, "id", UNPAIRED);
    return { ...block, id };
  });
  if (renamed.size === 0) return message;
  memory.renamed = renamed;
  return withContent(message, content);
}

function hasItemId(block: unknown): block is ToolCallBlock {
  if (!isAnswerable(block)) return false;
  const bar = block.id.indexOf("|");
  return bar > 0 && block.id.startsWith("fc_", bar + 1);
}
