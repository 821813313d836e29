/**
 * Makes every tool call be followed by exactly one result, in the order of the calls.
 *
 * Results that stand elsewhere are moved to their call when exactly one call can own them; a second result for a call
 * goes, as does a result that no call owns; a call without a result gets one that says that the outcome is unknown
 * (`aborted` for the Responses family). Turns that failed while calling tools keep their text and the calls that are
 * finished and answered; the rest of such a turn goes. Ids and names of results are brought in line with their call.
 *
 * Why: every provider refuses an unanswered call or an unasked result ("tool_use ids were found without tool_result
 * blocks immediately after", "No tool call found for function call output").
 *
 * Leaves alone: a result that real calls own, whatever the name says; calls that the caller says are pending.
 *
 * @example { "in": [{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"read","arguments":{}}]},{"role":"user","content":"n"},{"role":"toolResult","toolCallId":"c1","toolName":"read","content":[{"type":"text","text":"ok"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"read","arguments":{}}]},{"role":"toolResult","toolCallId":"c1","toolName":"read","content":[{"type":"text","text":"ok"}]},{"role":"user","content":"n"}] }
 * @example { "options": {"target":{"provider":"openai","modelApi":"openai-responses"}},
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"read","arguments":{}}],"timestamp":5}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"read","arguments":{}}],"timestamp":5},{"role":"toolResult","toolCallId":"c1","toolName":"read","content":[{"type":"text","text":"aborted"}],"details":{"openclawSyntheticMissingToolResult":true,"reason":"missing_tool_result"},"isError":true,"timestamp":5}] }
 */
import { renameResult, standIn } from "../contract/results.ts";
import type { Note, RuleContext, SequenceRule, TurnReport, Why } from "../contract/rule.ts";
import { RESULT_ID_KEYS, resultIdOf } from "../transcript/calls.ts";
import {
  type Block,
  blocksOf,
  contentList,
  isFilled,
  isRecord,
  isThinking,
  type SessionMessage,
  type ToolCallBlock,
} from "../transcript/message.ts";
import { type Frame, isSyntheticResult, type Occurrence, type Pairing, pairTurns } from "../transcript/pairing.ts";
import type { Turn } from "../transcript/place.ts";
import { isSigned } from "../transcript/signatures.ts";

const MOVED: Why = { text: "Moved directly behind its call.", lossy: false };
const MISSING: Why = { text: "The call has no result; one that says so was put in.", lossy: false };
const ORPHAN: Why = { text: "No call asked for this result.", lossy: true };
const ORPHAN_TEXT: Why = { text: "No call asked for this result; it was kept as text.", lossy: false };
const ORPHAN_STAND_IN: Why = { text: "A result that stood for a missing one; no call needs it.", lossy: false };
const DUPLICATE: Why = { text: "The call has a result already.", lossy: true };
const REPLACED: Why = { text: "A real result takes the place of one that stood for it.", lossy: false };
const NAMED: Why = { text: "The result carries the name of its call.", lossy: false };
const ADOPTED: Why = { text: "The result had no id; only one call can have asked for it.", lossy: false };
const SAME_ID: Why = { text: "Call and result carry the same id, without surrounding space.", lossy: false };
const UNFINISHED: Why = {
  text: "The call belongs to a turn that failed, and was not finished or not answered.",
  lossy: true,
};
const FAILED_THINKING: Why = { text: "Unsigned or empty thinking of a turn that failed.", lossy: true };
const FAILED_TURN: Why = { text: "The turn failed while calling tools.", lossy: true };
const DANGLING: Why = { text: "The call has no result.", lossy: true };

/** The reasons by which callers count what pairing dropped. */
export const pairingReasons: Readonly<Record<"DUPLICATE" | "REPLACED" | "ORPHAN" | "ORPHAN_STAND_IN", Why>> = {
  DUPLICATE,
  REPLACED,
  ORPHAN,
  ORPHAN_STAND_IN,
};

