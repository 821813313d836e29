/** The report of a run for people. */
import type { Change, ReplayResult } from "../../index.ts";
import { groupByRule } from "./by-rule.ts";
import { cut, harmless } from "./harmless.ts";
import { count, layOut, number, printFacts, printList } from "./layout.ts";
import { describeProblems, describeRead, type ReadFile } from "./read-file.ts";
import type { Printer } from "./terminal.ts";

/** What a run read and did. */
export interface Run extends ReadFile {
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
  printFacts([...describeRead(run), ["target", `${target} (policy ${result.policy.family})`]], printer);
  if (result.policy.family === "default") printer.print(`${style(UNKNOWN_TARGET, "yellow")}\n`);
  printRules(result.changes, pointers, printer);
  const problems = describeProblems(run);
  printList(problems.title, problems.lines, printer);
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

const HEAD = ["rule", "stage", "changes", "lossy", "example"];
const NUMERIC = new Set([2, 3]);

function printRules(changes: readonly Change[], pointers: number, { print, style, columns }: Printer): void {
  const groups = groupByRule(changes);
  if (groups.length === 0) return;
  const rows = groups.map(({ rule, stage, changes: group, lossy }) => [
    rule,
    stage,
    number(group.length),
    number(lossy),
    group[0]?.message ?? "",
  ]);
  const [head = "", ...lines] = layOut(HEAD, rows, NUMERIC, columns);
  print(`\n${style(head, "bold")}\n`);
  for (const [index, line] of lines.entries()) {
    print(`${line}\n`);
    for (const change of groups[index]?.changes.slice(0, pointers) ?? []) {
      print(`${style(cut(`    ${placeOf(change)}`, columns), "dim")}\n`);
    }
  }
}

/** Where a change was made: from where in the input, to where in the output. */
function placeOf({ action, from, to, anchor, preview }: Change): string {
  const source = from.length > 0 ? from.join(" + ") : anchor === undefined ? "" : `beside ${anchor}`;
  const target = to === undefined || to === from[0] ? "" : ` -> ${to}`;
  const before = preview?.before === undefined ? "" : `: ${preview.before}`;
  return harmless(`${action} ${source}${target}${before}`);
}

/** What is wrong or worth knowing, a line each. */
export function findingsOf(result: ReplayResult): string[] {
  return result.findings.map(({ severity, path, message, code }) => `${severity} ${path}: ${message} (${code})`);
}
