/** Which neighboring turns are written as one turn of the wire, for formats whose user turns hold tool results. */
import type { Place, Turn } from "../transcript/place.ts";
import type { Shape, WireTurn } from "./shape.ts";
import type { Places } from "./written.ts";

/** Turns that are written together. */
export interface Group {
  readonly turns: readonly Turn[];
  /** The wire turn whose own fields are written; absent: a new one is built. */
  readonly wire?: WireTurn;
}

/** The wire turns that a turn stands in: its own, that of one it was joined to, and those of what it absorbed. */
function wireTurnsOf({ at, absorbed = [], joins }: Turn, shape: Shape | undefined): ReadonlySet<WireTurn> {
  const found = new Set<WireTurn>();
  const own = shape?.turn(joins ?? at);
  if (own) found.add(own);
  for (const place of absorbed) {
    const wire = shape?.turn(place);
    if (wire) found.add(wire);
  }
  return found;
}

/** A group that may still grow. */
interface OpenGroup {
  readonly turns: Turn[];
  readonly wires: Set<WireTurn>;
}

/**
 * Groups the turns of a transcript.
 *
 * Neighbors of the user's side share a wire turn when they came from one. A result without a wire turn joins results
 * beside it. Two turns that both have none are joined: a body that is built holds all results, and the text behind
 * them, in one turn, or in two where text may not stand behind results. Turns that came from different wire turns never
 * are.
 *
 * @param isUserSide is the turn written with the user's role?
 * @param joins which turns that both have none are joined: all, or those of one role, where text behind results is refused
 */
export function groupTurns(
  turns: readonly Turn[],
  shape: Shape | undefined,
  isUserSide: (turn: Turn) => boolean,
  joins: "all" | "alike" = "all",
): readonly Group[] {
  const groups: OpenGroup[] = [];
  let open: OpenGroup | undefined;
  for (const turn of turns) {
    const wires = wireTurnsOf(turn, shape);
    const before = open?.turns.at(-1);
    if (open && before && isUserSide(turn) && isUserSide(before) && belongs(open, before, turn, wires, joins)) {
      open.turns.push(turn);
      for (const wire of wires) open.wires.add(wire);
      continue;
    }
    open = { turns: [turn], wires: new Set(wires) };
    groups.push(open);
  }
  // The own fields of a wire turn are written once: by the last group that holds it.
  const last = new Map<WireTurn, OpenGroup>();
  for (const group of groups) for (const wire of group.wires) last.set(wire, group);
  return groups.map((group) => {
    const held = ownersFirst(group, shape).find((wire) => last.get(wire) === group);
    return { turns: group.turns, ...(held && { wire: held }) };
  });
}

/**
 * Says of each wire turn whose own fields are no longer written, though a part of it stands, that they are lost.
 *
 * @param known the fields that every turn has, such as `role` and `content`: a turn with no others has nothing to lose
 */
export function loseTurnFields(
  groups: readonly Group[],
  shape: Shape | undefined,
  known: ReadonlySet<string>,
  places: Places,
): void {
  const written = new Set(groups.map(({ wire }) => wire));
  const lost = new Map<WireTurn, Place>();
  for (const { turns } of groups) {
    for (const { at, absorbed = [] } of turns) {
      for (const place of [at, ...absorbed]) {
        const wire = shape?.turn(place);
        if (wire && !written.has(wire) && !lost.has(wire)) lost.set(wire, place);
      }
    }
  }
  for (const [{ raw }, place] of lost) {
    const names = Object.keys(raw).filter((key) => !known.has(key));
    if (names.length > 0) places.lose(place, `fields of a turn that is gone: ${names.slice(0, 5).join(", ")}`);
  }
}

function belongs(
  group: OpenGroup,
  before: Turn,
  turn: Turn,
  wires: ReadonlySet<WireTurn>,
  joins: "all" | "alike",
): boolean {
  for (const wire of wires) if (group.wires.has(wire)) return true;
  if (wires.size > 0 && group.wires.size > 0) return false;
  const areBuilt = wires.size === 0 && group.wires.size === 0;
  const areAlike = turn.message.role === before.message.role;
  return areBuilt ? joins === "all" || areAlike : areAlike && turn.message.role === "toolResult";
}

/** The wire turn of a turn that absorbed others comes first: its fields are those that were kept. */
function ownersFirst({ turns, wires }: OpenGroup, shape: Shape | undefined): readonly WireTurn[] {
  const owner = turns.find(({ absorbed }) => absorbed && absorbed.length > 0);
  const wire = owner && shape?.turn(owner.joins ?? owner.at);
  return wire ? [wire, ...wires] : [...wires];
}
