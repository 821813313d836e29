/** What validators of several formats look at: objects of a body, and where each stands. */
import { isRecord } from "../transcript/message.ts";
import type { Pointer } from "../transcript/place.ts";

/** An object of the wire. */
export type Json = Readonly<Record<string, unknown>>;

/** An object and where it stands. */
export interface Spot {
  readonly value: Json;
  readonly pointer: Pointer;
}

/** A message of a chat and where it stands. */
export interface Message extends Spot {
  readonly role: unknown;
}

/** The objects of a list; what is no object is passed over. */
export function spotsIn(list: unknown, pointer: Pointer): readonly Spot[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((value: unknown, index) => (isRecord(value) ? [{ value, pointer: `${pointer}/${index}` }] : []));
}
