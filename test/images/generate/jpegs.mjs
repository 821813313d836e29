// @ts-check
import sharp from "sharp";
import { at, indexOf, join, noise, patched, u16 } from "./bytes.mjs";
import { anything, cuts, image, lossy, unmeasured } from "./fixture.mjs";
import { encodeColorJpeg, encodeInkJpeg, encodeJpeg, exif, segment } from "./jpeg.mjs";
import { arithmeticJpeg } from "./once.mjs";
import { gray, opaque, photo, plane, quadrants, rgbOf, stored } from "./picture.mjs";

/** @typedef {import("./picture.mjs").Picture} Picture */

/** @param {Picture} picture @param {import("sharp").JpegOptions} options @returns {Promise<Uint8Array>} */
async function encoded(picture, options) {
  const raw = { width: picture.width, height: picture.height, channels: /** @type {const} */ (3) };
  return new Uint8Array(await sharp(rgbOf(picture), { raw }).jpeg(options).toBuffer());
}

export async function jpegs() {
  const flat = quadrants();
  const large = photo(640, 480);
  const small = photo(160, 120);
  const plain = encodeColorJpeg(flat);
  const cut = await encoded(small, { quality: 88, chromaSubsampling: "4:2:0" });
  const progressiveCut = await encoded(small, { quality: 88, progressive: true });
  const good = { corners: opaque, tolerance: lossy };
  const color = { channels: 3, bitDepth: 8, progressive: false, orientation: 1 };
  const [w, h] = [160, 120];
  return [
    image("jpeg/baseline", plain, color, good),
    image("jpeg/subsampled", await encoded(flat, { quality: 90 }), color, good),
    image(
      "jpeg/progressive",
      await encoded(flat, { quality: 90, progressive: true }),
      { ...color, progressive: true },
      good,
    ),
    image("jpeg/restart-markers", encodeColorJpeg(flat, { restart: 4 }), color, good),
    image("jpeg/odd-sides", encodeColorJpeg(quadrants(opaque, 101, 67)), { width: 101, height: 67 }, good),
    image(
      "jpeg/one-pixel-wide",
      encodeColorJpeg(quadrants(opaque, 1, 64)),
      { width: 1 },
      { corners: [opaque[0], null, opaque[2], null], tolerance: lossy },
    ),
    image(
      "jpeg/photo",
      await encoded(large, { quality: 80 }),
      { width: 640, height: 480 },
      { ...good, format: "jpeg" },
    ),
    image(
      "jpeg/photo-progressive",
      await encoded(large, { quality: 80, progressive: true }),
      { width: 640, height: 480, progressive: true },
      { ...good, format: "jpeg" },
    ),
    image(
      "jpeg/gray",
      encodeJpeg(96, 64, [plane(quadrants(gray), ([red]) => red)]),
      { channels: 1 },
      { corners: gray, tolerance: lossy },
    ),
    image(
      "jpeg/rgb-by-adobe",
      encodeJpeg(
        96,
        64,
        [0, 1, 2].map((c) => plane(flat, (each) => at(each, c))),
        { adobe: 0 },
      ),
      color,
      good,
    ),
    image("jpeg/cmyk", encodeInkJpeg(flat), { channels: 4 }, good),
    image("jpeg/ycck", encodeInkJpeg(flat, true), { channels: 4 }, good),
    ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((orientation) =>
      [false, true].map((little) =>
        image(
          `jpeg/exif-${orientation}-${little ? "little" : "big"}-endian`,
          encodeColorJpeg(stored(flat, orientation), { segments: [exif(orientation, little)] }),
          { orientation },
          good,
        ),
      ),
    ),
    image("jpeg/exif-9", encodeColorJpeg(flat, { segments: [exif(9)] }), { orientation: 1 }, good),
    image(
      "jpeg/exif-photo-6",
      await turned(large, 6),
      { width: 640, height: 480, orientation: 6 },
      { ...good, format: "jpeg" },
    ),
    image("jpeg/many-segments", encodeColorJpeg(flat, { segments: profile(4) }), color, good),
    image("jpeg/fill-bytes", join(plain.subarray(0, 2), [0xff, 0xff, 0xff], plain.subarray(2)), color, good),
    image("jpeg/garbage-behind", join(plain, Array(64).fill(0)), color, good),
    image("jpeg/corrupt-scan", corrupted(cut), { width: w, height: h }, { corners: anything, warned: true }),
    ...cuts(cut).map(({ tenths, part }) => truncated(`jpeg/cut-${tenths}`, part, tenths)),
    ...cuts(progressiveCut).map(({ tenths, part }) => truncated(`jpeg/progressive-cut-${tenths}`, part, 0)),
    image(
      "jpeg/header-only",
      cut.subarray(0, scanOf(cut)),
      { width: w, height: h, truncated: true },
      { code: "undecodable" },
    ),
    unmeasured("jpeg/garbage", join([0xff, 0xd8, 0xff, 0xe0], Array.from({ length: 2000 }, noise(1)))),
    unmeasured("jpeg/start-only", join([0xff, 0xd8, 0xff])),
    image("jpeg/12-bits", twelveBits(), { bitDepth: 12 }, { code: "unsupported-format" }),
    image("jpeg/arithmetic", arithmeticJpeg, { channels: 3 }, { code: "unsupported-format" }),
    ...[
      [32768, 32768],
      [60000, 60000],
      [65535, 65535],
      [65535, 8],
      [16, 65535],
    ].map(([width = 0, height = 0]) =>
      image(`jpeg/lies-${width}x${height}`, lying(plain, width, height), { width, height }, { code: "too-large" }),
    ),
    image("jpeg/lies-10000x9000", lying(plain, 10000, 9000), { width: 10000, height: 9000 }, { code: "undecodable" }),
    unmeasured("jpeg/lies-0x0", lying(plain, 0, 0)),
    image("jpeg/no-table", tableless(plain), color, { corners: anything, warned: true }),
  ];
}

