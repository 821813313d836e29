/**
 * What every wire adapter does: it reads a request body into the session model and writes the session model as a body.
 *
 * The laws: what nobody changed is written as the very value it was read from, up to the body itself; a changed block
 * keeps every field that the session model has no words for; nothing is repaired here; what the format cannot say is
 * listed. Reading never throws, whatever the body is.
 */
import type { SessionMessage } from "../transcript/message.ts";
import type { Place, Pointer, Turn } from "../transcript/place.ts";
import type { RequestFacts, WireFormat } from "../transcript/request.ts";

export type { WireFormat } from "../transcript/request.ts";

/** Something that the format cannot say, or that was dropped with what held it. */
export interface Lost {
  /** What it belonged to. */
  readonly place: Place;
  /** What it is, for people. */
  readonly what: string;
}

/** What a body looked like, by place of the messages that were read from it. */
export interface WireShape {
  /** The body itself. */
  readonly body: unknown;
  /** What it had besides messages. */
  readonly request: RequestFacts;
  /** Where a place, or one of its fields, stands in the body: the deepest spot that exists. */
  pointerIn(place: Place, key?: string): Pointer | undefined;
  /** Where a part of the request stands in the body. */
  pointerInRequest(key: keyof RequestFacts): Pointer | undefined;
  /** The wire turn that holds a place: one turn may hold several messages. */
  turnOf(place: Place): Pointer | undefined;
}

/** A body as it was read. `messages[i]` has the place `i` x 2^20. */
export interface Parsed {
  readonly messages: readonly SessionMessage[];
  readonly request: RequestFacts;
  readonly shape: WireShape;
}

/** A body as it was written. */
export interface Written {
  readonly body: unknown;
  /** Where a place, or one of its fields, stands in the body; that of its survivor for one that was absorbed. */
  pointerOf(place: Place, key?: string): Pointer | undefined;
  /** The deepest place at or around a spot of the body; of messages that share a pointer, the first. */
  placeAt(pointer: Pointer): Place | undefined;
  /** What is not in the body. */
  readonly lost: readonly Lost[];
}

/** Reads and writes the bodies of one format. `dialect` is an id from the format's `dialects.ts`. */
export interface WireAdapter {
  readonly format: WireFormat;
  /** Is it a body of this format, by its shape? */
  detect(body: unknown): boolean;
  /** Reads a body. Anything odd becomes an opaque block or message. */
  parse(body: unknown, dialect: string): Parsed;
  /** Writes turns as a body: into the shape they came from, or as a new body. */
  serialize(turns: readonly Turn[], request: RequestFacts, dialect: string, shape?: WireShape): Written;
}
