/** Cuts a file that comes in chunks into lines, without copying what lies within one chunk. */
import { NEWLINE, NOTHING } from "./bytes.ts";

/** Takes the lines of a file. */
export interface LineHandler {
  /**
   * Takes lines from `start` up to `next`, line feeds included, and says up to where it is done. If that is not `next`,
   * it wants to see what is left together with the line behind it. `final`: there is none.
   */
  take(bytes: Uint8Array, start: number, next: number, final: boolean): number;
  /** Lets go of lines that it wanted to see together with a line that is too long. */
  release(bytes: Uint8Array, start: number, next: number): void;
  /** Takes a piece of a line that is too long. */
  excess(piece: Uint8Array, ends: boolean): void;
  /** Is told that the bytes it was given are about to be let go. */
  flush(): void;
}

/** Feeds lines to a handler. No line within a chunk is copied; of others each byte is, once or twice. */
export class LineFeeder {
  readonly #handler: LineHandler;
  readonly #maxLineBytes: number;
  // Lines that the handler wants to see again, then a line that is not complete.
  #rest = NOTHING;
  #length = 0;
  #lineStart = 0;
  #inExcess = false;

  constructor(handler: LineHandler, maxLineBytes: number) {
    this.#handler = handler;
    this.#maxLineBytes = maxLineBytes;
  }

  /** Takes the next chunk, which must not be written to afterwards. */
  feed(chunk: Uint8Array): void {
    let at = this.#inExcess ? this.#feedExcess(chunk, 0) : 0;
    while (at < chunk.length && this.#length > 0) at = this.#feedRest(chunk, at);
    if (at < chunk.length) this.#feedLines(chunk, at);
    this.#handler.flush();
  }

  /** The file ends. */
  end(): void {
    if (this.#inExcess) this.#handler.excess(NOTHING, true);
    else if (this.#length > 0) this.#handler.take(this.#rest, 0, this.#length, true);
    this.#inExcess = false;
    this.#length = 0;
    this.#handler.flush();
  }

  #feedLines(chunk: Uint8Array, from: number): void {
    let start = from;
    let lineStart = from;
    for (let feed = chunk.indexOf(NEWLINE, from); feed >= 0; feed = chunk.indexOf(NEWLINE, lineStart)) {
      if (feed - lineStart > this.#maxLineBytes) {
        this.#handler.release(chunk, start, lineStart);
        this.#handler.excess(chunk.subarray(lineStart, feed + 1), true);
        start = feed + 1;
      } else start = this.#handler.take(chunk, start, feed + 1, false);
      lineStart = feed + 1;
    }
    if (start === chunk.length) return;
    // Output may point to these bytes for long, so they are never written to again.
    this.#length = chunk.length - start;
    this.#rest = new Uint8Array(this.#length * 2);
    this.#rest.set(chunk.subarray(start));
    this.#lineStart = lineStart - start;
    if (this.#length - this.#lineStart > this.#maxLineBytes) this.#beginExcess();
  }

  /** Completes the line that an earlier chunk began. */
  #feedRest(chunk: Uint8Array, at: number): number {
    const feed = chunk.indexOf(NEWLINE, at);
    const end = feed < 0 ? chunk.length : feed;
    if (this.#length - this.#lineStart + (end - at) > this.#maxLineBytes) {
      this.#beginExcess();
      return this.#feedExcess(chunk, at);
    }
    const next = feed < 0 ? end : feed + 1;
    this.#append(chunk.subarray(at, next));
    if (feed < 0) return next;
    const done = this.#handler.take(this.#rest, 0, this.#length, false);
    this.#handler.flush();
    this.#rest = done < this.#length ? this.#rest.slice(done, this.#length) : NOTHING;
    this.#length -= done;
    this.#lineStart = this.#length;
    return next;
  }

  #append(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#rest.length) {
      const larger = new Uint8Array(Math.max(length, this.#rest.length * 2));
      larger.set(this.#rest.subarray(0, this.#length));
      this.#rest = larger;
    }
    this.#rest.set(piece, this.#length);
    this.#length = length;
  }

  #beginExcess(): void {
    this.#handler.release(this.#rest, 0, this.#lineStart);
    this.#handler.excess(this.#rest.subarray(this.#lineStart, this.#length), false);
    this.#rest = NOTHING;
    this.#length = 0;
    this.#inExcess = true;
  }

  /** Hands on what belongs to the line that is too long. */
  #feedExcess(chunk: Uint8Array, at: number): number {
    const feed = chunk.indexOf(NEWLINE, at);
    const next = feed < 0 ? chunk.length : feed + 1;
    this.#inExcess = feed < 0;
    this.#handler.excess(chunk.subarray(at, next), feed >= 0);
    return next;
  }
}
