/** Measures images by their heads: what they are and how large, without decoding them. */
import { isCanonical, readBase64 } from "./base64.ts";
import { Base64Bytes } from "./base64-bytes.ts";
import { HEAD_READERS, MIME_TYPES } from "./formats/index.ts";
import type { ImageInfo } from "./types.ts";

/** Characters at each end that show whether a text is canonical: white space comes every 76 characters or so. */
const SAMPLE = 1024;

/**
 * What the head of an image says, given as base64. The base64 may be as it is found in the wild: a data URL, URL-safe,
 * with white space or without its padding.
 *
 * Takes microseconds, whatever the size: the head, the structure and the end are looked at, and not all in between. So
 * the answer is no proof that the whole text is base64, or that the image can be decoded. Sides are 0 where an image is
 * recognized but does not say how large it is.
 *
 * @returns undefined for what is no image
 * @example measureImage("R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAICTAEAOw=="); // { format: "gif", width: 1, ... }
 */
export function measureImage(base64: string): ImageInfo | undefined {
  if (typeof base64 !== "string") return undefined;
  if (isCanonical(base64, SAMPLE)) {
    const info = measureCanonical(base64);
    // What seems to be torn may only have white space further inside.
    if (info && !info.truncated) return info;
  }
  const read = readBase64(base64);
  return "fault" in read ? undefined : measureCanonical(read.data);
}

/** What the head of an image says, given as canonical base64. Other text is measured as it stands, and throws nothing. */
export function measureCanonical(data: string): ImageInfo | undefined {
  const bytes = new Base64Bytes(data);
  const reader = HEAD_READERS.find((candidate) => candidate.matches(bytes));
  const head = reader?.read(bytes);
  if (!reader || !head) return undefined;
  const { orientation = 1, ...rest } = head;
  // Below zero where there are no bytes to read.
  const [width, height] = [Math.max(0, head.width), Math.max(0, head.height)];
  const swapped = orientation > 4;
  return {
    ...rest,
    format: reader.format,
    mimeType: MIME_TYPES[reader.format],
    width: swapped ? height : width,
    height: swapped ? width : height,
    orientation,
    bytes: bytes.length,
  };
}
