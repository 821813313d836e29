/** Writes bits, the lowest bit of a byte first. */
export class BitWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;
  /** Bits that do not fill a byte yet, at most 31. */
  #hold = 0;
  #bits = 0;

  /** @param capacity the bytes to begin with; it grows */
  constructor(capacity: number) {
    this.#bytes = new Uint8Array(Math.max(64, capacity));
  }

  /** Writes the lowest `count` bits of a value, at most 16. */
  put(value: number, count: number): void {
    this.#hold |= value << this.#bits;
    this.#bits += count;
    while (this.#bits >= 8) {
      if (this.#length === this.#bytes.length) this.#grow();
      this.#bytes[this.#length++] = this.#hold;
      this.#hold >>>= 8;
      this.#bits -= 8;
    }
  }

  /** Fills the last byte with zeros. */
  align(): void {
    if (this.#bits > 0) this.put(0, 8 - this.#bits);
  }

  /** What was written. */
  finish(): Uint8Array<ArrayBuffer> {
    this.align();
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
