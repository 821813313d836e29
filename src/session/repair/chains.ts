/**
 * Follows the chain of parents through a file: who names a parent that is gone, and whose child it is now.
 *
 * A parent stands before its child, so one pass is enough. Ids are kept as hashes of 53 bits, for a file may have
 * millions of them; two that share one by chance would at worst hide that a parent is gone.
 */
import { type Span, textAt } from "./fields.ts";
import { HashSet, hashOf } from "./hashes.ts";

/** Dropped entries beyond this number are forgotten; they are few or the file is beyond repair. */
const MAX_LOST = 100_000;

/** The id of an ancestor to continue; null: there is none, the entry is a root. */
type Ancestor = string | null;

/** The ids of a file so far. What is no string, or an empty one, is nobody's id. */
export class Chains {
  readonly #ids = new HashSet();
  /** The nearest ancestor that is left of each dropped entry. */
  readonly #lost = new Map<number, Ancestor>();
  /** The entry that was kept last. */
  #latest: Ancestor = null;
  readonly #named: boolean;

  /** @param named whether replacements will be asked for: they need the ids themselves */
  constructor(named: boolean) {
    this.#named = named;
  }

  /** Takes down an entry that stays. */
  keep(bytes: Uint8Array, id: Span): void {
    const hash = hashOf(bytes, id);
    if (hash === 0) return;
    this.#ids.add(hash);
    if (this.#named) this.#latest = textAt(bytes, id) ?? null;
  }

  /** Takes down the header: to name it as a parent is to be a root. */
  keepHeader(bytes: Uint8Array, id: Span): void {
    const hash = hashOf(bytes, id);
    if (hash !== 0) this.#ids.add(hash);
  }

  /** Takes down an entry that was dropped, as far as it can be read. */
  lose(bytes: Uint8Array, id: Span, parentId: Span): void {
    const hash = hashOf(bytes, id);
    if (!this.#named || hash === 0 || this.#lost.size >= MAX_LOST) return;
    this.#lost.set(hash, this.#ancestorOf(bytes, parentId));
  }

  /** Does it name a parent that is not there? */
  isBroken(bytes: Uint8Array, parentId: Span): boolean {
    const hash = hashOf(bytes, parentId);
    return hash !== 0 && !this.#ids.has(hash);
  }

  /** What an entry with a broken parent continues: the nearest ancestor that is known, else the entry before it. */
  replacementFor(bytes: Uint8Array, parentId: Span): Ancestor {
    const ancestor = this.#lost.get(hashOf(bytes, parentId));
    return ancestor === undefined ? this.#latest : ancestor;
  }

  #ancestorOf(bytes: Uint8Array, parentId: Span): Ancestor {
    if (parentId.start < 0) return this.#latest;
    const hash = hashOf(bytes, parentId);
    if (hash === 0) return null;
    return this.#ids.has(hash) ? (textAt(bytes, parentId) ?? null) : this.replacementFor(bytes, parentId);
  }
}
