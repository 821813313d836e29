/** The formats that are told apart, and their names. */
import type { ImageFormat } from "../types.ts";
import { bmp } from "./bmp.ts";
import { gif } from "./gif.ts";
import type { HeadReader } from "./head.ts";
import { ico } from "./ico.ts";
import { avif, heic } from "./iso-media.ts";
import { jpeg } from "./jpeg.ts";
import { png } from "./png.ts";
import { svg } from "./svg.ts";
import { tiff } from "./tiff.ts";
import { webp } from "./webp.ts";

/** Their readers, in the order in which they are asked: those with a signature of their own first. */
export const HEAD_READERS: readonly HeadReader[] = [jpeg, png, gif, webp, avif, heic, tiff, bmp, ico, svg];

/** The media types of the formats. */
export const MIME_TYPES: Readonly<Record<ImageFormat, string>> = {
  png: "image/png",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  bmp: "image/bmp",
  avif: "image/avif",
  heic: "image/heic",
  tiff: "image/tiff",
  ico: "image/x-icon",
  svg: "image/svg+xml",
};

/** The names under which the formats are found in labels, without `image/` and `x-`. */
const NAMES: ReadonlyMap<string, ImageFormat> = new Map([
  ["png", "png"],
  ["apng", "png"],
  ["vnd.mozilla.apng", "png"],
  ["jpeg", "jpeg"],
  ["jpg", "jpeg"],
  ["jpe", "jpeg"],
  ["jfif", "jpeg"],
  ["pjpeg", "jpeg"],
  ["gif", "gif"],
  ["webp", "webp"],
  ["bmp", "bmp"],
  ["ms-bmp", "bmp"],
  ["windows-bmp", "bmp"],
  ["avif", "avif"],
  ["avif-sequence", "avif"],
  ["heic", "heic"],
  ["heif", "heic"],
  ["heic-sequence", "heic"],
  ["heif-sequence", "heic"],
  ["tiff", "tiff"],
  ["tif", "tiff"],
  ["ico", "ico"],
  ["icon", "ico"],
  ["vnd.microsoft.icon", "ico"],
  ["svg", "svg"],
  ["svg+xml", "svg"],
]);

/**
 * The format that a label names. Labels are often written short or otherwise than registered.
 *
 * @example formatOfMime("image/jpg"); // "jpeg"
 * @example formatOfMime("png"); // "png"
 */
export function formatOfMime(mime: string): ImageFormat | undefined {
  const [type = ""] = mime.toLowerCase().split(";", 1);
  const name = type
    .trim()
    .replace(/^image\//, "")
    .replace(/^x-/, "");
  return NAMES.get(name);
}
