/** What is demanded of images. */
import { encodeBase64, readBase64 } from "../../images/base64.ts";
import { measureImage } from "../../images/measure.ts";
import { isRecord } from "../../transcript/message.ts";
import type { Demand } from "../types.ts";
import { isResult, type Judged, type Spot, shown, spotsAt, type WireMessage } from "./conversation.ts";
import * as sources from "./sources.ts";

const TYPES: ReadonlySet<unknown> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
/** Bytes of one image: as base64 it has 5 MiB then. */
const LARGEST = 3.75 * 2 ** 20;
const LONGEST_SIDE = 8000;
/** More images and documents than these in a request, and Claude judges sides more strictly. */
const FEW = 20;
const LONGEST_SIDE_OF_MANY = 2000;
const MOST_OF_MESSAGE = 20;

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
  says: "Value at 'image.format' failed to satisfy constraint: Member must satisfy enum value set: [png, jpeg, gif, webp]",
  source: sources.IMAGE_FORMAT,
  evidence: "schema",
};
export const STORED_FORMAT: Demand = {
  ...FORMAT,
  code: "image-invalid",
  message: "The image in the bucket is said to be of a format that the API does not read: {}.",
};
export const LABEL: Demand = {
  code: "image-label",
  severity: "error",
  message: "The format is not that of the bytes, which are {}.",
  says: "The provided image does not match the specified image format.",
  source: sources.IMAGE_LABEL,
  evidence: "observed",
};
export const LABEL_UNKNOWN: Demand = {
  ...LABEL,
  message: "The format is none that the API takes; the bytes are {}. Names are in lower case, and a JPEG is `jpeg`.",
  says: "Value at 'image.format' failed to satisfy constraint: Member must satisfy enum value set: [png, jpeg, gif, webp]",
  source: sources.IMAGE_FORMAT,
};
export const BYTES: Demand = {
  code: "image-bytes",
  severity: "error",
  message: "The image has {} bytes; the API takes 3.75 MiB.",
  says: "image exceeds 5 MB maximum: {} bytes",
  source: sources.MESSAGE,
  evidence: "schema",
};
export const SIDE: Demand = {
  code: "image-side",
  severity: "error",
  message: "A side of the image is longer than 8000 pixels: {}.",
  says: "At least one of the image dimensions exceed max allowed size: 8000 pixels",
  source: sources.MESSAGE,
  evidence: "schema",
};
export const SIDE_OF_MANY: Demand = {
  code: "image-many",
  severity: "error",
  message: "Of more than 20 images and documents, none may have a side longer than 2000 pixels: {}.",
  says: "At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels",
  source: sources.IMAGE_MANY,
  evidence: "observed",
};
export const SIDE_OF_MANY_PERHAPS: Demand = {
  ...SIDE_OF_MANY,
  severity: "warning",
  message: "Of more than 20 images and documents, one of exactly 2000 pixels has been refused: {}.",
  source: sources.IMAGE_MANY_EXACT,
};
export const TOO_MANY: Demand = {
  code: "image-count",
  severity: "error",
  message: "There are {} images in the message, which may have 20.",
  says: "messages: too many images: image_count > 20",
  source: sources.MESSAGE,
  evidence: "schema",
};
export const TOO_MANY_IN_REQUEST: Demand = {
  ...TOO_MANY,
  severity: "warning",
  message: "There are {} images and documents in the request; more than 20 have been refused.",
  says: "too many images and documents: {} > 20",
  source: sources.IMAGES_OF_REQUEST,
  evidence: "observed",
};
export const OF_ASSISTANT: Demand = {
  code: "image-role",
  severity: "error",
  message: "An image stands in an assistant turn.",
  says: "'image' blocks are not permitted within assistant turns.",
  source: sources.IMAGE_ROLE,
  evidence: "observed",
};
export const IN_RESULT: Demand = {
  code: "image-role",
  severity: "error",
  message: "An image stands in a tool result, where the model takes none.",
  says: "This model doesn't support the image field for user messages. Remove image and try again.",
  source: sources.IMAGE_IN_RESULT,
  evidence: "measured",
};
export const SOURCE: Demand = {
  code: "image-invalid",
  severity: "error",
  message: "The image has neither bytes nor a place in a bucket.",
  says: "Invalid number of parameters set for tagged union structure image.source. Must be one of: bytes, s3Location",
  source: sources.MODEL,
  evidence: "schema",
};

/** Every image of messages and results, and how many there are. */
export function checkImages(judged: Judged): void {
  const { messages, demands, report, claude } = judged;
  const all = messages.map(mediaOf);
  const count = all.flat().length;
  if (count > FEW) claude(TOO_MANY_IN_REQUEST, "", String(count));
  messages.forEach((message, index) => {
    const images = (all[index] ?? []).filter(({ member }) => member === "image");
    if (images.length > MOST_OF_MESSAGE) {
      report(TOO_MANY, images[MOST_OF_MESSAGE]?.pointer ?? "", String(images.length));
    }
    for (const image of images) {
      if (message.role === "assistant") report(OF_ASSISTANT, image.pointer);
      else if (!demands.resultImages && isInResult(image)) report(IN_RESULT, image.pointer);
      checkImage(image, count > FEW, judged);
    }
  });
}

/** The images and documents of a message and of its results. */
function mediaOf({ spots }: WireMessage): readonly Spot[] {
  return spots
    .flatMap((spot) => (isResult(spot) ? spotsAt(spot.value["content"], `${spot.pointer}/toolResult/content`) : [spot]))
    .filter(({ member }) => member === "image" || member === "document");
}

function isInResult({ pointer }: Spot): boolean {
  return pointer.includes("/toolResult/");
}

function checkImage({ value, pointer }: Spot, isMany: boolean, { report, claude }: Judged): void {
  const { format, source } = value;
  const { bytes, s3Location } = isRecord(source) ? source : ({} as Readonly<Record<string, unknown>>);
  if (isRecord(s3Location) && bytes === undefined) {
    if (!TYPES.has(`image/${String(format)}`)) report(STORED_FORMAT, pointer, shown(format));
    return;
  }
  if (!(bytes instanceof Uint8Array) && typeof bytes !== "string") {
    report(SOURCE, pointer);
    return;
  }
  const at = `${pointer}/image`;
  const data = typeof bytes === "string" ? bytes : encodeBase64(bytes);
  const info = measureImage(data);
  const fault = info ? faultOf(data, info.truncated === true) : "no format is recognized in it";
  if (!info || fault !== undefined) {
    report(INVALID, at, fault);
    return;
  }
  if (!TYPES.has(info.mimeType)) report(FORMAT, at, info.mimeType);
  else if (!TYPES.has(`image/${String(format)}`)) report(LABEL_UNKNOWN, at, info.mimeType);
  else if (`image/${format}` !== info.mimeType) report(LABEL, at, info.mimeType);
  if (info.bytes > LARGEST) report(BYTES, at, String(info.bytes));
  const size = `${info.width}x${info.height}`;
  const longest = Math.max(info.width, info.height);
  if (longest > LONGEST_SIDE) report(SIDE, at, size);
  else if (isMany && longest > LONGEST_SIDE_OF_MANY) claude(SIDE_OF_MANY, at, size);
  else if (isMany && longest === LONGEST_SIDE_OF_MANY) claude(SIDE_OF_MANY_PERHAPS, at, size);
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
