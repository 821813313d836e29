/**
 * Drops tool calls that no result answers before the next assistant turn. A turn that held nothing else says that calls
 * were left out; a failed one is left empty.
 *
 * In a turn with thinking the calls stand or fall together, since the turn is replayed as it was or not at all.
 *
 * Why: "tool_use ids were found without tool_result blocks immediately after".
 *
 * Leaves alone: calls the caller says are pending. After pairing nothing is left for this rule; it guards callers who
 * run the turn stage alone.
 *
 * @example { "options": {"target":{"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-opus-4-6"}},
 *   "in": [{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"read","arguments":{}}]},{"role":"user","content":"b"}],
 *   "out": [{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"text","text":"[tool calls omitted]"}]},{"role":"user","content":"b"}] }
 */
import type { Note, RuleContext, SequenceRule, TurnReport, Why } from "../contract/rule.ts";
import { isToolCall, RESULT_ID_KEYS, resultIdOf } from "../transcript/calls.ts";
import {
  type Block,
  blocksOf,
  isFailed,
  isFilled,
  isRecord,
  isThinking,
  type SessionMessage,
} from "../transcript/message.ts";
import type { Turn } from "../transcript/place.ts";
import { CALLS_OMITTED } from "../transcript/placeholders.ts";

const DANGLING: Why = { text: "No result answers this tool call before the next assistant turn.", lossy: true };
const NO_BLOCK: Why = { text: "The entry of the content is not a block.", lossy: false };
const OMITTED: Why = { text: "A sentence keeps the place of a turn whose calls were left out.", lossy: false };

export const danglingCalls: SequenceRule = {
  id: "dangling-calls",
  kind: "sequence",
  stage: "turns",
  summary: "Drops tool calls that no result answers before the next assistant turn.",
  whys: [DANGLING, NO_BLOCK, OMITTED],
  rewinds: "openTurn",
  applies: (policy) => policy.validateAnthropicTurns,
  turns(turns, report, context) {
    let out: Turn[] | undefined;
    for (let index = 0; index < turns.length; index++) {
      const turn = turns[index] as Turn;
      if (turn.message.role !== "assistant" || isAnsweredInOrder(turns, index)) continue;
      const after = withoutDangling(turn, answersAfter(turns, index), report, context);
      if (after === turn) continue;
      out ??= [...turns];
      out[index] = after;
    }
    return out ?? turns;
  },
};

/** Does each call have its result right behind the turn, in the order of the calls? So it is after pairing. */
function isAnsweredInOrder(turns: readonly Turn[], index: number): boolean {
  let next = index;
  for (const block of blocksOf((turns[index] as Turn).message)) {
    if (!block) return false;
    if (!isToolCall(block)) continue;
    const result = turns[++next]?.message;
    if (result?.role !== "toolResult" || !isFilled(block.id) || resultIdOf(result) !== block.id.trim()) return false;
  }
  return true;
}

/** What answers calls between an assistant turn and the next. */
function answersAfter(turns: readonly Turn[], index: number): Answers {
  const answers = new Answers();
  for (let next = index + 1; next < turns.length; next++) {
    const { message } = turns[next] as Turn;
    if (message.role === "assistant") break;
    answers.add(message);
  }
  return answers;
}

/** The ids that are answered between an assistant turn and the next. */
class Answers {
  readonly byMessage: Set<string> = new Set();
  readonly embedded: Set<string> = new Set();

  add(message: SessionMessage): void {
    if (message.role === "toolResult") {
      const id = resultIdOf(message);
      if (id !== undefined) this.byMessage.add(id);
    } else if (message.role === "tool") addAll(this.byMessage, message);
    for (const block of blocksOf(message)) {
      if (isRecord(block) && (block.type === "toolResult" || block.type === "tool")) addAll(this.embedded, block);
    }
  }
}

function addAll(ids: Set<string>, carrier: SessionMessage | Block): void {
  for (const key of RESULT_ID_KEYS) {
    const value = carrier[key];
    if (isFilled(value)) ids.add(value.trim());
  }
}

function withoutDangling(turn: Turn, answers: Answers, report: TurnReport, { options }: RuleContext): Turn {
  const blocks = blocksOf(turn.message);
  const thinks = blocks.some(isThinking);
  const dangles = (block: Block): boolean => {
    if (!isToolCall(block)) return false;
    const id = isFilled(block.id) ? block.id.trim() : undefined;
    if (id === undefined) return true;
    if (options.pendingToolCallIds?.has(id)) return false;
    return !answers.byMessage.has(id) && (thinks || !answers.embedded.has(id));
  };
  if (!blocks.some((block) => !block || dangles(block))) return turn;
  const all = thinks && blocks.some(dangles);
  return report.edit(turn, (message, note) => {
    const content = blocks.filter((block, index) => isKept(block, index, all, dangles, note));
    if (content.length > 0 || isFailed(message)) return { ...message, content };
    note.insert(0, OMITTED);
    return { ...message, content: [{ type: "text", text: CALLS_OMITTED }] };
  });
}

function isKept(block: Block, index: number, all: boolean, dangles: (block: Block) => boolean, note: Note): boolean {
  if (block && !all && !dangles(block)) return true;
  note.drop(index, block ? DANGLING : NO_BLOCK);
  return false;
}
