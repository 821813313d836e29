/** Where a person was in each file. Kept for as long as the page is open, and nowhere else. */
import type { Opening } from "./protocol.ts";

/** How far the list was scrolled when a row was selected. */
export interface Scrolled {
  readonly row: number;
  readonly top: number;
}

/** A place in a file: the turn by its number in the input, since rows differ from target to target. */
export interface Place {
  readonly turn: number | undefined;
  readonly scrolled: Scrolled | undefined;
}

const MOST = 50;

/** The places of the files that were opened last. */
export class Places {
  readonly #places = new Map<string, Place>();

  /** Remembers the place in a file. */
  leave(opening: Opening | undefined, place: Place): void {
    if (!opening) return;
    const key = keyOf(opening);
    this.#places.delete(key);
    this.#places.set(key, place);
    const [oldest] = this.#places.keys();
    if (this.#places.size > MOST && oldest !== undefined) this.#places.delete(oldest);
  }

  /** The place in a file that was open before. */
  of(opening: Opening): Place | undefined {
    return this.#places.get(keyOf(opening));
  }
}

/** A file is known by its name and its size. */
function keyOf({ name, blob, pick = 0, leaf = -1 }: Opening): string {
  return [name, blob.size, pick, leaf].join("\n");
}
