// What the tests of the decoders share.
import { encodeBase64 } from "../../src/images/base64.ts";
import { measureCanonical } from "../../src/images/measure.ts";
import { ImageError, type ImageErrorCode, type ImageInfo } from "../../src/images/types.ts";

/** What the head of a file says. */
export function measured(file: Uint8Array): ImageInfo {
  const info = measureCanonical(encodeBase64(file));
  if (!info) throw new Error("the file is no image");
  return info;
}

/** The code of an image error. Throws what is none. */
export function codeOf(error: unknown): ImageErrorCode {
  if (error instanceof ImageError) return error.code;
  throw error;
}

/** The code of the image error that the work throws. */
export function refusal(work: () => unknown): ImageErrorCode | "none" {
  try {
    work();
    return "none";
  } catch (error) {
    return codeOf(error);
  }
}
