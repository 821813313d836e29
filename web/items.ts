/** Which rows the list shows. */
import type { LayerFilter } from "./hash.ts";
import { type Branch, CHANGED, FLAG, type LostLine, type Opened, type RunResult } from "./protocol.ts";

/** Rows that are left out between two others. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** What stands between two turns: another branch where it leaves this one, or a line that could not be read. */
export type Aside = Branch | LostLine;

/** A row of the list, rows that are left out, or what stands between. */
export type Item = number | Gap | Aside;

/** Above so many rows, only changed ones are shown when they are few. */
const MANY_ROWS = 30;
/** Rows around a changed one that are shown with it. */
const CONTEXT = 1;

const TELLING = FLAG.left | FLAG.rejected;

/** The row to begin with: the first that is refused, else the first that was changed. */
export function firstTelling({ rows: { flags, count } }: RunResult): number {
  const refused = flags.findIndex((bits) => (bits & TELLING) !== 0);
  if (refused >= 0) return refused;
  const changed = flags.findIndex((bits) => (bits & CHANGED) !== 0);
  return changed >= 0 ? changed : count > 0 ? 0 : -1;
}

/** Bits that make a row worth showing, by layer. */
function bitsOf(layer: LayerFilter): number {
  if (layer === "file") return FLAG.file;
  const replay = (CHANGED & ~FLAG.file) | TELLING;
  return layer === "replay" ? replay : replay | FLAG.file;
}

/** Are there many rows, of which only few were changed? Where none was, there would be nothing to look at. */
export function hasFewChanges(result: RunResult): boolean {
  const { count } = result.rows;
  const changed = countChanged(result);
  return count > MANY_ROWS && changed > 0 && changed < count / 10;
}

function countChanged({ rows: { flags } }: RunResult): number {
  let count = 0;
  for (const bits of flags) if (bits & (CHANGED | TELLING)) count++;
  return count;
}

/** What the list shows: all rows, or those that matter with what is around them. */
export function itemsOf(
  { rows: { flags, count } }: RunResult,
  only: boolean,
  layer: LayerFilter,
  expanded: ReadonlySet<number>,
): (number | Gap)[] {
  if (!only) return Array.from({ length: count }, (_, row) => row);
  const wanted = bitsOf(layer);
  const shown = new Uint8Array(count);
  for (let row = 0; row < count; row++) {
    if (!((flags[row] as number) & wanted) && !expanded.has(row)) continue;
    const context = expanded.has(row) ? 0 : CONTEXT;
    shown.fill(1, Math.max(0, row - context), Math.min(count, row + context + 1));
  }
  const items: (number | Gap)[] = [];
  for (let row = 0; row < count; row++) {
    if (shown[row]) items.push(row);
    else {
      const from = row;
      while (row + 1 < count && !shown[row + 1]) row++;
      items.push({ from, to: row });
    }
  }
  return items;
}

/** The same with what stands between turns. */
export function withAsides(
  items: readonly (number | Gap)[],
  { rows }: RunResult,
  opened: Opened | undefined,
  layer: LayerFilter,
): readonly Item[] {
  const { branches = [], lost = [] } = opened ?? {};
  const others = branches.filter(({ active, own }) => !active && own > 0);
  const asides: Aside[] = layer === "replay" ? others : [...others, ...lost];
  if (asides.length === 0) return items;
  const behind = new Map<number, Aside[]>();
  for (const aside of asides) {
    const row = aside.behind < 0 ? -1 : rows.before.indexOf(aside.behind);
    behind.set(row, [...(behind.get(row) ?? []), aside]);
  }
  const list: Item[] = [...(behind.get(-1) ?? [])];
  for (const item of items) {
    list.push(item);
    const { from, to } = typeof item === "number" ? { from: item, to: item } : item;
    for (let row = from; row <= to; row++) list.push(...(behind.get(row) ?? []));
  }
  return list;
}
