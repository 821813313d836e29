/** Sets of ids that may have millions of members: eight bytes an id, half of the places being empty. */
import { encode, QUOTE } from "./bytes.ts";
import { hasEscape, type Span, textAt } from "./fields.ts";

/** More are not taken down: their table alone would need more than 32 MiB. */
const MAX_MEMBERS = 2_097_152;

/** Numbers other than 0 that are whole and below 2^53. */
export class HashSet {
  #places = new Float64Array(64);
  #size = 0;

  /** Is it a member? Also true when that cannot be told: in reasonable time, or because the set is full. */
  has(hash: number): boolean {
    const place = placeOf(this.#places, hash);
    return place < 0 || this.#places[place] === hash || this.#size >= MAX_MEMBERS;
  }

  add(hash: number): void {
    const place = placeOf(this.#places, hash);
    if (place < 0 || this.#places[place] === hash || this.#size >= MAX_MEMBERS) return;
    this.#places[place] = hash;
    this.#size++;
    if (this.#size * 2 <= this.#places.length) return;
    const larger = new Float64Array(this.#places.length * 2);
    for (const member of this.#places) {
      const found = member === 0 ? -1 : placeOf(larger, member);
      if (found >= 0) larger[found] = member;
    }
    this.#places = larger;
  }
}

/** Chance makes no such crowd of neighbors in a table that is half empty; ids that are made for it do. */
const CROWD = 256;

/** Where the number is, or where it can be put; -1 when neither is found nearby. */
function placeOf(places: Float64Array, hash: number): number {
  const mask = places.length - 1;
  for (let step = 0; step < CROWD; step++) {
    const place = (hash + step) & mask;
    if (places[place] === 0 || places[place] === hash) return place;
  }
  return -1;
}

/** The hash of a string in JSON, however it is escaped; 0 when there is none, or an empty one. */
export function hashOf(bytes: Uint8Array, span: Span): number {
  const { start, end } = span;
  if (start < 0 || bytes[start] !== QUOTE || end - start <= 2) return 0;
  if (hasEscape(bytes, start, end)) return hashOfText(textAt(bytes, span) ?? "");
  return hashRange(bytes, start + 1, end - 1);
}

/** The same for the string itself. */
export function hashOfText(text: string): number {
  if (text === "") return 0;
  const bytes = encode(text);
  return hashRange(bytes, 0, bytes.length);
}

/** FNV-1a, twice, mixed: 53 bits that are never 0. Not meant to withstand an enemy, who would gain nothing here. */
function hashRange(bytes: Uint8Array, start: number, end: number): number {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] as number;
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x85ebca6b);
    b ^= b >>> 15;
  }
  a ^= a >>> 16;
  return (a >>> 11) * 4294967296 + (b >>> 0) || 1;
}
