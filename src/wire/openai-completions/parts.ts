/** The parts that content consists of: how each is read, and where its fields stand. */
import { type Block, isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import { dataUrl, readDataUrl } from "../data-url.ts";
import type { Lens, Lenses, WireObject } from "../lens.ts";
import { opaque, type ReadItem, readItems } from "../messages/content.ts";
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

/** Reads content: parts, or one text. */
export function readContent(content: unknown, pointer: Pointer): readonly ReadBlock[] {
  return readItems(content, pointer, (raw) => partOf(raw) ?? { block: opaque(String(raw["type"])), lenses: CACHE });
}

function partOf(raw: WireObject): ReadItem | undefined {
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
function imageOf(value: unknown): ReadItem | undefined {
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
