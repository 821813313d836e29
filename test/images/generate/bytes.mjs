// @ts-check
// Bytes are put together from numbers, texts of one byte a character, and other bytes.

/** @typedef {Uint8Array | readonly number[] | string} Part */

/** @param {...Part} parts @returns {Uint8Array<ArrayBuffer>} */
export function join(...parts) {
  const pieces = parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part));
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.length;
  }
  return bytes;
}

/** @param {number} value @returns {number[]} big-endian */
export const u16 = (value) => [(value >>> 8) & 255, value & 255];

/** @param {number} value @returns {number[]} big-endian */
export const u32 = (value) => [...u16(value >>> 16), ...u16(value)];

/** @param {number} value @returns {number[]} little-endian */
export const u16le = (value) => u16(value).reverse();

/** @param {number} value @returns {number[]} little-endian */
export const u24le = (value) => [...u16le(value), (value >>> 16) & 255];

/** @param {number} value @returns {number[]} little-endian */
export const u32le = (value) => u32(value).reverse();

/** The element, where its absence would be a mistake of the generator. @template T @param {ArrayLike<T>} list @param {number} i @returns {T} */
export function at(list, i) {
  const value = list[i];
  if (value === undefined) throw new RangeError(`there is no element ${i}`);
  return value;
}

/** A copy with other bytes from an offset on. @param {Uint8Array} bytes @param {number} offset @param {Part} part */
export const patched = (bytes, offset, part) =>
  join(bytes.subarray(0, offset), part, bytes.subarray(offset + part.length));

/** Where a sequence of bytes starts. @param {Uint8Array} bytes @param {Part} part @param {number} [from] @returns {number} */
export function indexOf(bytes, part, from = 0) {
  const offset = Buffer.from(bytes).indexOf(Buffer.from(join(part)), from);
  if (offset < 0) throw new RangeError("the bytes do not occur");
  return offset;
}

/** The same numbers in every run, each from 0 up to 255. @param {number} seed @returns {() => number} */
export function noise(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  };
}

/** @param {Uint8Array} bytes @returns {string} */
export const base64 = (bytes) => Buffer.from(bytes).toString("base64");
