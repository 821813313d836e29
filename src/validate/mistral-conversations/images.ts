/** What is demanded of images. */
import { readBase64 } from "../../images/base64.ts";
import { measureImage } from "../../images/measure.ts";
import { isRecord } from "../../transcript/message.ts";
import { spelled } from "../../transcript/spelled.ts";
import type { Demand } from "../types.ts";
import { chunksOf, type Judged } from "./conversation.ts";
import * as sources from "./sources.ts";

const TYPES: ReadonlySet<unknown> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

export const INVALID: Demand = {
  code: "image-invalid",
  severity: "error",
  message: "The data is no image: {}.",
  says: "Image could not be loaded.",
  source: sources.VISION,
  evidence: "inferred",
};
export const FORMAT: Demand = {
  code: "image-format",
  severity: "error",
  message: "The API reads PNG, JPEG, WebP and GIF, and this is {}.",
  source: sources.VISION,
  evidence: "documented",
};
export const ANIMATED: Demand = {
  ...FORMAT,
  severity: "warning",
  message: "The GIF has {} pictures; the API reads those that do not move.",
};
export const COUNT: Demand = {
  code: "image-count",
  severity: "error",
  message: "There are {} images, which are more than the server takes.",
  source: sources.MEASURED,
  evidence: "measured",
};
export const SIDE: Demand = {
  code: "image-side",
  severity: "error",
  message: "A side of the image is longer than the server takes: {} px.",
  source: sources.MEASURED,
  evidence: "measured",
};
export const BYTES: Demand = {
  code: "image-bytes",
  severity: "warning",
  message: "The image is larger than the server was seen to take: {} bytes.",
  source: sources.MEASURED,
  evidence: "measured",
};

/** Every image of every message, and how many there are. */
export function checkImages(judged: Judged): void {
  const { messages, demands, report } = judged;
  const images = messages.flatMap(chunksOf).filter(({ value }) => value["type"] === "image_url");
  const { images: most } = demands;
  if (most && images.length > most.value) {
    report({ ...COUNT, source: most.source }, images[most.value]?.pointer ?? "", String(images.length));
  }
  for (const { value, pointer } of images) {
    const { key, value: given } = spelled(value, "imageUrl", "snake");
    const url = isRecord(given) ? given["url"] : given;
    const at = `${pointer}/${key}`;
    // Another address is fetched by the server.
    if (typeof url === "string" && /^data:/i.test(url.slice(0, 5))) checkInline(url, at, judged);
  }
}

function checkInline(url: string, at: string, { demands, report }: Judged): void {
  const data = url.slice(url.indexOf(",") + 1);
  const info = measureImage(data);
  const fault = info ? faultOf(data, info.truncated === true) : "no format is recognized in it";
  if (!info || fault) {
    report(INVALID, at, fault);
    return;
  }
  const { mimeType, frames = 1, width, height, bytes } = info;
  if (!TYPES.has(mimeType)) report(FORMAT, at, mimeType);
  else if (mimeType === "image/gif" && frames > 1) report(ANIMATED, at, String(frames));
  const { imageSide, imageBytes } = demands;
  const side = Math.max(width, height);
  if (imageSide && side > imageSide.value) report({ ...SIDE, source: imageSide.source }, at, String(side));
  if (imageBytes && bytes > imageBytes.value) report({ ...BYTES, source: imageBytes.source }, at, String(bytes));
}

/** What keeps an image with a known head from being read. */
function faultOf(data: string, isTorn: boolean): string | undefined {
  const read = readBase64(data);
  if ("fault" in read) return "its base64 is damaged";
  if (read.repairs.length > 0) return "its base64 has white space, no padding or the URL-safe alphabet";
  return isTorn ? "it is cut off" : undefined;
}
