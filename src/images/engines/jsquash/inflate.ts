/**
 * Inflates the zlib stream of a PNG (RFC 1950 and 1951), as far as it is asked to.
 *
 * `DecompressionStream` could, but how much of a damaged file it gives before it fails differs from runtime to runtime,
 * and its small chunks and their promises cost more time than the inflating itself.
 */
import { BitReader, type Source } from "./bits.ts";
import {
  BASE,
  CODE_LENGTH_SYMBOLS,
  DISTANCE_SYMBOLS,
  END,
  fixedDistances,
  fixedLiterals,
  HuffmanTable,
  INVALID,
  KIND,
  LINK,
  LITERAL,
  LITERAL_SYMBOLS,
} from "./huffman.ts";
import type { Checkpoint } from "./pixels.ts";

/** How far back a match may reach. */
const WINDOW = 32_768;
/** Room beside the window and what the caller waits for: the larger, the rarer the window is moved. */
const ROOM = 131_072;
/** The fast loop writes at most two literals or one and a match after it has looked at the limit. */
const MARGIN = 260;
/** Shorter matches are copied byte by byte. */
const SHORT_MATCH = 24;
/** Most bytes of input that the fast loop reads for a match. */
const LOOK_AHEAD = 10;

const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const FIXED_LITERALS = fixedLiterals();
const FIXED_DISTANCES = fixedDistances();

/** What comes next in the stream. */
type Step = "header" | "block" | "stored" | "coded" | "over";

/** Reads one zlib stream. Its checksum is not compared: reading stops where the caller has all it wants. */
export class Inflater {
  /** What was inflated; the bytes from `start` on were not taken yet. It is written on, so take before you ask again. */
  readonly buffer: Uint8Array<ArrayBuffer>;
  /** The caller moves it on. */
  start = 0;
  /** Why there is no more: the input ended, or it is no zlib stream from here on. */
  fault: "short" | "invalid" | undefined;

  readonly #reader: BitReader;
  readonly #check: Checkpoint;
  readonly #lengths: Uint8Array = new Uint8Array(320);
  readonly #codeLengths: HuffmanTable = new HuffmanTable(7, 128);
  // Capacities as the program `enough` of zlib computes them for 288 and 32 symbols and codes of 15 bits.
  readonly #ownLiterals: HuffmanTable = new HuffmanTable(11, 2342);
  readonly #ownDistances: HuffmanTable = new HuffmanTable(8, 402);
  #literals = FIXED_LITERALS;
  #distances = FIXED_DISTANCES;
  #step: Step = "header";
  #last = false;
  /** Bytes that are left of a stored block. */
  #stored = 0;
  /** Where the buffer is written on. */
  #end = 0;

  /**
   * @param source where the compressed bytes are
   * @param most the most bytes that will be asked for at once
   * @param check is called for each block, since a block may give no output
   */
  constructor(source: Source, most: number, check: Checkpoint) {
    this.#reader = new BitReader(source);
    this.#check = check;
    this.buffer = new Uint8Array(Math.max(WINDOW, most) + ROOM);
  }

  /** Bytes that wait in the buffer. */
  get waiting(): number {
    return this.#end - this.start;
  }

