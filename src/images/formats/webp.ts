/** WebP: chunks in a RIFF container. */
import type { Base64Bytes } from "../base64-bytes.ts";
import { fourCharacters, type HeadReader, type ImageHead, MAX_PARTS, NO_SIDES, TORN_HEAD } from "./head.ts";
import { exifOrientation } from "./tiff-fields.ts";

const LOSSY = fourCharacters("VP8 ");
const LOSSLESS = fourCharacters("VP8L");
const EXTENDED = fourCharacters("VP8X");
const ALPHA = fourCharacters("ALPH");
const FRAME = fourCharacters("ANMF");
const EXIF = fourCharacters("EXIF");

/** Reads heads of WebP: lossy, lossless, extended and animated. */
export const webp: HeadReader = {
  format: "webp",
  matches: (bytes) => bytes.text(0, 4) === "RIFF" && bytes.text(8, 4) === "WEBP",
  read(bytes) {
    const head = readFirstChunk(bytes);
    const truncated = bytes.u32le(4) + 8 > bytes.length;
    return { ...head, ...(truncated && { truncated }) };
  },
};

function readFirstChunk(bytes: Base64Bytes): ImageHead {
  const type = bytes.u32be(12);
  if (type === LOSSY) return readLossy(bytes, 20);
  if (type === LOSSLESS) return readLossless(bytes, 20);
  if (type !== EXTENDED) return bytes.length < 16 ? TORN_HEAD : NO_SIDES;
  const height = bytes.u24le(27);
  return height < 0 ? TORN_HEAD : readExtended(bytes, bytes.u24le(24) + 1, height + 1);
}

function readLossy(bytes: Base64Bytes, at: number): ImageHead {
  const height = bytes.u16le(at + 8);
  if (height < 0) return TORN_HEAD;
  if (bytes.u24be(at + 3) !== 0x9d012a) return NO_SIDES;
  // The two high bits ask for scaling, which nobody does.
  return { width: bytes.u16le(at + 6) & 0x3fff, height: height & 0x3fff, frames: 1, alpha: false };
}

function readLossless(bytes: Base64Bytes, at: number): ImageHead {
  const sides = bytes.u32le(at + 1);
  if (sides < 0) return TORN_HEAD;
  if (bytes.byte(at) !== 0x2f) return NO_SIDES;
  const alpha = (sides & 0x10000000) !== 0;
  return { width: (sides & 0x3fff) + 1, height: ((sides >> 14) & 0x3fff) + 1, frames: 1, alpha };
}

function readExtended(bytes: Base64Bytes, width: number, height: number): ImageHead {
  const flags = bytes.byte(20);
  const animated = (flags & 0x02) > 0;
  let alpha = (flags & 0x10) > 0;
  let frames = 0;
  let exif: readonly [number, number] | undefined;
  let at = 12;
  for (let chunks = 0; chunks < MAX_PARTS && at < bytes.length; chunks++) {
    const type = bytes.u32be(at);
    const size = bytes.u32le(at + 4);
    if (size < 0) break;
    if (type === FRAME) frames++;
    else if (type === ALPHA) alpha = true;
    else if (type === LOSSLESS) alpha ||= readLossless(bytes, at + 8).alpha === true;
    else if (type === EXIF) exif ??= [at + 8, at + 8 + size];
    at += 8 + size + (size % 2);
  }
  const orientation = exif && exifOrientation(bytes, ...exif);
  return {
    width,
    height,
    frames: animated ? frames : 1,
    alpha,
    ...(orientation !== undefined && { orientation }),
  };
}
