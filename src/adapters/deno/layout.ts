/** Numbers, lists and tables for people. */
import { cut, harmless } from "./harmless.ts";
import type { Printer } from "./terminal.ts";

/** How many lines of a list are printed before the rest is only counted. */
const LISTED = 20;

/** A number with commas between thousands, the same whatever the language of the machine. */
export function number(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** How many there are of something. */
export function count(value: number, one: string, many: string = `${one}s`): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** A size in bytes, in the largest unit that leaves a number of at least 1. What is beyond the first decimal is cut. */
export function size(bytes: number): string {
  if (bytes < 1000) return count(bytes, "byte");
  const [unit, name] = bytes < 1_000_000 ? ([1000, "kB"] as const) : ([1_000_000, "MB"] as const);
  return `${number(Math.floor(bytes / unit))}.${Math.floor((bytes % unit) / (unit / 10))} ${name}`;
}

/** Prints what a run is about: names, and what they stand for. */
export function printFacts(facts: readonly (readonly [string, string])[], { print, style }: Printer): void {
  const width = Math.max(8, ...facts.map(([name]) => name.length + 1));
  for (const [name, value] of facts) print(`${style(name.padEnd(width), "dim")}${harmless(value)}\n`);
}

/** Prints lines under a title, or nothing when there are none. */
export function printList(title: string, lines: readonly string[], { print, style, columns }: Printer): void {
  if (lines.length === 0) return;
  print(`\n${style(title, "bold")}\n`);
  for (const line of lines.slice(0, LISTED)) print(`  ${cut(harmless(line), columns - 2)}\n`);
  if (lines.length > LISTED) print(`  and ${number(lines.length - LISTED)} more\n`);
}

/** A table as lines: the head first, each column as wide as its widest cell. */
export function layOut(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numeric: ReadonlySet<number>,
  columns: number,
): string[] {
  const table = [head, ...rows.map((cells) => cells.map(harmless))];
  const widths = head.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  return table.map((cells) => {
    const padded = cells.map((cell, column) => {
      if (numeric.has(column)) return cell.padStart(widths[column] ?? 0);
      return column === cells.length - 1 ? cell : cell.padEnd(widths[column] ?? 0);
    });
    return cut(padded.join("  ").trimEnd(), columns);
  });
}