export const toolResultPairing: SequenceRule = {
  id: "tool-result-pairing",
  kind: "sequence",
  stage: "history",
  summary: "Puts exactly one result behind every tool call.",
  whys: [
    MOVED,
    MISSING,
    ORPHAN,
    ORPHAN_TEXT,
    ORPHAN_STAND_IN,
    DUPLICATE,
    REPLACED,
    NAMED,
    ADOPTED,
    SAME_ID,
    UNFINISHED,
    FAILED_THINKING,
    FAILED_TURN,
    DANGLING,
  ],
  rewinds: "anywhere",
  applies: (policy) => policy.repairToolUseResultPairing,
  turns(turns, report, context) {
    const pairing = pairTurns(turns);
    // A loose end may belong to what stands before.
    if (pairing.loose) context.reachesBack();
    const owned = new Uint8Array(turns.length);
    for (const { occurrences } of pairing.frames) {
      for (const { result } of occurrences) if (result !== undefined) owned[result] = 1;
    }
    const out: Turn[] = [];
    const originals: number[] = [];
    let next = 0;
    for (let index = 0; index < turns.length; index++) {
      const turn = turns[index] as Turn;
      const frame = pairing.frames[next];
      if (frame?.turn === index) {
        next++;
        answer(turns, frame, out, originals, report, context);
      } else if (turn.message.role !== "toolResult") {
        out.push(turn);
        originals.push(index);
      } else if (!owned[index]) {
        const kept = unowned(turn, index, pairing, report, context);
        if (!kept) continue;
        out.push(kept);
        originals.push(index);
      }
    }
    if (isMixed(originals)) reportMoves(turns, out, originals, report);
    return out.length === turns.length && out.every((turn, index) => turn === turns[index]) ? turns : out;
  },
};

/** Does anything stand before what it stood behind? */
function isMixed(originals: readonly number[]): boolean {
  let last = -1;
  for (const original of originals) {
    if (original < 0) continue;
    if (original < last) return true;
    last = original;
  }
  return false;
}

/** The assistant message of a frame, followed by one result a call. `originals`: where each came from, -1 if made. */
function answer(
  turns: readonly Turn[],
  frame: Frame,
  out: Turn[],
  originals: number[],
  report: TurnReport,
  context: RuleContext,
): void {
  const turn = turns[frame.turn] as Turn;
  const kept: Occurrence[] = [];
  const gone: Occurrence[] = [];
  for (const occurrence of frame.occurrences) (staysAsked(occurrence, frame, context) ? kept : gone).push(occurrence);
  const assistant = withCalls(turn, frame, kept, gone, report, context);
  for (const { result } of gone) if (result !== undefined) report.drop(turns[result] as Turn, UNFINISHED);
  if (!assistant) return;
  out.push(assistant);
  originals.push(frame.turn);
  for (const occurrence of kept) {
    if (occurrence.result !== undefined) {
      out.push(aligned(turns[occurrence.result] as Turn, occurrence, report));
      originals.push(occurrence.result);
    } else if (isUnanswered(occurrence, frame, context)) {
      out.push(report.make(standIn(occurrence, turn.message, context), MISSING, turn));
      originals.push(-1);
    }
  }
}

/** Does the call stay in its turn? */
function staysAsked(occurrence: Occurrence, frame: Frame, { options, policy }: RuleContext): boolean {
  if (options.pendingToolCallIds?.has(occurrence.id)) return true;
  if (!frame.failed) return occurrence.result !== undefined || policy.danglingCalls === "synthesize";
  if (options.failedTurns === "preserve") return true;
  if (options.failedTurns === "drop") return false;
  const { call } = occurrence;
  const finished = isRecord(call.arguments ?? call.input) && typeof call.partialJson !== "string";
  return finished && occurrence.result !== undefined && !occurrence.synthetic;
}

/** Does the call need a result that stands for the missing one? */
function isUnanswered(occurrence: Occurrence, frame: Frame, { options }: RuleContext): boolean {
  return !frame.failed && !options.pendingToolCallIds?.has(occurrence.id);
}

/** The assistant message with the calls that stay; undefined when the whole turn goes. */
function withCalls(
  turn: Turn,
  frame: Frame,
  kept: readonly Occurrence[],
  gone: readonly Occurrence[],
  report: TurnReport,
  { options }: RuleContext,
): Turn | undefined {
  if (frame.failed && options.failedTurns === "drop") {
    report.drop(turn, FAILED_TURN);
    return undefined;
  }
  const salvage = frame.failed && gone.length > 0;
  if (gone.length === 0 && kept.every(({ call, id }) => call.id === id)) return turn;
  const stay = new Map(kept.map(({ block, id }) => [block, id]));
  const lost = new Set(gone.map(({ block }) => block));
  const edited = report.edit(turn, (message, note) => {
    const before = blocksOf(message);
    const after = before.flatMap((block, index) => keptBlock(block, index, stay, lost, salvage, note));
    const same = after.length === before.length && after.every((block, index) => block === before[index]);
    return same ? message : { ...message, content: after };
  });
  const { stopReason } = edited.message;
  if (blocksOf(edited.message).length > 0 || stopReason === "error") return edited;
  report.drop(edited, frame.failed ? FAILED_TURN : DANGLING);
  return undefined;
}

