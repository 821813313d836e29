/** What is demanded of images: in contents and in function responses. */
import { readBase64 } from "../../images/base64.ts";
import { measureImage } from "../../images/measure.ts";
import type { Demand } from "../types.ts";
import { field, type Judged, objectIn, responseOf, type Spot, shown, spotsAt } from "./contents.ts";
import * as sources from "./sources.ts";

const TYPES: ReadonlySet<unknown> = new Set(["image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"]);
/** Names that are not in the list, and have never been seen to be refused. */
const ALIASES: ReadonlySet<unknown> = new Set(["image/jpg"]);
/** Media types of images that are named without the family, and those with it. */
const IMAGE = /^(?:image\/.*|png|jpe?g|webp|gif|hei[cf])$/i;

export const INVALID: Demand = {
  code: "image-invalid",
  severity: "error",
  message: "The data is no image: {}.",
  says: "Unable to process input image. Please retry or report in troubleshooting guide",
  source: sources.IMAGE_BROKEN,
  evidence: "observed",
};
export const FORMAT: Demand = {
  code: "image-format",
  severity: "error",
  message: "Gemini reads PNG, JPEG, WebP and HEIC, and this is {}.",
  says: "Unsupported MIME type: {}",
  source: sources.IMAGE_TYPES,
  evidence: "documented",
};
export const LABEL_UNKNOWN: Demand = {
  code: "image-label",
  severity: "error",
  message: "The media type `{}` is none that Gemini knows.",
  says: "Unsupported MIME type: {}",
  source: sources.IMAGE_TYPE_NAME,
  evidence: "observed",
};
export const LABEL: Demand = {
  code: "image-label",
  severity: "warning",
  message: "The media type is not that of the bytes, which are {}.",
  source: sources.IMAGE_TYPES,
  evidence: "inferred",
};
export const TOO_MANY: Demand = {
  code: "image-count",
  severity: "error",
  message: "There are {} images, which are more than the server takes.",
  source: sources.IMAGE_TYPES,
  evidence: "documented",
};
export const IN_RESPONSE: Demand = {
  code: "image-role",
  severity: "error",
  message: "A function response holds media, which Gemini takes from version 3 on. Put them behind the responses.",
  says: 'Invalid JSON payload received. Unknown name "parts": Cannot find field.',
  source: sources.MEDIA_NEW,
  evidence: "observed",
};

/** Every image, and how many there are. */
export function checkImages(judged: Judged): void {
  const { contents, demands, report } = judged;
  const spots = contents.flatMap(({ parts }) => parts).flatMap((spot) => withInner(spot, judged));
  const images = spots.filter(isImage);
  const limit = demands.images;
  if (limit && images.length > limit.value) {
    report({ ...TOO_MANY, source: limit.source }, images[limit.value]?.pointer ?? "", String(images.length));
  }
  for (const image of images) checkImage(image, judged);
}

/** A part, or the media in the response that it is. */
function withInner(spot: Spot, { demands, report }: Judged): readonly Spot[] {
  const response = responseOf(spot);
  if (!response) return [spot];
  const media = spotsAt(response.part["parts"], `${response.pointer}/parts`);
  if (demands.isOld && media[0]) report(IN_RESPONSE, media[0].pointer);
  return media;
}

function isImage(spot: Spot): boolean {
  const inline = objectIn(spot, "inlineData");
  const type = inline && field(inline.part, "mimeType").value;
  return typeof type === "string" && IMAGE.test(type.trim());
}

function checkImage(spot: Spot, { report }: Judged): void {
  const inline = objectIn(spot, "inlineData") as Spot;
  const { data } = inline.part;
  const { key, value: label } = field(inline.part, "mimeType");
  const info = typeof data === "string" ? measureImage(data) : undefined;
  const fault =
    info && typeof data === "string" ? faultOf(data, info.truncated === true) : "no format is recognized in it";
  if (!info || fault) {
    report(INVALID, inline.pointer, fault);
    return;
  }
  if (!TYPES.has(info.mimeType)) report(FORMAT, inline.pointer, info.mimeType);
  else if (!TYPES.has(label) && !ALIASES.has(label)) report(LABEL_UNKNOWN, `${inline.pointer}/${key}`, shown(label));
  else if (label !== info.mimeType && !isSameFamily(label, info.mimeType)) {
    report(LABEL, `${inline.pointer}/${key}`, info.mimeType);
  }
}

/** HEIC is a kind of HEIF. */
function isSameFamily(label: unknown, mimeType: string): boolean {
  return label === "image/heif" && mimeType === "image/heic";
}

/** What keeps an image with a known head from being read. */
function faultOf(data: string, isTorn: boolean): string | undefined {
  const read = readBase64(data);
  if ("fault" in read) return "its base64 is damaged";
  if (read.repairs[0] === "data-url") return "it is a data URL instead of base64";
  return isTorn ? "it is cut off" : undefined;
}
