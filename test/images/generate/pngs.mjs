// @ts-check
import { deflateSync } from "node:zlib";
import { at, indexOf, join, patched, u16, u32 } from "./bytes.mjs";
import { anything, cuts, exact, image, unmeasured } from "./fixture.mjs";
import { exifBody } from "./jpeg.mjs";
import {
  drawing,
  firstClear,
  gray,
  opaque,
  photo,
  pixel,
  quadrantOf,
  quadrants,
  stored,
  translucent,
} from "./picture.mjs";
import { chunk, encodePng, header, signature } from "./png.mjs";

/**
 * @typedef {import("./picture.mjs").Picture} Picture
 * @typedef {import("./png.mjs").PngOptions} PngOptions
 */

const flat = quadrants();
const seeThrough = quadrants(translucent);
const grayFlat = quadrants(gray);
const grained = photo(160, 120, opaque, 6);

/** @param {Picture} picture @param {Partial<PngOptions>} [options] */
const rgb = (picture, options) =>
  encodePng(picture.width, picture.height, (x, y) => pixel(picture, x, y).slice(0, 3), { type: 2, ...options });

/** @param {Picture} picture @param {Partial<PngOptions>} [options] */
const rgba = (picture, options) =>
  encodePng(picture.width, picture.height, (x, y) => pixel(picture, x, y), { type: 6, ...options });

/** One value for each quadrant. @param {readonly number[]} values @param {PngOptions} options */
const quadrantPng = (values, options) => encodePng(96, 64, (x, y) => [at(values, quadrantOf(x, y, 96, 64))], options);

/** @param {readonly number[]} levels @returns {import("./picture.mjs").Corners} */
const grays = (levels) => /** @type {any} */ (levels.map((level) => [level, level, level, 255]));

const palette = chunk(
  "PLTE",
  opaque.flatMap((color) => color.slice(0, 3)),
);
const exactly = (/** @type {import("./picture.mjs").Corners} */ corners) => ({ corners, tolerance: exact });
const good = exactly(opaque);

export function pngs() {
  return [...kinds(), ...metadata(), ...damaged(), ...hostile()];
}

