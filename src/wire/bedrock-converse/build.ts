/** Builds blocks and tools that were not read from a body of this format. */
import { isToolCall } from "../../transcript/calls.ts";
import { type Block, isFilled } from "../../transcript/message.ts";
import type { ToolDefinition } from "../../transcript/request.ts";
import { isReasoningItem, parseObject, THINKING_SIGNATURE_KEYS } from "../../transcript/signatures.ts";
import type { BuildBlock } from "../content.ts";
import type { WireObject } from "../lens.ts";
import type { Holder } from "./blocks.ts";
import type { ConverseDialect } from "./dialects.ts";
import { documentFormatOf, imageFormatOf } from "./types.ts";

/** The name of a document that has none. */
const DOCUMENT = "document";

/** What only the assistant says. */
const ASSISTANTS: ReadonlySet<string> = new Set(["thinking", "redacted_thinking"]);

/** Builds blocks of the session model for what holds them. Undefined is what the format has no words for. */
export function blockBuilder(dialect: ConverseDialect, holder: Holder): BuildBlock {
  return (block) => {
    if (holder !== "assistant" && (isToolCall(block) || ASSISTANTS.has(block.type))) return undefined;
    return holder === "system" && block.type !== "text" ? undefined : build(block, dialect);
  };
}

function build(block: Block, { reasoning }: ConverseDialect): WireObject | undefined {
  const { type, text, data, mimeType } = block;
  if (isToolCall(block)) {
    const { id, name } = block;
    return { toolUse: { toolUseId: id, name, input: argumentsOf(block.arguments ?? block.input) } };
  }
  switch (type) {
    case "text":
      return typeof text === "string" ? { text } : undefined;
    case "thinking":
      return reasoning ? buildThinking(block) : undefined;
    case "redacted_thinking":
      return reasoning && typeof data === "string" ? { reasoningContent: { redactedContent: data } } : undefined;
    case "image":
      return typeof data === "string"
        ? { image: { format: imageFormatOf(mimeType), source: { bytes: data } } }
        : undefined;
    case "media":
      return block["kind"] === "image" ? buildStoredImage(block) : undefined;
    case "document":
      return buildDocument(block);
    default:
      return undefined;
  }
}

/** Only what can be verified is sent. An item of OpenAI's is no signature here. */
function buildThinking(block: Block): WireObject | undefined {
  if (isReasoningItem(block)) return undefined;
  const signature = THINKING_SIGNATURE_KEYS.map((key) => block[key]).find(isFilled);
  if (signature === undefined) return undefined;
  if (block["redacted"] === true) return { reasoningContent: { redactedContent: signature } };
  const { thinking } = block;
  if (typeof thinking !== "string") return undefined;
  return { reasoningContent: { reasoningText: { text: thinking, signature } } };
}

/** References are to buckets alone, and their format is known by the name of the object. */
function buildStoredImage({ url }: Block): WireObject | undefined {
  if (!isBucket(url)) return undefined;
  const extension = /\.(png|jpe?g|gif|webp)$/i.exec(url)?.[1]?.toLowerCase();
  if (extension === undefined) return undefined;
  return { image: { format: imageFormatOf(`image/${extension}`), source: { s3Location: { uri: url } } } };
}

function buildDocument({ name, mimeType, data, text, url }: Block): WireObject | undefined {
  const isPlain = typeof text === "string";
  const format = documentFormatOf(mimeType) ?? (isPlain ? "txt" : undefined);
  const source = isPlain
    ? { text }
    : typeof data === "string"
      ? { bytes: data }
      : isBucket(url)
        ? { s3Location: { uri: url } }
        : undefined;
  if (format === undefined || !source) return undefined;
  return { document: { format, name: isFilled(name) ? name : DOCUMENT, source } };
}

function isBucket(url: unknown): url is string {
  return typeof url === "string" && url.startsWith("s3://");
}

/** Other formats keep arguments as JSON text. What is no object stays as it is: that is for a rule to judge. */
function argumentsOf(value: unknown): unknown {
  if (typeof value !== "string") return value ?? {};
  return parseObject(value) ?? (value.trim() === "" ? {} : value);
}

/** Builds a tool. */
export function buildTool({ name, description, parameters }: ToolDefinition): WireObject {
  return {
    toolSpec: {
      name,
      ...(description !== undefined && { description }),
      inputSchema: { json: parameters ?? { type: "object", properties: {} } },
    },
  };
}
