/** What is demanded of images and documents. */
import { readBase64 } from "../../images/base64.ts";
import { measureImage } from "../../images/measure.ts";
import { isRecord } from "../../transcript/message.ts";
import { isClaudeSince } from "../claude.ts";
import type { Json } from "../spots.ts";
import type { Demand } from "../types.ts";
import { blocksAt, type Judged, type Spot } from "./conversation.ts";
import * as sources from "./sources.ts";

const MIB = 2 ** 20;
const TYPES: ReadonlySet<unknown> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
/** Both sides are judged from here on. */
const LONGEST_SIDE = 8000;
/** More images and documents than these, and sides are judged more strictly. */
const FEW = 20;
const LONGEST_SIDE_OF_MANY = 2000;
const MOST = 100;
const MOST_SINCE_46 = 600;
const OLD_IMAGE = 5 * MIB;

export const INVALID: Demand = {
  code: "image-invalid",
  severity: "error",
  message: "The data is no image: {}.",
  says: "Could not process image",
  source: sources.IMAGE_BROKEN,
  evidence: "observed",
};
export const FORMAT: Demand = {
  code: "image-format",
  severity: "error",
  message: "The API reads PNG, JPEG, GIF and WebP, and this is {}.",
  says: "Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
  source: sources.IMAGE_FORMAT,
  evidence: "observed",
};
export const LABEL: Demand = {
  code: "image-label",
  severity: "error",
  message: "The media type is not that of the bytes, which are {}.",
  says: "Image does not match the provided media type",
  source: sources.IMAGE_LABEL,
  evidence: "observed",
};
export const LABEL_UNKNOWN: Demand = {
  ...LABEL,
  message: "The media type is none that the API takes; the bytes are {}.",
  says: "source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
  source: sources.IMAGE_FORMAT,
};
export const BYTES: Demand = {
  code: "image-bytes",
  severity: "error",
  message: "The image is larger than the server takes: {} characters of base64.",
  says: "image exceeds the maximum: {} bytes",
  source: sources.VISION,
  evidence: "documented",
};
export const BYTES_PERHAPS: Demand = {
  ...BYTES,
  severity: "warning",
  message: "The image has {} characters of base64: above 5 MiB it has been refused.",
  says: "image exceeds 5 MB maximum: {} bytes > 5242880 bytes",
  source: sources.FIVE_MB,
  evidence: "observed",
};
export const SIDE: Demand = {
  code: "image-side",
  severity: "error",
  message: "A side of the image is longer than 8000 pixels: {}.",
  says: "At least one of the image dimensions exceed max allowed size: 8000 pixels",
  source: sources.IMAGE_SIDE,
  evidence: "documented",
};
export const SIDE_OF_MANY: Demand = {
  code: "image-many",
  severity: "error",
  message: "Of more than 20 images and documents, none may have a side longer than 2000 pixels: {}.",
  says: "At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels",
  source: sources.VISION,
  evidence: "documented",
};
export const SIDE_OF_MANY_PERHAPS: Demand = {
  ...SIDE_OF_MANY,
  severity: "warning",
  message: "Of more than 20 images and documents, one of exactly 2000 pixels has been refused: {}.",
  source: sources.IMAGE_MANY_EXACT,
  evidence: "observed",
};
export const TOO_MANY: Demand = {
  code: "image-count",
  severity: "error",
  message: "There are {} images, which are more than the model takes.",
  source: sources.VISION,
  evidence: "documented",
};
export const NO_SOURCE: Demand = {
  code: "image-invalid",
  severity: "error",
  message: "The image has no source that the API knows.",
  says: "image.source: Field required",
  source: sources.SDK,
  evidence: "schema",
};
export const NO_DOCUMENT_SOURCE: Demand = {
  ...NO_SOURCE,
  code: "document-invalid",
  message: "The document has no source that the API knows.",
  says: "document.source: Field required",
};
export const ONLY_BASE64: Demand = {
  code: "image-input",
  severity: "error",
  message: "The cloud takes images as base64 alone; this one is by {}.",
  source: sources.VISION,
  evidence: "documented",
};
export const DOCUMENT_ONLY_BASE64: Demand = {
  ...ONLY_BASE64,
  code: "document-invalid",
  message: "The cloud takes documents as base64 alone; this one is by {}.",
};
export const DOCUMENT_TYPE: Demand = {
  code: "document-invalid",
  severity: "error",
  message: "A document as base64 is a PDF; this one is {}.",
  says: "source.base64.media_type: Input should be 'application/pdf'",
  source: sources.SDK,
  evidence: "schema",
};
export const DOCUMENT_INVALID: Demand = {
  code: "document-invalid",
  severity: "error",
  message: "The data of the document is no base64.",
  source: sources.SDK,
  evidence: "schema",
};

