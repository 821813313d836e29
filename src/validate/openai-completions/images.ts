/** What is demanded of images. */
import { readBase64 } from "../../images/base64.ts";
import { measureImage } from "../../images/measure.ts";
import { isRecord } from "../../transcript/message.ts";
import type { Spot } from "../spots.ts";
import type { Demand } from "../types.ts";
import { type Judged, partsOf, shown } from "./conversation.ts";
import * as sources from "./sources.ts";

const TYPES: ReadonlySet<unknown> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

export const NO_IMAGES: Demand = {
  code: "image-input",
  severity: "error",
  message: "The model reads no images.",
  says: "unknown variant `image_url`, expected `text`",
  source: sources.NO_IMAGES_DEEPSEEK,
  evidence: "observed",
};
export const URL_MISSING: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The image has no URL.",
  says: "Missing required parameter: 'messages[0].content[0].image_url.url'.",
  source: sources.SCHEMA,
  evidence: "schema",
};
export const URL_FORM: Demand = {
  code: "image-invalid",
  severity: "error",
  message: "The URL of the image is neither one of the web nor a data URL: {}.",
  says: "Invalid 'messages[0].content[0].image_url.url'. Expected a valid URL.",
  source: sources.SCHEMA,
  evidence: "inferred",
};
export const INVALID: Demand = {
  code: "image-invalid",
  severity: "error",
  message: "The data is no image: {}.",
  says: "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
  source: sources.IMAGE_UNSUPPORTED,
  evidence: "observed",
};
export const FORMAT: Demand = {
  ...INVALID,
  code: "image-format",
  message: "The API reads PNG, JPEG, GIF and WebP, and this is {}.",
};
export const ANIMATED: Demand = {
  code: "image-format",
  severity: "warning",
  message: "The GIF has {} pictures; the API reads those that do not move.",
  source: sources.VISION,
  evidence: "documented",
};
export const LABEL: Demand = {
  code: "image-label",
  severity: "error",
  message: "The media type is not that of the bytes, which are {}: Claude refuses that.",
  says: "Image does not match the provided media type",
  source: sources.IMAGE_LABEL,
  evidence: "observed",
};
export const COUNT: Demand = {
  code: "image-count",
  severity: "error",
  message: "There are {} images, which are more than the server takes.",
  source: sources.VISION,
  evidence: "documented",
};
export const BYTES: Demand = {
  code: "image-bytes",
  severity: "error",
  message: "The image is larger than the server takes: {} bytes.",
  source: sources.MEASURED,
  evidence: "measured",
};
export const PIXELS: Demand = {
  code: "image-side",
  severity: "error",
  message: "The image has more pixels than the server takes: {}.",
  source: sources.MEASURED,
  evidence: "measured",
};

/** Every image of every message, and how many there are. */
export function checkImages(judged: Judged): void {
  const { messages, demands, modelId, report } = judged;
  const images = messages.flatMap(partsOf).filter(({ value }) => value["type"] === "image_url");
  const { noImages, images: most } = demands;
  const isBlind = noImages !== undefined && !(noImages.except?.test(modelId) ?? false);
  if (most && images.length > most.value) {
    report({ ...COUNT, source: most.source }, images[most.value]?.pointer ?? "", String(images.length));
  }
  for (const image of images) {
    if (isBlind) report({ ...NO_IMAGES, source: noImages.source }, image.pointer);
    else checkImage(image, judged);
  }
}

function checkImage({ value, pointer }: Spot, judged: Judged): void {
  const { image_url } = value;
  const url = isRecord(image_url) ? image_url["url"] : image_url;
  const at = isRecord(image_url) ? `${pointer}/image_url` : pointer;
  if (typeof url !== "string" || url === "") judged.report(URL_MISSING, pointer);
  else if (/^data:/i.test(url.slice(0, 5))) checkInline(url, at, judged);
  else if (!/^[a-z][a-z0-9+.-]*:/i.test(url.slice(0, 30))) judged.openai(URL_FORM, at, shown(url).slice(0, 20));
}

function checkInline(url: string, at: string, { demands, maker, report, openai, ofMaker }: Judged): void {
  const comma = url.indexOf(",");
  const data = url.slice(comma + 1);
  const info = measureImage(data);
  const fault = info ? faultOf(data, info.truncated === true) : "no format is recognized in it";
  if (!info || fault) {
    openai(INVALID, at, fault);
    return;
  }
  const { mimeType, frames = 1, width, height, bytes } = info;
  const label = url.slice(5, comma).split(";")[0];
  if (!TYPES.has(mimeType)) openai(FORMAT, at, mimeType);
  else if (mimeType === "image/gif" && frames > 1) openai(ANIMATED, at, String(frames));
  else if (maker === "anthropic" && label !== mimeType) ofMaker(LABEL, at, mimeType);
  const { imageBytes, imagePixels } = demands;
  if (imageBytes && bytes > imageBytes.value) report({ ...BYTES, source: imageBytes.source }, at, String(bytes));
  if (imagePixels && width * height > imagePixels.value) {
    report({ ...PIXELS, source: imagePixels.source }, at, `${width}x${height}`);
  }
}

/** What keeps an image with a known head from being read. */
function faultOf(data: string, isTorn: boolean): string | undefined {
  const read = readBase64(data);
  if ("fault" in read) return "its base64 is damaged";
  if (read.repairs.length > 0) return "its base64 has white space, no padding or the URL-safe alphabet";
  return isTorn ? "it is cut off" : undefined;
}
