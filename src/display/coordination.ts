/**
 * Hides what subagents and their parent say to each other: the input that a subagent sent, and what was answered in the
 * run that the input began. People see the outcome only.
 */
import { normalizeInputProvenance } from "../transcript/provenance.ts";
import { marksOf, runIdOf } from "./rows.ts";
import type { Row } from "./types.ts";

/** A run that a user turn began is named after it. */
const INPUT_SUFFIX = ":user";

/** Marks coordination with `display: false`. */
export function hideCoordination(rows: readonly Row[]): readonly Row[] {
  const hiddenInputs = new Set<string>();
  const visibleRuns = new Set<string>();
  return rows.map((row) => {
    if (row.role === "user") return coordinationInput(row, hiddenInputs, visibleRuns);
    const run = runIdOf(row);
    const isAnswer = row.role === "assistant" || row.role === "toolResult" || row.role === "custom";
    if (!isAnswer || run === undefined || visibleRuns.has(run)) return row;
    return hiddenInputs.has(run + INPUT_SUFFIX) ? { ...row, display: false } : row;
  });
}

function coordinationInput(row: Row, hiddenInputs: Set<string>, visibleRuns: Set<string>): Row {
  const marks = marksOf(row);
  const target = marks["steerTargetRunId"] ?? runIdOf(row);
  const provenance = normalizeInputProvenance(row["provenance"]);
  if (provenance?.kind !== "inter_session" || provenance.sourceRole !== "subagent") {
    if (typeof target === "string") visibleRuns.add(target);
    return row;
  }
  const key = row["idempotencyKey"] ?? marks["idempotencyKey"];
  // Input that steers a run which is under way does not make that run coordination.
  if (typeof key === "string" && marks["steerTargetRunId"] === undefined) hiddenInputs.add(key);
  return { ...row, display: false };
}
