/** The content blocks of Anthropic's Messages API: how each is read, where its fields stand, how it is built. */
import { isToolCall } from "../../transcript/calls.ts";
import { type Block, isFilled, isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import { parseObject, THINKING_SIGNATURE_KEYS } from "../../transcript/signatures.ts";
import type { BuildBlock } from "../content.ts";
import type { Lens, Lenses, WireObject } from "../lens.ts";
import type { ReadBlock } from "../shape.ts";
import type { AnthropicDialect } from "./dialects.ts";

const at = (...path: readonly string[]): Lens => ({ at: path });
const CACHE = { cache_control: at("cache_control") };

/** By type of the session block. */
const LENSES: Readonly<Record<string, Lenses>> = {
  text: { text: at("text"), ...CACHE },
  thinking: { thinking: at("thinking"), thinkingSignature: at("signature") },
  redacted_thinking: { data: at("data") },
  toolCall: { id: at("id"), name: at("name"), arguments: at("input"), ...CACHE },
  image: { data: at("source", "data"), mimeType: at("source", "media_type"), ...CACHE },
  media: CACHE,
  document: CACHE,
  opaque: CACHE,
};

/** The fields of a `tool_result` block, by field of the result's message. */
export const RESULT_LENSES: Lenses = {
  toolCallId: at("tool_use_id"),
  isError: at("is_error"),
  content: at("content"),
  ...CACHE,
};

/** Reads content: a string is one text. */
export function readContent(content: unknown, pointer: Pointer): readonly ReadBlock[] {
  if (typeof content === "string") return [{ raw: content, read: { type: "text", text: content }, pointer }];
  if (!Array.isArray(content)) return [];
  return content.map((raw: unknown, index) => readBlock(raw, `${pointer}/${index}`));
}

/** Reads one block. What is not known is opaque. */
export function readBlock(raw: unknown, pointer: Pointer): ReadBlock {
  const read = isRecord(raw)
    ? withCache(raw, blockOf(raw))
    : { type: "opaque", kind: raw === null ? "null" : typeof raw };
  const lenses = LENSES[read.type];
  return { raw, read, pointer, ...(lenses && { lenses }) };
}

function withCache(raw: WireObject, block: Block): Block {
  return isRecord(raw["cache_control"]) ? { ...block, cache_control: raw["cache_control"] } : block;
}

function blockOf(raw: WireObject): Block {
  const { type, text, thinking, signature, data, id, name, input, source } = raw;
  switch (type) {
    case "text":
      if (typeof text === "string") return { type, text };
      break;
    case "thinking":
      if (typeof thinking === "string") {
        return { type, thinking, ...(typeof signature === "string" && { thinkingSignature: signature }) };
      }
      break;
    case "redacted_thinking":
      if (typeof data === "string") return { type, data };
      break;
    case "tool_use":
      return {
        type: "toolCall",
        ...(id !== undefined && { id }),
        ...(name !== undefined && { name }),
        ...(input !== undefined && { arguments: input }),
      };
    case "image":
      return imageOf(source) ?? opaque(raw);
    case "document":
      return documentOf(raw);
    default:
  }
  return opaque(raw);
}

function imageOf(source: unknown): Block | undefined {
  if (!isRecord(source)) return undefined;
  const { type, data, media_type, url, file_id } = source;
  if (type === "base64") return { type: "image", data: data ?? "", mimeType: media_type ?? "" };
  if (type === "url") return { type: "media", kind: "image", ...(typeof url === "string" && { url }) };
  return { type: "media", kind: "image", ...(typeof file_id === "string" && { fileId: file_id }) };
}

function documentOf({ title, source }: WireObject): Block {
  const mimeType = isRecord(source) ? source["media_type"] : undefined;
  return {
    type: "document",
    ...(typeof mimeType === "string" && { mimeType }),
    ...(typeof title === "string" && { name: title }),
  };
}

/** Server tools and their results stand or fall together. */
function opaque({ type, id, tool_use_id }: WireObject): Block {
  const pair = typeof id === "string" ? id : tool_use_id;
  return { type: "opaque", kind: String(type), ...(typeof pair === "string" && { pair }) };
}

/** Builds blocks of the session model. */
export function blockBuilder(dialect: AnthropicDialect): BuildBlock {
  return (block) => {
    const built = build(block, dialect);
    const marker = block["cache_control"];
    return built && marker !== undefined ? { ...built, cache_control: marker } : built;
  };
}

function build(block: Block, { unsignedThinking }: AnthropicDialect): WireObject | undefined {
  const { type, text, thinking, data, mimeType, url, fileId } = block;
  if (isToolCall(block)) {
    return { type: "tool_use", id: block.id, name: block.name, input: argumentsOf(block.arguments ?? block.input) };
  }
  switch (type) {
    case "text":
      return { type, text };
    case "thinking": {
      const signature = THINKING_SIGNATURE_KEYS.map((key) => block[key]).find(isFilled);
      if (signature === undefined && !unsignedThinking) return undefined;
      return { type, thinking: thinking ?? "", signature: signature ?? "" };
    }
    case "redacted_thinking":
      return { type, data };
    case "image":
      return { type, source: { type: "base64", media_type: mimeType, data } };
    case "media":
      if (block["kind"] !== "image") return undefined;
      if (typeof url === "string") return { type: "image", source: { type: "url", url } };
      return typeof fileId === "string" ? { type: "image", source: { type: "file", file_id: fileId } } : undefined;
    default:
      return undefined;
  }
}

/** Other formats keep arguments as JSON text. */
function argumentsOf(value: unknown): unknown {
  if (typeof value !== "string") return value ?? {};
  return parseObject(value) ?? (value.trim() === "" ? {} : value);
}
