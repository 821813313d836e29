/** The blocks of a deflate stream (RFC 1951), each with codes that suit what it holds. */
import type { BitWriter } from "./bit-writer.ts";
import { codeLengths, codesOf } from "./code-lengths.ts";

/** The shortest match that can be written, in bytes. */
export const MIN_MATCH = 3;
/** The longest one. */
export const MAX_MATCH = 258;
/** Literals and matches of a block. */
const BLOCK = 32_768;
const END_OF_BLOCK = 256;

/** The order in which the lengths of the code for code lengths are written. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** What matches are written as: a symbol, and bits that say how far above its base. */
interface Ranges {
  /** The smallest value of each symbol. */
  readonly bases: readonly number[];
  /** Its number of further bits. */
  readonly extra: readonly number[];
}

const LENGTHS: Ranges = ranges(MIN_MATCH, 28, (symbol) => Math.max(0, (symbol >> 2) - 1));
const DISTANCES: Ranges = ranges(1, 30, (symbol) => Math.max(0, (symbol >> 1) - 1));
/** The symbol of each length of a match, above 256. The longest has one of its own, without further bits. */
const LENGTH_SYMBOLS: Uint8Array = Uint8Array.from({ length: MAX_MATCH + 1 }, (_, length) =>
  length === MAX_MATCH
    ? 28
    : Math.max(
        0,
        LENGTHS.bases.findLastIndex((base) => base <= length),
      ),
);

/** Collects literals and matches and writes them with the codes that suit them. */
export class Block {
  readonly #out: BitWriter;
  /** A literal, or a match: its length above its distance less one. */
  readonly #tokens: Uint32Array = new Uint32Array(BLOCK);
  #count = 0;
  readonly #literals: Uint32Array = new Uint32Array(286);
  readonly #distances: Uint32Array = new Uint32Array(30);

  /** @param out where blocks are written to, as they become full */
  constructor(out: BitWriter) {
    this.#out = out;
  }

  /** Adds a byte. */
  literal(byte: number): void {
    count(this.#literals, byte);
    this.#add(byte);
  }

  /**
   * Adds a repetition.
   *
   * @param length its bytes, 3 to 258
   * @param distance how far back they are, 1 to 32768
   */
  match(length: number, distance: number): void {
    count(this.#literals, 257 + (LENGTH_SYMBOLS[length] as number));
    count(this.#distances, distanceSymbol(distance));
    this.#add((length << 16) | (distance - 1));
  }

  #add(token: number): void {
    this.#tokens[this.#count++] = token;
    if (this.#count === BLOCK) this.write(false);
  }

  /**
   * Writes what was added.
   *
   * @param final no block follows
   */
  write(final: boolean): void {
    const out = this.#out;
    this.#literals[END_OF_BLOCK] = 1;
    const literals = codeLengths(this.#literals, 15);
    const distances = codeLengths(this.#distances, 15);
    // Decoders differ over a code without a symbol.
    if (!distances.some((length) => length > 0)) distances[0] = 1;
    out.put(final ? 1 : 0, 1);
    out.put(2, 2);
    writeLengths(out, literals, distances);
    this.#writeTokens(literals, distances);
    this.#count = 0;
    this.#literals.fill(0);
    this.#distances.fill(0);
  }

  #writeTokens(literalLengths: Uint8Array, distanceLengths: Uint8Array): void {
    const out = this.#out;
    const literalCodes = codesOf(literalLengths);
    const distanceCodes = codesOf(distanceLengths);
    const literal = (symbol: number): void => {
      out.put(literalCodes[symbol] as number, literalLengths[symbol] as number);
    };
    for (let i = 0; i < this.#count; i++) {
      const token = this.#tokens[i] as number;
      const length = token >>> 16;
      if (length === 0) {
        literal(token);
        continue;
      }
      const symbol = LENGTH_SYMBOLS[length] as number;
      literal(257 + symbol);
      if (symbol < 28) out.put(length - (LENGTHS.bases[symbol] as number), LENGTHS.extra[symbol] as number);
      const distance = (token & 0xffff) + 1;
      const far = distanceSymbol(distance);
      out.put(distanceCodes[far] as number, distanceLengths[far] as number);
      out.put(distance - (DISTANCES.bases[far] as number), DISTANCES.extra[far] as number);
    }
    literal(END_OF_BLOCK);
  }
}

/** Writes both sets of code lengths: runs as such, and all in a code of its own. */
function writeLengths(out: BitWriter, literals: Uint8Array, distances: Uint8Array): void {
  const literalCount = Math.max(257, used(literals));
  const distanceCount = used(distances);
  const all = [...literals.subarray(0, literalCount), ...distances.subarray(0, distanceCount)];
  const runs = runsOf(all);
  const counts = new Uint32Array(19);
  for (const { symbol } of runs) count(counts, symbol);
  const lengths = codeLengths(counts, 7);
  const codes = codesOf(lengths);
  const written = Math.max(4, ORDER.findLastIndex((symbol) => lengths[symbol] !== 0) + 1);
  out.put(literalCount - 257, 5);
  out.put(distanceCount - 1, 5);
  out.put(written - 4, 4);
  for (const symbol of ORDER.slice(0, written)) out.put(lengths[symbol] as number, 3);
  for (const { symbol, extra, bits } of runs) {
    out.put(codes[symbol] as number, lengths[symbol] as number);
    out.put(extra, bits);
  }
}

/** A length, or a repetition: of the length before, of few zeros, of many zeros. */
interface Run {
  readonly symbol: number;
  readonly extra: number;
  readonly bits: number;
}

function runsOf(lengths: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (let i = 0; i < lengths.length; ) {
    const length = lengths[i] as number;
    let same = 1;
    while (lengths[i + same] === length) same++;
    i += same;
    if (length > 0) {
      runs.push({ symbol: length, extra: 0, bits: 0 });
      same--;
    }
    while (same >= 3) {
      const most = length > 0 ? 6 : 138;
      const taken = Math.min(same, most);
      if (length > 0) runs.push({ symbol: 16, extra: taken - 3, bits: 2 });
      else if (taken <= 10) runs.push({ symbol: 17, extra: taken - 3, bits: 3 });
      else runs.push({ symbol: 18, extra: taken - 11, bits: 7 });
      same -= taken;
    }
    for (; same > 0; same--) runs.push({ symbol: length, extra: 0, bits: 0 });
  }
  return runs;
}

/** The number of lengths up to the last one that is not 0, at least 1. */
function used(lengths: Uint8Array): number {
  return Math.max(1, lengths.findLastIndex((length) => length > 0) + 1);
}

function count(counts: Uint32Array, symbol: number): void {
  counts[symbol] = (counts[symbol] as number) + 1;
}

function distanceSymbol(distance: number): number {
  if (distance <= 4) return distance - 1;
  // Two symbols for each power of two: the bit behind the highest one says which.
  const bits = 31 - Math.clz32(distance - 1);
  return 2 * bits + (((distance - 1) >> (bits - 1)) & 1);
}

function ranges(first: number, symbols: number, extraOf: (symbol: number) => number): Ranges {
  const extra = Array.from({ length: symbols }, (_, symbol) => extraOf(symbol));
  let next = first;
  const bases = extra.map((bits) => {
    const base = next;
    next += 1 << bits;
    return base;
  });
  return { bases, extra };
}
