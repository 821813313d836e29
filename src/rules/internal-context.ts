/**
 * Removes runtime context and inbound metadata that a model echoed in its answer.
 *
 * Hosts add hidden context to a prompt between markers. A model sometimes repeats it, and replaying the repetition
 * teaches it to do so again, or makes it treat old context as current.
 *
 * Leaves alone: text without such markers, and markers mentioned inside a sentence.
 *
 * @example { "in": [{"role":"assistant","content":[{"type":"text","text":"a\n<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nx\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>\nb"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"a\n\nb"}]}] }
 */
import { mapBlocks, withContent } from "../contract/blocks.ts";
import type { LocalRule, Note, Why } from "../contract/rule.ts";
import { type Block, isAssistant } from "../transcript/message.ts";
import { stripInternalContext } from "../transcript/runtime-context.ts";

const ECHO: Why = { text: "Runtime context that the model echoed is not its answer.", lossy: false };

export const internalContext: LocalRule = {
  id: "internal-context",
  kind: "local",
  stage: "history",
  summary: "Removes runtime context and inbound metadata echoed by the model.",
  whys: [ECHO],
  applies: () => true,
  message(message, _at, note, context) {
    if (!isAssistant(message)) return message;
    const content = mapBlocks(message, visit, note, context);
    return content !== message.content && content.length === 0 ? ECHO : withContent(message, content);
  },
};

function visit(block: Block, index: number, note: Note): Block | undefined {
  const { text } = block;
  if (typeof text !== "string") return block;
  const cleaned = stripInternalContext(text);
  if (cleaned === text) return block;
  if (cleaned.trim() === "") {
    note.drop(index, ECHO);
    return undefined;
  }
  note.rewrite(index, "text", ECHO);
  return { ...block, text: cleaned };
}
