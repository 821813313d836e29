/**
 * Drops attachments and media from assistant turns. Hosts store them there to show what was delivered; no model said
 * them, and no provider takes media from the assistant.
 *
 * Leaves alone: media on user turns and in tool results.
 *
 * @example { "in": [{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"image","url":"/m/1"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"x"}]}] }
 */
import { mapBlocks, withContent } from "../contract/blocks.ts";
import type { LocalRule, Note, Why } from "../contract/rule.ts";
import { type Block, isAssistant } from "../transcript/message.ts";

const DISPLAY_ONLY: Why = {
  text: "Media on an assistant turn is for people; no provider takes it from there.",
  lossy: false,
};

const KINDS: ReadonlySet<string> = new Set(["attachment", "attachment_error", "audio", "image", "video"]);

export const managedDisplayBlocks: LocalRule = {
  id: "managed-display-blocks",
  kind: "local",
  stage: "history",
  summary: "Drops display-only media from assistant turns.",
  whys: [DISPLAY_ONLY],
  applies: () => true,
  message(message, _at, note, context) {
    if (!isAssistant(message)) return message;
    const content = mapBlocks(message, visit, note, context);
    return content !== message.content && content.length === 0 ? DISPLAY_ONLY : withContent(message, content);
  },
};

function visit(block: Block, index: number, note: Note): Block | undefined {
  if (!KINDS.has(block.type)) return block;
  note.drop(index, DISPLAY_ONLY);
  return undefined;
}
