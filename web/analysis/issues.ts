/** Everything found, in groups: by the code of a finding or the id of a rule. */
import {
  type Change,
  type Finding,
  findingCatalog,
  type RepairReport,
  remedyCatalog,
  ruleCatalog,
  rulesInForce,
  type TranscriptPolicy,
  type WireFormat,
} from "../../src/index.ts";
import type { Issue, IssueGroup, IssueKind, Layer, NamedIssue, QuietCheck } from "../protocol.ts";
import { checks } from "./checks.ts";
import { ACTIONS, DROPS } from "./lines.ts";
import type { Rows } from "./rows.ts";

/** How many places of each group are sent with the result; the page asks for more. */
const FIRST = 20;

/** What the groups are made of. */
export interface IssuesInput {
  readonly rows: Rows;
  readonly changes: readonly Change[];
  readonly findings: readonly Finding[];
  readonly left: readonly Finding[];
  readonly report: RepairReport | undefined;
  /** The row that a line of the file became; -1: none. */
  rowOfLine(line: number): number;
}

const summaries = new Map([...ruleCatalog, ...remedyCatalog].map(({ id, summary }) => [id, summary] as const));
const stages = new Map(ruleCatalog.map(({ id, stage }) => [id, stage as string] as const));
const order = new Map([...ruleCatalog, ...remedyCatalog].map(({ id }, index) => [id, index] as const));
const codes = new Map(findingCatalog.map(({ code, summary }) => [code as string, summary] as const));

/** What a rule or remedy does, or a code says, in a sentence. */
export function summaryOf(id: string): string {
  return summaries.get(id) ?? codes.get(id) ?? "";
}

/** Groups of issues; each group is made whole when somebody asks for it. */
export class Issues {
  readonly #input: IssuesInput;
  readonly #groups: { readonly group: IssueGroup; readonly numbers: readonly number[] }[] = [];

  constructor(input: IssuesInput) {
    this.#input = input;
    const { findings, left, changes } = input;
    const errors = (list: readonly Finding[]) => numbersBy(list, (f) => (f.severity === "error" ? f.code : undefined));
    for (const [id, numbers] of errors(left)) this.#add("left", id, numbers);
    for (const [id, numbers] of errors(findings)) this.#add("rejected", id, numbers);
    const byRule = [...numbersBy(changes, ({ rule }) => rule)];
    byRule.sort(([a], [b]) => (order.get(a) ?? 999) - (order.get(b) ?? 999));
    for (const [id, numbers] of byRule) this.#add("changed", id, numbers);
    for (const [id, numbers] of numbersBy(findings, (f) => (f.severity === "error" ? undefined : f.code))) {
      this.#add("note", id, numbers);
    }
    for (const { group, issues } of fileGroups(input)) {
      this.#groups.push({
        group: { ...group, first: issues.slice(0, FIRST) },
        numbers: issues.map((_, index) => index),
      });
    }
  }

  /** All groups, each with its first places. */
  get groups(): readonly IssueGroup[] {
    return this.#groups.map(({ group }) => group);
  }

  /** How many places there are in all of a kind. */
  count(kind: IssueKind): number {
    return this.groups.reduce((sum, group) => sum + (group.kind === kind ? group.count : 0), 0);
  }

  /** Some of the places of a group. */
  page(id: string, kind: IssueKind, offset: number, limit: number): readonly Issue[] {
    const found = this.#groups.find(({ group }) => group.id === id && group.kind === kind);
    if (!found) return [];
    if (found.group.layer === "file") {
      const whole = fileGroups(this.#input).find(({ group }) => group.id === id);
      return whole?.issues.slice(offset, offset + limit) ?? [];
    }
    return found.numbers.slice(offset, offset + limit).map((number) => this.#issue(kind, number));
  }

  /** Everything by rows, in their order; -1 is what belongs to no row. Without a kind or a layer: of all. */
  byRow(wanted: IssueKind | undefined, layer: Layer | undefined): ReadonlyMap<number, readonly NamedIssue[]> {
    const found = new Map<number, NamedIssue[]>();
    for (const { group, numbers } of this.#groups) {
      const { kind, id } = group;
      if ((wanted ?? kind) !== kind || (layer ?? group.layer) !== group.layer) continue;
      for (const issue of this.page(id, kind, 0, numbers.length)) {
        const list = found.get(issue.row) ?? [];
        list.push({ ...issue, kind, id, layer: group.layer });
        found.set(issue.row, list);
      }
    }
    return new Map([...found].sort(([a], [b]) => a - b));
  }

  #add(kind: IssueKind, id: string, numbers: readonly number[]): void {
    const first = numbers.slice(0, FIRST).map((number) => this.#issue(kind, number));
    const lossy = kind === "changed" ? numbers.filter((number) => this.#input.changes[number]?.lossy).length : 0;
    const finding = kind === "changed" ? undefined : this.#finding(kind, numbers[0] ?? 0);
    const says = finding?.providerMessage;
    const does = kind === "changed" ? undefined : remedyText(finding?.remedies ?? [], this.#input.changes);
    const stage = stages.get(id);
    const group: IssueGroup = {
      kind,
      layer: "replay",
      id,
      title: summaryOf(id) || (first[0]?.text ?? id),
      ...(says !== undefined && { says }),
      ...(does !== undefined && { does }),
      ...(kind === "changed" && { stage: stage ?? "remedy" }),
      sources: finding?.sources ?? [],
      count: numbers.length,
      lossy,
      first,
    };
    this.#groups.push({ group, numbers });
  }

  #finding(kind: IssueKind, number: number): Finding | undefined {
    return kind === "left" ? this.#input.left[number] : this.#input.findings[number];
  }

  #issue(kind: IssueKind, number: number): Issue {
    const { rows, changes } = this.#input;
    if (kind !== "changed") {
      const { path, message } = this.#finding(kind, number) as Finding;
      return { row: kind === "left" ? rows.ofOutput(path) : rows.ofInput(path), place: path || "/", text: message };
    }
    const change = changes[number] as Change;
    const { action, from, to, anchor, message, lossy, preview } = change;
    return {
      row: rows.ofChange(change)[0] ?? -1,
      place: from[0] ?? to ?? anchor ?? "/",
      text: message,
      action,
      lossy,
      ...preview,
    };
  }
}

/** What was done about a finding: by the rules and remedies that answer it, of which the one that changed something counts. */
export function remedyText(answers: readonly string[], changes: readonly Change[]): string | undefined {
  const done = new Set(changes.map(({ rule }) => rule));
  const id = answers.find((one) => done.has(one)) ?? answers[0];
  return id === undefined ? undefined : summaryOf(id);
}

function numbersBy<T>(list: readonly T[], keyOf: (item: T) => string | undefined): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  list.forEach((item, number) => {
    const key = keyOf(item);
    if (key === undefined) return;
    const group = groups.get(key);
    if (group) group.push(number);
    else groups.set(key, [number]);
  });
  return groups;
}

