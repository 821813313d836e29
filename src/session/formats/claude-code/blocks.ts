/** Blocks of the Messages API in the words of our sessions. What has no word of its own becomes an opaque block. */
import { type Block, isFilled, isRecord } from "../../../transcript/message.ts";
import type { Fields } from "./records.ts";

/** The blocks of a content: a string is one text. Entries that are no objects say nothing. */
export function toBlocks(content: unknown): readonly Block[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter(isRecord).map(toBlock) : [];
}

function toBlock(block: Fields): Block {
  switch (block["type"]) {
    case "text":
      return block as Block;
    case "thinking":
      return withSignature(block);
    case "redacted_thinking":
      return block as Block;
    case "tool_use":
      return toCall(block);
    case "image":
      return toImage(block);
    case "document":
      return toDocument(block);
    default:
      return toOpaque(block);
  }
}

function withSignature({ signature, ...rest }: Fields): Block {
  return { ...rest, type: "thinking", ...(isFilled(signature) && { thinkingSignature: signature }) };
}

/** Arguments are missing from a call that was cut off; nothing is put in their place. */
function toCall({ id, name, input }: Fields): Block {
  return { type: "toolCall", id, name, ...(input !== undefined && { arguments: input }) };
}

function toImage(block: Fields): Block {
  const source = isRecord(block["source"]) ? block["source"] : {};
  const { type, data, media_type: mimeType, url, file_id: fileId } = source;
  if (type === "url" && isFilled(url)) return { type: "media", kind: "image", url };
  if (type === "file" && isFilled(fileId)) return { type: "media", kind: "image", fileId };
  return typeof data === "string" ? { type: "image", data, mimeType } : toOpaque(block);
}

function toDocument(block: Fields): Block {
  const source = isRecord(block["source"]) ? block["source"] : {};
  const { type, data, media_type: mimeType, url } = source;
  const { title } = block;
  return {
    type: "document",
    ...(typeof mimeType === "string" && { mimeType }),
    ...(isFilled(title) && { name: title }),
    ...(typeof data === "string" && (type === "text" ? { text: data } : { data })),
    ...(isFilled(url) && { url }),
  };
}

/** Server tools and their results, citations and the like; a call and its result share an id. */
function toOpaque(block: Fields): Block {
  const { type, id, tool_use_id: resultOf } = block;
  const pair = isFilled(resultOf) ? resultOf : id;
  const kind = typeof type === "string" ? type : "unknown";
  return { type: "opaque", kind, ...(isFilled(pair) && { pair }), raw: block };
}
