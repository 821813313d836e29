/** BMP: one header of many kinds, then the pixels. */
import type { Base64Bytes } from "../base64-bytes.ts";
import type { HeadReader } from "./head.ts";

/** The header of OS/2 1.x, whose sides have two bytes. */
const CORE_HEADER = 12;
const HEADERS: ReadonlySet<number> = new Set([CORE_HEADER, 16, 40, 52, 56, 64, 108, 124]);

/** Reads heads of BMP. */
export const bmp: HeadReader = {
  format: "bmp",
  // Two letters are not much: the sizes of headers that there are, and the number that is always 1, have to follow.
  matches: (bytes) => bytes.text(0, 2) === "BM" && HEADERS.has(bytes.u32le(14)) && planesOf(bytes) === 1,
  read(bytes) {
    const header = bytes.u32le(14);
    const core = header === CORE_HEADER;
    const width = core ? bytes.u16le(18) : bytes.u32le(18) | 0;
    // Negative: the first row is the upper one.
    const height = core ? bytes.u16le(20) : Math.abs(bytes.u32le(22) | 0);
    const bits = bytes.u16le(core ? 24 : 28);
    if (bits < 0 || width < 0) return undefined;
    // The mask of the alpha channel stands behind those of the colors, where the header is long enough.
    const alpha = bits === 32 && header >= 56 && bytes.u32le(66) > 0;
    const compression = header >= 40 ? bytes.u32le(30) : 0;
    const run = compression === 1 || compression === 2;
    const size = run ? bytes.u32le(34) : Math.ceil((width * bits) / 32) * 4 * height;
    const truncated = bytes.u32le(10) + size > bytes.length;
    return { width, height, frames: 1, alpha, ...(truncated && { truncated }) };
  },
};

function planesOf(bytes: Base64Bytes): number {
  return bytes.u16le(bytes.u32le(14) === CORE_HEADER ? 22 : 26);
}
