/** What pointers of a report point into: messages, by arithmetic on places; see `body-views.ts` for bodies. */
import { isRecord } from "../transcript/message.ts";
import {
  escapePointer,
  isMessagePlace,
  messagePlace,
  PLACES_PER_MESSAGE,
  type Place,
  type Pointer,
  type Turn,
} from "../transcript/place.ts";

/** A document that places are looked up in. */
export interface View {
  /** Where the place, or the deepest spot on the way to its field, stands; undefined: it is not there. */
  pointer(place: Place, key?: string): Pointer | undefined;
  /** What stands there. */
  value(place: Place, key?: string): unknown;
  /** Blocks of the message that do not stand in it; absent: all do. */
  partsOf?(message: Place): readonly { readonly place: Place; readonly pointer: Pointer }[];
}

/** The messages that a run was given. */
export class InputMessages implements View {
  readonly #input: readonly unknown[];

  constructor(input: readonly unknown[]) {
    this.#input = input;
  }

  pointer(place: Place, key?: string): Pointer | undefined {
    if (place < 0) return undefined;
    const index = Math.floor(place / PLACES_PER_MESSAGE);
    const message = this.#input[index];
    if (isMessagePlace(place)) return pointerWith(`/${index}`, message, key);
    const content = contentOf(message);
    const block = (place % PLACES_PER_MESSAGE) - 1;
    if (!Array.isArray(content)) return pointerWith(`/${index}/content`, content, key);
    return pointerWith(`/${index}/content/${block}`, content[block], key);
  }

  value(place: Place, key?: string): unknown {
    const message = this.#input[Math.floor(place / PLACES_PER_MESSAGE)];
    if (isMessagePlace(place)) return pick(message, key);
    const content = contentOf(message);
    return Array.isArray(content) ? pick(content[(place % PLACES_PER_MESSAGE) - 1], key) : content;
  }
}

function contentOf(message: unknown): unknown {
  return isRecord(message) ? message["content"] : undefined;
}

/** A message of another role or a block of another type is a change of the whole. */
function pointerWith(pointer: string, value: unknown, key: string | undefined): Pointer {
  if (key === "role" || key === "type") return pointer;
  return key !== undefined && isRecord(value) && Object.hasOwn(value, key)
    ? `${pointer}/${escapePointer(key)}`
    : pointer;
}

/** The field, except that what became of another kind is shown whole. */
function pick(value: unknown, key: string | undefined): unknown {
  if (key === undefined || key === "type" || key === "role" || !isRecord(value)) return value;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** A spot of the output: message index, and block index when it is a block. */
interface Spot {
  readonly message: number;
  readonly block?: number;
}

/** The messages that came out of a run. */
export class OutputMessages implements View {
  readonly #turns: readonly Turn[];
  /** By index of the message in the input; -1: not there. */
  readonly #messages: Int32Array;
  /** The messages that rules made. */
  readonly #made = new Map<Place, number>();
  /** The blocks of turns whose content is no longer the input's. */
  readonly #blocks = new Map<Place, Spot>();

  constructor(turns: readonly Turn[], inputLength: number) {
    this.#turns = turns;
    this.#messages = new Int32Array(inputLength).fill(-1);
    for (let message = 0; message < turns.length; message++) {
      const { at, absorbed, blocks } = turns[message] as Turn;
      this.#setMessage(at, message);
      if (absorbed) for (const place of absorbed) this.#setMessage(place, message);
      if (blocks)
        for (let block = 0; block < blocks.length; block++)
          this.#blocks.set(blocks[block] as Place, { message, block });
    }
  }

  #setMessage(place: Place, message: number): void {
    if (place < 0) this.#made.set(place, message);
    else this.#messages[place / PLACES_PER_MESSAGE] = message;
  }

  #message(place: Place): number {
    if (place < 0) return this.#made.get(place) ?? -1;
    return this.#messages[Math.floor(place / PLACES_PER_MESSAGE)] ?? -1;
  }

  #find(place: Place): Spot | undefined {
    const moved = this.#blocks.get(place);
    if (moved) return moved;
    const message = this.#message(place);
    if (message < 0) return undefined;
    if (place < 0 || isMessagePlace(place)) return { message };
    const turn = this.#turns[message] as Turn;
    if (turn.blocks || turn.at !== messagePlace(place)) return undefined;
    const block = (place % PLACES_PER_MESSAGE) - 1;
    const { content } = turn.message;
    const count = Array.isArray(content) ? content.length : content === undefined ? 0 : 1;
    return block < count ? { message, block } : undefined;
  }

  value(place: Place, key?: string): unknown {
    const spot = this.#find(place);
    if (!spot) return undefined;
    const { message } = this.#turns[spot.message] as Turn;
    if (spot.block === undefined) return pick(message, key);
    return Array.isArray(message.content) ? pick(message.content[spot.block], key) : message.content;
  }

  pointer(place: Place, key?: string): Pointer | undefined {
    const spot = this.#find(place);
    if (!spot) return undefined;
    const { message } = this.#turns[spot.message] as Turn;
    if (spot.block === undefined) return pointerWith(`/${spot.message}`, message, key);
    const { content } = message;
    if (!Array.isArray(content)) return pointerWith(`/${spot.message}/content`, content, key);
    return pointerWith(`/${spot.message}/content/${spot.block}`, content[spot.block], key);
  }
}
