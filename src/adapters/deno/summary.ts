/** The report of a run for people. */
import type { Change, ReplayResult, SessionContent } from "../../index.ts";
import { cut, harmless } from "./harmless.ts";
import type { Printer } from "./terminal.ts";

/** How many problems and findings are listed before the rest is only counted. */
const LISTED = 20;

/** What a run read and did. */
export interface Run {
  /** The file's name as it was given. */
  readonly file: string;
  /** Were the file's bytes UTF-8 throughout? */
  readonly wellFormed: boolean;
  readonly session: SessionContent;
  readonly result: ReplayResult;
  /** Does the target take the transcript only with another prompt behind it? */
  readonly awaitsPrompt: boolean;
}

/** Prints what was read, what was done by which rule, what is wrong, and the totals. */
export function printSummary(run: Run, pointers: number, printer: Printer): void {
  const { session, result } = run;
  const { style } = printer;
  const { provider, modelApi, modelId } = result.policy.target;
  const target = [provider, modelApi, modelId].filter((part) => part !== "").join(" / ");
  const about = [
    ["file", run.file],
    ["read as", `${session.format}, ${count(session.entries.length, "entry", "entries")}, ${messages(session)}`],
    ["target", `${target} (policy ${result.policy.family})`],
  ];
  for (const [name = "", value = ""] of about) printer.print(`${style(name.padEnd(8), "dim")}${harmless(value)}\n`);
  if (result.policy.family === "default") printer.print(`${style(UNKNOWN_TARGET, "yellow")}\n`);
  printRules(result.changes, pointers, printer);
  printList("Problems in the file", problemsOf(run), printer);
  printList("Left in the output", findingsOf(result), printer);
  if (run.awaitsPrompt) printer.print(`\n${style(AWAITS_PROMPT, "dim")}\n`);

  const changes = `${count(result.changes.length, "change", "changes")} (${number(result.stats.lossy)} lossy)`;
  const totals = `${count(session.messages.length, "message", "messages")} in, ${number(result.messages.length)} out, ${changes}`;
  printer.print(`\n${style(totals, "bold")}: ${style(result.status, COLOR_OF[result.status])}\n`);
}

const UNKNOWN_TARGET = "This provider and API are not known; only the rules that hold for everyone apply.";

const AWAITS_PROMPT =
  "The session ends with an answer, which this target does not continue: it takes the request once the next prompt is added. --as-request drops the answer.";

const COLOR_OF = { clean: "green", repaired: "yellow", unrepairable: "red" } as const;

function messages(session: SessionContent): string {
  const active = session.format === "session" ? " on the active branch" : "";
  return `${count(session.messages.length, "message", "messages")}${active}`;
}

function printRules(changes: readonly Change[], pointers: number, { print, style, columns }: Printer): void {
  if (changes.length === 0) return;
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const group = groups.get(change.rule);
    if (group) group.push(change);
    else groups.set(change.rule, [change]);
  }
  const rows = [...groups].map(([rule, group]) => {
    const lossy = group.filter((change) => change.lossy && change.undoneBy === undefined).length;
    const cells = [rule, group[0]?.stage ?? "", number(group.length), number(lossy), group[0]?.message ?? ""];
    return { cells: cells.map(harmless), places: group.slice(0, pointers).map(placeOf) };
  });
  const head = ["rule", "stage", "changes", "lossy", "example"];
  const widths = head.map((title, index) =>
    Math.max(title.length, ...rows.map(({ cells }) => cells[index]?.length ?? 0)),
  );
  const layOut = (cells: readonly string[]): string => {
    const padded = cells.map((cell, index) => {
      const width = index === cells.length - 1 ? 0 : (widths[index] ?? 0);
      return index === 2 || index === 3 ? cell.padStart(width) : cell.padEnd(width);
    });
    return cut(padded.join("  "), columns);
  };
  print(`\n${style(layOut(head), "bold")}\n`);
  for (const { cells, places } of rows) {
    print(`${layOut(cells)}\n`);
    for (const place of places) print(`${style(cut(`    ${place}`, columns), "dim")}\n`);
  }
}

/** Where a change was made: from where in the input, to where in the output. */
function placeOf({ action, from, to, anchor, preview }: Change): string {
  const source = from.length > 0 ? from.join(" + ") : anchor === undefined ? "" : `beside ${anchor}`;
  const target = to === undefined || to === from[0] ? "" : ` -> ${to}`;
  const before = preview?.before === undefined ? "" : `: ${preview.before}`;
  return harmless(`${action} ${source}${target}${before}`);
}

function problemsOf({ session, wellFormed }: Run): string[] {
  const problems = session.problems.map(({ line, path, message, code }) => {
    const spot = path === undefined ? "" : ` ${path}`;
    return `line ${number(line)}${spot}: ${message} (${code})`;
  });
  return wellFormed ? problems : ["The bytes are not UTF-8 throughout; broken characters were replaced.", ...problems];
}

function findingsOf(result: ReplayResult): string[] {
  return result.findings.map(({ severity, path, message, code }) => `${severity} ${path}: ${message} (${code})`);
}

function printList(title: string, lines: readonly string[], { print, style, columns }: Printer): void {
  if (lines.length === 0) return;
  print(`\n${style(title, "bold")}\n`);
  for (const line of lines.slice(0, LISTED)) print(`  ${cut(harmless(line), columns - 2)}\n`);
  if (lines.length > LISTED) print(`  and ${number(lines.length - LISTED)} more\n`);
}

function count(value: number, one: string, many: string): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** A number with commas between thousands, the same whatever the language of the machine. */
function number(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}
