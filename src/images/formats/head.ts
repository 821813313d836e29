/** What a file format tells about itself, and how it is asked. */
import type { Base64Bytes } from "../base64-bytes.ts";
import type { ImageFormat, ImageInfo } from "../types.ts";

/** What the head of a file says. The sides are as stored, before the orientation; 0 where the file does not say them. */
export type ImageHead = Pick<ImageInfo, "width" | "height"> &
  Partial<Pick<ImageInfo, "orientation" | "frames" | "alpha" | "progressive" | "bitDepth" | "channels" | "truncated">>;

/** Reads the heads of one format. Files may be damaged or made to do harm: a reader looks at a bounded number of bytes. */
export interface HeadReader {
  /** The format. */
  readonly format: ImageFormat;
  /** Do the first bytes have the format's signature? */
  matches(bytes: Base64Bytes): boolean;
  /** What the head says; undefined when, after all, it is not the format. */
  read(bytes: Base64Bytes): ImageHead | undefined;
}

/** The head of a file that does not say how large its picture is. */
export const NO_SIDES: ImageHead = { width: 0, height: 0 };

/** The head of a file that ends before it says so. */
export const TORN_HEAD: ImageHead = { ...NO_SIDES, truncated: true };

/**
 * The most parts of a file, such as chunks and segments, that are looked at. No file that means well has as many: ten
 * megabytes of PNG have about a thousand.
 */
export const MAX_PARTS = 16_384;

/** The number that four characters are in a file whose bytes have the high one first. */
export function fourCharacters(text: string): number {
  let code = 0;
  for (let i = 0; i < 4; i++) code = code * 0x100 + text.charCodeAt(i);
  return code;
}
