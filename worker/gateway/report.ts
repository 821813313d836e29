/** What the gateway says in headers: numbers, ids and fixed sentences, never text of a transcript. */
import type { Change, Explanation, Finding } from "../../src/index.ts";

/** What became of a body. */
export type Status = "clean" | "repaired" | "bypassed" | "unrepairable";

/** What was done with a request. */
export interface Report {
  readonly status: Status;
  /** Why it was passed on unseen, or as it was. */
  readonly reason?: string;
  readonly changes?: readonly Pick<Change, "rule" | "lossy">[];
  /** Errors and warnings that are left. */
  readonly findings?: readonly Pick<Finding, "code" | "severity">[];
  /** What the refusal of the upstream means. */
  readonly explanations?: readonly Explanation[];
  /** What the upstream refused before it was asked once more. */
  readonly retried?: readonly Pick<Explanation, "code">[];
}

const LONGEST = 1000;

/** The headers of a report. Counts are structured fields (RFC 9651): an integer, with one for each id beside it. */
export function reportHeaders(report: Report): Readonly<Record<string, string>> {
  const { status, reason, changes = [], findings = [], explanations = [], retried = [] } = report;
  const lossy = changes.filter((change) => change.lossy);
  const wrong = findings.filter(({ severity }) => severity !== "note");
  return {
    "x-replaysafe-status": status,
    ...(reason !== undefined && { "x-replaysafe-reason": reason }),
    ...(changes.length > 0 && {
      "x-replaysafe-changes": counted(changes.map(({ rule }) => rule)),
      "x-replaysafe-lossy": counted(lossy.map(({ rule }) => rule)),
    }),
    ...(wrong.length > 0 && { "x-replaysafe-findings": counted(wrong.map(({ code }) => code)) }),
    ...(explanations.length > 0 && { "x-replaysafe-explanation": explained(explanations) }),
    ...(retried.length > 0 && { "x-replaysafe-retried": [...new Set(retried.map(({ code }) => code))].join(", ") }),
  };
}

/** `3;rename-call=2;drop-blank-text=1`, the most frequent first. */
function counted(ids: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return bounded([String(ids.length), ...sorted.map(([id, count]) => `${id}=${count}`)], ";");
}

/** `thinking-signature: <sentence> At /messages/1/content/0. Remedies: drop-thinking-block.` */
function explained(explanations: readonly Explanation[]): string {
  const sentences = explanations.map(({ code, cause, path, remedies }) => {
    const where = path === undefined ? "" : spotIn(path);
    const at = where === "" ? "" : ` At ${where}.`;
    const answers = remedies.length === 0 ? "" : ` Remedies: ${remedies.slice(0, 4).join(", ")}.`;
    return `${code}: ${cause}${at}${answers}`;
  });
  return bounded(sentences, " | ");
}

/** The parts of a path that no transcript has a say in: keys deeper than that may be of a tool's arguments. */
const SPOT =
  /^\/(?:messages|input|contents|tools|system|toolConfig)(?:\/\d{1,7}(?:\/(?:content|parts|tool_calls|summary)(?:\/\d{1,7})?)?)?/;

function spotIn(path: string): string {
  return SPOT.exec(path)?.[0] ?? "";
}

/** As many parts as fit. All of them are of this project's own words; the filter is for whoever changes that. */
function bounded(parts: readonly string[], separator: string): string {
  let text = "";
  for (const part of parts) {
    const longer = text === "" ? part : text + separator + part;
    if (longer.length > LONGEST) break;
    text = longer;
  }
  return text.replace(/[^\x20-\x7e]/g, "?");
}
