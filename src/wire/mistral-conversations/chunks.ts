/** The chunks that content consists of: how each is read, and where its fields stand. */
import { isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import { type Spelled, spelled } from "../../transcript/spelled.ts";
import { dataUrl, readDataUrl } from "../data-url.ts";
import type { Lens, Lenses, WireObject } from "../lens.ts";
import { opaque, type ReadItem, readItems } from "../messages/content.ts";
import type { ReadBlock } from "../shape.ts";
import { THINKING, thinkingOf } from "./thinking.ts";

const CACHE: Lenses = { cache_control: { at: ["cache_control"] } };
const TEXT: Lenses = { text: { at: ["text"] }, ...CACHE };

/** Reads content: chunks, or one text. */
export function readContent(content: unknown, pointer: Pointer): readonly ReadBlock[] {
  return readItems(content, pointer, (raw) => {
    const type = typeOf(raw);
    return chunkOf(type, raw) ?? { block: opaque(String(type)), lenses: CACHE };
  });
}

/** The names that say what a chunk is where its type is left to the SDK. */
const TELLING: Readonly<Record<string, string>> = {
  imageUrl: "image_url",
  documentUrl: "document_url",
  thinking: "thinking",
  fileId: "file",
  referenceIds: "reference",
  text: "text",
};

/** The type of a chunk, or what it must be. */
export function typeOf(raw: WireObject): unknown {
  const { type } = raw;
  if (type !== undefined) return type;
  return Object.entries(TELLING).find(([name]) => spelled(raw, name).value !== undefined)?.[1];
}

function chunkOf(type: unknown, raw: WireObject): ReadItem | undefined {
  switch (type) {
    case "text":
    case "input_text":
    case "output_text": {
      const { text } = raw;
      return typeof text === "string" ? { block: { type: "text", text }, lenses: TEXT } : undefined;
    }
    case "thinking": {
      const block = thinkingOf(raw);
      return block && { block, lenses: { ...THINKING, ...CACHE } };
    }
    case "image_url":
      return imageOf(spelled(raw, "imageUrl"));
    case "document_url":
      return documentOf(raw);
    case "file":
      return fileOf(raw);
    default:
      return undefined;
  }
}

/** The bytes and their type stand in one data URL. */
function inlineAt(...path: readonly string[]): Lenses {
  const url: Lens = { at: path, write: (_value, _raw, now) => dataUrl(now["mimeType"], now["data"]) };
  return { data: url, mimeType: url, ...CACHE };
}

/** An image by URL is no `image`: there are no bytes that a rule could look at. */
function imageOf({ key, value }: Spelled): ReadItem | undefined {
  const [url, path] = isRecord(value) ? [value["url"], [key, "url"]] : [value, [key]];
  if (typeof url !== "string") return undefined;
  const inline = readDataUrl(url);
  if (inline) return { block: { type: "image", ...inline }, lenses: inlineAt(...path) };
  return { block: { type: "media", kind: "image", url }, lenses: { url: { at: path }, ...CACHE } };
}

function documentOf(raw: WireObject): ReadItem | undefined {
  const { key, value: url } = spelled(raw, "documentUrl");
  if (typeof url !== "string") return undefined;
  const name = spelled(raw, "documentName", key === "documentUrl" ? "camel" : "snake");
  const named = { type: "document", ...(typeof name.value === "string" && { name: name.value }) };
  const lenses: Lenses = { name: { at: [name.key] } };
  const inline = readDataUrl(url);
  if (inline) return { block: { ...named, ...inline }, lenses: { ...lenses, ...inlineAt(key) } };
  return { block: { ...named, url }, lenses: { ...lenses, url: { at: [key] }, ...CACHE } };
}

/** A file that was uploaded, or one in the form of OpenAI's API. */
function fileOf(raw: WireObject): ReadItem | undefined {
  const { key, value } = spelled(raw, "fileId");
  if (typeof value === "string") {
    return { block: { type: "document", fileId: value }, lenses: { fileId: { at: [key] }, ...CACHE } };
  }
  const { file } = raw;
  const data = isRecord(file) ? file["file_data"] : undefined;
  const inline = typeof data === "string" ? readDataUrl(data) : undefined;
  if (!inline || !isRecord(file)) return undefined;
  const { filename } = file;
  return {
    block: { type: "document", ...(typeof filename === "string" && { name: filename }), ...inline },
    lenses: { name: { at: ["file", "filename"] }, ...inlineAt("file", "file_data") },
  };
}
