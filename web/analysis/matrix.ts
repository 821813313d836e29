/** The same transcript for another provider: what would be refused, and what would be changed. */
import type { ReplayTarget } from "../../src/index.ts";
import type { ProviderColumn } from "../protocol.ts";
import { type Analysis, analyze } from "./analysis.ts";

/** One column of the matrix. Images are not worked on: what is planned for them counts. */
export async function providerColumn(analysis: Analysis, target: ReplayTarget): Promise<ProviderColumn> {
  const { document, amounter } = analysis;
  const { findings, changes, result, wire } = await analyze({ document, target, policy: {}, amounter });
  const errors = findings.filter(({ severity }) => severity === "error");
  const status = errors.length > 0 ? "rejected" : changes.length > 0 ? "changed" : "accepted";
  return {
    judged: wire !== undefined,
    status,
    rejected: countBy(errors, ({ code }) => code),
    changed: countBy(changes, ({ rule }) => rule),
    left: result.findings.filter(({ severity }) => severity === "error").length,
  };
}

function countBy<T>(list: readonly T[], keyOf: (item: T) => string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const item of list) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return Object.fromEntries(counts);
}
