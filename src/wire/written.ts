/** Where what was written stands: filled by an adapter while it writes, read when pointers are asked for. */
import { PLACES_PER_MESSAGE, type Place, type Pointer } from "../transcript/place.ts";
import { deepest, type Lenses, pathOf, valueAt } from "./lens.ts";
import type { Lost, Written } from "./types.ts";

interface Spot {
  readonly pointer: Pointer;
  readonly lenses: Lenses | undefined;
}

/** Collects spots and losses. Pointers are given while writing, so an adapter numbers what it writes. */
export class Places {
  readonly lost: Lost[] = [];
  readonly #spots = new Map<Place, Spot>();
  /** Messages that are nothing of their own in the body. */
  readonly #listed = new Set<Place>();
  readonly #covered = new Map<Pointer, Place>();
  readonly #holders = new Map<Place, Pointer>();

  /** A message or block stands at the pointer. The first one said wins, should a place be written twice. */
  set(place: Place, pointer: Pointer, lenses?: Lenses): void {
    if (!this.#spots.has(place)) this.#spots.set(place, { pointer, lenses });
  }

  /** A message that is a list of items stands where its first item does; what is found there is the item. */
  list(place: Place, pointer: Pointer): void {
    this.set(place, pointer);
    this.#listed.add(place);
  }

  /** What stands at the pointer belongs to a block or message that stands elsewhere. */
  cover(pointer: Pointer, place: Place): void {
    if (!this.#covered.has(pointer)) this.#covered.set(pointer, place);
  }

  /** Blocks stand in a part of the body whose field `key` is theirs: what is said of it is said of the first. */
  hold(blocks: readonly Place[], holder: Pointer, key: string): void {
    const [first] = blocks;
    if (first !== undefined) this.cover(`${holder}/${key}`, first);
    for (const place of blocks) this.#holders.set(place, holder);
  }

  /** A message went into another: it stands where the other stands. */
  alias(place: Place, survivor: Place): void {
    const spot = this.#spots.get(survivor);
    if (!spot || this.#spots.has(place)) return;
    this.#spots.set(place, spot);
    if (this.#listed.has(survivor)) this.#listed.add(place);
  }

  /** What could not be written. */
  lose(place: Place, what: string): void {
    this.lost.push({ place, what });
  }

  /** @param body what was written */
  finish(body: unknown): Written {
    const spots = this.#spots;
    const [listed, covered, holders] = [this.#listed, this.#covered, this.#holders];
    let byPointer: Map<Pointer, Place> | undefined;
    return {
      body,
      lost: this.lost,
      pointerOf(place, key) {
        const spot = spots.get(place);
        if (!spot || key === undefined) return spot?.pointer;
        const lens = spot.lenses?.[key];
        const start = (lens?.inHolder && holders.get(place)) || spot.pointer;
        return deepest(valueAt(body, start), start, pathOf(lens, key));
      },
      placeAt(pointer) {
        byPointer ??= indexOf(spots, listed, covered);
        for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
          const place = byPointer.get(pointer.slice(0, end));
          if (place !== undefined) return place;
        }
        return undefined;
      },
    };
  }
}

/** Of places that share a pointer the first, and a message before its only block. */
function indexOf(
  spots: ReadonlyMap<Place, Spot>,
  listed: ReadonlySet<Place>,
  covered: ReadonlyMap<Pointer, Place>,
): Map<Pointer, Place> {
  const places = new Map<Pointer, Place>(covered);
  for (const [place, { pointer }] of spots) {
    if (listed.has(place)) continue;
    const known = places.get(pointer);
    if (known === undefined || (place % PLACES_PER_MESSAGE === 0 && known % PLACES_PER_MESSAGE !== 0 && place >= 0)) {
      places.set(pointer, place);
    }
  }
  for (const place of listed) {
    const { pointer } = spots.get(place) as Spot;
    if (!places.has(pointer)) places.set(pointer, place);
  }
  return places;
}
