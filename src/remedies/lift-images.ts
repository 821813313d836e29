/**
 * Moves images, or documents, out of a message that may have none into a user turn behind it, behind all results where it
 * is a result or calls tools.
 *
 * Why: "Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image
 * URL". The image itself is fine. A message that had nothing but images says where they are.
 *
 * @example { "finding": "image-role", "place": 1,
 *   "in": [{"role":"toolResult","toolCallId":"c","toolName":"shot","content":[{"type":"image","data":"R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=","mimeType":"image/gif"}]}],
 *   "out": [{"role":"toolResult","toolCallId":"c","toolName":"shot","content":[{"type":"text","text":"(see attached image)"}]},{"role":"user","content":[{"type":"text","text":"Image(s) from tool result (shot):"},{"type":"image","data":"R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=","mimeType":"image/gif"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { spotAt } from "../contract/spots.ts";
import { hasCalls } from "../transcript/calls.ts";
import type { FindingCode } from "../transcript/findings.ts";
import { type Block, blocksOf, isRecord, type SessionMessage } from "../transcript/message.ts";
import { placesOf } from "../transcript/place.ts";
import { SEE_DOCUMENT, SEE_IMAGE } from "../transcript/placeholders.ts";

const USERS_ALONE: Why = { text: "It may stand in user turns alone, and follows its message.", lossy: false };
const LONGEST_NAME = 64;

export const liftImages: Remedy = {
  id: "lift-images",
  for: ["image-role", "document-role"],
  cost: 1,
  summary: "Moves images or documents into a user turn behind the message that may have none.",
  whys: [USERS_ALONE],
  apply(turns, { at, code }, report) {
    const isMoved = code === "document-role" ? isDocument : isImage;
    const spot = spotAt(turns, at);
    if (!spot || spot.turn.message.role === "user") return turns;
    const { turn, index } = spot;
    const blocks = blocksOf(turn.message);
    if (!blocks.some(isMoved)) return turns;
    const images = blocks.filter(isMoved);
    const places = placesOf(turn).filter((_, position) => isMoved(blocks[position]));
    const edited = report.edit(turn, (message, note) => {
      blocks.forEach((block, position) => {
        if (isMoved(block)) note.drop(position, USERS_ALONE);
      });
      const content = blocks.filter((block) => !isMoved(block));
      if (content.length > 0) return { ...message, content };
      note.insert(0, USERS_ALONE);
      return { ...message, content: [{ type: "text", text: code === "document-role" ? SEE_DOCUMENT : SEE_IMAGE }] };
    });
    const message = { role: "user", content: [{ type: "text", text: labelOf(turn.message, code) }, ...images] };
    const made = report.make(message, USERS_ALONE, turn, [undefined, ...places]);
    let end = index + 1;
    if (turn.message.role === "toolResult" || hasCalls(turn.message)) {
      while (turns[end]?.message.role === "toolResult") end++;
    }
    return turns.with(index, edited).toSpliced(end, 0, made);
  },
};

function isImage(block: Block | undefined): boolean {
  return isRecord(block) && (block.type === "image" || (block.type === "media" && block["kind"] === "image"));
}

function isDocument(block: Block | undefined): boolean {
  return isRecord(block) && block.type === "document";
}

function labelOf({ role, toolName }: SessionMessage, code: FindingCode): string {
  const what = code === "document-role" ? "Document(s)" : "Image(s)";
  if (role !== "toolResult") return `${what} from the ${role} message:`;
  const name = String(toolName ?? "").slice(0, LONGEST_NAME);
  return `${what} from tool result${name === "" ? "" : ` (${name})`}:`;
}
