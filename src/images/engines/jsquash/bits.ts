/** Bits of a stream that lies in several parts of a file, the lowest bit of a byte first. */
import { type HuffmanTable, KIND, LINK } from "./huffman.ts";

/** The parts of a file that make up one stream. */
export interface Source {
  /** The file. */
  readonly bytes: Uint8Array;
  /** Where the present part begins. */
  readonly from: number;
  /** Where it ends. */
  readonly to: number;
  /** Goes to the next part; false when there is none. */
  next(): boolean;
}

/** Reads bits. A loop that needs speed may do so itself: it takes over `position`, `hold` and `bits`, and puts them back. */
export class BitReader {
  /** Where the bits come from. */
  readonly source: Source;
  /** The next byte of the present part. */
  position: number;
  /** Bits that were read and not used, the next one lowest. Never more than 31, so that the number stays positive. */
  hold = 0;
  /** How many they are. Negative when more was used than there is. */
  bits = 0;

  /** Begins at the part where the source is. */
  constructor(source: Source) {
    this.source = source;
    this.position = source.from;
  }

  /** Was more read than there is? The bits that were missing read as zeros. */
  get isShort(): boolean {
    return this.bits < 0;
  }

  /** The next bits as a number, at most 16. */
  take(count: number): number {
    this.#fill(count);
    const value = this.hold & ((1 << count) - 1);
    this.hold >>>= count;
    this.bits -= count;
    return value;
  }

  /** The entry of the next code. */
  decode(table: HuffmanTable): number {
    const { entries } = table;
    this.#fill(15);
    let entry = entries[this.hold & ((1 << table.bits) - 1)] as number;
    let used = entry & 15;
    if ((entry & KIND) === LINK) {
      entry = entries[(entry >> 16) + ((this.hold >>> used) & ((1 << ((entry >> 4) & 15)) - 1))] as number;
      used += entry & 15;
    }
    this.hold >>>= used;
    this.bits -= used;
    return entry;
  }

  /** Copies whole bytes, from a byte's first bit on, as many as the target has room for; gives how many there were. */
  copy(target: Uint8Array): number {
    let at = 0;
    while (at < target.length && this.bits > 0) target[at++] = this.take(8);
    while (at < target.length) {
      const count = Math.min(target.length - at, this.source.to - this.position);
      target.set(this.source.bytes.subarray(this.position, this.position + count), at);
      this.position += count;
      at += count;
      if (at < target.length && !this.#nextPart()) {
        this.bits = -1;
        break;
      }
    }
    return at;
  }

  #fill(count: number): void {
    // What was missing once is missing for good.
    while (this.bits < count && this.bits >= 0) {
      if (this.position === this.source.to) {
        if (!this.#nextPart()) return;
      } else {
        this.hold |= (this.source.bytes[this.position++] as number) << this.bits;
        this.bits += 8;
      }
    }
  }

  #nextPart(): boolean {
    if (!this.source.next()) return false;
    this.position = this.source.from;
    return true;
  }
}
