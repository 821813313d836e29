/**
 * Hides failures that the agent recovered from: a turn that failed before it said anything, when the assistant answers
 * later in the same user turn. A failure whose run is known counts as recovered only when that run is completed.
 */
import { FAILED_TURN } from "../transcript/placeholders.ts";
import { hasDisplayableBlock, hasMediaFacts, hasOtherBlock, runIdOf } from "./rows.ts";
import { saidText, sanitizeRow, saysNothing } from "./sanitize.ts";
import type { Row, Settings } from "./types.ts";
import { hasVisibleText } from "./visible-text.ts";

/** The rows without the failures that a later answer made up for. */
export function withoutRecoveredErrors(rows: readonly Row[], settings: Settings): readonly Row[] {
  const recovered = new Set<number>();
  /** The failures of the user turn that nothing made up for yet, by their run. */
  const pending = new Map<string | undefined, number[]>();
  const recover = (run: string | undefined): void => {
    for (const index of pending.get(run) ?? []) recovered.add(index);
    pending.delete(run);
  };
  for (const [index, row] of rows.entries()) {
    if (row.role === "user") pending.clear();
    else if (isSilentFailure(row, settings)) {
      const failures = pending.get(runIdOf(row));
      if (failures) failures.push(index);
      else pending.set(runIdOf(row), [index]);
    } else if (pending.size > 0 && isAnswer(row, settings)) {
      recover(undefined);
      recover(completedRun(row));
    }
  }
  return recovered.size === 0 ? rows : rows.filter((_, index) => !recovered.has(index));
}

/** Did the turn fail and say nothing but that it did? Without a run only the sentence of that meaning tells it. */
function isSilentFailure(row: Row, settings: Settings): boolean {
  if (row.role !== "assistant" || row["stopReason"] !== "error") return false;
  if (isFailureSentence(row)) return true;
  return runIdOf(row) !== undefined && !hasDisplayableBlock(row) && !isAnswer(row, settings);
}

function isFailureSentence(row: Row): boolean {
  return saidText(row)?.trim() === FAILED_TURN && !hasOtherBlock(row) && !hasMediaFacts(row);
}

function isAnswer(row: Row, settings: Settings): boolean {
  if (row.role !== "assistant" || row["display"] === false) return false;
  if (row["stopReason"] === "error" && isFailureSentence(row)) return false;
  const shown = sanitizeRow(row, settings);
  if (saysNothing(shown)) return false;
  return hasDisplayableBlock(shown) || hasMediaFacts(shown) || hasVisibleText(shown);
}

/** The run that the row completes; a copy kept by the host completes none. */
function completedRun(row: Row): string | undefined {
  const ended = row["stopReason"] === "stop" || row["stopReason"] === "length";
  const isCopy =
    row["provider"] === "openclaw" && (row["model"] === "delivery-mirror" || row["model"] === "gateway-injected");
  return ended && !isCopy ? runIdOf(row) : undefined;
}
