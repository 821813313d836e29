// @ts-check
// A GIF writer. The pixels are not compressed: nine bits each, with a clear code before the table would grow.
import { at, join, u16le } from "./bytes.mjs";

/**
 * @typedef {object} Frame
 * @property {number} left
 * @property {number} top
 * @property {number} width
 * @property {number} height
 * @property {readonly number[]} indices one a pixel, into the palette
 * @property {number} [clear] the index that is transparent
 * @property {boolean} [interlaced]
 */

const codeSize = 8;
const [clearCode, endCode] = [256, 257];

/** @param {number} width of the screen @param {number} height @param {readonly (readonly number[])[]} palette up to 256
 * colors of three bytes @param {readonly Frame[]} frames */
export function encodeGif(width, height, palette, frames) {
  const table = new Uint8Array(256 * 3);
  table.set(palette.flatMap((color) => color.slice(0, 3)));
  const loop = frames.length > 1 ? join([0x21, 0xff, 11], "NETSCAPE2.0", [3, 1, 0, 0, 0]) : [];
  return join("GIF89a", u16le(width), u16le(height), [0xf7, 0, 0], table, loop, ...frames.map(frameBytes), [0x3b]);
}

/** @param {Frame} frame */
function frameBytes({ left, top, width, height, indices, clear, interlaced = false }) {
  const control = [0x21, 0xf9, 4, clear === undefined ? 0 : 1, 10, 0, clear ?? 0, 0];
  const place = [left, top, width, height].flatMap(u16le);
  const rows = interlaced ? interlacedRows(height) : Array.from({ length: height }, (_, y) => y);
  const ordered = rows.flatMap((y) => indices.slice(y * width, (y + 1) * width));
  return join(control, [0x2c], place, [interlaced ? 0x40 : 0], [codeSize], blocks(codes(ordered)), [0]);
}

/** @param {number} height @returns {number[]} */
function interlacedRows(height) {
  const every = (/** @type {number} */ first, /** @type {number} */ step) =>
    Array.from({ length: Math.ceil((height - first) / step) }, (_, i) => first + i * step);
  return [...every(0, 8), ...every(4, 8), ...every(2, 4), ...every(1, 2)];
}

/** Codes of nine bits, the lowest bit first. @param {readonly number[]} indices */
function codes(indices) {
  const list = indices.flatMap((index, i) => (i % 200 === 0 ? [clearCode, index] : [index]));
  list.push(endCode);
  const bytes = new Uint8Array(Math.ceil((list.length * 9) / 8));
  for (const [i, code] of list.entries()) {
    for (let bit = 0; bit < 9; bit++) {
      const place = i * 9 + bit;
      bytes[place >> 3] = at(bytes, place >> 3) | (((code >> bit) & 1) << (place & 7));
    }
  }
  return bytes;
}

/** @param {Uint8Array} bytes in blocks of up to 255, each with its length before it */
function blocks(bytes) {
  const parts = [];
  for (let i = 0; i < bytes.length; i += 255) {
    const part = bytes.subarray(i, i + 255);
    parts.push([part.length], part);
  }
  return join(...parts);
}
