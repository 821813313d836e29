// @ts-check
// BMP and ICO writers.
import { at, join, u16le, u32le } from "./bytes.mjs";
import { pixel, plane } from "./picture.mjs";

/**
 * @typedef {import("./picture.mjs").Picture} Picture
 * @typedef {object} BmpOptions
 * @property {1 | 4 | 8 | 16 | 24 | 32} bits of a pixel
 * @property {readonly (readonly number[])[]} [palette] colors, for up to 8 bits
 * @property {boolean} [topDown] the first row is the upper one
 * @property {boolean} [core] the short header of OS/2, for 24 bits
 */

/** @param {Picture} picture @param {BmpOptions} options */
export function encodeBmp(picture, options) {
  const { head, body, masks } = parts(picture, options);
  const start = 14 + head.length + masks.length;
  return join("BM", u32le(start + body.length), u32le(0), u32le(start), head, masks, body);
}

/** Run-length encoded, with the three kinds of runs there are. @param {Picture} picture @param {readonly (readonly number[])[]} palette */
export function encodeRleBmp(picture, palette) {
  const { width, height } = picture;
  const rows = [];
  for (let y = height - 1; y >= 0; y--) {
    const row = Array.from({ length: width }, (_, x) => indexIn(palette, pixel(picture, x, y)));
    const half = width / 2;
    rows.push([half, at(row, 0), 0, half, ...row.slice(half), ...(half % 2 ? [0] : []), 0, 0]);
  }
  const body = join(rows.flat(), [0, 1]);
  const table = tableOf(palette, 256);
  const start = 54 + table.length;
  const head = infoHeader(width, height, 8, 1, 256);
  return join("BM", u32le(start + body.length), u32le(0), u32le(start), head, table, body);
}

/** @param {readonly { picture: Picture, png?: Uint8Array }[]} entries each a PNG, or a BMP of 32 bits with a mask */
export function encodeIco(entries) {
  const files = entries.map(({ picture, png }) => {
    if (png) return png;
    const { width, height } = picture;
    const { body } = parts(picture, { bits: 32 });
    const mask = new Uint8Array(Math.ceil(width / 32) * 4 * height);
    return join(infoHeader(width, height * 2, 32, 0), body, mask);
  });
  let offset = 6 + entries.length * 16;
  const directory = entries.map(({ picture: { width, height } }, i) => {
    const { length } = at(files, i);
    const entry = [width % 256, height % 256, 0, 0, ...u16le(1), ...u16le(32), ...u32le(length), ...u32le(offset)];
    offset += length;
    return entry;
  });
  return join(u16le(0), u16le(1), u16le(entries.length), directory.flat(), ...files);
}

/** @param {Picture} picture @param {BmpOptions} options */
function parts(picture, { bits, palette = [], topDown = false, core = false }) {
  const { width, height } = picture;
  const values = plane(picture, (color) => {
    const [red, green, blue, alpha] = color;
    if (bits <= 8) return indexIn(palette, color);
    if (bits === 16) return ((red >> 3) << 11) | ((green >> 2) << 5) | (blue >> 3);
    return ((alpha << 24) | (red << 16) | (green << 8) | blue) >>> 0;
  });
  const rows = Array.from({ length: height }, (_, y) =>
    padded(rowBytes(values.slice(y * width, (y + 1) * width), bits)),
  );
  if (!topDown) rows.reverse();
  const head = core
    ? join(u32le(12), u16le(width), u16le(height), u16le(1), u16le(bits))
    : infoHeader(width, topDown ? -height : height, bits, bits === 16 ? 3 : 0, palette.length);
  const masks = bits === 16 ? [0xf800, 0x07e0, 0x001f].flatMap(u32le) : tableOf(palette, palette.length);
  return { head, masks, body: join(...rows) };
}

/** @param {readonly number[]} values @param {number} bits */
function rowBytes(values, bits) {
  if (bits >= 8) return values.flatMap((value) => u32le(value).slice(0, bits / 8));
  const bytes = new Uint8Array(Math.ceil((values.length * bits) / 8));
  for (const [i, value] of values.entries()) {
    const place = i * bits;
    bytes[place >> 3] = at(bytes, place >> 3) | (value << (8 - bits - (place & 7)));
  }
  return [...bytes];
}

/** @param {readonly number[]} row */
const padded = (row) => [...row, ...Array((4 - (row.length % 4)) % 4).fill(0)];

/** @param {number} width @param {number} height @param {number} bits @param {number} compression @param {number} [colors] */
const infoHeader = (width, height, bits, compression, colors = 0) =>
  join(
    u32le(40),
    u32le(width),
    u32le(height),
    u16le(1),
    u16le(bits),
    u32le(compression),
    Array(12).fill(0),
    u32le(colors),
    u32le(0),
  );

/** @param {readonly (readonly number[])[]} palette @param {number} length */
function tableOf(palette, length) {
  const table = new Uint8Array(length * 4);
  table.set(palette.flatMap((color) => [at(color, 2), at(color, 1), at(color, 0), 0]));
  return table;
}

/** @param {readonly (readonly number[])[]} palette @param {readonly number[]} color */
function indexIn(palette, color) {
  const index = palette.findIndex((each) => each[0] === color[0] && each[1] === color[1] && each[2] === color[2]);
  if (index < 0) throw new RangeError("a color is not in the palette");
  return index;
}