type FileGroup = { readonly group: Omit<IssueGroup, "first">; readonly issues: readonly Issue[] };

/** What was done to the file itself. */
function fileGroups({ report, rowOfLine }: IssuesInput): readonly FileGroup[] {
  if (!report) return [];
  const groups = new Map<string, { title: string; lossy: boolean; issues: Issue[] }>();
  const add = (id: string, title: string, lossy: boolean, issue: Issue): void => {
    const group = groups.get(id) ?? { title, lossy, issues: [] };
    group.issues.push(issue);
    groups.set(id, group);
  };
  for (const { line, offset, bytes, reason } of report.dropped) {
    const place = `line ${line}, byte ${offset}`;
    const text = `${bytes} bytes are taken out.`;
    add(`line-${reason}`, DROPS[reason], true, { row: -1, place, text, line, action: "drop", lossy: true });
  }
  for (const { line, offset, actions } of report.changes) {
    for (const action of actions) {
      const issue: Issue = { row: rowOfLine(line), place: `line ${line}, byte ${offset}`, text: ACTIONS[action], line };
      add(action, ACTIONS[action], false, { ...issue, action: "rewrite" });
    }
  }
  return [...groups].map(([id, { title, lossy, issues }]) => ({
    issues,
    group: {
      kind: "changed",
      layer: "file",
      id,
      title,
      stage: "session",
      sources: [],
      count: issues.length,
      lossy: lossy ? issues.length : 0,
    },
  }));
}

/** The checks and rules that found nothing, and those that are not for this target. */
export function quietChecks(
  groups: readonly IssueGroup[],
  policy: TranscriptPolicy,
  format: WireFormat | undefined,
): { readonly passed: readonly QuietCheck[]; readonly notApplicable: readonly QuietCheck[] } {
  const loud = new Set(groups.map(({ id }) => id));
  const checked = new Set<string>(format === undefined ? [] : (checks[format] ?? checks["openai-completions"] ?? []));
  const inForce = new Set(rulesInForce(policy));
  const quiet = (id: string): QuietCheck => ({ id, summary: summaryOf(id) });
  const ids = findingCatalog.map(({ code }) => code as string).filter((id) => !loud.has(id));
  const rules = ruleCatalog.map(({ id }) => id).filter((id) => !loud.has(id));
  return {
    passed: [...ids.filter((id) => checked.has(id)), ...rules.filter((id) => inForce.has(id))].map(quiet),
    notApplicable: [...ids.filter((id) => !checked.has(id)), ...rules.filter((id) => !inForce.has(id))].map(quiet),
  };
}
