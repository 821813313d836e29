/** Where what was written stands: filled by an adapter while it writes, read when pointers are asked for. */
import { PLACES_PER_MESSAGE, type Place, type Pointer } from "../transcript/place.ts";
import { deepest, type Lenses, valueAt } from "./lens.ts";
import type { Lost, Written } from "./types.ts";

interface Spot {
  readonly pointer: Pointer;
  readonly lenses: Lenses | undefined;
}

/** Collects spots and losses. Pointers are given while writing, so an adapter numbers what it writes. */
export class Places {
  readonly lost: Lost[] = [];
  readonly #spots = new Map<Place, Spot>();

  /** A message or block stands at the pointer. The first one said wins, should a place be written twice. */
  set(place: Place, pointer: Pointer, lenses?: Lenses): void {
    if (!this.#spots.has(place)) this.#spots.set(place, { pointer, lenses });
  }

  /** A message went into another: it stands where the other stands. */
  alias(place: Place, survivor: Place): void {
    const spot = this.#spots.get(survivor);
    if (spot && !this.#spots.has(place)) this.#spots.set(place, spot);
  }

  /** What could not be written. */
  lose(place: Place, what: string): void {
    this.lost.push({ place, what });
  }

  /** @param body what was written */
  finish(body: unknown): Written {
    const spots = this.#spots;
    let byPointer: Map<Pointer, Place> | undefined;
    return {
      body,
      lost: this.lost,
      pointerOf(place, key) {
        const spot = spots.get(place);
        if (!spot || key === undefined) return spot?.pointer;
        return deepest(valueAt(body, spot.pointer), spot.pointer, spot.lenses?.[key]?.at ?? [key]);
      },
      placeAt(pointer) {
        byPointer ??= indexOf(spots);
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
function indexOf(spots: ReadonlyMap<Place, Spot>): Map<Pointer, Place> {
  const places = new Map<Pointer, Place>();
  for (const [place, { pointer }] of spots) {
    const known = places.get(pointer);
    if (known === undefined || (place % PLACES_PER_MESSAGE === 0 && known % PLACES_PER_MESSAGE !== 0 && place >= 0)) {
      places.set(pointer, place);
    }
  }
  return places;
}
