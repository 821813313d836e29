/** Where the bytes of a repair go: kept, replaced or dropped, in the order of the file. */
import { NEWLINE, NOTHING } from "./bytes.ts";

/** Takes the parts of a file one after the other. Together they are the whole file. */
export interface RepairSink {
  /** Bytes that stay as they are. They must not be written to. */
  keep(bytes: Uint8Array): void;
  /** Bytes that others stand for now; either may be none. */
  replace(old: Uint8Array, bytes: Uint8Array): void;
  /** Bytes that are gone. */
  drop(bytes: Uint8Array): void;
}

/** Takes nothing down. */
export const nowhere: RepairSink = { keep: () => {}, replace: () => {}, drop: () => {} };

type Part = readonly [deed: "keep" | "replace" | "drop", old: Uint8Array, bytes: Uint8Array];

/** How much is held back before it is known whether the file may be rewritten. */
const MAX_HELD = 16 * 1024 * 1024;

/** Joins neighboring parts, and holds everything back until it is known that the file may be rewritten. */
export class RepairOutput {
  /** Bytes of the output so far. */
  size = 0;
  /** Is the output empty, or does it end with a line feed? */
  endsLine = true;

  readonly #sink: RepairSink;
  #held: Part[] | undefined = [];
  #heldBytes = 0;
  #raw = false;
  // Bytes to keep that were not handed on yet.
  #bytes = NOTHING;
  #start = 0;
  #end = 0;

  constructor(sink: RepairSink) {
    this.#sink = sink;
  }

  /** Is everything held back? */
  get isHolding(): boolean {
    return this.#held !== undefined;
  }

  /** Is so much held back that it must be decided now? */
  get isFull(): boolean {
    return this.#heldBytes > MAX_HELD;
  }

  /** Hands on what was held back and what comes: as it is repaired, or (`raw`) as it was. */
  release(raw: boolean): void {
    const held = this.#held ?? [];
    this.flush();
    this.#held = undefined;
    this.#raw = raw;
    for (const [deed, old, bytes] of held) this.#part(deed, old, bytes);
  }

  keep(bytes: Uint8Array, start: number, end: number): void {
    if (start === end) return;
    this.size += end - start;
    this.endsLine = bytes[end - 1] === NEWLINE;
    if (bytes === this.#bytes && start === this.#end) this.#end = end;
    else {
      this.flush();
      this.#bytes = bytes;
      this.#start = start;
      this.#end = end;
    }
  }

  replace(old: Uint8Array, bytes: Uint8Array): void {
    this.flush();
    this.size += bytes.length;
    if (bytes.length > 0) this.endsLine = bytes[bytes.length - 1] === NEWLINE;
    this.#part("replace", old, bytes);
  }

  drop(bytes: Uint8Array): void {
    this.flush();
    this.#part("drop", bytes, NOTHING);
  }

  /** Hands on what is kept so far. Must be called before the bytes that were handed in are let go. */
  flush(): void {
    const kept = this.#bytes.subarray(this.#start, this.#end);
    this.#bytes = NOTHING;
    this.#start = 0;
    this.#end = 0;
    if (kept.length > 0) this.#part("keep", kept, kept);
  }

  #part(deed: Part[0], old: Uint8Array, bytes: Uint8Array): void {
    if (this.#held !== undefined) {
      this.#held.push([deed, old, bytes]);
      this.#heldBytes += old.length;
    } else if (deed === "keep" || this.#raw) {
      if (old.length > 0) this.#sink.keep(old);
    } else if (deed === "replace") this.#sink.replace(old, bytes);
    else this.#sink.drop(old);
  }
}
