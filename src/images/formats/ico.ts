/** ICO: a list of pictures, each a PNG or a BMP without its file header. */
import type { Base64Bytes } from "../base64-bytes.ts";
import type { HeadReader } from "./head.ts";

const MAX_ENTRIES = 256;

/** Reads heads of ICO. The sides are those of the largest picture. */
export const ico: HeadReader = {
  format: "ico",
  // There is no signature but four bytes that are mostly zero: the first entry has to make sense, too.
  matches: (bytes) => bytes.u32be(0) === 0x00000100 && isEntry(bytes, 6),
  read(bytes) {
    const frames = Math.min(bytes.u16le(4), MAX_ENTRIES);
    let width = 0;
    let height = 0;
    let truncated = false;
    for (let i = 0; i < frames; i++) {
      const entry = 6 + i * 16;
      const offset = bytes.u32le(entry + 12);
      truncated ||= offset < 0 || offset + bytes.u32le(entry + 8) > bytes.length;
      if (offset < 0) break;
      const sides = sidesOf(bytes, entry, offset);
      if (sides.width * sides.height > width * height) ({ width, height } = sides);
    }
    return { width, height, frames, alpha: true, ...(truncated && { truncated }) };
  },
};

function isEntry(bytes: Base64Bytes, entry: number): boolean {
  const count = bytes.u16le(4);
  const reserved = bytes.byte(entry + 3);
  const offset = bytes.u32le(entry + 12);
  return count > 0 && (reserved === 0 || reserved === 255) && bytes.u32le(entry + 8) > 0 && offset >= 6 + count * 16;
}

/** The list names sides up to 255 truly; larger ones only the picture itself. */
function sidesOf(bytes: Base64Bytes, entry: number, offset: number): { width: number; height: number } {
  if (bytes.u32be(offset) === 0x89504e47) {
    return { width: Math.max(0, bytes.u32be(offset + 16)), height: Math.max(0, bytes.u32be(offset + 20)) };
  }
  return { width: bytes.byte(entry) || 256, height: bytes.byte(entry + 1) || 256 };
}
