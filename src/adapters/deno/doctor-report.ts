/** What `doctor` says about a session. */
import type { ReplayResult } from "../../index.ts";
import { groupByRule } from "./by-rule.ts";
import type { SessionFacts, Tally } from "./doctor-facts.ts";
import { harmlessJson } from "./harmless.ts";
import { count, layOut, number, printFacts, printList, size } from "./layout.ts";
import { describeProblems, describeRead, type ReadFile } from "./read-file.ts";
import { findingsOf } from "./summary.ts";
import type { Printer } from "./terminal.ts";

/** What would be done for one provider. */
export interface Prospect {
  readonly provider: string;
  readonly result: ReplayResult;
}

/** What a doctor found. */
export interface Diagnosis extends ReadFile {
  readonly facts: SessionFacts;
  readonly prospects: readonly Prospect[];
}

/** Prints what is in the session, what is wrong with it, and what each provider would get. */
export function printDiagnosis(diagnosis: Diagnosis, printer: Printer): void {
  const { session, repair, facts } = diagnosis;
  const { agent, header } = session;
  const version = header?.version;
  const models = facts.models.map(({ provider, model, turns }) => `${provider} / ${model} (${number(turns)})`);
  const calls = facts.danglingCalls.map(({ id, tool }) => `${tool} ${id}`);
  const rows: [string, string][] = [
    ...describeRead(diagnosis),
    ...(repair.repaired ? [] : [["damaged", repair.reason === undefined ? "no" : NOT_BY_LINES] as const]),
    ...(agent === undefined
      ? []
      : [["agent", `${agent}${version === undefined ? "" : `, version ${version}`}`] as const]),
    ["entries", describeTally(facts.entries)],
    ["branches", number(facts.branches)],
    ["compacted", count(facts.compactions, "time")],
    ["messages", describeTally(facts.messages)],
    ["models", models.join(", ") || "not named"],
    ["images", facts.images.count === 0 ? "none" : `${number(facts.images.count)}, ${size(facts.images.bytes)}`],
    ["open calls", calls.length === 0 ? "none" : `${number(calls.length)}: ${calls.slice(0, NAMED).join(", ")}`],
  ].map(([name = "", value = ""]) => [name, value]);
  printFacts(rows, printer);
  const problems = describeProblems(diagnosis);
  printList(problems.title, problems.lines, printer);
  printProspects(diagnosis.prospects, printer);
}

/** The same as one JSON document. */
export function toJson({ session, wellFormed, repair, facts, prospects }: Diagnosis): string {
  const { format, agent, header, problems } = session;
  const providers = prospects.map(({ provider, result }) => ({
    provider,
    target: result.policy.target,
    policy: result.policy.family,
    status: result.status,
    changes: result.changes.length,
    lossy: result.stats.lossy,
    rules: groupByRule(result.changes).map(({ rule, stage, changes, lossy }) => ({
      rule,
      stage,
      changes: changes.length,
      lossy,
    })),
    findings: result.findings,
  }));
  const document = { format, agent, header, ...facts, wellFormed, repair, problems, providers };
  return `${harmlessJson(JSON.stringify(document, null, 2))}\n`;
}

/** So many calls are named; the others are only counted. */
const NAMED = 8;

const NOT_BY_LINES = "not looked for: only session files with a record a line are repaired";

const HEAD = ["provider", "policy", "status", "changes", "lossy"];
const NUMERIC = new Set([3, 4]);
const COLOR_OF = { clean: "green", repaired: "yellow", unrepairable: "red" } as const;

function printProspects(prospects: readonly Prospect[], printer: Printer): void {
  const { print, style, columns } = printer;
  const rows = prospects.flatMap(({ provider, result }) => {
    const { policy, status, changes, stats } = result;
    const model = policy.target.modelId;
    const name = model === "" ? provider : `${provider}/${model}`;
    const head = { cells: [name, policy.family, status, number(changes.length), number(stats.lossy)], status };
    const rules = groupByRule(changes).map(({ rule, stage, changes: group, lossy }) => ({
      cells: [`  ${rule}`, stage, "", number(group.length), number(lossy)],
      status: undefined,
    }));
    return [head, ...rules];
  });
  const cells = rows.map((row) => row.cells);
  const [title = "", ...lines] = layOut(HEAD, cells, NUMERIC, columns);
  print(`\n${style(title, "bold")}\n`);
  for (const [index, line] of lines.entries()) {
    const status = rows[index]?.status;
    print(`${status === undefined ? style(line, "dim") : style(line, COLOR_OF[status])}\n`);
  }
  for (const { provider, result } of prospects) printList(`Left for ${provider}`, findingsOf(result), printer);
}

function describeTally(counts: Tally): string {
  const parts = Object.entries(counts).map(([name, value]) => `${name} ${number(value)}`);
  return parts.join(", ") || "none";
}
