/** The parts that the content of a message and the output of a tool consist of: how each is read, and where its fields stand. */
import { type Block, isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import { dataUrl, readDataUrl } from "../data-url.ts";
import type { Lens, Lenses, WireObject } from "../lens.ts";
import type { ReadBlock, WireTurn } from "../shape.ts";

/** Whose content a part stands in: what the model said, or what it is told. */
export type Side = "said" | "told";

/** The type that a text has, by side. */
const TEXT_TYPE: Readonly<Record<Side, string>> = { said: "output_text", told: "input_text" };

/** What a text is called here and in other APIs. */
const TEXT_TYPES: ReadonlySet<unknown> = new Set(["input_text", "output_text", "text"]);

const at = (...path: readonly string[]): Lens => ({ at: path });

/** The id of a message is kept with its texts. */
const SIGNATURE: Lenses = { textSignature: { at: ["id"], inHolder: true } };

/** A text can be written in the form of its side, whatever it was called. */
const TEXT: Readonly<Record<Side, Lenses>> = {
  said: { text: at("text"), form: { at: ["type"], write: () => TEXT_TYPE.said }, ...SIGNATURE },
  told: { text: at("text"), form: { at: ["type"], write: () => TEXT_TYPE.told } },
};
const REFUSAL: Lenses = { text: at("refusal"), ...SIGNATURE };

/** The bytes of an image and their type stand in one URL. */
const IMAGE_URL: Lens = { at: ["image_url"], write: (_value, _raw, now) => dataUrl(now["mimeType"], now["data"]) };
const IMAGE: Lenses = { data: IMAGE_URL, mimeType: IMAGE_URL };
const MEDIA: Lenses = { url: at("image_url"), fileId: at("file_id") };

/** Bytes may stand without a URL around them. */
const FILE_DATA: Lens = {
  at: ["file_data"],
  write: (_value, _raw, now) => (now["mimeType"] === undefined ? now["data"] : dataUrl(now["mimeType"], now["data"])),
};
const FILE: Lenses = {
  data: FILE_DATA,
  mimeType: FILE_DATA,
  name: at("filename"),
  url: at("file_url"),
  fileId: at("file_id"),
};

/** Reads content: a string is one text, an object that should stand in a list is one part. Nothing is no part. */
export function readContent(content: unknown, pointer: Pointer, side: Side, holder?: WireTurn): readonly ReadBlock[] {
  const held = holder && { holder };
  if (typeof content === "string") return [{ raw: content, read: { type: "text", text: content }, pointer, ...held }];
  const items: readonly unknown[] = Array.isArray(content) ? content : [content];
  if (content === undefined || content === null) return [];
  return items.map((raw, index) => {
    const block = isRecord(raw) ? partOf(raw, side) : { read: opaque(raw === null ? "null" : typeof raw) };
    return { raw, pointer: Array.isArray(content) ? `${pointer}/${index}` : pointer, ...block, ...held };
  });
}

/** A part that this model has no words for. */
function opaque(kind: string): Block {
  return { type: "opaque", kind };
}

interface Read {
  readonly read: Block;
  readonly lenses?: Lenses;
}

function partOf(raw: WireObject, side: Side): Read {
  const { type, text, refusal } = raw;
  if (TEXT_TYPES.has(type) && typeof text === "string") return { read: { type: "text", text }, lenses: TEXT[side] };
  if (type === "refusal" && typeof refusal === "string") {
    return { read: { type: "text", text: refusal, refusal: true }, lenses: REFUSAL };
  }
  if (type === "input_image" && side === "told") return imageOf(raw) ?? { read: opaque(type) };
  if (type === "input_file" && side === "told") return fileOf(raw) ?? { read: opaque(type) };
  return { read: opaque(String(type)) };
}

/** An image by URL or file is no `image`: there are no bytes that a rule could look at. */
function imageOf({ image_url, file_id }: WireObject): Read | undefined {
  if (typeof image_url === "string") {
    const inline = readDataUrl(image_url);
    if (inline) return { read: { type: "image", ...inline }, lenses: IMAGE };
  }
  if (typeof image_url !== "string" && typeof file_id !== "string") return undefined;
  const url = typeof image_url === "string" ? { url: image_url } : undefined;
  const file = typeof file_id === "string" ? { fileId: file_id } : undefined;
  return { read: { type: "media", kind: "image", ...url, ...file }, lenses: MEDIA };
}

function fileOf({ filename, file_data, file_url, file_id }: WireObject): Read | undefined {
  const inline = typeof file_data === "string" ? (readDataUrl(file_data) ?? { data: file_data }) : undefined;
  const url = typeof file_url === "string" ? { url: file_url } : undefined;
  const file = typeof file_id === "string" ? { fileId: file_id } : undefined;
  if (!inline && !url && !file) return undefined;
  const name = typeof filename === "string" ? { name: filename } : undefined;
  return { read: { type: "document", ...name, ...inline, ...url, ...file }, lenses: FILE };
}
