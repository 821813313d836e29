/** Lookup tables for the Huffman codes of DEFLATE (RFC 1951). */

/** What an entry of a table means: bits 8 to 11 of it. Its value is in bits 16 to 30, see `HuffmanTable`. */
export const LITERAL = 0x000;
/** A length or a distance: the value is its base, bits 4 to 7 say how many extra bits follow. */
export const BASE = 0x100;
/** The end of the block. */
export const END = 0x200;
/** The code is longer than the first table: the value is where its second table begins, bits 4 to 7 give its bits. */
export const LINK = 0x300;
/** No such code. */
export const INVALID = 0x400;
/** The bits of an entry that say what it means. */
export const KIND = 0xf00;

const LONGEST = 15;

// Rows of RFC 1951, section 3.2.5: the smallest value of a symbol and its extra bits.
const LENGTHS = bases([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5], 3);
const DISTANCES = bases(
  [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13],
  1,
);

/** What each symbol of the literals and lengths means, without the length of its code. */
export const LITERAL_SYMBOLS: Int32Array = new Int32Array(288).fill(INVALID);
for (let byte = 0; byte < 256; byte++) LITERAL_SYMBOLS[byte] = byte << 16;
LITERAL_SYMBOLS[256] = END;
LITERAL_SYMBOLS.set(LENGTHS, 257);
LITERAL_SYMBOLS[285] = (258 << 16) | BASE; // the longest match has a code of its own, without extra bits

/** What each symbol of the distances means. */
export const DISTANCE_SYMBOLS: Int32Array = new Int32Array(32).fill(INVALID);
DISTANCE_SYMBOLS.set(DISTANCES);

/** The symbols of the code lengths stand for themselves. */
export const CODE_LENGTH_SYMBOLS: Int32Array = Int32Array.from({ length: 19 }, (_, symbol) => symbol << 16);

// Written before they are read in every call.
const count = new Uint16Array(LONGEST + 1);
const offset = new Uint16Array(LONGEST + 1);
const sorted = new Uint16Array(288);

/**
 * Two levels of lookup for one code. An entry: bits 0 to 3 are the bits to consume, 8 to 11 the kind, and so on as above.
 * The first level is indexed by the next `bits` bits of the stream.
 */
export class HuffmanTable {
  /** First level, then the second levels. */
  readonly entries: Int32Array;
  /** Bits that index the first level: what the longest code needs, at most `root`. */
  bits = 0;
  readonly #root: number;

  /** @param root most bits of the first level @param capacity entries of all levels, which the code decides */
  constructor(root: number, capacity: number) {
    this.#root = root;
    this.entries = new Int32Array(capacity);
  }

  /**
   * Fills the table from the code lengths of `size` symbols that begin at `from`. False when the lengths are no code:
   * more codes than fit, or bits that mean nothing. Those are allowed only where a single symbol, of one bit, or none
   * is used.
   */
  build(lengths: Uint8Array, from: number, size: number, symbols: Int32Array): boolean {
    const { entries } = this;
    count.fill(0);
    for (let i = 0; i < size; i++) bump(count, lengths[from + i] as number);
    let longest = LONGEST;
    while (longest > 0 && count[longest] === 0) longest--;
    let free = 1;
    let total = 0;
    for (let length = 1; length <= LONGEST; length++) {
      const codes = count[length] as number;
      free = (free << 1) - codes;
      if (free < 0) return false;
      offset[length] = total;
      total += codes;
    }
    if (free > 0 && (total > 1 || longest > 1)) return false;
    for (let i = 0; i < size; i++) {
      const length = lengths[from + i] as number;
      if (length > 0) sorted[bump(offset, length)] = i;
    }
    this.bits = Math.max(1, Math.min(this.#root, longest));
    const first = 1 << this.bits;
    if (free > 0) entries.fill(INVALID | 1, 0, first);
    this.#fill(longest, symbols, first);
    return true;
  }

  #fill(longest: number, symbols: Int32Array, first: number): void {
    const { entries, bits } = this;
    let end = first;
    let code = 0;
    let next = 0;
    let prefix = -1;
    let second = 0;
    let secondBits = 0;
    for (let length = 1; length <= longest; length++, code <<= 1) {
      for (let left = count[length] as number; left > 0; left--, code++) {
        const symbol = symbols[sorted[next++] as number] as number;
        const reversed = reverse(code, length);
        if (length <= bits) {
          for (let i = reversed; i < first; i += 1 << length) entries[i] = symbol | length;
          continue;
        }
        if ((reversed & (first - 1)) !== prefix) {
          prefix = reversed & (first - 1);
          second = end;
          secondBits = bitsOfSecond(length, left, bits, longest);
          end += 1 << secondBits;
          entries[prefix] = (second << 16) | LINK | (secondBits << 4) | bits;
        }
        const entry = symbol | (length - bits);
        for (let i = reversed >> bits; i < 1 << secondBits; i += 1 << (length - bits)) entries[second + i] = entry;
      }
    }
  }
}

/** The code that DEFLATE fixes for literals and lengths. */
export function fixedLiterals(): HuffmanTable {
  const lengths = new Uint8Array(288).fill(8).fill(9, 144, 256).fill(7, 256, 280);
  const table = new HuffmanTable(9, 512);
  table.build(lengths, 0, 288, LITERAL_SYMBOLS);
  return table;
}

/** The code that DEFLATE fixes for distances. */
export function fixedDistances(): HuffmanTable {
  const table = new HuffmanTable(5, 32);
  table.build(new Uint8Array(32).fill(5), 0, 32, DISTANCE_SYMBOLS);
  return table;
}

/** Bits of a second table: as many as hold all codes with the prefix, of which `left` are of this length. */
function bitsOfSecond(length: number, left: number, root: number, longest: number): number {
  let bits = length - root;
  let free = (1 << bits) - left;
  while (free > 0 && root + bits < longest) {
    bits++;
    free = (free << 1) - (count[root + bits] as number);
  }
  return bits;
}

/** Adds one and gives the value before. */
function bump(counters: Uint16Array, index: number): number {
  const value = counters[index] as number;
  counters[index] = value + 1;
  return value;
}

/** Codes stand in the stream with their first bit lowest. */
function reverse(code: number, length: number): number {
  let reversed = 0;
  for (let i = 0; i < length; i++) reversed |= ((code >> i) & 1) << (length - 1 - i);
  return reversed;
}

function bases(extraBits: readonly number[], first: number): number[] {
  let base = first;
  return extraBits.map((extra) => {
    const entry = (base << 16) | BASE | (extra << 4);
    base += 1 << extra;
    return entry;
  });
}
