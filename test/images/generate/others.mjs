// @ts-check
// GIF, WebP, BMP, ICO, AVIF, HEIC, TIFF, SVG.
import sharp from "sharp";
import { encodeBmp, encodeIco, encodeRleBmp } from "./bmp.mjs";
import { at, indexOf, join, noise, patched, u16le, u32le } from "./bytes.mjs";
import { anything, cuts, exact, image, lossy, noImage, unmeasured } from "./fixture.mjs";
import { encodeGif } from "./gif.mjs";
import { exifBody } from "./jpeg.mjs";
import { heic } from "./once.mjs";
import { firstClear, opaque, photo, pixel, quadrantOf, quadrants, stored, translucent } from "./picture.mjs";
import { encodePng } from "./png.mjs";
import { animateWebp, extended, pixelChunks, riff, riffChunk } from "./webp.mjs";

/** @typedef {import("./picture.mjs").Picture} Picture */

const flat = quadrants();
const good = { corners: opaque, tolerance: exact };
/** What no frame reaches. */
const beyond = /** @type {const} */ ([0, 0, 0, 0]);
const fair = { corners: opaque, tolerance: lossy };

export async function others() {
  return [...gifs(), ...(await webps()), ...bmps(), ...icons(), ...(await rest())];
}

/** @param {number} width @param {number} height @param {(index: number) => number} [map] @returns {number[]} */
const indices = (width, height, map = (index) => index) =>
  Array.from({ length: width * height }, (_, i) => map(quadrantOf(i % width, Math.floor(i / width), width, height)));

function gifs() {
  const whole = { left: 0, top: 0, width: 96, height: 64, indices: indices(96, 64) };
  const still = encodeGif(96, 64, opaque, [whole]);
  const pixels = indexOf(still, [0x2c, 0, 0, 0, 0, 96, 0, 64, 0]) + 11;
  const garbage = Uint8Array.from({ length: 300 }, noise(3));
  const next = { ...whole, indices: indices(96, 64, (index) => 3 - index) };
  // The lower right quadrant alone, on a screen that is otherwise empty.
  const part = { left: 48, top: 32, width: 48, height: 32, indices: Array(48 * 32).fill(2) };
  const offset = [beyond, beyond, beyond, opaque[2]];
  return [
    image("gif/still", still, { frames: 1 }, good),
    image("gif/interlaced", encodeGif(96, 64, opaque, [{ ...whole, interlaced: true }]), {}, good),
    image(
      "gif/transparent",
      encodeGif(96, 64, opaque, [{ ...whole, clear: 0 }]),
      { alpha: true },
      { corners: firstClear, tolerance: exact },
    ),
    image("gif/animated", encodeGif(96, 64, opaque, [whole, next]), { frames: 2 }, { ...good, warned: true }),
    image(
      "gif/first-frame-at-an-offset",
      encodeGif(96, 64, opaque, [part, whole]),
      { frames: 2 },
      { corners: offset, tolerance: exact, warned: true },
    ),
    image(
      "gif/frame-beyond-the-screen",
      encodeGif(96, 64, opaque, [{ ...whole, left: 40 }]),
      {},
      { corners: [beyond, opaque[0], beyond, opaque[2]], tolerance: exact },
    ),
    image(
      "gif/lies-65535x65535",
      patched(still, 6, [...u16le(65_535), ...u16le(65_535)]),
      { width: 65_535, height: 65_535 },
      { code: "too-large" },
    ),
    image(
      "gif/frame-lies-65535x65535",
      patched(still, pixels - 6, [...u16le(65_535), ...u16le(65_535)]),
      {},
      { code: "undecodable" },
    ),
    image("gif/garbage-in-pixels", patched(still, pixels + 300, garbage), {}, { corners: anything, warned: true }),
    image("gif/no-frame", encodeGif(96, 64, opaque, []), {}, { code: "undecodable" }),
    ...cuts(still)
      .filter(({ tenths }) => tenths % 3 === 0)
      .map(({ tenths, part: bytes }) =>
        image(`gif/cut-${tenths}`, bytes, { truncated: true }, { corners: anything, warned: true }),
      ),
    unmeasured("gif/signature-only", join("GIF89a")),
  ];
}

/** @param {Picture} picture @param {import("sharp").WebpOptions} options @returns {Promise<Uint8Array>} */
const webp = async ({ width, height, rgba }, options) =>
  new Uint8Array(
    await sharp(rgba, { raw: { width, height, channels: 4 } })
      .webp(options)
      .toBuffer(),
  );