function kinds() {
  const large = photo(320, 240, opaque, 6);
  const clear = photo(160, 120, translucent, 6);
  const fine = { width: 320, height: 240 };
  return [
    image(
      "png/gray-1",
      quadrantPng([0, 1, 1, 0], { type: 0, depth: 1 }),
      { bitDepth: 1, alpha: false },
      exactly(grays([0, 255, 255, 0])),
    ),
    image(
      "png/gray-2",
      quadrantPng([0, 1, 2, 3], { type: 0, depth: 2 }),
      { bitDepth: 2 },
      exactly(grays([0, 85, 170, 255])),
    ),
    image(
      "png/gray-4",
      quadrantPng([1, 5, 9, 15], { type: 0, depth: 4 }),
      { bitDepth: 4 },
      exactly(grays([17, 85, 153, 255])),
    ),
    image("png/gray-8", quadrantPng([60, 120, 180, 240], { type: 0 }), { bitDepth: 8 }, exactly(gray)),
    image(
      "png/gray-16",
      quadrantPng(
        [60, 120, 180, 240].map((v) => v * 257),
        { type: 0, depth: 16 },
      ),
      { bitDepth: 16 },
      exactly(gray),
    ),
    image(
      "png/gray-transparent-color",
      quadrantPng([60, 120, 180, 240], { type: 0, before: [chunk("tRNS", u16(60))] }),
      { alpha: true },
      exactly([[0, 0, 0, 0], gray[1], gray[2], gray[3]]),
    ),
    image("png/rgb-8", rgb(flat), { bitDepth: 8, alpha: false, progressive: false }, good),
    image(
      "png/rgb-16",
      encodePng(
        96,
        64,
        (x, y) =>
          pixel(flat, x, y)
            .slice(0, 3)
            .map((v) => v * 257),
        { type: 2, depth: 16 },
      ),
      { bitDepth: 16 },
      good,
    ),
    image(
      "png/rgb-transparent-color",
      rgb(flat, { before: [chunk("tRNS", opaque[0].slice(0, 3).flatMap(u16))] }),
      { alpha: true },
      exactly(firstClear),
    ),
    image(
      "png/palette-1",
      encodePng(96, 64, (x, y) => [quadrantOf(x, y, 96, 64) & 1], { type: 3, depth: 1, before: [palette] }),
      { bitDepth: 1 },
      exactly([opaque[0], opaque[1], opaque[0], opaque[1]]),
    ),
    image("png/palette-2", quadrantPng([0, 1, 2, 3], { type: 3, depth: 2, before: [palette] }), { bitDepth: 2 }, good),
    image("png/palette-4", quadrantPng([0, 1, 2, 3], { type: 3, depth: 4, before: [palette] }), { bitDepth: 4 }, good),
    image("png/palette-8", quadrantPng([0, 1, 2, 3], { type: 3, before: [palette] }), { alpha: false }, good),
    image(
      "png/palette-transparent",
      quadrantPng([0, 1, 2, 3], { type: 3, before: [palette, chunk("tRNS", [0])] }),
      { alpha: true },
      { ...exactly(firstClear), format: "png" },
    ),
    image(
      "png/palette-translucent",
      quadrantPng([0, 1, 2, 3], {
        type: 3,
        before: [
          palette,
          chunk(
            "tRNS",
            translucent.map((color) => color[3]),
          ),
        ],
      }),
      { alpha: true },
      exactly(translucent),
    ),
    image(
      "png/gray-alpha-8",
      encodePng(96, 64, (x, y) => [pixel(grayFlat, x, y)[0], x < 48 ? 255 : 100], { type: 4 }),
      { alpha: true },
      exactly([gray[0], [120, 120, 120, 100], gray[2], [240, 240, 240, 100]]),
    ),
    image(
      "png/gray-alpha-16",
      encodePng(96, 64, (x, y) => [pixel(grayFlat, x, y)[0] * 257, 65_535], { type: 4, depth: 16 }),
      { alpha: true, bitDepth: 16 },
      exactly(gray),
    ),
    image("png/rgba-8", rgba(seeThrough), { alpha: true }, { ...exactly(translucent), format: "png" }),
    image(
      "png/rgba-16",
      encodePng(96, 64, (x, y) => pixel(seeThrough, x, y).map((v) => v * 257), { type: 6, depth: 16 }),
      { alpha: true, bitDepth: 16 },
      exactly(translucent),
    ),
    image("png/rgba-all-opaque", rgba(flat), { alpha: true }, good),
    image("png/interlaced-rgba", rgba(seeThrough, { interlaced: true }), { progressive: true }, exactly(translucent)),
    image(
      "png/interlaced-palette-2",
      quadrantPng([0, 1, 2, 3], { type: 3, depth: 2, interlaced: true, before: [palette] }),
      { progressive: true },
      good,
    ),
    image(
      "png/interlaced-gray-16",
      quadrantPng(
        [60, 120, 180, 240].map((v) => v * 257),
        { type: 0, depth: 16, interlaced: true },
      ),
      { progressive: true },
      exactly(gray),
    ),
    image(
      "png/interlaced-narrow",
      rgb(quadrants(opaque, 3, 200), { interlaced: true }),
      { width: 3, height: 200 },
      { corners: anything },
    ),
    image("png/photo", rgb(large), fine, { corners: opaque, tolerance: 4 }),
    image(
      "png/photo-interlaced",
      rgb(large, { interlaced: true }),
      { ...fine, progressive: true },
      { corners: opaque, tolerance: 4 },
    ),
    image("png/photo-translucent", rgba(clear), { width: 160, height: 120 }, { corners: translucent, tolerance: 4 }),
    image("png/drawing", rgb(drawing(640, 400)), { width: 640, height: 400 }, { corners: anything }),
    image("png/one-pixel-high", rgb(quadrants(opaque, 200, 1)), { width: 200, height: 1 }, { corners: anything }),
  ];
}

function metadata() {
  const control = (/** @type {number} */ sequence) =>
    chunk("fcTL", u32(sequence), u32(96), u32(64), u32(0), u32(0), [0, 1, 0, 2, 0, 0]);
  const frames = chunk("acTL", u32(2), u32(0));
  const black = deflateSync(new Uint8Array(64 * (1 + 96 * 3)));
  const second = [control(1), chunk("fdAT", u32(2), black)];
  const hidden = [control(0), chunk("fdAT", u32(1), black), control(2), chunk("fdAT", u32(3), black)];
  const oriented = stored(flat, 6);
  const bomb = deflateSync(new Uint8Array(64 * 2 ** 20), { level: 9 });
  return [
    image(
      "png/animated",
      rgb(flat, { before: [frames, control(0)], after: second }),
      { frames: 2 },
      { ...good, warned: true },
    ),
    image(
      "png/animated-without-default",
      rgb(flat, { before: [frames], after: hidden }),
      { frames: 2 },
      { ...good, warned: true },
    ),
    image("png/exif-6", rgb(oriented, { before: [chunk("eXIf", exifBody(6))] }), { orientation: 6 }, good),
    image(
      "png/exif-8-behind-pixels",
      rgb(stored(flat, 8), { after: [chunk("eXIf", exifBody(8, true))] }),
      { orientation: 8 },
      good,
    ),
    image("png/many-pieces", rgb(flat, { pieces: 40 }), {}, good),
    image("png/text", rgb(flat, { before: [chunk("tEXt", "Comment\0a secret place")] }), {}, good),
    image("png/text-bomb", rgb(flat, { before: [chunk("zTXt", "Comment\0\0", bomb)] }), {}, good),
    image("png/profile-bomb", rgb(flat, { before: [chunk("iCCP", "p\0\0", bomb)] }), {}, good),
    image("png/garbage-behind", join(rgb(flat), Array(64).fill(7)), {}, good),
  ];
}

