/** What is remembered of a body while its messages are worked on, by place. */
import type { Block, SessionMessage } from "../transcript/message.ts";
import { messagePlace, PLACES_PER_MESSAGE, type Place, type Pointer } from "../transcript/place.ts";
import type { RequestFacts } from "../transcript/request.ts";
import { deepest, type Lenses, pathOf, type WireObject } from "./lens.ts";
import type { Parsed, WireShape } from "./types.ts";

/** A value of the body and what it was read as. */
export interface WireNode<Read extends object = object> {
  /** The value, verbatim. */
  readonly raw: unknown;
  /** The block or message it was read as: the same object later means that nobody changed it. */
  readonly read: Read;
  readonly pointer: Pointer;
  /** How its fields are written; absent: it is written whole or not at all. */
  readonly lenses?: Lenses;
  /** Markers that say nothing by themselves and stand behind it wherever it goes. */
  readonly riders?: readonly unknown[];
  /** The part of the body that holds it beside others, where one message consists of several such parts. */
  readonly holder?: WireTurn;
}

/** A turn of the body, which may hold several messages. Compared by identity. */
export interface WireTurn {
  readonly raw: WireObject;
  readonly pointer: Pointer;
}

/** A block on its way into a {@link Parsing}. */
export type ReadBlock = WireNode<Block>;

/** The shape that all adapters share. */
export class Shape implements WireShape {
  readonly body: unknown;
  readonly request: RequestFacts;
  readonly #nodes: ReadonlyMap<Place, WireNode>;
  readonly #turns: ReadonlyMap<Place, WireTurn>;
  readonly #pointers: Readonly<Partial<Record<keyof RequestFacts, Pointer>>>;

  constructor(
    body: unknown,
    request: RequestFacts,
    nodes: ReadonlyMap<Place, WireNode>,
    turns: ReadonlyMap<Place, WireTurn>,
    pointers: Readonly<Partial<Record<keyof RequestFacts, Pointer>>>,
  ) {
    this.body = body;
    this.request = request;
    this.#nodes = nodes;
    this.#turns = turns;
    this.#pointers = pointers;
  }

  /** The node of a message or block that was read from the body. */
  node(place: Place): WireNode | undefined {
    return this.#nodes.get(place);
  }

  /** The wire turn around a message or block. */
  turn(place: Place): WireTurn | undefined {
    return this.#nodes.get(place)?.holder ?? (place < 0 ? undefined : this.#turns.get(messagePlace(place)));
  }

  pointerIn(place: Place, key?: string): Pointer | undefined {
    const node = this.#nodes.get(place);
    if (!node || key === undefined) return node?.pointer;
    const lens = node.lenses?.[key];
    const { raw, pointer } = (lens?.inHolder && node.holder) || node;
    return deepest(raw, pointer, pathOf(lens, key));
  }

  pointerInRequest(key: keyof RequestFacts): Pointer | undefined {
    return this.#pointers[key];
  }

  turnOf(place: Place): Pointer | undefined {
    return this.turn(place)?.pointer;
  }
}

/** Collects the messages of a body with what they were read from. */
export class Parsing {
  readonly messages: SessionMessage[] = [];
  readonly #nodes = new Map<Place, WireNode>();
  readonly #turns = new Map<Place, WireTurn>();

  /**
   * Adds a message.
   *
   * @param own what the message itself was read from: the wire turn, or a part of it such as a tool result
   * @param blocks what its blocks were read from, in order; their `read` are the blocks of `message.content`
   */
  add(
    message: SessionMessage,
    own: Omit<WireNode, "read">,
    turn: WireTurn | undefined,
    blocks: readonly ReadBlock[],
  ): void {
    const at = this.messages.length * PLACES_PER_MESSAGE;
    this.messages.push(message);
    this.#nodes.set(at, { ...own, read: message });
    if (turn) this.#turns.set(at, turn);
    blocks.forEach((block, index) => {
      this.#nodes.set(at + 1 + index, block);
    });
  }

  /** @param pointers where the parts of the request stand in the body */
  finish(
    body: unknown,
    request: RequestFacts,
    pointers: Readonly<Partial<Record<keyof RequestFacts, Pointer>>>,
  ): Parsed {
    return {
      messages: this.messages,
      request,
      shape: new Shape(body, request, this.#nodes, this.#turns, pointers),
    };
  }
}

/** The shape of an adapter, which is always ours. */
export function asShape(shape: WireShape | undefined): Shape | undefined {
  return shape instanceof Shape ? shape : undefined;
}

/** An entry of the list that is no message of the format. Rules pass it over, and it is written as it was. */
export function opaqueMessage(kind: string): SessionMessage {
  return { role: "opaque", kind };
}