async function webps() {
  const lossyStill = await webp(flat, { quality: 80 });
  const exactStill = await webp(flat, { lossless: true });
  const clear = quadrants(translucent);
  const large = photo(640, 480);
  const part = {
    still: await webp(quadrants([opaque[2], opaque[2], opaque[2], opaque[2]], 48, 32), { lossless: true }),
    left: 48,
    top: 32,
    width: 48,
    height: 32,
  };
  const whole = { still: exactStill, left: 0, top: 0, width: 96, height: 64 };
  const other = { ...whole, still: await webp(photo(96, 64), { quality: 60 }) };
  const vp8 = indexOf(lossyStill, [0x9d, 0x01, 0x2a]) + 3;
  const oriented = riff(
    extended(8, 64, 96),
    pixelChunks(await webp(stored(flat, 6), { lossless: true })),
    riffChunk("EXIF", exifBody(6)),
  );
  return [
    image("webp/lossy", lossyStill, {}, fair),
    image("webp/lossless", exactStill, {}, good),
    image(
      "webp/alpha",
      await webp(clear, { quality: 80 }),
      { alpha: true },
      { corners: translucent, tolerance: lossy },
    ),
    image(
      "webp/alpha-lossless",
      await webp(clear, { lossless: true, exact: true }),
      { alpha: true },
      { corners: translucent, tolerance: exact },
    ),
    image("webp/photo", await webp(large, { quality: 75 }), { width: 640, height: 480 }, { ...fair, format: "jpeg" }),
    image("webp/exif-6", oriented, { orientation: 6 }, good),
    image("webp/animated", animateWebp(96, 64, [whole, other]), { frames: 2 }, { ...good, warned: true }),
    image(
      "webp/animated-lossy",
      animateWebp(96, 64, [{ ...whole, still: lossyStill }, other]),
      { frames: 2 },
      { ...fair, warned: true },
    ),
    image(
      "webp/animated-alpha",
      animateWebp(96, 64, [{ ...whole, still: await webp(clear, { quality: 80 }) }, other]),
      { frames: 2 },
      { corners: translucent, tolerance: lossy, warned: true },
    ),
    image(
      "webp/first-frame-at-an-offset",
      animateWebp(96, 64, [part, whole]),
      { frames: 2 },
      { corners: [beyond, beyond, beyond, opaque[2]], tolerance: exact, warned: true },
    ),
    image("webp/animated-one-frame", animateWebp(96, 64, [whole]), { frames: 1 }, good),
    image(
      "webp/animated-no-frame",
      riff(extended(0x12, 96, 64), riffChunk("ANIM", [0, 0, 0, 0, 0, 0])),
      {},
      { code: "undecodable" },
    ),
    image("webp/frame-beyond-the-canvas", animateWebp(96, 64, [{ ...whole, left: 48 }]), {}, { code: "undecodable" }),
    image(
      "webp/lies-16383x16383",
      patched(lossyStill, vp8, [...u16le(16_383), ...u16le(16_383)]),
      { width: 16_383, height: 16_383 },
      { code: "too-large" },
    ),
    image(
      "webp/canvas-lies-2^24",
      riff(extended(0, 2 ** 24, 2 ** 24), pixelChunks(lossyStill)),
      { width: 2 ** 24, height: 2 ** 24 },
      { code: "too-large" },
    ),
    image(
      "webp/canvas-lies-small",
      riff(extended(0, 60, 60), pixelChunks(lossyStill)),
      { width: 60, height: 60 },
      { code: "undecodable" },
    ),
    ...cuts(lossyStill)
      .filter(({ part: bytes }) => bytes.length >= 30)
      .map(({ tenths, part: bytes }) =>
        image(`webp/cut-${tenths}`, bytes, { truncated: true }, { code: "undecodable" }),
      ),
    image(
      "webp/garbage-in-pixels",
      patched(exactStill, 26, Array.from({ length: 24 }, noise(5))),
      {},
      { code: "undecodable" },
    ),
    unmeasured("webp/head-only", join("RIFF", u32le(4), "WEBP")),
  ];
}