/** Every image and document of messages and results, and how many there are. */
export function checkImages(judged: Judged): void {
  const { runs, modelId, anthropic } = judged;
  const spots = runs.flatMap(({ blocks }) => blocks).flatMap(withInner);
  const images = spots.filter(({ block }) => block["type"] === "image");
  const documents = spots.filter(({ block }) => block["type"] === "document");
  const most = isClaudeSince(modelId, 4, 6) ? MOST_SINCE_46 : MOST;
  if (images.length > most) anthropic(TOO_MANY, images[most]?.pointer ?? "", String(images.length));
  const isMany = images.length + documents.length > FEW;
  for (const image of images) checkImage(image, isMany, judged);
  for (const document of documents) checkDocument(document, judged);
}

/** A block and those in it, of a result or a document. */
function withInner({ block, pointer }: Spot): readonly Spot[] {
  if (block["type"] === "tool_result") return blocksAt(block["content"], `${pointer}/content`);
  return [{ block, pointer }];
}

function checkImage(spot: Spot, isMany: boolean, judged: Judged): void {
  const source = sourceOf(spot, judged);
  if (source?.["type"] !== "base64") return;
  const { anthropic, demands } = judged;
  const { data, media_type } = source;
  const at = `${spot.pointer}/source`;
  const info = typeof data === "string" ? measureImage(data) : undefined;
  if (typeof data !== "string" || !info) {
    anthropic(INVALID, at, typeof data === "string" ? "no format is recognized in it" : "it is missing");
    return;
  }
  const fault = faultOf(data, info.truncated === true);
  if (fault) {
    anthropic(INVALID, at, fault);
    return;
  }
  if (!TYPES.has(info.mimeType)) anthropic(FORMAT, at, info.mimeType);
  else if (!TYPES.has(media_type)) anthropic(LABEL_UNKNOWN, at, info.mimeType);
  else if (media_type !== info.mimeType) anthropic(LABEL, `${at}/media_type`, info.mimeType);
  const size = `${info.width}x${info.height}`;
  const longest = Math.max(info.width, info.height);
  if (longest > LONGEST_SIDE) anthropic(SIDE, at, size);
  else if (isMany && longest > LONGEST_SIDE_OF_MANY) anthropic(SIDE_OF_MANY, at, size);
  else if (isMany && longest === LONGEST_SIDE_OF_MANY) anthropic(SIDE_OF_MANY_PERHAPS, at, size);
  const limit = demands.imageBase64;
  if (!limit) return;
  if (data.length > limit.value) anthropic({ ...BYTES, source: limit.source }, at, String(data.length));
  else if (data.length > OLD_IMAGE) anthropic(BYTES_PERHAPS, at, String(data.length));
}

/** What keeps an image with a known head from being read. */
function faultOf(data: string, isTorn: boolean): string | undefined {
  const read = readBase64(data);
  if ("fault" in read) return "its base64 is damaged";
  const [repair] = read.repairs;
  if (repair === "data-url") return "it is a data URL instead of base64";
  if (repair) return "its base64 has white space, no padding or the URL-safe alphabet";
  return isTorn ? "it is cut off" : undefined;
}

function checkDocument(spot: Spot, judged: Judged): void {
  const source = sourceOf(spot, judged);
  if (source?.["type"] !== "base64") return;
  const { data, media_type } = source;
  const at = `${spot.pointer}/source`;
  if (media_type !== "application/pdf") judged.anthropic(DOCUMENT_TYPE, at, String(media_type).slice(0, 60));
  else if (typeof data !== "string" || "fault" in readBase64(data)) judged.anthropic(DOCUMENT_INVALID, at);
}

/** The source of an image or document, if it is one that the server takes. */
function sourceOf({ block, pointer }: Spot, { demands, anthropic }: Judged): Json | undefined {
  const { type: kind, source } = block;
  const isImage = kind === "image";
  const type = isRecord(source) ? source["type"] : undefined;
  if (!isRecord(source) || typeof type !== "string") {
    anthropic(isImage ? NO_SOURCE : NO_DOCUMENT_SOURCE, pointer);
    return undefined;
  }
  if (demands.base64Only && (type === "url" || type === "file")) {
    anthropic(isImage ? ONLY_BASE64 : DOCUMENT_ONLY_BASE64, `${pointer}/source`, type);
  }
  return source;
}
