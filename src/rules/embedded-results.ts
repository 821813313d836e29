/**
 * Lifts tool results out of a user turn that stands behind the turn which called, and makes messages of them.
 *
 * Old sessions hold results as blocks of the user's turn. What else the user said stays behind them.
 *
 * Why: no later rule looks for results there, so a call would get a stand-in for the result that it really has.
 *
 * Leaves alone: blocks that answer no open call of the turn before.
 *
 * @example { "in": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]},{"role":"user","content":[{"type":"toolResult","toolUseId":"a","content":[{"type":"text","text":"x"}]},{"type":"text","text":"go on"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"a","toolName":"r","content":[{"type":"text","text":"x"}]},{"role":"user","content":[{"type":"text","text":"go on"}]}] }
 */
import type { SequenceRule, TurnReport, Why } from "../contract/rule.ts";
import { callsOf, resultIdOf } from "../transcript/calls.ts";
import { type Block, blocksOf, isRecord, type SessionMessage } from "../transcript/message.ts";
import type { Turn } from "../transcript/place.ts";

const LIFTED: Why = { text: "A tool result in the user's turn became a message of its own.", lossy: false };
const EMPTIED: Why = { text: "The user's turn held tool results only.", lossy: false };
const TYPES: ReadonlySet<unknown> = new Set(["toolResult", "tool"]);

export const embeddedResults: SequenceRule = {
  id: "embedded-results",
  kind: "sequence",
  stage: "history",
  summary: "Makes messages of tool results that stand in the user's turn.",
  whys: [LIFTED, EMPTIED],
  applies: () => true,
  turns(turns, report) {
    const lifted: Turn[] = [];
    /** The names of the tools whose calls are open, by id. */
    let open = new Map<string, unknown>();
    for (const turn of turns) {
      const { message } = turn;
      if (message.role === "assistant") open = new Map(callsOf(message).map(({ id, name }) => [id.trim(), name]));
      else if (message.role === "toolResult") open.delete(resultIdOf(message) ?? "");
      const found = message.role === "user" && open.size > 0 ? answersIn(message, open) : NONE;
      if (found.size === 0) lifted.push(turn);
      else lifted.push(...lift(turn, found, open, report));
      if (message.role === "user") open.clear();
    }
    return lifted.length === turns.length && lifted.every((turn, index) => turn === turns[index]) ? turns : lifted;
  },
};

const NONE: ReadonlyMap<number, string> = new Map();

/** The blocks that answer an open call, by index; of several for one call the first. */
function answersIn(message: SessionMessage, open: ReadonlyMap<string, unknown>): ReadonlyMap<number, string> {
  let found: Map<number, string> | undefined;
  const answered = new Set<string>();
  const blocks = blocksOf(message);
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index];
    if (!isRecord(block) || !TYPES.has(block.type)) continue;
    const id = resultIdOf(block);
    if (id === undefined || !open.has(id) || answered.has(id)) continue;
    answered.add(id);
    found ??= new Map();
    found.set(index, id);
  }
  return found ?? NONE;
}

function lift(
  turn: Turn,
  found: ReadonlyMap<number, string>,
  open: ReadonlyMap<string, unknown>,
  report: TurnReport,
): readonly Turn[] {
  const blocks = blocksOf(turn.message);
  const { timestamp } = turn.message;
  const results = [...found].map(([index, id]) => {
    const { content, isError, toolName = open.get(id), details } = blocks[index] as Block;
    const message = {
      role: "toolResult",
      toolCallId: id,
      ...(typeof toolName === "string" && { toolName }),
      content: typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []),
      ...(details !== undefined && { details }),
      ...(isError !== undefined && { isError }),
      ...(timestamp !== undefined && { timestamp }),
    };
    return report.make(message, LIFTED, turn);
  });
  if (found.size === blocks.length) {
    report.drop(turn, EMPTIED);
    return results;
  }
  const rest = report.edit(turn, (message, note) => {
    const content = blocks.filter((_, index) => {
      if (found.has(index)) note.drop(index, LIFTED);
      return !found.has(index);
    });
    return { ...message, content };
  });
  return [...results, rest];
}