  /** Inflates until `bytes` wait; false when there are fewer before the end of the stream or the fault. */
  has(bytes: number): boolean {
    while (this.#end - this.start < bytes) {
      if (this.fault !== undefined || this.#step === "over") return false;
      if (this.#end >= this.buffer.length - MARGIN) this.#move();
      const done = this.#work();
      if (this.#reader.isShort) this.fault = "short";
      else if (!done) this.fault = "invalid";
    }
    return true;
  }

  /** Makes room: what waits and the window go to the front. */
  #move(): void {
    const from = this.#end - Math.max(WINDOW, this.#end - this.start);
    this.buffer.copyWithin(0, from, this.#end);
    this.start -= from;
    this.#end -= from;
  }

  /** Goes one step on; false when that cannot be. */
  #work(): boolean {
    switch (this.#step) {
      case "header":
        return this.#readHeader();
      case "block":
        return this.#readBlockHeader();
      case "stored":
        return this.#copyStored();
      default:
        return this.#inflate();
    }
  }

  #readHeader(): boolean {
    const method = this.#reader.take(8);
    const flags = this.#reader.take(8);
    this.#step = "block";
    // Deflate with a window of at most 32 KiB, no preset dictionary, and a check of these two bytes.
    return (method & 15) === 8 && method >> 4 <= 7 && (flags & 32) === 0 && ((method << 8) | flags) % 31 === 0;
  }

  #readBlockHeader(): boolean {
    this.#check();
    if (this.#last) {
      this.#step = "over";
      return true;
    }
    const reader = this.#reader;
    this.#last = reader.take(1) === 1;
    const type = reader.take(2);
    this.#step = type === 0 ? "stored" : "coded";
    if (type === 0) {
      // The rest of the byte means nothing.
      reader.take(Math.max(0, reader.bits) & 7);
      this.#stored = reader.take(16);
      return reader.take(16) === (this.#stored ^ 0xffff);
    }
    this.#literals = type === 1 ? FIXED_LITERALS : this.#ownLiterals;
    this.#distances = type === 1 ? FIXED_DISTANCES : this.#ownDistances;
    return type === 1 || (type === 2 && this.#readCodes());
  }

  /** The codes of a dynamic block, themselves coded. */
  #readCodes(): boolean {
    const reader = this.#reader;
    const literals = reader.take(5) + 257;
    const total = literals + reader.take(5) + 1;
    const lengths = this.#lengths.fill(0);
    for (let i = 0, end = reader.take(4) + 4; i < end; i++) lengths[CODE_LENGTH_ORDER[i] as number] = reader.take(3);
    if (!this.#codeLengths.build(lengths, 0, 19, CODE_LENGTH_SYMBOLS)) return false;
    lengths.fill(0);
    for (let i = 0; i < total; ) {
      const entry = reader.decode(this.#codeLengths);
      if ((entry & KIND) === INVALID || reader.isShort) return false;
      const symbol = entry >> 16;
      if (symbol < 16) {
        lengths[i++] = symbol;
        continue;
      }
      if (symbol === 16 && i === 0) return false;
      const value = symbol === 16 ? (lengths[i - 1] as number) : 0;
      const repeat = symbol === 16 ? 3 + reader.take(2) : symbol === 17 ? 3 + reader.take(3) : 11 + reader.take(7);
      if (i + repeat > total) return false;
      lengths.fill(value, i, i + repeat);
      i += repeat;
    }
    // A block without a code for its end could not end.
    if (lengths[256] === 0) return false;
    return (
      this.#ownLiterals.build(lengths, 0, literals, LITERAL_SYMBOLS) &&
      this.#ownDistances.build(lengths, literals, total - literals, DISTANCE_SYMBOLS)
    );
  }

  #copyStored(): boolean {
    const count = Math.min(this.#stored, this.buffer.length - this.#end);
    const before = this.#end;
    const copied = this.#reader.copy(this.buffer.subarray(before, before + count));
    this.#end += copied;
    this.#stored -= copied;
    if (this.#stored === 0) this.#step = "block";
    return copied === count;
  }

  /** Inflates until the buffer is full, the block ends, or the part of the source nearly does. */
  #inflate(): boolean {
    const reader = this.#reader;
    const inputLimit = reader.source.to - LOOK_AHEAD;
    if (reader.position > inputLimit) return this.#inflateOne();
    const { buffer } = this;
    const source = reader.source.bytes;
    const literals = this.#literals.entries;
    const distances = this.#distances.entries;
    const literalMask = (1 << this.#literals.bits) - 1;
    const distanceMask = (1 << this.#distances.bits) - 1;
    const outputLimit = buffer.length - MARGIN;
    let { position, hold, bits } = reader;
    let end = this.#end;
    let kind = LITERAL;
    while (end < outputLimit && position <= inputLimit) {
      // Two bytes are taken whenever fewer than 16 bits are left: enough for any code and for any extra bits.
      if (bits < 16) {
        hold |= ((source[position] as number) | ((source[position + 1] as number) << 8)) << bits;
        position += 2;
        bits += 16;
      }
      let entry = literals[hold & literalMask] as number;
      hold >>>= entry & 15;
      bits -= entry & 15;
      if ((entry & KIND) === LITERAL) {
        buffer[end++] = entry >> 16;
        if (bits < 16) {
          hold |= ((source[position] as number) | ((source[position + 1] as number) << 8)) << bits;
          position += 2;
          bits += 16;
        }
        entry = literals[hold & literalMask] as number;
        hold >>>= entry & 15;
        bits -= entry & 15;
      }
      if ((entry & KIND) === LINK) {
        entry = literals[(entry >> 16) + (hold & ((1 << ((entry >> 4) & 15)) - 1))] as number;
        hold >>>= entry & 15;
        bits -= entry & 15;
      }
      kind = entry & KIND;
      if (kind === LITERAL) {
        buffer[end++] = entry >> 16;
        continue;
      }
      if (kind !== BASE) break;
      if (bits < 16) {
        hold |= ((source[position] as number) | ((source[position + 1] as number) << 8)) << bits;
        position += 2;
        bits += 16;
      }
      let extra = (entry >> 4) & 15;
      const stop = end + (entry >> 16) + (hold & ((1 << extra) - 1));
      hold >>>= extra;
      bits -= extra;
      if (bits < 16) {
        hold |= ((source[position] as number) | ((source[position + 1] as number) << 8)) << bits;
        position += 2;
        bits += 16;
      }
      entry = distances[hold & distanceMask] as number;
      hold >>>= entry & 15;
      bits -= entry & 15;
      if ((entry & KIND) === LINK) {
        entry = distances[(entry >> 16) + (hold & ((1 << ((entry >> 4) & 15)) - 1))] as number;
        hold >>>= entry & 15;
        bits -= entry & 15;
      }
      if (bits < 16) {
        hold |= ((source[position] as number) | ((source[position + 1] as number) << 8)) << bits;
        position += 2;
        bits += 16;
      }
      extra = (entry >> 4) & 15;
      const distance = (entry >> 16) + (hold & ((1 << extra) - 1));
      hold >>>= extra;
      bits -= extra;
      if ((entry & KIND) !== BASE || distance > end) {
        kind = INVALID;
        break;
      }
      if (stop - end < SHORT_MATCH || (distance < stop - end && distance > 1)) {
        for (let from = end - distance; end < stop; ) buffer[end++] = buffer[from++] as number;
      } else if (distance === 1) {
        buffer.fill(buffer[end - 1] as number, end, stop);
      } else {
        buffer.copyWithin(end, end - distance, stop - distance);
      }
      end = stop;
    }
    reader.position = position;
    reader.hold = hold;
    reader.bits = bits;
    this.#end = end;
    if (kind === END) this.#step = "block";
    return kind !== INVALID;
  }

  /** One symbol, with care for the end of each part of the source. */
  #inflateOne(): boolean {
    const { buffer } = this;
    const reader = this.#reader;
    let entry = reader.decode(this.#literals);
    const kind = entry & KIND;
    if (reader.isShort || kind === INVALID) return false;
    if (kind === LITERAL) buffer[this.#end++] = entry >> 16;
    else if (kind === END) this.#step = "block";
    if (kind !== BASE) return true;
    const length = (entry >> 16) + reader.take((entry >> 4) & 15);
    entry = reader.decode(this.#distances);
    if ((entry & KIND) !== BASE) return false;
    const distance = (entry >> 16) + reader.take((entry >> 4) & 15);
    if (reader.isShort || distance > this.#end) return false;
    for (let i = 0; i < length; i++) {
      buffer[this.#end] = buffer[this.#end - distance] as number;
      this.#end++;
    }
    return true;
  }
}
