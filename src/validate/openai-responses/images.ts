/** What is demanded of images. */
import { readBase64 } from "../../images/base64.ts";
import { measureImage } from "../../images/measure.ts";
import type { Demand } from "../types.ts";
import type { Judged } from "./conversation.ts";
import type { Part } from "./parts.ts";
import * as sources from "./sources.ts";

const TYPES: ReadonlySet<unknown> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
/** The longest URL, in characters, with the bytes that it may hold. */
const LONGEST_URL = 20_971_520;
const MOST = 1500;
const MOST_BEFORE = 500;
const SAYS =
  "The image data you provided does not represent a valid image. Please check your input and try again with one of the supported image formats: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].";

export const SOURCE: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The image has neither a URL nor the id of an uploaded file.",
  says: "Missing required parameter: 'image_url'.",
  source: sources.SDK,
  evidence: "schema",
};
export const NO_URL: Demand = {
  code: "image-invalid",
  severity: "error",
  message: "The address of the image is neither a web address nor a data URL with base64.",
  says: "Invalid 'image_url'. Expected a valid URL, but got a value with an invalid format.",
  source: sources.SDK,
  evidence: "schema",
};
export const INVALID: Demand = {
  code: "image-invalid",
  severity: "error",
  message: "The data is no image: {}.",
  says: SAYS,
  source: sources.IMAGE,
  evidence: "observed",
};
export const FORMAT: Demand = {
  code: "image-format",
  severity: "error",
  message: "The API reads PNG, JPEG, GIF and WebP, and this is {}.",
  says: SAYS,
  source: sources.IMAGE,
  evidence: "observed",
};
export const MOVING: Demand = {
  code: "image-format",
  severity: "warning",
  message: "The GIF moves, and the API reads only such as do not.",
  source: sources.VISION,
  evidence: "documented",
};
export const LABEL: Demand = {
  code: "image-label",
  severity: "warning",
  message: "The media type is not that of the bytes, which are {}.",
  source: sources.IMAGE,
  evidence: "inferred",
};
export const BYTES: Demand = {
  code: "image-bytes",
  severity: "error",
  message: "The image has {} characters of URL; the API takes 20,971,520.",
  says: "string too long. Expected a string with maximum length 20971520, but got a string with length {} instead.",
  source: sources.OPENAPI,
  evidence: "schema",
};
export const TOO_MANY: Demand = {
  code: "image-count",
  severity: "error",
  message: "There are {} images; the API takes 1500.",
  source: sources.VISION,
  evidence: "documented",
};
export const MANY: Demand = {
  ...TOO_MANY,
  severity: "warning",
  message: "There are {} images; older models take 500.",
};

/** Every image, and how many there are. */
export function checkImages(images: readonly Part[], judged: Judged): void {
  const { openai } = judged;
  if (images.length > MOST) openai(TOO_MANY, images[MOST]?.pointer ?? "", String(images.length));
  else if (images.length > MOST_BEFORE) openai(MANY, images[MOST_BEFORE]?.pointer ?? "", String(images.length));
  for (const image of images) checkImage(image, judged);
}

function checkImage({ raw, pointer }: Part, { openai }: Judged): void {
  const { image_url: url, file_id: file } = raw;
  if (typeof url !== "string") {
    if (typeof file !== "string") openai(SOURCE, pointer);
    return;
  }
  const at = `${pointer}/image_url`;
  if (url.length > LONGEST_URL) openai(BYTES, at, String(url.length));
  const inline = /^data:([^,;]{0,100})(?:;[^,;]{0,100}){0,4};base64,/i.exec(url.slice(0, 600));
  if (!inline) {
    if (!/^https?:\/\//i.test(url.slice(0, 10))) openai(NO_URL, at);
    return;
  }
  checkData(url.slice(inline[0].length), (inline[1] ?? "").toLowerCase(), at, openai);
}

function checkData(data: string, label: string, at: string, openai: Judged["openai"]): void {
  const info = measureImage(data);
  const fault = info ? faultOf(data, info.truncated === true) : "no format is recognized in it";
  if (!info || fault) {
    openai(INVALID, at, fault);
    return;
  }
  if (!TYPES.has(info.mimeType)) openai(FORMAT, at, info.mimeType);
  else if (info.frames !== undefined && info.frames > 1 && info.format === "gif") openai(MOVING, at);
  else if (label !== info.mimeType) openai(LABEL, at, info.mimeType);
}

/** What keeps an image with a known head from being read. */
function faultOf(data: string, isTorn: boolean): string | undefined {
  const read = readBase64(data);
  if ("fault" in read) return "its base64 is damaged";
  if (read.repairs.length > 0) return "its base64 has white space, no padding or the URL-safe alphabet";
  return isTorn ? "it is cut off" : undefined;
}
