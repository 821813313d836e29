/**
 * Last look before a request is built: nothing empty or blank is sent.
 *
 * A user turn or tool result without content gets a placeholder; an assistant turn without content goes; blank texts
 * that merging or conversion left go.
 *
 * Why: "messages.1: all messages must have non-empty content".
 *
 * @example { "in": [{"role":"user","content":""},{"role":"assistant","content":[]}], "out": [{"role":"user","content":"[empty content omitted]"}] }
 */
import { mapBlocks, withContent } from "../contract/blocks.ts";
import type { LocalRule, Note, Why } from "../contract/rule.ts";
import { type Block, isBlankText } from "../transcript/message.ts";
import { EMPTY_CONTENT } from "../transcript/placeholders.ts";

const BLANK: Why = { text: "Blank text is refused by providers.", lossy: false };
const PLACEHOLDER: Why = { text: "Empty content is refused; a placeholder stands for it.", lossy: false };
const NOTHING: Why = { text: "The assistant turn holds nothing.", lossy: false };

export const emptyTurns: LocalRule = {
  id: "empty-turns",
  kind: "local",
  stage: "payload",
  summary: "Gives empty user turns and results a placeholder, drops empty assistant turns.",
  whys: [BLANK, PLACEHOLDER, NOTHING],
  applies: () => true,
  message(message, _at, note, context) {
    const { role, content } = message;
    if (role !== "user" && role !== "toolResult" && role !== "assistant") return message;
    if (typeof content === "string" && content.trim() !== "") return message;
    const kept = Array.isArray(content) ? mapBlocks(message, visit, note, context) : [];
    if (kept.length > 0) return withContent(message, kept);
    if (role === "assistant") return message["providerReplay"] === undefined ? NOTHING : message;
    if (Array.isArray(content)) {
      note.insert(0, PLACEHOLDER);
      return { ...message, content: [{ type: "text", text: EMPTY_CONTENT }] };
    }
    note.set("content", PLACEHOLDER);
    return { ...message, content: EMPTY_CONTENT };
  },
};

function visit(block: Block, index: number, note: Note): Block | undefined {
  if (!isBlankText(block)) return block;
  note.drop(index, BLANK);
  return undefined;
}
