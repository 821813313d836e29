/** The content blocks of Anthropic's Messages API: how each is read, and where its fields stand. */
import { type Block, isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import type { Lens, Lenses, WireObject } from "../lens.ts";
import type { ReadBlock } from "../shape.ts";

const at = (...path: readonly string[]): Lens => ({ at: path });
const CACHE: Lenses = { cache_control: at("cache_control") };
const DOCUMENT: Lenses = { name: at("title"), mimeType: at("source", "media_type"), ...CACHE };

/** By type of the session block. */
const LENSES: Readonly<Record<string, Lenses>> = {
  text: { text: at("text"), ...CACHE },
  thinking: { thinking: at("thinking"), thinkingSignature: at("signature"), ...CACHE },
  redacted_thinking: { data: at("data"), ...CACHE },
  toolCall: { id: at("id"), name: at("name"), arguments: at("input"), ...CACHE },
  image: { data: at("source", "data"), mimeType: at("source", "media_type"), ...CACHE },
  media: { url: at("source", "url"), fileId: at("source", "file_id"), ...CACHE },
  document: { ...DOCUMENT, data: at("source", "data"), url: at("source", "url"), fileId: at("source", "file_id") },
  opaque: CACHE,
};

/** A document of plain text has its text where others have their bytes. */
const TEXT_DOCUMENT: Lenses = { ...DOCUMENT, text: at("source", "data") };

/** The fields of a `tool_result` block, by field of the result's message. */
export const RESULT_LENSES: Lenses = {
  toolCallId: at("tool_use_id"),
  isError: at("is_error"),
  content: at("content"),
  ...CACHE,
};

/** Reads content: a string is one text, or nothing; an object that should stand in a list is one block. */
export function readContent(content: unknown, pointer: Pointer): readonly ReadBlock[] {
  if (content === "" || content === undefined || content === null) return [];
  if (typeof content === "string") return [{ raw: content, read: { type: "text", text: content }, pointer }];
  if (Array.isArray(content)) return content.map((raw: unknown, index) => readBlock(raw, `${pointer}/${index}`));
  return [readBlock(content, pointer)];
}

/** Reads one block. What is not known is opaque. */
export function readBlock(raw: unknown, pointer: Pointer): ReadBlock {
  if (!isRecord(raw)) return { raw, read: { type: "opaque", kind: raw === null ? "null" : typeof raw }, pointer };
  const { cache_control } = raw;
  const block = blockOf(raw);
  const read = isRecord(cache_control) ? { ...block, cache_control } : block;
  const lenses = read.type === "document" && "text" in read ? TEXT_DOCUMENT : LENSES[read.type];
  return { raw, read, pointer, ...(lenses && { lenses }) };
}

function blockOf(raw: WireObject): Block {
  const { type, text, thinking, signature, data, id, name, input } = raw;
  switch (type) {
    case "text":
      if (typeof text === "string") return { type, text };
      break;
    case "thinking":
      // What is missing is empty, so that a rule can say what it is.
      if (typeof thinking === "string" || thinking === undefined || thinking === null) {
        return {
          type,
          thinking: thinking ?? "",
          ...(typeof signature === "string" && { thinkingSignature: signature }),
        };
      }
      break;
    case "redacted_thinking":
      return { type, ...(typeof data === "string" && { data }) };
    case "tool_use":
      return {
        type: "toolCall",
        ...(id !== undefined && { id }),
        ...(name !== undefined && { name }),
        ...(input !== undefined && { arguments: input }),
      };
    case "image":
      return imageOf(raw["source"]);
    case "document":
      return documentOf(raw);
    default:
  }
  return opaque(raw);
}

/** An image by URL or file is no `image`: there are no bytes that a rule could look at. */
function imageOf(source: unknown): Block {
  const { type, data, media_type, url, file_id } = isRecord(source) ? source : ({} as WireObject);
  if (type === "base64") return { type: "image", data: textOf(data), mimeType: textOf(media_type) };
  return {
    type: "media",
    kind: "image",
    ...(typeof url === "string" && { url }),
    ...(typeof file_id === "string" && { fileId: file_id }),
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function documentOf({ title, source }: WireObject): Block {
  const name = typeof title === "string" ? { name: title } : undefined;
  if (!isRecord(source)) return { type: "document", ...name };
  const { type, data, media_type, url, file_id } = source;
  return {
    type: "document",
    ...(typeof media_type === "string" && { mimeType: media_type }),
    ...name,
    ...(typeof data === "string" && (type === "text" ? { text: data } : { data })),
    ...(typeof url === "string" && { url }),
    ...(typeof file_id === "string" && { fileId: file_id }),
  };
}

/** Server tools and their results stand or fall together. */
function opaque({ type, id, tool_use_id }: WireObject): Block {
  const pair = typeof id === "string" ? id : tool_use_id;
  return { type: "opaque", kind: String(type), ...(typeof pair === "string" && { pair }) };
}
