/** JPEG: segments up to the scan, whose size no one says. */
import type { Base64Bytes } from "../base64-bytes.ts";
import { type HeadReader, type ImageHead, MAX_PARTS, NO_SIDES } from "./head.ts";
import { exifOrientation, isExifName } from "./tiff-fields.ts";

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const APP1 = 0xe1;

/** How far from the end of the file its end marker is looked for: some cameras and editors write something behind it. */
const MAX_TRAILER = 8192;

/** Reads heads of JPEG in all its variants, those that hardly anyone decodes among them. */
export const jpeg: HeadReader = {
  format: "jpeg",
  matches: (bytes) => bytes.u24be(0) === 0xffd8ff,
  read(bytes) {
    const { frame, orientation, end } = readSegments(bytes);
    const truncated = !hasEndMarker(bytes, end);
    return {
      ...(frame ?? NO_SIDES),
      ...(orientation !== undefined && { orientation }),
      alpha: false,
      ...(truncated && { truncated }),
    };
  },
};

/** Hops from segment to segment up to the scan. Between them, fill bytes and what else is no marker are skipped. */
function readSegments(bytes: Base64Bytes): { frame?: ImageHead; orientation?: number; end: number } {
  let frame: ImageHead | undefined;
  let exif: readonly [number, number] | undefined;
  let at = 2;
  for (let steps = 0; steps < 2 * MAX_PARTS; steps++) {
    const code = bytes.byte(at) === 0xff ? bytes.byte(at + 1) : 0;
    if (code < 0 || at >= bytes.length) break;
    if (code === 0 || code === 0xff) {
      at += 1;
      continue;
    }
    if (isAlone(code)) {
      at += 2;
      continue;
    }
    const length = bytes.u16be(at + 2);
    if (code === START_OF_IMAGE || code === END_OF_IMAGE || code === START_OF_SCAN || length < 2) break;
    if (isFrame(code)) frame ??= readFrame(bytes, at, code);
    else if (code === APP1 && isExifName(bytes, at + 4)) exif ??= [at + 4, at + 2 + length];
    at += 2 + length;
  }
  const orientation = exif && exifOrientation(bytes, ...exif);
  return { ...(frame && { frame }), ...(orientation !== undefined && { orientation }), end: at };
}

/** Start of frame: the sides, and by which of the processes of the standard the picture is coded. */
function isFrame(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
}

/** Markers without a segment. */
function isAlone(code: number): boolean {
  return code === 0x01 || (code >= 0xd0 && code <= 0xd7);
}

function readFrame(bytes: Base64Bytes, at: number, code: number): ImageHead | undefined {
  const channels = bytes.byte(at + 9);
  if (channels < 0) return undefined;
  return {
    width: bytes.u16be(at + 7),
    height: bytes.u16be(at + 5),
    bitDepth: bytes.byte(at + 4),
    channels,
    progressive: code % 4 === 2,
  };
}

/** Looks for the end marker from the end of the file, behind the segments: it cannot be part of a scan. */
function hasEndMarker(bytes: Base64Bytes, from: number): boolean {
  const lowest = Math.max(from, bytes.length - MAX_TRAILER);
  for (let at = bytes.length - 2; at >= lowest; at--) {
    if (bytes.byte(at + 1) === END_OF_IMAGE && bytes.byte(at) === 0xff) return true;
  }
  return false;
}
