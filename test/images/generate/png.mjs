// @ts-check
// A PNG writer for every color type, bit depth and order of rows. The filters take turns, so that a reader needs all.
import { crc32, deflateSync } from "node:zlib";
import { at, join, u16, u32 } from "./bytes.mjs";

/**
 * @typedef {object} PngOptions
 * @property {number} type the color type: 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGB and alpha
 * @property {number} [depth] bits of a channel
 * @property {boolean} [interlaced] in the seven passes of Adam7
 * @property {readonly Uint8Array[]} [before] chunks between IHDR and the pixels
 * @property {readonly Uint8Array[]} [after] chunks behind the pixels
 * @property {number} [pieces] IDAT chunks
 * @property {import("./bytes.mjs").Part} [behindRows] bytes that follow the last row in the compressed stream
 */

export const signature = join([0x89], "PNG\r\n", [0x1a], "\n");

/** Left, top, and the steps across and down of each pass. */
const passes = /** @type {const} */ ([
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]);

/** @param {string} type @param {...import("./bytes.mjs").Part} parts */
export function chunk(type, ...parts) {
  const body = join(type, ...parts);
  return join(u32(body.length - 4), body, u32(crc32(body)));
}

/** @param {number} width @param {number} height @param {PngOptions} options */
export const header = (width, height, { type, depth = 8, interlaced = false }) =>
  chunk("IHDR", u32(width), u32(height), [depth, type, 0, 0, interlaced ? 1 : 0]);

/** @param {number} width @param {number} height @param {(x: number, y: number) => readonly number[]} samples the
 * channels of a pixel, 0 up to 2^depth - 1 @param {PngOptions} options */
export function encodePng(width, height, samples, options) {
  const { depth = 8, interlaced = false, before = [], after = [], pieces = 1, behindRows = [] } = options;
  const rows = interlaced
    ? passes.flatMap(([left, top, right, down]) => {
        const [w, h] = [Math.ceil((width - left) / right), Math.ceil((height - top) / down)];
        return w > 0 && h > 0 ? filteredRows(w, h, (x, y) => samples(left + x * right, top + y * down), depth) : [];
      })
    : filteredRows(width, height, samples, depth);
  const pixels = deflateSync(join(...rows, behindRows));
  const size = Math.ceil(pixels.length / pieces);
  const data = Array.from({ length: pieces }, (_, i) => chunk("IDAT", pixels.subarray(i * size, (i + 1) * size)));
  return join(signature, header(width, height, options), ...before, ...data, ...after, chunk("IEND"));
}

/** @param {number} width @param {number} height @param {(x: number, y: number) => readonly number[]} samples
 * @param {number} depth @returns {Uint8Array[]} the filter's number and the row, each */
function filteredRows(width, height, samples, depth) {
  const step = Math.max(1, (samples(0, 0).length * depth) >> 3);
  let above = new Uint8Array(Math.ceil((samples(0, 0).length * width * depth) / 8));
  const rows = [];
  for (let y = 0; y < height; y++) {
    const row = packed(Array.from({ length: width }, (_, x) => samples(x, y)).flat(), depth);
    rows.push(filtered(row, above, step, y % 5));
    above = row;
  }
  return rows;
}

/** @param {readonly number[]} values @param {number} depth */
function packed(values, depth) {
  if (depth === 16) return join(values.flatMap(u16));
  const row = new Uint8Array(Math.ceil((values.length * depth) / 8));
  for (const [i, value] of values.entries()) {
    const bit = i * depth;
    row[bit >> 3] = at(row, bit >> 3) | (value << (8 - depth - (bit & 7)));
  }
  return row;
}

/** @param {Uint8Array} row @param {Uint8Array} above @param {number} step bytes to the same channel on the left
 * @param {number} filter 0 none, 1 left, 2 above, 3 average, 4 Paeth */
function filtered(row, above, step, filter) {
  const guess = (/** @type {number} */ i) => {
    const [a, b, c] = [row[i - step] ?? 0, at(above, i), above[i - step] ?? 0];
    return at([0, a, b, (a + b) >> 1, paeth(a, b, c)], filter);
  };
  return join(
    [filter],
    row.map((value, i) => value - guess(i)),
  );
}

/** @param {number} a @param {number} b @param {number} c */
function paeth(a, b, c) {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}
