/** Builds blocks, results and tools that were not read from a body of this format. */
import { isToolCall } from "../../transcript/calls.ts";
import { type Block, isFilled } from "../../transcript/message.ts";
import type { ToolDefinition } from "../../transcript/request.ts";
import { isReasoningItem, parseObject, THINKING_SIGNATURE_KEYS } from "../../transcript/signatures.ts";
import type { BuildBlock } from "../content.ts";
import type { WireObject } from "../lens.ts";
import type { AnthropicDialect } from "./dialects.ts";

/** Builds blocks of the session model. Undefined is what the format has no words for. */
export function blockBuilder(dialect: AnthropicDialect): BuildBlock {
  return (block) => {
    const built = build(block, dialect);
    const { cache_control } = block;
    return built && cache_control !== undefined ? { ...built, cache_control } : built;
  };
}

function build(block: Block, dialect: AnthropicDialect): WireObject | undefined {
  const { type, text, data, mimeType } = block;
  if (isToolCall(block)) {
    const { id, name } = block;
    return { type: "tool_use", id, name, input: argumentsOf(block.arguments ?? block.input) };
  }
  switch (type) {
    case "text":
      return typeof text === "string" ? { type, text } : undefined;
    case "thinking":
      return buildThinking(block, dialect);
    case "redacted_thinking":
      return typeof data === "string" ? { type, data } : undefined;
    case "image":
      return typeof data === "string" ? { type, source: { type: "base64", media_type: mimeType, data } } : undefined;
    case "media":
      return block["kind"] === "image" ? buildReference("image", block) : undefined;
    case "document":
      return buildDocument(block);
    default:
      return undefined;
  }
}

/** Only what can be verified is sent, unless the server wants it all back. An item of OpenAI's is no signature here. */
function buildThinking(block: Block, { unsignedThinking }: AnthropicDialect): WireObject | undefined {
  if (isReasoningItem(block)) return undefined;
  const signature = THINKING_SIGNATURE_KEYS.map((key) => block[key]).find(isFilled);
  if (block["redacted"] === true) {
    return signature === undefined ? undefined : { type: "redacted_thinking", data: signature };
  }
  const { thinking } = block;
  if ((signature === undefined && !unsignedThinking) || typeof thinking !== "string") return undefined;
  return { type: "thinking", thinking, signature: signature ?? "" };
}

/** Base64 is for PDF alone. */
function buildDocument(block: Block): WireObject | undefined {
  const { name, mimeType, data, text } = block;
  const title = typeof name === "string" && name !== "" ? { title: name } : undefined;
  if (typeof text === "string") {
    return { type: "document", source: { type: "text", media_type: "text/plain", data: text }, ...title };
  }
  if (typeof data === "string") {
    if (mimeType !== "application/pdf") return undefined;
    return { type: "document", source: { type: "base64", media_type: mimeType, data }, ...title };
  }
  const built = buildReference("document", block);
  return built && { ...built, ...title };
}

/** A file of another provider means nothing here: Anthropic's have ids that begin with `file_`. */
function buildReference(type: string, { url, fileId }: Block): WireObject | undefined {
  if (typeof url === "string") return { type, source: { type: "url", url } };
  if (typeof fileId !== "string" || !fileId.startsWith("file_")) return undefined;
  return { type, source: { type: "file", file_id: fileId } };
}

/** Other formats keep arguments as JSON text. What is no object stays as it is: that is for a rule to judge. */
function argumentsOf(value: unknown): unknown {
  if (typeof value !== "string") return value ?? {};
  return parseObject(value) ?? (value.trim() === "" ? {} : value);
}

/** Builds a tool. */
export function buildTool({ name, description, parameters }: ToolDefinition): WireObject {
  return {
    name,
    ...(description !== undefined && { description }),
    input_schema: parameters ?? { type: "object", properties: {} },
  };
}