function keptBlock(
  block: Block,
  index: number,
  stay: ReadonlyMap<number, string>,
  gone: ReadonlySet<number>,
  salvage: boolean,
  note: Note,
): readonly Block[] {
  if (gone.has(index)) {
    note.drop(index, salvage ? UNFINISHED : DANGLING);
    return [];
  }
  if (salvage && isThinking(block) && (!isSigned(block) || isBlankThinking(block))) {
    note.drop(index, FAILED_THINKING);
    return [];
  }
  const id = stay.get(index);
  if (id === undefined || block["id"] === id) return [block];
  note.rewrite(index, "id", SAME_ID);
  return [{ ...block, id }];
}

/** Thinking that was cut off before its first word; its signature may be cut off too. */
function isBlankThinking(block: Block): boolean {
  return block.type === "thinking" && block["redacted"] !== true && !isFilled(block["thinking"]);
}

/** The result with the id and the name of its call. */
function aligned(turn: Turn, { id, call }: Occurrence, report: TurnReport): Turn {
  const { message } = turn;
  // Nearly always there is nothing to do.
  if (message["toolCallId"] === id && nameFor(message, call) === message["toolName"] && !hasOtherId(message, id))
    return turn;
  return report.edit(turn, (before, note) => {
    const adopted = resultIdOf(before) === undefined;
    let result = renameResult(before, id, note, adopted ? ADOPTED : SAME_ID);
    if (adopted && result["isError"] !== true) {
      note.set("isError", ADOPTED);
      result = { ...result, isError: true };
    }
    const name = nameFor(before, call);
    if (name === before["toolName"]) return result;
    note.set("toolName", NAMED);
    return { ...result, toolName: name };
  });
}

function hasOtherId(message: SessionMessage, id: string): boolean {
  return RESULT_ID_KEYS.some((key) => typeof message[key] === "string" && message[key] !== id);
}

/** The result's own name if it has one, else its call's. */
function nameFor(message: SessionMessage, call: ToolCallBlock): unknown {
  const own = message["toolName"];
  if (isFilled(own)) return own.trim();
  if (isFilled(call.name)) return call.name.trim();
  return typeof own === "string" ? "unknown" : own;
}

/** A result that no call owns: undefined when it goes. */
function unowned(
  turn: Turn,
  index: number,
  pairing: Pairing,
  report: TurnReport,
  { policy, options }: RuleContext,
): Turn | undefined {
  if (pairing.duplicates.has(index)) {
    report.drop(turn, isSyntheticResult(turn.message) ? REPLACED : DUPLICATE);
    return undefined;
  }
  if (options.preserveUnframedToolResults) return turn;
  if (policy.orphanedResults === "drop") {
    report.drop(turn, isSyntheticResult(turn.message) ? ORPHAN_STAND_IN : ORPHAN);
    return undefined;
  }
  return report.edit(turn, (message, note) => {
    note.set("role", ORPHAN_TEXT);
    note.insert(0, ORPHAN_TEXT);
    const name = isFilled(message["toolName"]) ? ` of ${message["toolName"].trim()}` : "";
    const label: Block = { type: "text", text: `Result${name} without its tool call:` };
    return {
      role: "user",
      content: [label, ...contentList(message)],
      ...(message["timestamp"] !== undefined && { timestamp: message["timestamp"] }),
    };
  });
}

/** Names the results that no longer stand between the neighbors they had; all other turns kept their order. */
function reportMoves(
  turns: readonly Turn[],
  out: readonly Turn[],
  originals: readonly number[],
  report: TurnReport,
): void {
  const isResult = (position: number): boolean => {
    const original = originals[position] as number;
    return (
      original >= 0 && turns[original]?.message.role === "toolResult" && out[position]?.message.role === "toolResult"
    );
  };
  let before = -1;
  let position = 0;
  while (position < out.length) {
    if (!isResult(position)) {
      before = Math.max(before, originals[position] as number);
      position++;
      continue;
    }
    let end = position;
    while (end < out.length && (isResult(end) || originals[end] === -1)) end++;
    const after = end < out.length ? (originals[end] as number) : turns.length;
    let last = before;
    for (; position < end; position++) {
      const original = originals[position] as number;
      if (original === -1) continue;
      if (original > last && original < after) last = original;
      else report.move(out[position] as Turn, MOVED);
    }
  }
}
