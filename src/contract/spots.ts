/** Finding what a place names among turns that have been edited. */
import { type Block, blocksOf, contentList } from "../transcript/message.ts";
import { type Place, placesOf, type Turn } from "../transcript/place.ts";

/** A turn and, when the place names a block, that block's index. */
export interface Spot {
  readonly index: number;
  readonly turn: Turn;
  readonly block: number | undefined;
}

/** What the place names: a message, one that was absorbed, or a block wherever it is now. */
export function spotAt(turns: readonly Turn[], place: Place | undefined): Spot | undefined {
  if (place === undefined) return undefined;
  for (const [index, turn] of turns.entries()) {
    if (turn.at === place || turn.absorbed?.includes(place)) return { index, turn, block: undefined };
    if (turn.blocks === undefined && (place < turn.at || place > turn.at + contentList(turn.message).length)) continue;
    const block = placesOf(turn).indexOf(place);
    if (block >= 0) return { index, turn, block };
  }
  return undefined;
}

/** {@link spotAt} for many places: the turns are read once. */
export function spotsIn(turns: readonly Turn[]): (place: Place | undefined) => Spot | undefined {
  const spots = new Map<Place, Spot>();
  const add = (place: Place, spot: Spot): void => {
    if (!spots.has(place)) spots.set(place, spot);
  };
  turns.forEach((turn, index) => {
    for (const place of [turn.at, ...(turn.absorbed ?? [])]) add(place, { index, turn, block: undefined });
    placesOf(turn).forEach((place, block) => {
      add(place, { index, turn, block });
    });
  });
  return (place) => (place === undefined ? undefined : spots.get(place));
}

/** The block that the place names. */
export function blockAt(
  turns: readonly Turn[],
  place: Place | undefined,
): (Spot & { readonly value: Block }) | undefined {
  const spot = spotAt(turns, place);
  const value = spot?.block === undefined ? undefined : blocksOf(spot.turn.message)[spot.block];
  return spot && value ? { ...spot, value } : undefined;
}

/** The turns with one of them replaced; the same array when it is the same turn. */
export function withTurn(turns: readonly Turn[], index: number, turn: Turn): readonly Turn[] {
  return turns[index] === turn ? turns : turns.with(index, turn);
}

/** Is the turn written with the user's role, where formats join results and text? */
export function isUserSideTurn({ message }: Turn): boolean {
  return message.role === "user" || message.role === "toolResult";
}
