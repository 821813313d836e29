/**
 * Brings content into the one shape that all later rules know: a list of blocks.
 *
 * Old sessions hold assistant and tool-result content as a string, as a single block, or as null; a list may hold bare
 * strings. A string becomes one text block, a single block a list of one, and null an empty list. A user's string
 * content stays a string, for that is a documented form.
 *
 * Why: a rule that expects blocks either loses such text or throws on it.
 *
 * @example { "in": [{"role":"assistant","content":"plain"}], "out": [{"role":"assistant","content":[{"type":"text","text":"plain"}]}] }
 * @example { "in": [{"role":"toolResult","toolCallId":"c","content":"done"}],
 *   "out": [{"role":"toolResult","toolCallId":"c","content":[{"type":"text","text":"done"}]}] }
 */
import { mapBlocks, withContent } from "../contract/blocks.ts";
import type { LocalRule, Note, Why } from "../contract/rule.ts";
import { type Block, isRecord } from "../transcript/message.ts";

const LISTED: Why = { text: "Content brought into a list of blocks.", lossy: false };
const SAYS_NOTHING: Why = { text: "The assistant turn is blank.", lossy: false };
const NO_BLOCK: Why = { text: "The entry of the content is not a block.", lossy: true };

export const contentShape: LocalRule = {
  id: "content-shape",
  kind: "local",
  stage: "history",
  summary: "Turns string, single-block and null content into a list of blocks.",
  whys: [LISTED, SAYS_NOTHING, NO_BLOCK],
  applies: () => true,
  message(message, _at, note, context) {
    const { role, content } = message;
    if (role !== "assistant" && role !== "toolResult" && role !== "user") return message;
    if (Array.isArray(content)) return withContent(message, mapBlocks(message, visit, note, context));
    if (role === "user" && (typeof content === "string" || content === undefined || content === null)) return message;
    if (role === "assistant" && typeof content === "string" && content.trim() === "") return SAYS_NOTHING;
    note.set("content", LISTED);
    return { ...message, content: listOf(content) };
  },
};

function listOf(content: unknown): readonly Block[] {
  if (isRecord(content)) return [content as Block];
  if (typeof content === "string" || typeof content === "number" || typeof content === "boolean")
    return [textOf(content)];
  return [];
}

function visit(block: Block, index: number, note: Note): Block | undefined {
  if (isRecord(block)) return block;
  if (typeof block === "string" || typeof block === "number") {
    note.rewrite(index, "type", LISTED);
    return textOf(block);
  }
  note.drop(index, NO_BLOCK);
  return undefined;
}

function textOf(value: unknown): Block {
  return { type: "text", text: String(value) };
}
