/** Builds items, parts and tools that were not read from a body of this API. */
import { isToolCall } from "../../transcript/calls.ts";
import { type Block, isFilled, isRecord } from "../../transcript/message.ts";
import type { ToolDefinition } from "../../transcript/request.ts";
import { writeArguments } from "../arguments.ts";
import { dataUrl } from "../data-url.ts";
import type { WireObject } from "../lens.ts";
import { callPart, itemPart, reasoningItem } from "./ids.ts";
import { customInput } from "./items.ts";

/** What a server takes of earlier answers. */
export interface Replay {
  /** Ids of items. */
  readonly itemIds: boolean;
  /** Reasoning that is known by its id alone. */
  readonly storedReasoning: boolean;
  /** Reasoning without a signature, as text. */
  readonly plainReasoning: boolean;
}

/** A part of what the model is told; undefined is what the API has no words for. */
export function buildTold({ type, text, data, mimeType, ...block }: Block): WireObject | undefined {
  switch (type) {
    case "text":
      return typeof text === "string" ? { type: "input_text", text } : undefined;
    case "image":
      return typeof data === "string"
        ? { type: "input_image", detail: "auto", image_url: dataUrl(mimeType, data) }
        : undefined;
    case "media":
      return block["kind"] === "image" ? buildReference(block) : undefined;
    case "document":
      return buildFile({ data, mimeType, ...block });
    default:
      return undefined;
  }
}

/** A file of another provider means nothing here: OpenAI's have ids that begin with `file-`. */
function buildReference({ url, fileId }: Readonly<Record<string, unknown>>): WireObject | undefined {
  if (typeof url === "string") return { type: "input_image", detail: "auto", image_url: url };
  return isOwnFile(fileId) ? { type: "input_image", detail: "auto", file_id: fileId } : undefined;
}

function buildFile({ name, data, mimeType, url, fileId }: Readonly<Record<string, unknown>>): WireObject | undefined {
  if (typeof data === "string") {
    const filename = isFilled(name) ? name : "document.pdf";
    return { type: "input_file", filename, file_data: dataUrl(mimeType ?? "application/pdf", data) };
  }
  if (typeof url === "string") return { type: "input_file", file_url: url };
  return isOwnFile(fileId) ? { type: "input_file", file_id: fileId } : undefined;
}

function isOwnFile(id: unknown): id is string {
  return typeof id === "string" && id.startsWith("file-");
}

/** A part of what the model said. */
export function buildSaid({ type, text, refusal }: Block): WireObject | undefined {
  if (type !== "text" || typeof text !== "string") return undefined;
  return refusal === true ? { type: "refusal", refusal: text } : { type: "output_text", text };
}

/** An item of the model's answer that is no message. */
export function buildItem(block: Block, replay: Replay): WireObject | undefined {
  if (block.type === "thinking") return buildReasoning(block, replay);
  return isToolCall(block) ? buildCall(block, replay) : undefined;
}

function buildCall(block: Block, { itemIds }: Replay): WireObject | undefined {
  const { id, name, kind, itemId } = block;
  const given = block["arguments"] ?? block["input"];
  if (kind === "custom") {
    const own = itemIds && isFilled(itemId) ? { id: itemId } : undefined;
    return { type: "custom_tool_call", ...own, call_id: callPart(id), name, input: customInput(given) };
  }
  const text = writeArguments(typeof given === "string" && given.trim() === "" ? {} : given);
  if (text === undefined) return undefined;
  const item = itemPart(id);
  const own = itemIds && item !== undefined ? { id: item } : undefined;
  return { type: "function_call", ...own, call_id: callPart(id), name, arguments: text };
}

/** Only what the server can read again is sent: encrypted, or stored, or in plain text where that is wanted. */
function buildReasoning(block: Block, replay: Replay): WireObject | undefined {
  const { thinking, thinkingSignature } = block;
  const item = reasoningItem(thinkingSignature);
  const { id, encrypted_content: encrypted, summary, content } = item ?? ({} as WireObject);
  const isReadable = isFilled(encrypted) || (replay.storedReasoning && isFilled(id));
  if (item && isReadable) {
    return {
      type: "reasoning",
      ...(replay.itemIds && isFilled(id) && { id }),
      summary: Array.isArray(summary) ? summary : [],
      ...(Array.isArray(content) && { content }),
      ...(isFilled(encrypted) && { encrypted_content: encrypted }),
    };
  }
  if (!replay.plainReasoning || thinkingSignature !== undefined || typeof thinking !== "string") return undefined;
  return { type: "reasoning", summary: [], content: [{ type: "reasoning_text", text: thinking }] };
}

/** Builds a tool. */
export function buildTool({ name, description, parameters }: ToolDefinition): WireObject {
  return {
    type: "function",
    name,
    ...(description !== undefined && { description }),
    parameters: isRecord(parameters) ? parameters : { type: "object", properties: {} },
  };
}
