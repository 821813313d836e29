/**
 * Replaces images by a sentence when the model reads none. Images that follow one another become one sentence.
 *
 * Why: "Invalid content type. image_url is only supported by certain models"; "No endpoints found that support image
 * input". The session was begun with a model that sees.
 *
 * Leaves alone: models that see, and those of which nothing is known.
 *
 * @example { "options": {"target":{"provider":"local","modelApi":"openai-completions","model":{"input":["text"]}}},
 *   "in": [{"role":"user","content":[{"type":"image","data":"R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=","mimeType":"image/gif"},{"type":"image","data":"R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=","mimeType":"image/gif"},{"type":"text","text":"q"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"(image omitted: model does not support images)"},{"type":"text","text":"q"}]}] }
 */
import { asText, mapBlocks, withContent } from "../contract/blocks.ts";
import type { LocalRule, Note, RuleContext, Why } from "../contract/rule.ts";
import { type Block, blocksOf, isRecord, type SessionMessage } from "../transcript/message.ts";
import { NO_IMAGES, NO_TOOL_IMAGES } from "../transcript/placeholders.ts";

const NOT_SEEN: Why = { text: "The model reads no images.", lossy: true };

export const imagesForTextModels: LocalRule = {
  id: "images-for-text-models",
  kind: "local",
  stage: "payload",
  summary: "Replaces images by a sentence when the model reads none.",
  whys: [NOT_SEEN],
  applies: (policy) => !policy.imageInput,
  message: (message, _at, note, context) =>
    Array.isArray(message.content) ? withContent(message, mapBlocks(message, visit, note, context)) : message,
};

function visit(
  block: Block,
  index: number,
  note: Note,
  _context: RuleContext,
  message: SessionMessage,
): Block | undefined {
  if (!isImage(block)) return block;
  if (isImage(blocksOf(message)[index - 1])) {
    note.drop(index, NOT_SEEN);
    return undefined;
  }
  note.rewrite(index, "type", NOT_SEEN);
  return asText(block, message.role === "toolResult" ? NO_TOOL_IMAGES : NO_IMAGES);
}

function isImage(block: unknown): boolean {
  return isRecord(block) && block["type"] === "image";
}
