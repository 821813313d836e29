/**
 * Gives a call, and the result that answers it, an id that the provider takes and no other call has.
 *
 * Why: "tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'", "string too long. Expected a string with maximum
 * length 40", "`tool_use` ids must be unique", "Tool call id must be a-z, A-Z, 0-9, with a length of 9".
 *
 * The new id is made from the old one alone, so that the same transcript gives the same request.
 *
 * @example { "finding": "call-id-pattern", "place": 1,
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"call:1","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"call:1","content":[]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"call1","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"call1","content":[]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import { renameResult } from "../contract/results.ts";
import type { RuleContext, TurnReport, Why } from "../contract/rule.ts";
import { spotAt } from "../contract/spots.ts";
import { allocateId, type IdPool } from "../transcript/call-ids.ts";
import { isToolCall, resultIdOf } from "../transcript/calls.ts";
import { blocksOf, isFilled } from "../transcript/message.ts";
import { type Occurrence, pairTurns } from "../transcript/pairing.ts";
import type { Turn } from "../transcript/place.ts";

const RENAMED: Why = { text: "The provider does not take the id, or another call has it.", lossy: false };

export const renameCall: Remedy = {
  id: "rename-call",
  for: ["call-id-pattern", "call-id-length", "call-id-duplicate", "call-id-missing"],
  cost: 0,
  summary: "Gives a call and its result an id that the provider takes.",
  whys: [RENAMED],
  apply(turns, { at, code }, report, context) {
    const spot = spotAt(turns, at);
    if (!spot) return turns;
    const isRefused = code === "call-id-pattern";
    const nameless = spot.turn.message.role === "assistant" ? namelessCall(spot.turn, spot.block) : undefined;
    if (nameless !== undefined) return renameAt(turns, spot.index, nameless, undefined, isRefused, report, context);
    for (const { turn, occurrences } of pairTurns(turns).frames) {
      const found = occurrences.find(
        ({ block, result }) =>
          result === spot.index || (turn === spot.index && (spot.block === undefined || spot.block === block)),
      );
      if (found) return renameAt(turns, turn, found.block, found, isRefused, report, context);
    }
    return turns;
  },
};

/** A call without an id that anything could name. */
function namelessCall({ message }: Turn, block: number | undefined): number | undefined {
  const blocks = blocksOf(message);
  const index = block ?? blocks.findIndex((one) => isToolCall(one) && !isFilled(one.id));
  const call = blocks[index];
  return isToolCall(call) && !isFilled(call.id) ? index : undefined;
}

function renameAt(
  turns: readonly Turn[],
  index: number,
  block: number,
  occurrence: Occurrence | undefined,
  isRefused: boolean,
  report: TurnReport,
  context: RuleContext,
): readonly Turn[] {
  const turn = turns[index] as Turn;
  const raw = occurrence?.id ?? "";
  const bar = context.policy.responsesItems ? raw.indexOf("|") : -1;
  const given = bar > 0 ? raw.slice(0, bar) : raw;
  // Some ids have a form that is kept elsewhere, but not where it was refused.
  const seed = isRefused ? given.replace(/[^A-Za-z0-9]+/g, "") : given;
  const mode = context.policy.toolCallIdMode === "strict9" ? "strict9" : "strict";
  const id =
    allocateId(seed === "" ? `call${index}x${block}` : seed, mode, poolOf(turns, occurrence)) +
    (bar > 0 ? raw.slice(bar) : "");
  if (id === raw) return turns;
  const out = [...turns];
  out[index] = report.edit(turn, (message, note) => {
    const content = blocksOf(message);
    note.rewrite(block, "id", RENAMED);
    return { ...message, content: content.with(block, { ...(content[block] as (typeof content)[0]), id }) };
  });
  const result = occurrence?.result;
  if (result !== undefined) {
    out[result] = report.edit(turns[result] as Turn, (message, note) => renameResult(message, id, note, RENAMED));
  }
  return out;
}

/** The ids of all other calls and results. */
function poolOf(turns: readonly Turn[], own: Occurrence | undefined): IdPool {
  const taken = new Set<string>();
  for (const [index, { message }] of turns.entries()) {
    if (message.role === "toolResult" && index !== own?.result) taken.add(callPart(resultIdOf(message) ?? ""));
    for (const block of blocksOf(message)) {
      if (isToolCall(block) && block !== own?.call && isFilled(block.id)) taken.add(callPart(block.id.trim()));
    }
  }
  return {
    take(id) {
      if (taken.has(id)) return false;
      taken.add(id);
      return true;
    },
  };
}

function callPart(id: string): string {
  const bar = id.indexOf("|");
  return bar > 0 ? id.slice(0, bar) : id;
}
