// @ts-check
// What a fixture is made of.
import { base64 } from "./bytes.mjs";

/**
 * @typedef {import("../fixtures.d.ts").ImageFixture} ImageFixture
 * @typedef {import("../fixtures.d.ts").Expectation} Expectation
 * @typedef {Partial<import("../../../src/images/types.ts").ImageInfo>} Info
 */

const labels = /** @type {const} */ ({
  avif: "image/avif",
  bmp: "image/bmp",
  gif: "image/gif",
  heic: "image/heic",
  ico: "image/x-icon",
  jpeg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  tiff: "image/tiff",
  webp: "image/webp",
});

/** Means of quadrants differ by so much from what was painted: nothing, or as much as lossy codecs take. */
export const exact = 2;
export const lossy = 12;

/** Colors that are not compared. */
export const anything = [null, null, null, null];

/** An image under the label of its own format.
 * @param {string} name of the format and what is special @param {Uint8Array} bytes @param {Info} info what its head says
 * @param {Omit<Expectation, "info">} expect @returns {ImageFixture} */
export function image(name, bytes, info, expect) {
  const format = /** @type {keyof typeof labels} */ (name.split("/")[0]);
  const mimeType = labels[format];
  return {
    name,
    data: base64(bytes),
    mimeType,
    expect: { info: { format, mimeType, bytes: bytes.length, width: 96, height: 64, ...info }, ...expect },
  };
}

/** The beginning of an image, or worse: nothing says how large it is. @param {string} name @param {Uint8Array} bytes */
export const unmeasured = (name, bytes) => image(name, bytes, { width: 0, height: 0 }, { code: "undecodable" });

/** Something that is no image. @param {string} name @param {Uint8Array} bytes @returns {ImageFixture} */
export function noImage(name, bytes) {
  const format = /** @type {keyof typeof labels} */ (name.split("/")[0]);
  return { name, data: base64(bytes), mimeType: labels[format] ?? "image/png", expect: { info: null } };
}

/** The first tenths of a file. @param {Uint8Array} bytes @returns {{ tenths: number, part: Uint8Array }[]} */
export function cuts(bytes) {
  return Array.from({ length: 9 }, (_, i) => ({
    tenths: i + 1,
    part: bytes.subarray(0, Math.floor((bytes.length * (i + 1)) / 10)),
  }));
}
