/**
 * Merges neighboring user turns. The merged turn keeps the later one's metadata.
 *
 * Why: Anthropic and Bedrock require that roles alternate strictly.
 *
 * Leaves alone: user turns with anything between them; models bound to an unchanged prefix on Anthropic Messages, whose
 * earlier turns must stay as they were sent. Who sent a text stays with the text: the provenance of a merged turn is
 * kept only if both parts have it.
 *
 * @example { "options": {"target":{"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-opus-4-6"}},
 *   "in": [{"role":"user","content":"a","timestamp":1},{"role":"user","content":[{"type":"text","text":"b"}],"timestamp":2}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"timestamp":2}] }
 */

import type { SequenceRule, TurnReport, Why } from "../contract/rule.ts";
import { mergeNeighbors } from "../contract/turns.ts";
import { deepEqual } from "../transcript/equal.ts";
import type { SessionMessage } from "../transcript/message.ts";
import type { Turn } from "../transcript/place.ts";
import { normalizeInputProvenance } from "../transcript/provenance.ts";

const MERGED: Why = { text: "Neighboring user turns become one: roles must alternate.", lossy: false };

export const mergeUserTurns: SequenceRule = {
  id: "merge-user-turns",
  kind: "sequence",
  stage: "turns",
  summary: "Merges neighboring user turns.",
  whys: [MERGED],
  rewinds: "openTurn",
  applies: (policy) => policy.validateAnthropicTurns && policy.mergeUserTurns,
  turns: (turns, report) => mergeNeighbors(turns, "user", merge, report),
};

function merge(turns: readonly Turn[], report: TurnReport): Turn {
  const fields: Record<string, unknown> = {};
  const last = turns.at(-1) as Turn;
  const timed = turns.findLast(({ message }) => (message["timestamp"] ?? undefined) !== undefined);
  if (timed && timed !== last) fields["timestamp"] = timed.message["timestamp"];
  // The marker is in the text; a provenance for the whole would mark the other parts too.
  if (isForeign(last.message) && !turns.every(({ message }) => isSameSender(message, last.message))) {
    fields["provenance"] = undefined;
  }
  // A summary stays one, whoever speaks behind it.
  if (turns.some(({ message }) => message["compaction"] === true)) fields["compaction"] = true;
  return report.merge(turns, "last", MERGED, fields);
}

function isForeign(message: SessionMessage): boolean {
  return normalizeInputProvenance(message["provenance"])?.kind === "inter_session";
}

function isSameSender(first: SessionMessage, second: SessionMessage): boolean {
  return deepEqual(normalizeInputProvenance(first["provenance"]), normalizeInputProvenance(second["provenance"]));
}
