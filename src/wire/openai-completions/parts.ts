/** The parts that content consists of: how each is read, and where its fields stand. */
import { type Block, isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import type { Lens, Lenses, WireObject } from "../lens.ts";
import type { ReadBlock } from "../shape.ts";

const at = (...path: readonly string[]): Lens => ({ at: path });
const CACHE: Lenses = { cache_control: at("cache_control") };

/** The bytes and their type stand in one data URL. */
function urlAt(...path: readonly string[]): Lenses {
  const url: Lens = { at: path, write: (_value, _raw, now) => dataUrl(now["mimeType"], now["data"]) };
  return { data: url, mimeType: url, ...CACHE };
}

const TEXT: Lenses = { text: at("text"), form: { at: ["type"], write: () => "text" }, ...CACHE };
const REFUSAL: Lenses = { text: at("refusal"), ...CACHE };
const THINKING: Lenses = { thinking: at("thinking"), thinkingSignature: at("signature"), ...CACHE };
const REDACTED: Lenses = { data: at("data"), ...CACHE };
const IMAGE: Lenses = urlAt("image_url", "url");
const MEDIA: Lenses = { url: at("image_url", "url"), ...CACHE };
/** The picture stands where the object with its URL should. */
const WRAPPED: Lens = {
  at: ["image_url"],
  write: (_form, _raw, now) => ({ url: now["url"] ?? dataUrl(now["mimeType"], now["data"]) }),
};
const BARE_IMAGE: Lenses = { ...urlAt("image_url"), form: WRAPPED };
const BARE_MEDIA: Lenses = { url: at("image_url"), form: WRAPPED, ...CACHE };
const FILE: Lenses = {
  ...urlAt("file", "file_data"),
  name: at("file", "filename"),
  fileId: at("file", "file_id"),
};

/** A block that was read from a part, and how its fields are written. */
interface Read {
  readonly block: Block;
  readonly lenses: Lenses;
}

/** Reads content: a string is one text, an object that should stand in a list is one part. Nothing is no block. */
export function readContent(content: unknown, pointer: Pointer): readonly ReadBlock[] {
  if (content === undefined || content === null || content === "") return [];
  if (typeof content === "string") return [{ raw: content, read: { type: "text", text: content }, pointer }];
  if (Array.isArray(content)) return content.map((raw: unknown, index) => readPart(raw, `${pointer}/${index}`));
  return [readPart(content, pointer)];
}

/** Reads one part. What is not known is opaque. */
function readPart(raw: unknown, pointer: Pointer): ReadBlock {
  if (!isRecord(raw)) return { raw, read: opaque(raw === null ? "null" : typeof raw), pointer };
  const { cache_control } = raw;
  const { block, lenses } = partOf(raw) ?? { block: opaque(String(raw["type"])), lenses: CACHE };
  return { raw, read: isRecord(cache_control) ? { ...block, cache_control } : block, pointer, lenses };
}

/** A block that this model has no words for. */
export function opaque(kind: string): Block {
  return { type: "opaque", kind };
}

function partOf(raw: WireObject): Read | undefined {
  const { type, text, refusal, thinking, signature, data, file } = raw;
  switch (type) {
    case "text":
    case "input_text":
    case "output_text":
      return typeof text === "string" ? { block: { type: "text", text }, lenses: TEXT } : undefined;
    case "refusal":
      if (typeof refusal !== "string") return undefined;
      return { block: { type: "text", text: refusal, refusal: true }, lenses: REFUSAL };
    case "thinking": {
      if (typeof thinking !== "string") return undefined;
      const signed = typeof signature === "string" ? { thinkingSignature: signature } : undefined;
      return { block: { type, thinking, ...signed }, lenses: THINKING };
    }
    case "redacted_thinking":
      return typeof data === "string" ? { block: { type, data }, lenses: REDACTED } : undefined;
    case "image_url":
      return imageOf(raw["image_url"]);
    case "file":
      return isRecord(file) ? { block: fileOf(file), lenses: FILE } : undefined;
    default:
      return undefined;
  }
}

/** An image by URL is no `image`: there are no bytes that a rule could look at. */
function imageOf(value: unknown): Read | undefined {
  const isBare = typeof value === "string";
  const url = isBare ? value : isRecord(value) ? value["url"] : undefined;
  if (typeof url !== "string") return undefined;
  const inline = readDataUrl(url);
  if (inline) return { block: { type: "image", ...inline }, lenses: isBare ? BARE_IMAGE : IMAGE };
  return { block: { type: "media", kind: "image", url }, lenses: isBare ? BARE_MEDIA : MEDIA };
}

function fileOf({ filename, file_data, file_id }: WireObject): Block {
  const inline = typeof file_data === "string" ? readDataUrl(file_data) : undefined;
  return {
    type: "document",
    ...(typeof filename === "string" && { name: filename }),
    ...inline,
    ...(typeof file_id === "string" && { fileId: file_id }),
  };
}

/** How many characters the head of a data URL has at most. */
const LONGEST_HEAD = 200;

/** The base64 of a data URL and its media type; undefined for other URLs. */
export function readDataUrl(url: string): { readonly data: string; readonly mimeType: string } | undefined {
  if (!/^data:/i.test(url.slice(0, 5))) return undefined;
  const head = url.slice(5, LONGEST_HEAD);
  const comma = head.indexOf(",");
  if (comma < 0 || !/;base64$/i.test(head.slice(0, comma))) return undefined;
  const [mimeType = ""] = head.slice(0, comma).split(";");
  return { mimeType, data: url.slice(5 + comma + 1) };
}

/** The data URL; undefined when there are no bytes. */
export function dataUrl(mimeType: unknown, data: unknown): string | undefined {
  return typeof data === "string" ? `data:${typeof mimeType === "string" ? mimeType : ""};base64,${data}` : undefined;
}
