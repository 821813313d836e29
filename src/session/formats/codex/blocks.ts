/** Contents of the Responses API in the words of our sessions. What has no word of its own becomes an opaque block. */
import { type Block, isFilled, isRecord } from "../../../transcript/message.ts";
import type { Fields } from "./records.ts";

const INLINE = /^data:([\w.+-]{1,64}\/[\w.+-]{1,64})?((?:;[^;,]{0,128}){0,8});base64,/i;

/** The blocks of a message or of a tool's output: a string is one text. */
export function toBlocks(content: unknown): readonly Block[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter(isRecord).map(toBlock) : [];
}

/**
 * Reasoning as a block. Its signature is the item itself, as JSON: what the provider wants back. An item without
 * encrypted content and without an id can't be sent back, and gets none.
 */
export function toThinking(item: Fields): Block {
  const { summary, content, id, encrypted_content: encrypted } = item;
  const thinking = textsIn(content).concat(textsIn(summary)).join("\n\n");
  if (!isFilled(id) && !isFilled(encrypted)) return { type: "thinking", thinking };
  return { type: "thinking", thinking, thinkingSignature: JSON.stringify({ ...item, type: "reasoning" }) };
}

/** An item that only the provider understands. */
export function toOpaque(item: Fields): Block {
  const { type, id, call_id: callId } = item;
  const pair = isFilled(callId) ? callId : id;
  const kind = typeof type === "string" ? type : "unknown";
  return { type: "opaque", kind, ...(isFilled(pair) && { pair }), raw: item };
}

/** The text of an answer; its signature is the item's id, with the phase where the item has one. */
export function toAnswerBlocks(item: Fields): readonly Block[] {
  const { id, phase } = item;
  const named = isFilled(id) ? { id } : {};
  const signature =
    typeof phase === "string" ? JSON.stringify({ v: 1, ...named, phase }) : isFilled(id) ? id : undefined;
  return toBlocks(item["content"]).map((block) =>
    block.type === "text" && signature !== undefined ? { ...block, textSignature: signature } : block,
  );
}

function toBlock(block: Fields): Block {
  const { type, text, image_url: address, refusal } = block;
  switch (type) {
    case "input_text":
    case "output_text":
    case "text":
      return typeof text === "string" ? { type: "text", text } : toOpaque(block);
    case "refusal":
      return typeof refusal === "string" ? { type: "text", text: refusal } : toOpaque(block);
    case "input_image":
      return typeof address === "string" ? toImage(address) : toOpaque(block);
    default:
      return toOpaque(block);
  }
}

function toImage(address: string): Block {
  const inline = INLINE.exec(address);
  if (inline === null) return { type: "media", kind: "image", url: address };
  return { type: "image", data: address.slice(inline[0].length), mimeType: (inline[1] ?? "image/png").toLowerCase() };
}

function textsIn(parts: unknown): string[] {
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part: unknown) => (isRecord(part) && typeof part["text"] === "string" ? [part["text"]] : []));
}
