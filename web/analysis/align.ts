/** Puts two lists beside each other: what stayed, what came, what went. */

/** Indices in the two lists; -1: not there. */
export interface Pair {
  readonly before: number;
  readonly after: number;
}

/** What is known of the two lists. */
export interface Hints {
  /** Items that are known to belong together. The first hint about an item counts. */
  readonly pairs: Iterable<readonly [before: number, after: number]>;
  /** Items of the first list that are gone. */
  readonly gone: ReadonlySet<number>;
  /** Items of the second list that are new. */
  readonly made: ReadonlySet<number>;
}

/**
 * Pairs the items: the very same object first, then what the hints say, then neighbors of one kind in the gaps that are
 * left. The pairs come in the order of the second list; what is gone stands behind its predecessor.
 *
 * @param kindOf only items of one kind are paired by their place
 */
export function align(
  before: readonly unknown[],
  after: readonly unknown[],
  hints: Hints,
  kindOf: (item: unknown) => string,
): Pair[] {
  const partner = new Int32Array(before.length).fill(-1);
  const owner = new Int32Array(after.length).fill(-1);
  const join = (i: number, k: number): void => {
    if (partner[i] !== -1 || owner[k] !== -1) return;
    partner[i] = k;
    owner[k] = i;
  };
  joinSame(before, after, hints, join);
  for (const [i, k] of hints.pairs) if (i < before.length && k < after.length && !hints.gone.has(i)) join(i, k);
  fillGaps(before, after, hints, kindOf, partner, owner, join);
  return inOrder(partner, owner);
}

type Join = (i: number, k: number) => void;

function joinSame(before: readonly unknown[], after: readonly unknown[], { gone }: Hints, join: Join): void {
  const places = new Map<unknown, number[]>();
  after.forEach((item, k) => {
    if (typeof item !== "object" || item === null) return;
    const list = places.get(item);
    if (list) list.push(k);
    else places.set(item, [k]);
  });
  for (const list of places.values()) list.reverse();
  before.forEach((item, i) => {
    const k = gone.has(i) ? undefined : places.get(item)?.pop();
    if (k !== undefined) join(i, k);
  });
}

function fillGaps(
  before: readonly unknown[],
  after: readonly unknown[],
  { gone, made }: Hints,
  kindOf: (item: unknown) => string,
  partner: Int32Array,
  owner: Int32Array,
  join: Join,
): void {
  let k = 0;
  for (let i = 0; i < before.length; i++) {
    const own = partner[i] as number;
    if (own >= 0) {
      k = own + 1;
      continue;
    }
    if (gone.has(i)) continue;
    for (let next = k; next < after.length && owner[next] === -1; next++) {
      if (made.has(next) || kindOf(before[i]) !== kindOf(after[next])) continue;
      join(i, next);
      k = next + 1;
      break;
    }
  }
}

function inOrder(partner: Int32Array, owner: Int32Array): Pair[] {
  const behind = new Map<number, number[]>();
  let anchor = -1;
  partner.forEach((k, i) => {
    if (k >= 0) anchor = k;
    else behind.set(anchor, [...(behind.get(anchor) ?? []), i]);
  });
  const pairs: Pair[] = [];
  const goneBehind = (k: number): void => {
    for (const i of behind.get(k) ?? []) pairs.push({ before: i, after: -1 });
  };
  goneBehind(-1);
  owner.forEach((i, k) => {
    pairs.push({ before: i, after: k });
    goneBehind(k);
  });
  return pairs;
}
