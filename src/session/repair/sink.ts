/** Collects what a pass hands on, to be written between two chunks. */
import type { RepairSink } from "./output.ts";

/** What is to be written, and what was dropped. */
export class CollectingSink implements RepairSink {
  readonly #written: Uint8Array[] = [];
  readonly #dropped: Uint8Array[] = [];

  keep(bytes: Uint8Array): void {
    this.#written.push(bytes);
  }

  replace(_old: Uint8Array, bytes: Uint8Array): void {
    if (bytes.length > 0) this.#written.push(bytes);
  }

  drop(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#dropped.push(bytes);
  }

  /** Takes away what has to be written. */
  takeWritten(): Uint8Array[] {
    return this.#written.splice(0);
  }

  /** Takes away what was dropped. */
  takeDropped(): Uint8Array[] {
    return this.#dropped.splice(0);
  }
}
