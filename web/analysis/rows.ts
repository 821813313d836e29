/** The turns before and after beside each other, and what was found at each. */
import type { Change, Finding } from "../../src/index.ts";
import { FLAG, type RowIndex } from "../protocol.ts";
import { align, type Pair } from "./align.ts";
import { blocksIn, imageIn, roleOf } from "./blocks.ts";
import { type Turns, turnIndex, withinTurn } from "./document.ts";

/** The parts of a request besides its turns have a row of their own. */
export const REQUEST = -2;

/** What the rows are made of. */
export interface RowsInput {
  readonly before: Turns;
  readonly after: Turns;
  readonly changes: readonly Change[];
  /** What is wrong with the input. */
  readonly findings: readonly Finding[];
  /** What is wrong with the output, by pointers into it. */
  readonly left: readonly Finding[];
  /** Is there more to the document than its turns? */
  readonly request: boolean;
  /** Turns of the input whose line of the file was repaired. */
  readonly repaired: ReadonlySet<number>;
}

/** The rows, and ways from pointers to them. */
export class Rows {
  readonly index: RowIndex;
  readonly before: Turns;
  readonly after: Turns;
  /** Numbers of the changes of a row. */
  readonly changes = new Map<number, number[]>();
  /** Numbers of the findings of a row, in the input and in the output. */
  readonly findings = new Map<number, number[]>();
  readonly left = new Map<number, number[]>();
  readonly #byBefore: Int32Array;
  readonly #byAfter: Int32Array;
  readonly #hasRequest: boolean;

  constructor({ before, after, changes, findings, left, request, repaired }: RowsInput) {
    this.before = before;
    this.after = after;
    this.#hasRequest = request;
    const pairs = align(before.list, after.list, hintsFrom(changes, before, after), roleOf);
    const rows: Pair[] = request ? [{ before: REQUEST, after: REQUEST }, ...pairs] : pairs;
    this.index = {
      count: rows.length,
      before: Int32Array.from(rows, (row) => row.before),
      after: Int32Array.from(rows, (row) => row.after),
      flags: new Uint16Array(rows.length),
    };
    this.#byBefore = inverse(this.index.before, before.list.length);
    this.#byAfter = inverse(this.index.after, after.list.length);
    this.#mark(changes, findings, left, repaired);
  }

  /** The row that a pointer of the input leads to; -1: none. */
  ofInput(pointer: string): number {
    const index = turnIndex(this.before, pointer);
    if (index < 0) return this.#hasRequest ? 0 : -1;
    return this.#byBefore[index] ?? -1;
  }

  /** The row that a pointer of the output leads to; -1: none. */
  ofOutput(pointer: string): number {
    const index = turnIndex(this.after, pointer);
    if (index < 0) return this.#hasRequest ? 0 : -1;
    return this.#byAfter[index] ?? -1;
  }

  /** The row of the output's turn. */
  ofAfter(index: number): number {
    return this.#byAfter[index] ?? -1;
  }

  /** The rows that a change is about: where it came from first. */
  ofChange({ from, to, anchor }: Change): number[] {
    const rows = new Set<number>();
    for (const pointer of from) rows.add(this.ofInput(pointer));
    if (to !== undefined) rows.add(this.ofOutput(to));
    if (rows.size === 0 && anchor !== undefined) rows.add(this.ofInput(anchor));
    rows.delete(-1);
    return [...rows];
  }

  #mark(
    changes: readonly Change[],
    findings: readonly Finding[],
    left: readonly Finding[],
    repaired: ReadonlySet<number>,
  ): void {
    const { flags, before, after, count } = this.index;
    const flag = (row: number, bits: number): void => {
      if (row >= 0 && row < count) flags[row] = (flags[row] as number) | bits;
    };
    for (let row = 0; row < count; row++) {
      const [i, k] = [before[row] as number, after[row] as number];
      if (i === -1) flag(row, FLAG.made);
      if (k === -1) flag(row, FLAG.dropped);
      if (hasImage(this.before.list[i]) || hasImage(this.after.list[k])) flag(row, FLAG.image);
      if (i >= 0 && repaired.has(i)) flag(row, FLAG.file);
    }
    changes.forEach((change, number) => {
      if (change.undoneBy !== undefined) return;
      for (const row of this.ofChange(change)) {
        add(this.changes, row, number);
        flag(row, this.#bitsOf(change, row) | (change.lossy ? FLAG.lossy : 0));
      }
    });
    findings.forEach((finding, number) => {
      const row = this.ofInput(finding.path);
      add(this.findings, row, number);
      flag(row, finding.severity === "error" ? FLAG.rejected : FLAG.note);
    });
    left.forEach((finding, number) => {
      const row = this.ofOutput(finding.path);
      add(this.left, row, number);
      if (finding.severity === "error") flag(row, FLAG.left);
    });
    // A turn that was merged is not lost, and one that came or went is not said to be edited as well.
    for (let row = 0; row < count; row++) {
      let bits = flags[row] as number;
      if (bits & FLAG.merged && after[row] === -1) bits &= ~FLAG.dropped;
      if (bits & (FLAG.made | FLAG.dropped)) bits &= ~FLAG.edited;
      flags[row] = bits;
    }
  }

  #bitsOf({ action, from, to }: Change, row: number): number {
    const whole = isWholeTurn(this.before, from[0]) || (from.length === 0 && isWholeTurn(this.after, to));
    if (!whole) return FLAG.edited;
    // The turn that took another in is only edited.
    if (action === "merge") return this.index.after[row] === -1 ? FLAG.merged : FLAG.edited;
    if (action === "move") return FLAG.moved;
    if (action === "insert") return this.index.before[row] === -1 ? FLAG.made : FLAG.edited;
    return action === "drop" && this.index.after[row] === -1 ? FLAG.dropped : FLAG.edited;
  }
}

function hasImage(turn: unknown): boolean {
  return turn !== undefined && blocksIn(turn).some(({ value }) => imageIn(value) !== undefined);
}

function isWholeTurn(turns: Turns, pointer: string | undefined): boolean {
  return pointer !== undefined && turnIndex(turns, pointer) >= 0 && withinTurn(turns, pointer) === "";
}

function hintsFrom(changes: readonly Change[], before: Turns, after: Turns) {
  const pairs: [number, number][] = [];
  const gone = new Set<number>();
  const made = new Set<number>();
  for (const { action, from, to, undoneBy } of changes) {
    const i = from[0] === undefined ? -1 : turnIndex(before, from[0]);
    const k = to === undefined ? -1 : turnIndex(after, to);
    const whole = isWholeTurn(before, from[0]);
    if (whole && (action === "merge" || (action === "drop" && k < 0)) && undoneBy === undefined) gone.add(i);
    else if (i >= 0 && k >= 0) pairs.push([i, k]);
    else if (i < 0 && action === "insert" && isWholeTurn(after, to)) made.add(k);
  }
  return { pairs, gone, made };
}

function inverse(list: Int32Array, length: number): Int32Array {
  const rows = new Int32Array(length).fill(-1);
  list.forEach((index, row) => {
    if (index >= 0) rows[index] = row;
  });
  return rows;
}

function add(map: Map<number, number[]>, row: number, number: number): void {
  const list = map.get(row);
  if (list) list.push(number);
  else map.set(row, [number]);
}