function damaged() {
  const plain = rgb(flat);
  const data = indexOf(plain, "IDAT");
  const cut = rgb(grained);
  const half = deflateSync(new Uint8Array(32 * (1 + 96 * 3)).fill(0));
  const crc = plain.length - 16;
  return [
    image("png/bad-check-of-pixels", patched(plain, crc, [1, 2, 3, 4]), {}, good),
    image("png/bad-check-of-header", patched(plain, 29, [1, 2, 3, 4]), {}, good),
    image("png/bad-checksum-of-stream", patched(plain, crc - 4, [1, 2, 3, 4]), {}, { ...exactly(opaque) }),
    image("png/bad-stream", patched(plain, data + 4, [0xff, 0xff, 0xff, 0xff]), {}, { code: "undecodable" }),
    image(
      "png/bad-filter",
      withData(deflateSync(new Uint8Array(64 * (1 + 96 * 3)).fill(9))),
      {},
      { code: "undecodable" },
    ),
    image(
      "png/half-of-the-rows",
      withData(half),
      {},
      { corners: [[0, 0, 0, 255], [0, 0, 0, 255], null, null], tolerance: exact, warned: true },
    ),
    image("png/no-rows", withData(deflateSync(new Uint8Array(0))), {}, { code: "undecodable" }),
    image("png/no-pixels", join(signature, header(96, 64, { type: 2 }), chunk("IEND")), {}, { code: "undecodable" }),
    image("png/no-palette", quadrantPng([0, 1, 2, 3], { type: 3 }), {}, { code: "undecodable" }),
    image(
      "png/outside-palette",
      quadrantPng([0, 1, 2, 200], { type: 3, before: [palette] }),
      {},
      { corners: [opaque[0], opaque[1], opaque[2], null], tolerance: exact },
    ),
    image("png/wrong-depth", patched(plain, 24, [3]), {}, { code: "undecodable" }),
    image("png/wrong-color-type", patched(plain, 25, [5]), {}, { code: "undecodable" }),
    ...cuts(cut).map(({ tenths, part }) => truncated(`png/cut-${tenths}`, part, tenths)),
    ...cuts(rgb(grained, { interlaced: true })).map(({ tenths, part }) =>
      image(
        `png/interlaced-cut-${tenths}`,
        part,
        { width: 160, height: 120, truncated: true },
        { corners: anything, warned: true },
      ),
    ),
    unmeasured("png/signature-only", signature),
    unmeasured("png/garbage", join(signature, Array(200).fill(0x55))),
  ];
}

function hostile() {
  const plain = rgb(flat);
  const sides = (/** @type {number} */ width, /** @type {number} */ height) =>
    patched(plain, 16, [...u32(width), ...u32(height)]);
  const white = deflateSync(new Uint8Array(30_000 * 3751), { level: 9 });
  return [
    image("png/bomb-behind-rows", rgb(flat, { behindRows: new Uint8Array(64 * 2 ** 20) }), {}, good),
    image(
      "png/30000x30000",
      join(signature, header(30_000, 30_000, { type: 0, depth: 1 }), chunk("IDAT", white), chunk("IEND")),
      { width: 30_000, height: 30_000 },
      { code: "too-large" },
    ),
    image("png/lies-60000x60000", sides(60_000, 60_000), { width: 60_000, height: 60_000 }, { code: "too-large" }),
    image("png/lies-2147483647x1", sides(2 ** 31 - 1, 1), { width: 2 ** 31 - 1, height: 1 }, { code: "too-large" }),
    image(
      "png/lies-4096x4096-interlaced",
      patched(sides(4096, 4096), 28, [1]),
      { progressive: true, width: 4096, height: 4096 },
      { code: "too-large" },
    ),
    image("png/lies-5000x4000", sides(5000, 4000), { width: 5000, height: 4000 }, { corners: anything, warned: true }),
    image("png/0x10", sides(0, 10), { width: 0, height: 10 }, { code: "undecodable" }),
  ];
}

/** The header of the quadrants and another stream. @param {Uint8Array} stream */
const withData = (stream) => join(signature, header(96, 64, { type: 2 }), chunk("IDAT", stream), chunk("IEND"));

/** @param {string} name @param {Uint8Array} part @param {number} tenths */
function truncated(name, part, tenths) {
  const [left, right] = tenths > 6 ? [opaque[0], opaque[1]] : [null, null];
  const expect = { corners: [left, right, null, null], tolerance: 4, warned: true };
  return image(name, part, { width: 160, height: 120, truncated: true }, expect);
}
