/** PNG: a row of chunks. */
import type { Base64Bytes } from "../base64-bytes.ts";
import { fourCharacters, type HeadReader, type ImageHead, MAX_PARTS, NO_SIDES, TORN_HEAD } from "./head.ts";
import { exifOrientation } from "./tiff-fields.ts";

const IHDR = fourCharacters("IHDR");
const IEND = fourCharacters("IEND");
const TRNS = fourCharacters("tRNS");
const ACTL = fourCharacters("acTL");
const FCTL = fourCharacters("fcTL");
const EXIF = fourCharacters("eXIf");

/** Reads heads of PNG and APNG. */
export const png: HeadReader = {
  format: "png",
  matches: (bytes) => bytes.u32be(0) === 0x89504e47 && bytes.u32be(4) === 0x0d0a1a0a,
  read(bytes) {
    const interlace = bytes.byte(28);
    if (interlace < 0) return TORN_HEAD;
    if (bytes.u32be(12) !== IHDR) return NO_SIDES;
    const colorType = bytes.byte(25);
    const { transparent, ...rest } = readChunks(bytes);
    return {
      width: bytes.u32be(16),
      height: bytes.u32be(20),
      bitDepth: bytes.byte(24),
      progressive: interlace === 1,
      alpha: colorType === 4 || colorType === 6 || transparent,
      ...rest,
    };
  },
};

/** Hops from chunk to chunk. */
function readChunks(
  bytes: Base64Bytes,
): Pick<ImageHead, "frames" | "orientation" | "truncated"> & { transparent: boolean } {
  let at = 8;
  let transparent = false;
  let animated = false;
  let frames = 0;
  let exif: readonly [number, number] | undefined;
  let truncated = false;
  for (let chunks = 0; chunks < MAX_PARTS; chunks++) {
    const length = bytes.u32be(at);
    const type = bytes.u32be(at + 4);
    const end = at + 12 + length;
    if (type === TRNS) transparent = true;
    else if (type === ACTL) animated = true;
    else if (type === FCTL) frames++;
    else if (type === EXIF) exif ??= [at + 8, end - 4];
    truncated = type < 0 || end > bytes.length;
    if (truncated || type === IEND) break;
    at = end;
  }
  const orientation = exif && exifOrientation(bytes, ...exif);
  return {
    transparent,
    frames: animated ? Math.max(1, frames) : 1,
    ...(orientation !== undefined && { orientation }),
    ...(truncated && { truncated }),
  };
}
