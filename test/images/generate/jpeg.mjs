// @ts-check
// A plain JPEG encoder for what the usual ones do not write: CMYK, YCCK, 12 bits, restart markers. Every component at
// full size, a coarse table for quantization and Huffman codes of one length, so that there is little to get wrong.
import { at, join, u16, u16le, u32, u32le } from "./bytes.mjs";
import { plane } from "./picture.mjs";

/**
 * @typedef {object} JpegOptions
 * @property {number} [precision] bits of a value, 8 or 12
 * @property {number} [adobe] the color transform of an Adobe segment: 0 none, 1 YCbCr, 2 YCCK
 * @property {readonly import("./bytes.mjs").Part[]} [segments] whole segments behind the start marker
 * @property {number} [restart] blocks of every component between two restart markers
 */

/** The order in which the coefficients of a block are stored. */
const zigzag = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
];
const quantum = 4;
const cosines = Array.from({ length: 64 }, (_, i) => {
  const [u, x] = [i >> 3, i & 7];
  return Math.cos(((2 * x + 1) * u * Math.PI) / 16) * (u === 0 ? Math.SQRT1_2 : 1) * 0.5;
});

/** @param {string} marker two hexadecimal digits @param {...import("./bytes.mjs").Part} parts */
export function segment(marker, ...parts) {
  const body = join(...parts);
  return join([0xff, Number.parseInt(marker, 16)], u16(body.length + 2), body);
}

/** An EXIF segment with a description, an orientation and a place, in either byte order.
 * @param {number} orientation @param {boolean} [little] @param {string} [description] */
export function exif(orientation, little = false, description = "a secret place") {
  return segment("e1", "Exif\0\0", exifBody(orientation, little, description));
}

/** @param {number} orientation @param {boolean} [little] @param {string} [description] */
export function exifBody(orientation, little = false, description = "a secret place") {
  const [short, long] = little ? [u16le, u32le] : [u16, u32];
  const text = join(description, [0]);
  const entry = (
    /** @type {number} */ tag,
    /** @type {number} */ type,
    /** @type {number} */ count,
    /** @type {number[]} */ value,
  ) => join(short(tag), short(type), long(count), value);
  return join(
    little ? "II" : "MM",
    short(42),
    long(8),
    short(2),
    entry(0x010e, 2, text.length, long(38)),
    entry(0x0112, 3, 1, [...short(orientation), 0, 0]),
    long(0),
    text,
  );
}

/** @param {number} width @param {number} height @param {readonly (readonly number[])[]} planes values of each component
 * @param {JpegOptions} [options] */
export function encodeJpeg(width, height, planes, { precision = 8, adobe, segments = [], restart } = {}) {
  const components = planes.map((_, i) => i + 1);
  const acSymbols = [0, 0xf0];
  for (let run = 0; run < 16; run++)
    for (let size = 1; size <= precision + 2; size++) acSymbols.push((run << 4) | size);
  const dcSymbols = Array.from({ length: 16 }, (_, size) => size);
  const scan = new Scan(acSymbols);
  const [columns, rows] = [Math.ceil(width / 8), Math.ceil(height / 8)];
  const last = planes.map(() => 0);
  for (let block = 0; block < columns * rows; block++) {
    if (restart && block > 0 && block % restart === 0) {
      scan.restart(block / restart - 1);
      last.fill(0);
    }
    for (const [i, plane] of planes.entries()) {
      const left = (block % columns) * 8;
      const top = Math.floor(block / columns) * 8;
      const values = sample(plane, width, height, left, top, 2 ** (precision - 1));
      last[i] = scan.block(transform(values), at(last, i));
    }
  }
  const lengths = (/** @type {number} */ bits, /** @type {number} */ count) =>
    Array.from({ length: 16 }, (_, i) => (i + 1 === bits ? count : 0));
  return join(
    [0xff, 0xd8],
    ...segments,
    adobe === undefined ? [] : segment("ee", "Adobe", u16(100), u16(0), u16(0), [adobe]),
    segment("db", [0], Array(64).fill(quantum)),
    segment(
      precision === 8 ? "c0" : "c1",
      [precision],
      u16(height),
      u16(width),
      [planes.length],
      components.flatMap((id) => [id, 0x11, 0]),
    ),
    segment("c4", [0x00], lengths(5, 16), dcSymbols),
    segment("c4", [0x10], lengths(8, acSymbols.length), acSymbols),
    restart ? segment("dd", u16(restart)) : [],
    segment(
      "da",
      [planes.length],
      components.flatMap((id) => [id, 0]),
      [0, 63, 0],
    ),
    scan.end(),
    [0xff, 0xd9],
  );
}

/** Brightness and two color differences, as most files have them. @param {import("./picture.mjs").Picture} picture
 * @param {JpegOptions} [options] */
export function encodeColorJpeg(picture, options) {
  return encodeJpeg(picture.width, picture.height, colorPlanes(picture), options);
}

