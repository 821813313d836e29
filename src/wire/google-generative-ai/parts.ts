/** The parts of Gemini's contents: how each is read, and where its fields stand. */
import { type Block, isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import { type Spelled, spelled } from "../../transcript/spelled.ts";
import type { Lenses, WireObject } from "../lens.ts";
import type { ReadBlock } from "../shape.ts";

/** What stands beside the data of a part and is no data. */
const METADATA: ReadonlySet<string> = new Set([
  "thought",
  "thoughtSignature",
  "thought_signature",
  "partMetadata",
  "part_metadata",
  "videoMetadata",
  "video_metadata",
  "mediaResolution",
  "media_resolution",
  "mediaProcessing",
  "media_processing",
  "speechMetadata",
  "speech_metadata",
  "__proto__",
]);

/** Parts of the server's own tools. */
const SERVER_PARTS = ["executableCode", "codeExecutionResult", "toolCall", "toolResponse"] as const;

/** Image types that are named without the family. */
const BARE_IMAGE_TYPES: ReadonlySet<string> = new Set(["png", "jpg", "jpeg", "webp", "gif", "heic", "heif"]);

/** The id of the call at a pointer. */
export type CallIds = (pointer: Pointer) => string;

/** The parts of a content as a list: a single part stands for a list of one, and so does a text. */
export function listOfParts(parts: unknown): readonly unknown[] {
  if (Array.isArray(parts)) return parts;
  return isRecord(parts) || typeof parts === "string" ? [parts] : [];
}

/** Where a part of a content stands. */
export function partPointer(parts: unknown, pointer: Pointer, index: number): Pointer {
  return Array.isArray(parts) ? `${pointer}/${index}` : pointer;
}

/** Reads all parts of a content but responses. Code and what came of it, if they have no ids, are paired by order. */
export function readParts(parts: unknown, pointer: Pointer, callId: CallIds): readonly ReadBlock[] {
  if (typeof parts === "string") return [{ raw: parts, read: { type: "text", text: parts }, pointer }];
  let code: string | undefined;
  return listOfParts(parts).map((raw, index) => {
    const at = partPointer(parts, pointer, index);
    const block = readPart(raw, at, callId);
    const { type, kind, pair } = block.read;
    if (type !== "opaque" || pair !== undefined) return block;
    if (kind === "executableCode") code = `code at ${at}`;
    else if (kind !== "codeExecutionResult") return block;
    return code === undefined ? block : { ...block, read: { ...block.read, pair: code } };
  });
}

/** Reads one part. What is not known is opaque. */
export function readPart(raw: unknown, pointer: Pointer, callId: CallIds): ReadBlock {
  if (!isRecord(raw)) return { raw, read: { type: "opaque", kind: raw === null ? "null" : typeof raw }, pointer };
  const signature = spelled(raw, "thoughtSignature");
  const signed = typeof signature.value === "string" ? { thoughtSignature: signature.value } : undefined;
  const SIGNED: Lenses = { thoughtSignature: { at: [signature.key] } };
  const call = spelled(raw, "functionCall");
  if (isRecord(call.value)) {
    const { read, lenses } = readCall(call, call.value, pointer, callId);
    return { raw, read: { ...read, ...signed }, pointer, lenses: { ...lenses, ...SIGNED } };
  }
  const media = readMedia(raw);
  if (media) return { raw, read: { ...media.read, ...signed }, pointer, lenses: { ...media.lenses, ...SIGNED } };
  const { text, thought } = raw;
  if (typeof text === "string" || isEmptyPart(raw)) {
    const said = typeof text === "string" ? text : "";
    if (thought !== true) {
      return {
        raw,
        read: { type: "text", text: said, ...signed },
        pointer,
        lenses: { text: { at: ["text"] }, ...SIGNED },
      };
    }
    const read: Block = {
      type: "thinking",
      thinking: said,
      ...(signed && { thinkingSignature: signed.thoughtSignature }),
    };
    const lenses: Lenses = { thinking: { at: ["text"] }, thinkingSignature: { at: [signature.key] } };
    return { raw, read, pointer, lenses };
  }
  return { raw, read: opaque(raw), pointer };
}

function readCall(
  { key }: Spelled,
  call: WireObject,
  pointer: Pointer,
  callId: CallIds,
): { readonly read: Block; readonly lenses: Lenses } {
  const { name, args } = call;
  const read: Block = {
    type: "toolCall",
    id: callId(pointer),
    ...(name !== undefined && { name }),
    // A tool without parameters is called without arguments.
    arguments: args ?? {},
  };
  const lenses: Lenses = { name: { at: [key, "name"] }, arguments: { at: [key, "args"] } };
  return { read, lenses: hasId(call) ? { id: { at: [key, "id"] }, ...lenses } : lenses };
}

/** Has the call or response an id of its own? */
export function hasId({ id }: WireObject): boolean {
  return typeof id === "string" && id.trim() !== "";
}

function readMedia(raw: WireObject): { readonly read: Block; readonly lenses: Lenses } | undefined {
  const inline = spelled(raw, "inlineData");
  if (isRecord(inline.value)) return readInline(inline.key, inline.value);
  const file = spelled(raw, "fileData");
  if (!isRecord(file.value)) return undefined;
  const type = spelled(file.value, "mimeType");
  const uri = spelled(file.value, "fileUri");
  if (typeof uri.value !== "string") return undefined;
  const lenses: Lenses = { url: { at: [file.key, uri.key] }, mimeType: { at: [file.key, type.key] } };
  const mimeType = typeof type.value === "string" ? { mimeType: type.value } : undefined;
  return { read: { type: "media", kind: kindOf(mimeType?.mimeType) ?? "file", url: uri.value, ...mimeType }, lenses };
}

function readInline(key: string, inline: WireObject): ReturnType<typeof readMedia> {
  const type = spelled(inline, "mimeType");
  const name = spelled(inline, "displayName");
  const { data } = inline;
  if (typeof data !== "string" || typeof type.value !== "string") return undefined;
  const mimeType = type.value;
  const kind = kindOf(mimeType);
  const lenses: Lenses = { data: { at: [key, "data"] }, mimeType: { at: [key, type.key] } };
  if (kind === "image") return { read: { type: "image", data, mimeType }, lenses };
  if (kind !== "document") return undefined;
  const named = typeof name.value === "string" ? { name: name.value } : undefined;
  return {
    read: { type: "document", mimeType, ...named, data },
    lenses: { ...lenses, name: { at: [key, name.key] } },
  };
}

/** What a media type means here; undefined for what rules have no words for. */
function kindOf(mimeType = ""): "image" | "audio" | "video" | "document" | undefined {
  const type = mimeType.trim().toLowerCase();
  if (BARE_IMAGE_TYPES.has(type)) return "image";
  const family = type.slice(0, type.indexOf("/"));
  if (family === "image" || family === "audio" || family === "video") return family;
  return family === "text" || type === "application/pdf" ? "document" : undefined;
}

/** Is there nothing in it but metadata? Such a part is refused like an empty text. */
function isEmptyPart(raw: WireObject): boolean {
  return Object.keys(raw).every((key) => METADATA.has(key) || raw[key] === undefined || raw[key] === null);
}

/** Code and its result, and the server's tools and theirs, stand or fall together. */
function opaque(raw: WireObject): Block {
  for (const kind of SERVER_PARTS) {
    const { value } = spelled(raw, kind);
    if (!isRecord(value)) continue;
    const { id } = value;
    return { type: "opaque", kind, ...(typeof id === "string" && id !== "" && { pair: id }) };
  }
  const key = Object.keys(raw).find((one) => !METADATA.has(one)) ?? "part";
  const inline = raw[key];
  const type = isRecord(inline) ? spelled(inline, "mimeType").value : undefined;
  return { type: "opaque", kind: (typeof type === "string" && kindOf(type)) || key };
}
