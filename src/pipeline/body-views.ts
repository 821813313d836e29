/** What pointers of a report point into when a body was repaired: the body as it came, and as it was written. */
import type { Change } from "../transcript/changes.ts";
import type { Place, Pointer } from "../transcript/place.ts";
import type { RequestFacts } from "../transcript/request.ts";
import { valueAt } from "../wire/lens.ts";
import type { WireShape, Written } from "../wire/types.ts";
import { OF_REQUEST } from "./record.ts";
import type { View } from "./views.ts";

/** The body that came in. */
export class InputBody implements View {
  readonly #shape: WireShape;

  constructor(shape: WireShape) {
    this.#shape = shape;
  }

  pointer(place: Place, key?: string): Pointer | undefined {
    if (place !== OF_REQUEST) return this.#shape.pointerIn(place, fieldOf(key));
    return pointerOfRequest(this.#shape, this.#shape.body, key);
  }

  value(place: Place, key?: string): unknown {
    const pointer = this.pointer(place, key);
    return pointer === undefined ? undefined : valueAt(this.#shape.body, pointer);
  }
}

/** The body that was written. */
export class OutputBody implements View {
  readonly #written: Written;
  readonly #shape: WireShape;

  /** @param shape of the body that came in: the request's parts stand where they stood */
  constructor(written: Written, shape: WireShape) {
    this.#written = written;
    this.#shape = shape;
  }

  pointer(place: Place, key?: string): Pointer | undefined {
    if (place !== OF_REQUEST) return this.#written.pointerOf(place, fieldOf(key));
    return pointerOfRequest(this.#shape, this.#written.body, key);
  }

  value(place: Place, key?: string): unknown {
    const pointer = this.pointer(place, key);
    return pointer === undefined ? undefined : valueAt(this.#written.body, pointer);
  }
}

/** Where a part of the request stands in a body; undefined when the body has no such part. */
function pointerOfRequest(shape: WireShape, body: unknown, key: string | undefined): Pointer | undefined {
  const pointer = shape.pointerInRequest(key as keyof RequestFacts);
  return pointer !== undefined && valueAt(body, pointer) !== undefined ? pointer : undefined;
}

/** A message of another role or a block of another type is a change of the whole. */
function fieldOf(key: string | undefined): string | undefined {
  return key === "role" || key === "type" ? undefined : key;
}

/** What the format cannot say, as changes. */
export function lossOf({ lost }: Written, format: string, pointerIn: (place: Place) => Pointer | undefined): Change[] {
  return lost.map(({ place, what }) => {
    const from = pointerIn(place);
    return {
      rule: `wire/${format}`,
      stage: "body",
      action: "drop",
      from: from === undefined ? [] : [from],
      message: `The format has no words for ${what}.`,
      lossy: true,
    };
  });
}
