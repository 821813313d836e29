/**
 * Compresses to a zlib stream (RFC 1950 and 1951).
 *
 * `CompressionStream` could, but every runtime has another implementation, and other bytes come out.
 */
import { BitWriter } from "./bit-writer.ts";
import { Block, MAX_MATCH, MIN_MATCH } from "./deflate-block.ts";

const WINDOW = 32_768;
/** Places that are looked at for a longer match. */
const MAX_CHAIN = 48;
/** A match of this length is taken without looking for a longer one behind it. */
const GOOD_MATCH = 32;
/** Of longer matches only the last places are entered, for others to be found: in graphics hardly anything is lost. */
const LONG_MATCH = 40;
const LAST_PLACES = 24;
const HASH_BITS = 15;
/** @returns the stream */
export function deflate(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new BitWriter(data.length >> 3);
  out.put(0x78, 8);
  out.put(0x9c, 8);
  const block = new Block(out);
  findMatches(data, block);
  block.write(true);
  out.align();
  const sum = adler32(data);
  for (let shift = 24; shift >= 0; shift -= 8) out.put((sum >>> shift) & 255, 8);
  return out.finish();
}

/** Goes through the data and tells the block of literals and matches. */
function findMatches(data: Uint8Array, block: Block): void {
  /** The last place of each hash, and for each place the one before with the same hash. -1 is none. */
  const last = new Int32Array(1 << HASH_BITS).fill(-1);
  const previous = new Int32Array(WINDOW);
  const end = data.length - MIN_MATCH;
  let distance = 0;

  const enter = (at: number): number => {
    const three = (data[at] as number) | ((data[at + 1] as number) << 8) | ((data[at + 2] as number) << 16);
    const hash = Math.imul(three, 0x9e3779b1) >>> (32 - HASH_BITS);
    const before = last[hash] as number;
    previous[at % WINDOW] = before;
    last[hash] = at;
    return before;
  };

  /** The length of the longest match that is longer than `length`, else `length`; sets `distance`. */
  const longest = (at: number, candidate: number, length: number): number => {
    const most = Math.min(MAX_MATCH, data.length - at);
    let best = length;
    let place = candidate;
    for (let chain = MAX_CHAIN; chain > 0 && place >= 0 && at - place <= WINDOW && best < most; chain--) {
      if (data[place + best] === data[at + best]) {
        let same = 0;
        while (same < most && data[place + same] === data[at + same]) same++;
        if (same > best) {
          best = same;
          distance = at - place;
        }
      }
      place = previous[place % WINDOW] as number;
    }
    return best;
  };

  let at = 0;
  while (at < data.length) {
    let length = at <= end ? longest(at, enter(at), MIN_MATCH - 1) : 0;
    // A longer match that begins one byte later is worth a literal.
    while (length >= MIN_MATCH && length < GOOD_MATCH && at < end) {
      const own = distance;
      const later = longest(at + 1, enter(at + 1), length);
      if (later <= length) {
        distance = own;
        break;
      }
      block.literal(data[at++] as number);
      length = later;
    }
    if (length < MIN_MATCH) {
      block.literal(data[at++] as number);
      continue;
    }
    block.match(length, distance);
    let inside = length < GOOD_MATCH && at < end ? at + 2 : at + 1;
    at += length;
    if (length > LONG_MATCH) inside = at - LAST_PLACES;
    for (; inside < at && inside <= end; inside++) enter(inside);
  }
}

/** Sums of bytes are taken modulo this, the largest prime of 16 bits. */
const ADLER = 65_521;
/** So many bytes can be added before the sums have to be brought down. */
const ADLER_RUN = 3800;

function adler32(data: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (let from = 0; from < data.length; from += ADLER_RUN) {
    const to = Math.min(data.length, from + ADLER_RUN);
    for (let i = from; i < to; i++) {
      low += data[i] as number;
      high += low;
    }
    low %= ADLER;
    high %= ADLER;
  }
  return high * 65_536 + low;
}
