// @ts-check
// The pictures that are encoded: four quadrants, whose colors tell whether a picture was turned, flipped or mixed up.
import { at, noise } from "./bytes.mjs";

/**
 * @typedef {{ width: number, height: number, rgba: Uint8Array<ArrayBuffer> }} Picture
 * @typedef {readonly [number, number, number, number]} Color red, green, blue and alpha, 0 to 255
 * @typedef {readonly [Color, Color, Color, Color]} Corners top left, top right, bottom left, bottom right
 */

/** @type {Corners} */
export const opaque = [
  [220, 30, 30, 255],
  [30, 200, 30, 255],
  [30, 30, 220, 255],
  [240, 240, 240, 255],
];

/** @type {Corners} */
export const gray = [
  [60, 60, 60, 255],
  [120, 120, 120, 255],
  [180, 180, 180, 255],
  [240, 240, 240, 255],
];

/** The same colors, each with another alpha. @type {Corners} */
export const translucent = [
  [220, 30, 30, 128],
  [30, 200, 30, 255],
  [30, 30, 220, 64],
  [240, 240, 240, 192],
];

/** The same colors, the first one invisible. @type {Corners} */
export const firstClear = [[0, 0, 0, 0], opaque[1], opaque[2], opaque[3]];

/** @param {number} width @param {number} height @param {(x: number, y: number) => Color} color @returns {Picture} */
export function paint(width, height, color) {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rgba.set(color(x, y), (y * width + x) * 4);
  }
  return { width, height, rgba };
}

/** @param {Corners} [corners] @param {number} [width] @param {number} [height] */
export const quadrants = (corners = opaque, width = 96, height = 64) =>
  paint(width, height, (x, y) => at(corners, quadrantOf(x, y, width, height)));

/** The number of the color at a pixel. @param {number} x @param {number} y @param {number} width @param {number} height */
export const quadrantOf = (x, y, width, height) => (y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1);

/** Four quadrants with waves and grain, as a photo has them: in the middle of a quadrant they cancel out.
 * @param {number} width @param {number} height @param {Corners} [corners] @param {number} [grain] @returns {Picture} */
export function photo(width, height, corners = opaque, grain = 24) {
  const next = noise(width * 7919 + height);
  return paint(width, height, (x, y) => {
    const [red, green, blue, alpha] = at(corners, quadrantOf(x, y, width, height));
    const wave = 14 * Math.sin((x * 64 * Math.PI) / width) * Math.sin((y * 48 * Math.PI) / height);
    const shift = Math.round(wave + ((next() - 127.5) / 127.5) * grain);
    const clamp = (/** @type {number} */ value) => Math.min(255, Math.max(0, value + shift));
    return [clamp(red), clamp(green), clamp(blue), alpha];
  });
}

/** Few colors and sharp edges, as a screen has them. @param {number} width @param {number} height */
export function drawing(width, height) {
  const next = noise(11);
  const lengths = Array.from({ length: Math.ceil(height / 16) }, () => 100 + next() * 2);
  return paint(width, height, (x, y) => {
    if (x < 80) return opaque[2];
    const line = y >> 4;
    return x < at(lengths, line) && (y & 15) > 7 ? at(opaque, line & 1) : opaque[3];
  });
}

/** The pixels as a camera stores them that notes this EXIF orientation: a viewer shows the picture itself.
 * @param {Picture} picture @param {number} orientation 1 to 8 @returns {Picture} */
export function stored(picture, orientation) {
  const { width: w, height: h } = picture;
  /** From a stored pixel to the one that is shown. @type {readonly ((x: number, y: number) => [number, number])[]} */
  const sources = [
    (x, y) => [x, y],
    (x, y) => [w - 1 - x, y],
    (x, y) => [w - 1 - x, h - 1 - y],
    (x, y) => [x, h - 1 - y],
    (x, y) => [y, x],
    (x, y) => [w - 1 - y, x],
    (x, y) => [w - 1 - y, h - 1 - x],
    (x, y) => [y, h - 1 - x],
  ];
  const source = at(sources, orientation - 1);
  const swapped = orientation > 4;
  return paint(swapped ? h : w, swapped ? w : h, (x, y) => pixel(picture, ...source(x, y)));
}

/** @param {Picture} picture @param {number} x @param {number} y @returns {Color} */
export function pixel({ width, rgba }, x, y) {
  const i = (y * width + x) * 4;
  return [at(rgba, i), at(rgba, i + 1), at(rgba, i + 2), at(rgba, i + 3)];
}

/** One value a pixel. @param {Picture} picture @param {(color: Color) => number} value @returns {number[]} */
export function plane(picture, value) {
  const values = [];
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) values.push(value(pixel(picture, x, y)));
  }
  return values;
}

/** Red, green and blue without alpha. @param {Picture} picture @returns {Uint8Array<ArrayBuffer>} */
export const rgbOf = ({ rgba }) => rgba.filter((_, i) => i % 4 < 3);
