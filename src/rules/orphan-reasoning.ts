/**
 * Drops reasoning items of the Responses API that no other content of their turn follows. A turn that held nothing else
 * goes.
 *
 * Why: the API refuses a reasoning item without the item it led to ("Item 'rs_...' of type 'reasoning' was provided
 * without its required following item").
 *
 * Leaves alone: items that something follows, encrypted ones with an empty summary included.
 *
 * @example { "options": {"target":{"provider":"openai","modelApi":"openai-responses","modelId":"gpt-5.4"}},
 *   "in": [{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"thinking","thinking":"r","thinkingSignature":"{\"id\":\"rs_1\",\"type\":\"reasoning\"}"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"a"}]}] }
 */
import { mapBlocks, type Visit, withContent } from "../contract/blocks.ts";
import type { LocalRule, Why } from "../contract/rule.ts";
import { blocksOf, isAssistant, isThinking } from "../transcript/message.ts";
import { isReasoningItem } from "../transcript/signatures.ts";

const ORPHAN: Why = { text: "A reasoning item is refused when nothing follows it.", lossy: true };

export const orphanReasoning: LocalRule = {
  id: "orphan-reasoning",
  kind: "local",
  stage: "history",
  summary: "Drops Responses reasoning items that nothing follows.",
  whys: [ORPHAN],
  applies: (policy) => policy.responsesItems,
  message(message, _at, note, context) {
    if (!isAssistant(message)) return message;
    const lastOther = blocksOf(message).findLastIndex((block) => !isThinking(block));
    const content = mapBlocks(message, visit, note, context, lastOther);
    return content !== message.content && content.length === 0 ? ORPHAN : withContent(message, content);
  },
};

const visit: Visit<number> = (block, index, note, _context, _message, lastOther) => {
  if (index < lastOther || !isReasoningItem(block)) return block;
  note.drop(index, ORPHAN);
  return undefined;
};
