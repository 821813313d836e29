/** Builds parts and responses that were not read from a Gemini body. */
import { isToolCall } from "../../transcript/calls.ts";
import { type Block, isFilled, type SessionMessage } from "../../transcript/message.ts";
import { isBase64, parseObject } from "../../transcript/signatures.ts";
import type { BuildBlock } from "../content.ts";
import type { WireObject } from "../lens.ts";
import type { GoogleDialect } from "./dialects.ts";

/** Builds the parts of a message. Undefined is what the format has no words for. */
export function partBuilder(message: SessionMessage, dialect: GoogleDialect): BuildBlock {
  const isOwn = isOfGoogle(message);
  const calls = message.role === "assistant";
  return (block) => (!calls && isToolCall(block) ? undefined : build(block, isOwn, dialect));
}

/** Was the message made by a model of Google's? A signature of another provider means nothing there. */
function isOfGoogle({ api, provider }: SessionMessage): boolean {
  return [api, provider].some((name) => typeof name === "string" && /^(?:google|gemini|vertex)/.test(name));
}

function build(block: Block, isOwn: boolean, { callIds }: GoogleDialect): WireObject | undefined {
  const { type, text, thinking, data, mimeType } = block;
  if (isToolCall(block)) {
    const { id, name } = block;
    const args = argumentsOf(block.arguments ?? block.input);
    const call = { ...(callIds && isFilled(id) && { id }), name, args };
    return signed({ functionCall: call }, block["thoughtSignature"]);
  }
  switch (type) {
    case "text":
      if (typeof text !== "string") return undefined;
      return signed({ text }, block["thoughtSignature"] ?? (isOwn ? asBase64(block["textSignature"]) : undefined));
    case "thinking": {
      const signature = isOwn ? asBase64(block["thinkingSignature"]) : undefined;
      if (signature === undefined || typeof thinking !== "string") return undefined;
      return { thought: true, text: thinking, thoughtSignature: signature };
    }
    case "image":
      return typeof data === "string"
        ? signed({ inlineData: { mimeType, data } }, block["thoughtSignature"])
        : undefined;
    case "document":
      return buildDocument(block);
    case "media":
      return buildFile(block);
    default:
      return undefined;
  }
}

/** Sessions keep other providers' signatures in the same fields; Google's are bytes. */
function asBase64(value: unknown): string | undefined {
  return isBase64(value) ? value : undefined;
}

function signed(part: WireObject, signature: unknown): WireObject {
  return typeof signature === "string" ? { ...part, thoughtSignature: signature } : part;
}

function buildDocument(block: Block): WireObject | undefined {
  const { data, text, mimeType, name } = block;
  if (typeof data === "string") {
    return { inlineData: { mimeType, data, ...(isFilled(name) && { displayName: name }) } };
  }
  return typeof text === "string" ? { text } : buildFile(block);
}

/** A file of another provider means nothing here: Google's are URIs. */
function buildFile({ url, mimeType }: Block): WireObject | undefined {
  if (typeof url !== "string") return undefined;
  return { fileData: { ...(mimeType !== undefined && { mimeType }), fileUri: url } };
}

/** Other formats keep arguments as JSON text. What is no object stays as it is: that is for a rule to judge. */
function argumentsOf(value: unknown): unknown {
  if (typeof value !== "string") return value ?? {};
  return parseObject(value) ?? (value.trim() === "" ? {} : value);
}
