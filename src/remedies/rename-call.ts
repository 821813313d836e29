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
import type { LocatedFinding, Remedy } from "../contract/remedy.ts";
import { renameResult } from "../contract/results.ts";
import type { RuleContext, TurnReport, Why } from "../contract/rule.ts";
import { type Spot, spotAt, spotsIn } from "../contract/spots.ts";
import { allocateId, type IdPool } from "../transcript/call-ids.ts";
import { isToolCall, resultIdOf } from "../transcript/calls.ts";
import { blocksOf, isFilled } from "../transcript/message.ts";
import { type Occurrence, pairingOf } from "../transcript/pairing.ts";
import type { Place, Turn } from "../transcript/place.ts";

const RENAMED: Why = { text: "The provider does not take the id, or another call has it.", lossy: false };

export const renameCall: Remedy = {
  id: "rename-call",
  for: ["call-id-pattern", "call-id-length", "call-id-duplicate", "call-id-missing"],
  cost: 0,
  summary: "Gives a call and its result an id that the provider takes.",
  whys: [RENAMED],
  apply(turns, finding, report, context) {
    return renameAll(turns, [finding], report, context);
  },
  applyAll: renameAll,
};

/** A call that gets another id. */
interface Renaming {
  readonly turn: number;
  readonly block: number;
  /** Absent: nothing could answer the call, since it has no id. */
  readonly occurrence?: Occurrence;
  readonly isRefused: boolean;
}

function renameAll(
  turns: readonly Turn[],
  findings: readonly LocatedFinding[],
  report: TurnReport,
  context: RuleContext,
): readonly Turn[] {
  const renamings = renamingsFor(turns, findings);
  if (renamings.length === 0) return turns;
  const ids = poolOf(turns, findings.length === 1 ? renamings[0]?.occurrence : undefined);
  const out = [...turns];
  const changed = renamings.filter((one) => rename(out, one, ids, report, context));
  return changed.length > 0 ? out : turns;
}

function renamingsFor(turns: readonly Turn[], findings: readonly LocatedFinding[]): readonly Renaming[] {
  const spotOf = findings.length === 1 ? (place: Place | undefined) => spotAt(turns, place) : spotsIn(turns);
  const known = occurrencesIn(turns);
  const renamings = new Map<string, Renaming>();
  for (const { at, code } of findings) {
    const spot = spotOf(at);
    if (!spot) continue;
    const isRefused = code === "call-id-pattern";
    const nameless = spot.turn.message.role === "assistant" ? namelessCall(spot.turn, spot.block) : undefined;
    const found = nameless === undefined ? known(spot) : undefined;
    const one: Renaming | undefined =
      nameless === undefined
        ? found && { turn: found.turn, block: found.occurrence.block, occurrence: found.occurrence, isRefused }
        : { turn: spot.index, block: nameless, isRefused };
    if (one) renamings.set(`${one.turn} ${one.block}`, renamings.get(`${one.turn} ${one.block}`) ?? one);
  }
  return [...renamings.values()];
}

/** Finds the call that a spot is about: its own, the first of its turn, or the one that it answers. */
function occurrencesIn(turns: readonly Turn[]) {
  const byCall = new Map<string, { readonly turn: number; readonly occurrence: Occurrence }>();
  const byResult = new Map<number, { readonly turn: number; readonly occurrence: Occurrence }>();
  for (const { turn, occurrences } of pairingOf(turns).frames) {
    for (const occurrence of occurrences) {
      const found = { turn, occurrence };
      if (!byCall.has(`${turn}`)) byCall.set(`${turn}`, found);
      byCall.set(`${turn} ${occurrence.block}`, found);
      if (occurrence.result !== undefined && !byResult.has(occurrence.result)) byResult.set(occurrence.result, found);
    }
  }
  return ({ index, block }: Spot) =>
    byResult.get(index) ?? byCall.get(block === undefined ? `${index}` : `${index} ${block}`);
}

/** A call without an id that anything could name. */
function namelessCall({ message }: Turn, block: number | undefined): number | undefined {
  const blocks = blocksOf(message);
  const index = block ?? blocks.findIndex((one) => isToolCall(one) && !isFilled(one.id));
  const call = blocks[index];
  return isToolCall(call) && !isFilled(call.id) ? index : undefined;
}

/** Writes the new id into the list; false when the call keeps its id. */
function rename(
  out: Turn[],
  { turn, block, occurrence, isRefused }: Renaming,
  ids: IdPool,
  report: TurnReport,
  { policy }: RuleContext,
): boolean {
  const raw = occurrence?.id ?? "";
  const bar = policy.responsesItems ? raw.indexOf("|") : -1;
  const given = bar > 0 ? raw.slice(0, bar) : raw;
  // Some ids have a form that is kept elsewhere, but not where it was refused.
  const seed = isRefused ? given.replace(/[^A-Za-z0-9]+/g, "") : given;
  const mode = policy.toolCallIdMode === "strict9" ? "strict9" : "strict";
  const id = allocateId(seed === "" ? `call${turn}x${block}` : seed, mode, ids) + (bar > 0 ? raw.slice(bar) : "");
  if (id === raw) return false;
  out[turn] = report.edit(out[turn] as Turn, (message, note) => {
    const content = blocksOf(message);
    note.rewrite(block, "id", RENAMED);
    return { ...message, content: content.with(block, { ...(content[block] as (typeof content)[0]), id }) };
  });
  const result = occurrence?.result;
  if (result !== undefined) {
    out[result] = report.edit(out[result] as Turn, (message, note) => renameResult(message, id, note, RENAMED));
  }
  return true;
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
