/**
 * Removes blank text blocks. An assistant turn that is then empty goes; a user turn or tool result that is then empty
 * says so in a placeholder, since its place in the conversation is needed.
 *
 * Why: "text content blocks must be non-empty", "content: []" is refused by Bedrock Converse.
 *
 * Leaves alone: assistant turns that own opaque provider state, failed turns without content (another rule answers for
 * them), text that is not blank but has space around it.
 *
 * @example { "in": [{"role":"assistant","content":[{"type":"text","text":""}]},{"role":"toolResult","toolCallId":"c","content":[{"type":"text","text":" "}]}],
 *   "out": [{"role":"toolResult","toolCallId":"c","content":[{"type":"text","text":"[empty content omitted]"}]}] }
 */
import { mapBlocks, withContent } from "../contract/blocks.ts";
import type { LocalRule, Note, Why } from "../contract/rule.ts";
import { type Block, isBlankText, type SessionMessage } from "../transcript/message.ts";
import { EMPTY_CONTENT } from "../transcript/placeholders.ts";

const BLANK: Why = { text: "Blank text is refused by providers.", lossy: false };
const NOTHING_LEFT: Why = { text: "The assistant turn holds nothing.", lossy: false };
const PLACEHOLDER: Why = { text: "Empty content is refused; a placeholder stands for it.", lossy: false };

export const blankBlocks: LocalRule = {
  id: "blank-blocks",
  kind: "local",
  stage: "history",
  summary: "Removes blank text blocks; content that becomes empty gets a placeholder, an assistant turn goes.",
  whys: [BLANK, NOTHING_LEFT, PLACEHOLDER],
  applies: () => true,
  message(message, _at, note, context) {
    if (!Array.isArray(message.content)) return message;
    if (message.role === "assistant") {
      const content = mapBlocks(message, visit, note, context);
      return content.length === 0 && !isExempt(message) ? NOTHING_LEFT : withContent(message, content);
    }
    if (message.role !== "user" && message.role !== "toolResult") return message;
    const content = mapBlocks(message, visit, note, context);
    if (content.length > 0) return withContent(message, content);
    note.insert(0, PLACEHOLDER);
    return { ...message, content: [{ type: "text", text: EMPTY_CONTENT }] };
  },
};

function isExempt(message: SessionMessage): boolean {
  if (message["providerReplay"] !== undefined) return true;
  return message["stopReason"] === "error" && (message.content as readonly unknown[]).length === 0;
}

function visit(block: Block, index: number, note: Note): Block | undefined {
  if (!isBlankText(block)) return block;
  note.drop(index, BLANK);
  return undefined;
}