/** @param {Picture} picture @param {number} orientation */
async function turned(picture, orientation) {
  const bytes = await encoded(stored(picture, orientation), { quality: 80 });
  return join(bytes.subarray(0, 2), exif(orientation), bytes.subarray(2));
}

/** Color profile segments of the largest size. @param {number} count */
const profile = (count) =>
  Array.from({ length: count }, (_, i) => segment("e2", "ICC_PROFILE\0", [i + 1, count], Array(65_519).fill(0)));

/** Where the scan's header begins. @param {Uint8Array} bytes */
const scanOf = (bytes) => indexOf(bytes, [0xff, 0xda]);

/** @param {string} name @param {Uint8Array} part @param {number} tenths of the rows that are there, about */
function truncated(name, part, tenths) {
  const text = Buffer.from(part);
  const measured = text.includes(Buffer.from([0xff, 0xc0, 0, 17])) || text.includes(Buffer.from([0xff, 0xc2, 0, 17]));
  if (!measured) return unmeasured(name, part);
  const info = { width: 160, height: 120, truncated: true };
  // A scan that has just begun has no block to show.
  if (!text.includes(Buffer.from([0xff, 0xda])) || part.length < scanOf(part) + 40) {
    return image(name, part, info, { code: "undecodable" });
  }
  const [left, right] = tenths > 5 ? [opaque[0], opaque[1]] : [null, null];
  return image(name, part, info, { corners: [left, right, null, null], tolerance: lossy, warned: true });
}

/** Other bytes in the scan, none of which looks like a marker. @param {Uint8Array} bytes */
function corrupted(bytes) {
  const next = noise(7);
  const start = scanOf(bytes) + 60;
  // A byte behind 0xff would become a marker.
  const free = (/** @type {number} */ i) =>
    i > start && i < bytes.length - 8 && bytes[i] !== 0xff && bytes[i - 1] !== 0xff;
  return bytes.map((byte, i) => (i % 20 === 0 && free(i) ? next() & 0x7f : byte));
}

function twelveBits() {
  const picture = quadrants();
  const planes = [0, 1, 2].map((c) => plane(picture, (color) => at(color, c) * 16));
  return encodeJpeg(96, 64, planes, { precision: 12, adobe: 0 });
}

/** @param {Uint8Array} bytes @param {number} width @param {number} height */
const lying = (bytes, width, height) =>
  patched(bytes, indexOf(bytes, [0xff, 0xc0]) + 5, [...u16(height), ...u16(width)]);

/** Without the first Huffman table. @param {Uint8Array} bytes */
function tableless(bytes) {
  const start = indexOf(bytes, [0xff, 0xc4]);
  return join(bytes.subarray(0, start), bytes.subarray(indexOf(bytes, [0xff, 0xc4], start + 2)));
}
