// @ts-check
// Animated WebP files, put together from stills.
import { at, join, u24le, u32le } from "./bytes.mjs";

/** @typedef {{ still: Uint8Array, left: number, top: number, width: number, height: number }} WebpFrame */

/** @param {string} type @param {...import("./bytes.mjs").Part} parts */
export function riffChunk(type, ...parts) {
  const body = join(...parts);
  return join(type, u32le(body.length), body, body.length % 2 ? [0] : []);
}

/** @param {...import("./bytes.mjs").Part} chunks */
export function riff(...chunks) {
  const body = join("WEBP", ...chunks);
  return join("RIFF", u32le(body.length), body);
}

/** The chunks of a still that hold its pixels: without VP8X and metadata. @param {Uint8Array} still */
export function pixelChunks(still) {
  const view = new DataView(still.buffer, still.byteOffset, still.byteLength);
  const kept = [];
  for (let start = 12; start + 8 <= still.length; ) {
    const end = start + 8 + view.getUint32(start + 4, true);
    const type = String.fromCharCode(...still.subarray(start, start + 4));
    if (["VP8 ", "VP8L", "ALPH"].includes(type)) kept.push(still.subarray(start, end + (end % 2)));
    start = end + (end % 2);
  }
  return join(...kept);
}

/** The header of the extended form. @param {number} flags @param {number} width @param {number} height */
export const extended = (flags, width, height) =>
  riffChunk("VP8X", [flags, 0, 0, 0], u24le(width - 1), u24le(height - 1));

/** @param {number} width of the canvas @param {number} height @param {readonly WebpFrame[]} frames at even offsets */
export function animateWebp(width, height, frames) {
  const parts = frames.map(({ still, left, top, width: w, height: h }) =>
    riffChunk("ANMF", u24le(left / 2), u24le(top / 2), u24le(w - 1), u24le(h - 1), u24le(100), [0], pixelChunks(still)),
  );
  if (at(frames, 0).left % 2 || at(frames, 0).top % 2) throw new RangeError("offsets are stored halved");
  return riff(extended(0x12, width, height), riffChunk("ANIM", [0, 0, 0, 0, 0, 0]), ...parts);
}
