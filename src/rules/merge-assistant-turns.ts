/**
 * Merges neighboring assistant turns. The merged turn keeps the first one's metadata, with the later one's usage, stop
 * reason and error.
 *
 * Why: Gemini and Anthropic require that roles alternate.
 *
 * Leaves alone: assistant turns with anything between them.
 *
 * @example { "options": {"target":{"provider":"google","modelApi":"google-generative-ai","modelId":"gemini-2.5-pro"}},
 *   "in": [{"role":"assistant","content":[{"type":"text","text":"1"}],"model":"m1","stopReason":"stop"},{"role":"assistant","content":[{"type":"text","text":"2"}],"model":"m2","stopReason":"toolUse"}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"1"},{"type":"text","text":"2"}],"model":"m1","stopReason":"toolUse"}] }
 */

import type { SequenceRule, TurnReport, Why } from "../contract/rule.ts";
import { mergeNeighbors } from "../contract/turns.ts";
import type { Turn } from "../transcript/place.ts";

const MERGED: Why = { text: "Neighboring assistant turns become one: roles must alternate.", lossy: false };

const TAKEN_FROM_LATER = ["usage", "stopReason", "errorMessage"] as const;

export const mergeAssistantTurns: SequenceRule = {
  id: "merge-assistant-turns",
  kind: "sequence",
  stage: "turns",
  summary: "Merges neighboring assistant turns.",
  whys: [MERGED],
  rewinds: "openTurn",
  applies: (policy) => policy.validateGeminiTurns || policy.validateAnthropicTurns,
  turns: (turns, report) => mergeNeighbors(turns, "assistant", merge, report),
};

function merge(turns: readonly Turn[], report: TurnReport): Turn {
  const fields: Record<string, unknown> = {};
  for (const key of TAKEN_FROM_LATER) {
    const later = turns.slice(1).findLast(({ message }) => message[key]);
    if (later) fields[key] = later.message[key];
  }
  return report.merge(turns, "first", MERGED, fields);
}
