/** From demands to findings, bounded: a body can be wrong in a million places. */
import type { Finding } from "../transcript/changes.ts";
import type { Demand, Report } from "./types.ts";

/** How many findings of one code are told apart. */
const PER_CODE = 10_000;

/** A list and the function that fills it. */
export function collectFindings(): { readonly findings: Finding[]; readonly report: Report } {
  const findings: Finding[] = [];
  const counts = new Map<string, number>();
  const report: Report = (demand, path, particulars) => {
    const count = (counts.get(demand.code) ?? 0) + 1;
    counts.set(demand.code, count);
    if (count <= PER_CODE) findings.push(findingOf(demand, path, particulars));
  };
  return { findings, report };
}

function findingOf(
  { code, severity, message, says, source, evidence }: Demand,
  path: string,
  particulars = "",
): Finding {
  return {
    code,
    severity,
    document: "body",
    path,
    message: message.replace("{}", () => particulars),
    ...(says !== undefined && { providerMessage: says.replace("{}", () => particulars) }),
    sources: [source],
    evidence,
  };
}