function bmps() {
  const plain = encodeBmp(flat, { bits: 24 });
  const offset = (/** @type {number} */ at) => (/** @type {number} */ value) => patched(plain, at, u32le(value));
  const lies = (/** @type {number} */ width, /** @type {number} */ height) =>
    patched(offset(18)(width), 22, u32le(height));
  return [
    image("bmp/24-bits", plain, {}, good),
    image("bmp/32-bits", encodeBmp(flat, { bits: 32 }), {}, good),
    image("bmp/top-down", encodeBmp(flat, { bits: 24, topDown: true }), {}, good),
    image("bmp/odd-width", encodeBmp(quadrants(opaque, 97, 63), { bits: 24 }), { width: 97, height: 63 }, good),
    image("bmp/16-bits-by-masks", encodeBmp(flat, { bits: 16 }), {}, { corners: opaque, tolerance: 8 }),
    image("bmp/8-bits", encodeBmp(flat, { bits: 8, palette: opaque }), {}, good),
    image("bmp/4-bits", encodeBmp(flat, { bits: 4, palette: opaque }), {}, good),
    image(
      "bmp/1-bit",
      encodeBmp(quadrants([opaque[0], opaque[1], opaque[1], opaque[0]]), { bits: 1, palette: opaque.slice(0, 2) }),
      {},
      { corners: [opaque[0], opaque[1], opaque[1], opaque[0]], tolerance: exact },
    ),
    image("bmp/short-header", encodeBmp(flat, { bits: 24, core: true }), {}, good),
    image("bmp/run-lengths", encodeRleBmp(flat, opaque), {}, { code: "unsupported-format" }),
    image("bmp/lies-32768x32768", lies(32_768, 32_768), { width: 32_768, height: 32_768 }, { code: "too-large" }),
    image("bmp/lies-2000x2000", lies(2000, 2000), { width: 2000, height: 2000 }, { corners: anything, warned: true }),
    image("bmp/pixels-beyond-the-end", offset(10)(1_000_000), {}, { code: "undecodable" }),
    image(
      "bmp/cut-5",
      at(cuts(plain), 4).part,
      {},
      { corners: [null, null, opaque[2], opaque[3]], tolerance: exact, warned: true },
    ),
    noImage("bmp/head-only", plain.subarray(0, 16)),
  ];
}

function icons() {
  const png = (/** @type {Picture} */ picture) =>
    encodePng(picture.width, picture.height, (x, y) => pixel(picture, x, y), { type: 6 });
  const small = quadrants(opaque, 16, 16);
  const clear = quadrants(translucent, 64, 64);
  const square = quadrants(opaque, 64, 64);
  return [
    image(
      "ico/png",
      encodeIco([{ picture: clear, png: png(clear) }]),
      { width: 64 },
      { corners: translucent, tolerance: exact },
    ),
    image("ico/bmp", encodeIco([{ picture: square }]), { width: 64 }, good),
    image("ico/bmp-alpha", encodeIco([{ picture: clear }]), { width: 64 }, { corners: translucent, tolerance: exact }),
    image(
      "ico/largest-of-two",
      encodeIco([{ picture: small }, { picture: square, png: png(square) }]),
      { width: 64 },
      good,
    ),
    image(
      "ico/256",
      encodeIco([{ picture: quadrants(opaque, 256, 256), png: png(quadrants(opaque, 256, 256)) }]),
      { width: 256, height: 256 },
      good,
    ),
    image(
      "ico/offset-beyond-the-end",
      patched(encodeIco([{ picture: square }]), 18, u32le(1_000_000)),
      { width: 64 },
      { code: "undecodable" },
    ),
  ];
}

async function rest() {
  const raw = { raw: { width: 96, height: 64, channels: /** @type {const} */ (4) } };
  const avif = new Uint8Array(await sharp(flat.rgba, raw).removeAlpha().avif({ quality: 60 }).toBuffer());
  const tiff = new Uint8Array(await sharp(flat.rgba, raw).removeAlpha().tiff({ compression: "lzw" }).toBuffer());
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="64"><script>alert(1)</script><rect width="96" height="64" fill="teal"/></svg>';
  const unread = { code: /** @type {const} */ ("unsupported-format") };
  return [
    image("avif/still", avif, {}, unread),
    image("heic/still", heic, {}, unread),
    image("tiff/lzw", tiff, {}, unread),
    image("svg/script", join(svg), {}, unread),
    image("svg/prolog", join([0xef, 0xbb, 0xbf], `<?xml version="1.0"?>\n<!-- a drawing -->\n${svg}`), {}, unread),
  ];
}