/** @param {import("./picture.mjs").Picture} picture @returns {number[][]} */
function colorPlanes(picture) {
  return [
    plane(picture, ([r, g, b]) => Math.round(0.299 * r + 0.587 * g + 0.114 * b)),
    plane(picture, ([r, g, b]) => Math.round(128 - 0.168736 * r - 0.331264 * g + 0.5 * b)),
    plane(picture, ([r, g, b]) => Math.round(128 + 0.5 * r - 0.418688 * g - 0.081312 * b)),
  ];
}

/** Four inks as Adobe's programs store them: inverted, so that 255 is no ink.
 * @param {import("./picture.mjs").Picture} picture @param {boolean} [transformed] as YCCK */
export function encodeInkJpeg(picture, transformed = false) {
  const { width, height, rgba } = picture;
  const inks = new Uint8Array(rgba);
  for (let i = 0; i < inks.length; i += 4) {
    const black = Math.max(at(rgba, i), at(rgba, i + 1), at(rgba, i + 2));
    for (let c = 0; c < 3; c++) inks[i + c] = black === 0 ? 255 : Math.round((at(rgba, i + c) * 255) / black);
    inks[i + 3] = black;
  }
  const black = plane({ width, height, rgba: inks }, (ink) => ink[3]);
  // YCCK is made of the inks before they are inverted.
  const planes = transformed
    ? colorPlanes({ width, height, rgba: inks.map((value, i) => (i % 4 === 3 ? value : 255 - value)) })
    : [0, 1, 2].map((c) => plane({ width, height, rgba: inks }, (ink) => at(ink, c)));
  return encodeJpeg(width, height, [...planes, black], { adobe: transformed ? 2 : 0 });
}

/** One block of a plane around zero; beyond the edge the last pixel goes on.
 * @param {readonly number[]} plane @param {number} width @param {number} height @param {number} left @param {number} top
 * @param {number} middle */
function sample(plane, width, height, left, top, middle) {
  return Array.from({ length: 64 }, (_, i) => {
    const x = Math.min(width - 1, left + (i & 7));
    const y = Math.min(height - 1, top + (i >> 3));
    return at(plane, y * width + x) - middle;
  });
}

/** The discrete cosine transform, quantized. @param {readonly number[]} values @returns {number[]} */
function transform(values) {
  return Array.from({ length: 64 }, (_, i) => {
    const [v, u] = [i >> 3, i & 7];
    let sum = 0;
    for (let y = 0; y < 8; y++) {
      for (let x = 0; x < 8; x++) sum += at(values, y * 8 + x) * at(cosines, v * 8 + y) * at(cosines, u * 8 + x);
    }
    return Math.round(sum / quantum);
  });
}

/** The entropy-coded bytes. */
class Scan {
  /** @type {number[]} */ #bytes = [];
  #bits = 0;
  #count = 0;
  /** @type {Map<number, number>} */ #codes;

  /** @param {readonly number[]} acSymbols */
  constructor(acSymbols) {
    this.#codes = new Map(acSymbols.map((symbol, code) => [symbol, code]));
  }

  /** @param {readonly number[]} coefficients @param {number} last the DC value before @returns {number} the DC value */
  block(coefficients, last) {
    const dc = at(coefficients, 0);
    this.#put(sizeOf(dc - last), 5);
    this.#value(dc - last);
    let run = 0;
    for (const index of zigzag.slice(1)) {
      const value = at(coefficients, index);
      if (value === 0) {
        run++;
        continue;
      }
      for (; run > 15; run -= 16) this.#symbol(0xf0);
      this.#symbol((run << 4) | sizeOf(value));
      this.#value(value);
      run = 0;
    }
    if (run > 0) this.#symbol(0);
    return dc;
  }

  /** @param {number} number of the marker, from 0 */
  restart(number) {
    this.#flush();
    this.#bytes.push(0xff, 0xd0 + (number % 8));
  }

  /** @returns {number[]} */
  end() {
    this.#flush();
    return this.#bytes;
  }

  #flush() {
    if (this.#count > 0) this.#put(2 ** (8 - this.#count) - 1, 8 - this.#count);
  }

  /** @param {number} symbol */
  #symbol(symbol) {
    const code = this.#codes.get(symbol);
    if (code === undefined) throw new RangeError(`no code for ${symbol}`);
    this.#put(code, 8);
  }

  /** A number in as many bits as it needs; negative ones are stored one less. @param {number} value */
  #value(value) {
    const size = sizeOf(value);
    this.#put(value < 0 ? value + 2 ** size - 1 : value, size);
  }

  /** @param {number} value @param {number} count of bits */
  #put(value, count) {
    for (let bit = count - 1; bit >= 0; bit--) {
      this.#bits = (this.#bits << 1) | ((value >>> bit) & 1);
      if (++this.#count < 8) continue;
      this.#bytes.push(this.#bits);
      if (this.#bits === 0xff) this.#bytes.push(0);
      this.#bits = 0;
      this.#count = 0;
    }
  }
}

/** @param {number} value @returns {number} the bits of its magnitude */
const sizeOf = (value) => 32 - Math.clz32(Math.abs(value));
