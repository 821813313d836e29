/** Reports: as JSON for programs, and in Markdown for people, without a word of the transcript. */
import { findingCatalog, remedyCatalog, ruleCatalog } from "../../src/index.ts";
import { exportName } from "./names.ts";
import { redactedPointer } from "./pointers.ts";
import type { ExportFile, Judged } from "./types.ts";

/** The name of the report's shape; its number grows when something in it changes its meaning or goes. */
const REPORT_SCHEMA = "replaysafe-report/1";

/** The report as JSON: everything that was found and done, with abbreviated values before and after. */
export function jsonReport(judged: Judged): ExportFile {
  const { name, kind, format, target, family, status, changes, findings, version } = judged;
  const report = {
    schema: REPORT_SCHEMA,
    tool: { name: "replaysafe", version },
    source: { name, kind, format },
    target,
    policy: family,
    status,
    counts: countsOf(judged),
    findings,
    changes,
  };
  const blob = new Blob([`${JSON.stringify(report, null, 2)}\n`], { type: "application/json" });
  return { name: exportName(name, "report.json"), blob };
}

/** How much was found and done. */
export function countsOf({ changes, findings }: Pick<Judged, "changes" | "findings">) {
  const of = (level: "error" | "warning" | "note") => findings.filter(({ severity }) => severity === level).length;
  return {
    changes: changes.length,
    lossy: changes.filter(({ lossy }) => lossy).length,
    errors: of("error"),
    warnings: of("warning"),
    notes: of("note"),
  };
}

const STATUS: Readonly<Record<Judged["status"], string>> = {
  clean: "Nothing had to be changed.",
  repaired: "It was repaired.",
  unrepairable: "An error is left that the provider would refuse.",
};

/** How many places of one rule or finding are named. */
const PLACES = 5;

/**
 * The report in Markdown, fit for an issue: rules, counts and places. No text, name, id or file name of the transcript
 * is in it: sentences are those of the catalogs, and keys that only a transcript has are hidden.
 */
export function markdownReport(judged: Judged): ExportFile {
  const { kind, format, target, family, status, version } = judged;
  const { changes, lossy } = countsOf(judged);
  const lines = [
    "# Transcript report",
    "",
    `- source: ${kind}, read as \`${code(format)}\``,
    `- target: ${[target.provider, target.modelApi, target.modelId]
      .filter(Boolean)
      .map((name) => `\`${code(String(name))}\``)
      .join(" / ")}`,
    `- policy: \`${code(family)}\``,
    `- status: **${status}**. ${STATUS[status]}`,
    `- changes: ${changes}, of which ${lossy} lose something`,
    "",
    ...findingLines(judged),
    ...changeLines(judged),
    `<sub>replaysafe ${code(version)}. Redacted: no text of the transcript is in this report.</sub>`,
    "",
  ];
  return { name: exportName("replaysafe", "report.md"), blob: new Blob([lines.join("\n")], { type: "text/markdown" }) };
}

function findingLines({ findings }: Judged): string[] {
  if (findings.length === 0) return [];
  const groups = groupBy(findings, ({ code: name, severity }) => `${severity} ${name}`);
  const rows = [...groups.values()].map((group) => {
    const [{ code: name, severity } = { code: "", severity: "" }] = group;
    const summary = findingCatalog.find((entry) => entry.code === name)?.summary ?? "";
    return row(severity, `\`${code(name)}\``, String(group.length), summary, placesOf(group.map(({ path }) => path)));
  });
  return ["## Left in it", "", ...table("severity", "finding", "count", "what it means", "places"), ...rows, ""];
}

function changeLines({ changes }: Judged): string[] {
  if (changes.length === 0) return [];
  const groups = groupBy(changes, ({ rule, action }) => `${rule} ${action}`);
  const rows = [...groups.values()].map((group) => {
    const [{ rule, action } = { rule: "", action: "" }] = group;
    const lost = group.filter(({ lossy }) => lossy).length;
    const places = placesOf(group.map(({ from, anchor, to }) => from[0] ?? anchor ?? to ?? ""));
    return row(`\`${code(rule)}\``, action, String(group.length), String(lost), summaryOf(rule), places);
  });
  return ["## Changed", "", ...table("rule", "action", "count", "lossy", "what it does", "places"), ...rows, ""];
}

function groupBy<T>(list: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

function summaryOf(id: string): string {
  return [...ruleCatalog, ...remedyCatalog].find((entry) => entry.id === id)?.summary ?? "";
}

function placesOf(pointers: readonly string[]): string {
  const named = pointers.slice(0, PLACES).map((pointer) => `\`${code(redactedPointer(pointer))}\``);
  const more = pointers.length - named.length;
  return named.join(" ") + (more > 0 ? ` and ${more} more` : "");
}

function table(...names: readonly string[]): string[] {
  return [row(...names), `|${" --- |".repeat(names.length)}`];
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/\s+/g, " ").replaceAll("|", "\\|")).join(" | ")} |`;
}

/** Text within backticks. Ids of providers and models are what the person typed, and may be anything. */
function code(text: string): string {
  return text.replace(/[^\w./:@…+~-]/g, "_").slice(0, 200);
}
