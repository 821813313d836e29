/**
 * Places: names for the spots of the input.
 *
 * A place is a number that names a message or a block of the input for ever, however the transcript is edited:
 * message index x 2^20, plus 1 + block index for a block. Negative places belong to what a rule made. Since a place is
 * a name and not an index, no rule has to keep indices right, and a report can say where a spot came from and where it
 * went. Never use bit operators on a place: it exceeds 32 bits.
 */
import { contentList, type SessionMessage } from "./message.ts";

/** A spot of the input, named for ever. A rule uses it only as a key. */
export type Place = number;

/** A JSON pointer (RFC 6901), such as `/3/content/0`. */
export type Pointer = string;

/** How many places one message has: itself and up to 2^20 - 1 blocks. */
export const PLACES_PER_MESSAGE: number = 2 ** 20;

/** A message on its way through the rules, with the places it came from. Only the engine builds one. */
export interface Turn {
  /** The message as it is now. */
  readonly message: SessionMessage;
  /** The place of the message. */
  readonly at: Place;
  /** The places of the blocks; absent while the content has the input's blocks in the input's order. */
  readonly blocks?: readonly Place[] | undefined;
  /** The places of the messages that were merged into this one. */
  readonly absorbed?: readonly Place[] | undefined;
  /** Write the message into the wire turn of that place; absent: into its own, or a new one. */
  readonly joins?: Place | undefined;
}

/** A key as a part of a pointer. */
export function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The place of the message that a place of the input belongs to. */
export function messagePlace(place: Place): Place {
  return place - (place % PLACES_PER_MESSAGE);
}

/** Does the place name a message rather than a block? */
export function isMessagePlace(place: Place): boolean {
  return place % PLACES_PER_MESSAGE === 0;
}

/** The places of the blocks of a turn, one a block; a string or single block counts as one. */
export function placesOf(turn: Turn): readonly Place[] {
  if (turn.blocks) return turn.blocks;
  return contentList(turn.message).map((_, index) => turn.at + 1 + index);
}
