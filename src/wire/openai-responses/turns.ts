/** What the writers of messages and of results ask of a turn. */
import { blocksOf, contentList, isRecord, type SessionMessage } from "../../transcript/message.ts";
import { placesOf, type Turn } from "../../transcript/place.ts";
import type { Placed } from "../content.ts";
import type { Shape } from "../shape.ts";

/** The blocks of a turn with their places. */
export function placedBlocks(turn: Turn): readonly Placed[] {
  const places = placesOf(turn);
  return contentList(turn.message).map((block, index) => ({ block, place: places[index] as number }));
}

/** Was it, or a part of it, asked to say the same in the form that the API documents? */
export function isCanonical({ message }: Turn): boolean {
  if (message["form"] === "canonical") return true;
  return blocksOf(message).some((block) => isRecord(block) && block["form"] === "canonical");
}

/** A message or an output that had no content of any kind and still has none is left without. */
export function isStillNothing(content: unknown, { at, message }: Turn, shape: Shape | undefined): boolean {
  if (!Array.isArray(content) || content.length > 0) return false;
  const read = shape?.node(at)?.read as SessionMessage | undefined;
  return read !== undefined && read.role === message.role && blocksOf(read).length === 0;
}
