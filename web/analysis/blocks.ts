/** The blocks of a turn, of the session model as well as of every request body, and what they are for people. */
import { measureImage } from "../../src/index.ts";
import { numbered } from "../numbered.ts";
import { type Fields, isFields } from "./values.ts";

/** A block and where it stands, from its turn on. */
export interface PlacedBlock {
  readonly path: string;
  readonly value: unknown;
}

/** The blocks of a turn. A turn that has none is its own block. */
export function blocksIn(turn: unknown): PlacedBlock[] {
  if (!isFields(turn)) return [{ path: "", value: turn }];
  const blocks: PlacedBlock[] = [];
  for (const key of ["content", "parts", "tool_calls"]) {
    const value = turn[key];
    if (Array.isArray(value)) {
      for (const [index, block] of value.entries()) blocks.push({ path: `/${key}/${index}`, value: block });
    } else if (typeof value === "string" || isFields(value)) blocks.push({ path: `/${key}`, value });
  }
  if (blocks.length > 0 || "role" in turn) return blocks;
  return [{ path: "", value: turn }];
}

/** Who speaks: the role, or the type of an item that has none. */
export function roleOf(turn: unknown): string {
  if (!isFields(turn)) return "unreadable";
  const { role, type } = turn;
  return typeof role === "string" ? role : typeof type === "string" ? type : "unknown";
}

/** Such as `text`, `thinking`, `tool call bash`. */
export function labelOf(block: unknown): string {
  if (typeof block === "string") return "text";
  if (!isFields(block)) return block === null ? "null" : typeof block;
  const name = nameOf(block);
  const kind = kindOf(block);
  return name === undefined ? kind : `${kind} ${name}`;
}

const KINDS: Readonly<Record<string, string>> = {
  toolCall: "tool call",
  toolUse: "tool call",
  tool_use: "tool call",
  tool_call: "tool call",
  function: "tool call",
  functionCall: "tool call",
  function_call: "tool call",
  tool_result: "tool result",
  toolResult: "tool result",
  function_call_output: "tool result",
  functionResponse: "tool result",
  reasoningContent: "thinking",
  reasoning: "thinking",
  input_text: "text",
  output_text: "text",
  input_image: "image",
  image_url: "image",
  inlineData: "image",
  inline_data: "image",
};

/** The kind of a block, in one vocabulary for all formats. */
export function kindOf(block: unknown): string {
  if (typeof block === "string") return "text";
  if (!isFields(block)) return "value";
  const type = typeof block["type"] === "string" ? block["type"] : undefined;
  const key = type ?? Object.keys(block).find((one) => Object.hasOwn(KINDS, one) || one === "text" || one === "image");
  if (key === undefined) return "block";
  return Object.hasOwn(KINDS, key) ? (KINDS[key] as string) : key.slice(0, 40);
}

function inner(block: Fields): Fields {
  for (const key of ["toolUse", "toolResult", "functionCall", "functionResponse", "function", "reasoningContent"]) {
    if (isFields(block[key])) return block[key];
  }
  return block;
}

function nameOf(block: Fields): string | undefined {
  const { name } = inner(block);
  return typeof name === "string" ? name.slice(0, 80) : undefined;
}

/** The text of a block for people: its words, the arguments of a call, or its JSON. Pictures have none. */
export function bodyOf(block: unknown): string {
  if (typeof block === "string") return block;
  if (!isFields(block)) return JSON.stringify(block) ?? "";
  const image = imageIn(block);
  if (image) return image.describes;
  const from = inner(block);
  for (const key of ["text", "thinking", "output", "summary"]) if (typeof from[key] === "string") return from[key];
  const args = from["arguments"] ?? from["input"] ?? from["args"];
  const id = from["id"] ?? from["call_id"] ?? from["toolUseId"] ?? from["tool_use_id"];
  if (args !== undefined) {
    const shown = typeof args === "string" ? args : stringify(args);
    return typeof id === "string" ? `${id}\n${shown}` : shown;
  }
  const { content, response } = from;
  if (content !== undefined || response !== undefined) {
    const shown = resultText(content ?? response);
    return typeof id === "string" ? `${id}\n${shown}` : shown;
  }
  return stringify(block);
}

function resultText(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.slice(0, 50).map(bodyOf).join("\n");
  return stringify(content);
}

function stringify(value: unknown): string {
  try {
    return JSON.stringify(value, withoutData, 2) ?? "";
  } catch {
    return "(nested too deeply to be written)";
  }
}

function withoutData(key: string, value: unknown): unknown {
  if (typeof value !== "string" || value.length < 1000) return value;
  return value.length > 200_000 || /^(data|bytes)$/.test(key) || value.startsWith("data:")
    ? `${value.slice(0, 40)}… ${numbered(value.length)} characters`
    : value;
}

/** A picture in a block. */
export interface FoundImage {
  /** Base64, as it stands there. */
  readonly data: string;
  readonly mimeType: string;
  /** From the block on, where the data stands. */
  readonly describes: string;
}

/** The picture of a block, in the way of any format. */
export function imageIn(block: unknown): FoundImage | undefined {
  if (!isFields(block)) return undefined;
  const { type, data, mimeType, source, image_url, inlineData, inline_data, image } = block;
  if (type === "image" && typeof data === "string") return found(data, mimeType);
  if (isFields(source) && typeof source["data"] === "string") return found(source["data"], source["media_type"]);
  const url = isFields(image_url) ? image_url["url"] : image_url;
  if (typeof url === "string" && url.startsWith("data:")) return ofDataUrl(url);
  const inline = inlineData ?? inline_data;
  if (isFields(inline) && typeof inline["data"] === "string") {
    const label = inline["mimeType"] ?? inline["mime_type"];
    return typeof label === "string" && !label.startsWith("image/") ? undefined : found(inline["data"], label);
  }
  if (isFields(image) && isFields(image["source"]) && typeof image["source"]["bytes"] === "string") {
    return found(image["source"]["bytes"], `image/${String(image["format"])}`);
  }
  return undefined;
}

function ofDataUrl(url: string): FoundImage {
  const comma = url.indexOf(",");
  return found(url.slice(comma + 1), /^data:([\w/+.-]*)/.exec(url.slice(0, 100))?.[1]);
}

function found(data: string, label: unknown): FoundImage {
  const mimeType = typeof label === "string" ? label.slice(0, 60) : "image";
  const info = measureImage(data);
  const sides = info ? ` ${info.width}×${info.height}` : "";
  return { data, mimeType, describes: `${info?.mimeType ?? mimeType}${sides}, ${bytesText((data.length * 3) / 4)}` };
}

function bytesText(bytes: number): string {
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
