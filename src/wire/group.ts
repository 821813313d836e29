/** Which neighboring turns are written as one turn of the wire, for formats whose user turns hold tool results. */
import type { Turn } from "../transcript/place.ts";
import type { Shape, WireTurn } from "./shape.ts";

/** Turns that are written together. */
export interface Group {
  readonly turns: readonly Turn[];
  /** The wire turn whose own fields are written; absent: a new one is built. */
  readonly wire?: WireTurn;
}

/** The wire turns that a turn stands in: its own, that of one it was joined to, and those of what it absorbed. */
function wireTurnsOf({ at, absorbed = [], joins }: Turn, shape: Shape | undefined): readonly WireTurn[] {
  const found: WireTurn[] = [];
  for (const place of [joins ?? at, ...absorbed]) {
    const wire = shape?.turn(place);
    if (wire && !found.includes(wire)) found.push(wire);
  }
  return found;
}

/**
 * Groups the turns of a transcript.
 *
 * Neighbors of the user's side share a wire turn when they came from one. A result without a wire turn joins results
 * beside it. Two turns that both have none are joined: a body that is built holds all results, and the text behind
 * them, in one turn. Turns that came from different wire turns never are.
 *
 * @param isUserSide is the turn written with the user's role?
 */
export function groupTurns(
  turns: readonly Turn[],
  shape: Shape | undefined,
  isUserSide: (turn: Turn) => boolean,
): readonly Group[] {
  const groups: { turns: Turn[]; wires: WireTurn[] }[] = [];
  let open: { turns: Turn[]; wires: WireTurn[] } | undefined;
  for (const turn of turns) {
    const wires = wireTurnsOf(turn, shape);
    const before = open?.turns.at(-1);
    if (open && before && isUserSide(turn) && isUserSide(before) && belongs(open, before, turn, wires)) {
      open.turns.push(turn);
      for (const wire of wires) if (!open.wires.includes(wire)) open.wires.push(wire);
      continue;
    }
    open = { turns: [turn], wires: [...wires] };
    groups.push(open);
  }
  // The own fields of a wire turn are written once: by the last group that holds it.
  const last = new Map<WireTurn, number>();
  groups.forEach(({ wires }, index) => {
    for (const wire of wires) last.set(wire, index);
  });
  return groups.map(({ turns: own, wires }, index) => {
    const held = ownersFirst(own, wires, shape).find((wire) => last.get(wire) === index);
    return { turns: own, ...(held && { wire: held }) };
  });
}

function belongs(
  group: { readonly wires: readonly WireTurn[] },
  before: Turn,
  turn: Turn,
  wires: readonly WireTurn[],
): boolean {
  if (wires.some((wire) => group.wires.includes(wire))) return true;
  if (wires.length > 0 && group.wires.length > 0) return false;
  if (wires.length === 0 && group.wires.length === 0) return true;
  return turn.message.role === "toolResult" && before.message.role === "toolResult";
}

/** The wire turn of a turn that absorbed others comes first: its fields are those that were kept. */
function ownersFirst(
  turns: readonly Turn[],
  wires: readonly WireTurn[],
  shape: Shape | undefined,
): readonly WireTurn[] {
  const owner = turns.find(({ absorbed }) => absorbed && absorbed.length > 0);
  const wire = owner && shape?.turn(owner.joins ?? owner.at);
  return wire ? [wire, ...wires.filter((other) => other !== wire)] : wires;
}
