/**
 * Drops tool calls that no provider takes back: without arguments, without an id, with a name outside the alphabet
 * `A-Z a-z 0-9 _ : . -` or longer than 64, of a tool that is not offered, or half streamed. Names are trimmed.
 *
 * Only the malformed call goes; text, other calls and signed thinking of its turn stay. A turn that held nothing else
 * goes.
 *
 * Why: a call that was cut off by a rate limit or a crash is stored without its arguments, and every later request is
 * refused ("tool_use.input: Field required").
 *
 * Leaves alone: empty arguments of any type but null; calls that a real result answers, even when the tool is no longer
 * offered; finished Responses calls that still carry the text they were streamed as (only that text goes).
 *
 * @example { "in": [{"role":"assistant","content":[{"type":"text","text":"t"},{"type":"toolCall","id":"c","name":"read"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"t"}]}] }
 * @example { "options": {"allowedToolNames":["read"]},
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"READ","arguments":{}},{"type":"toolCall","id":"d","name":"write","arguments":{}}]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"READ","arguments":{}}]}] }
 */
import { mapBlocks, type Visit, withContent, without } from "../contract/blocks.ts";
import type { LocalRule, Why } from "../contract/rule.ts";
import { isToolCall } from "../transcript/calls.ts";
import {
  type Block,
  isAssistant,
  isFilled,
  isRecord,
  type SessionMessage,
  type ToolCallBlock,
} from "../transcript/message.ts";
import { pairTurns } from "../transcript/pairing.ts";
import type { Place, Turn } from "../transcript/place.ts";
import { parseObject } from "../transcript/signatures.ts";

const NO_INPUT: Why = { text: "The tool call has no arguments: it was cut off.", lossy: true };
const NO_ID: Why = { text: "The tool call has no id, so no result can answer it.", lossy: true };
const BAD_NAME: Why = {
  text: "The tool call's name is missing, too long, or has characters providers refuse.",
  lossy: true,
};
const NOT_OFFERED: Why = { text: "The tool is not offered in this request, and the call has no result.", lossy: true };
const HALF_STREAMED: Why = { text: "The tool call was still being streamed.", lossy: true };
const NOTHING_LEFT: Why = { text: "The turn held only tool calls that cannot be replayed.", lossy: true };
const SCRATCH: Why = { text: "The text a finished call was streamed as is not replayed.", lossy: false };
const TRIMMED: Why = { text: "Surrounding space removed from the tool's name.", lossy: false };
const ONE_ID: Why = { text: "The call's id stands in `id`, where results look for it.", lossy: false };

const ID_ALIASES = ["call_id", "tool_call_id", "toolCallId", "tool_use_id", "toolUseId"] as const;
const NAME = /^[A-Za-z0-9_:.-]{1,64}$/;

export const toolCallInputs: LocalRule = {
  id: "tool-call-inputs",
  kind: "local",
  asks: true,
  stage: "history",
  summary: "Drops tool calls without arguments, id or a valid name, and half-streamed ones.",
  whys: [NO_INPUT, NO_ID, BAD_NAME, NOT_OFFERED, HALF_STREAMED, NOTHING_LEFT, SCRATCH, TRIMMED, ONE_ID],
  rewinds: "anywhere",
  applies: () => true,
  message(message, at, note, context) {
    if (!isAssistant(message)) return message;
    const completed = context.options.allowedToolNames && context.facts.of(completedCalls).get(at);
    const content = mapBlocks(message, visit, note, context, completed);
    return content !== message.content && content.length === 0 ? NOTHING_LEFT : withContent(message, content);
  },
};

/** The indices of the calls that a real result answers, by message. */
function completedCalls(turns: readonly Turn[]): ReadonlyMap<Place, ReadonlySet<number>> {
  const completed = new Map<Place, Set<number>>();
  for (const { turn, occurrences } of pairTurns(turns).frames) {
    const answered = occurrences.filter((one) => one.result !== undefined && !one.synthetic);
    completed.set((turns[turn] as Turn).at, new Set(answered.map((one) => one.block)));
  }
  return completed;
}

const visit: Visit<ReadonlySet<number> | undefined> = (block, index, note, { options }, message, completed) => {
  if (!isToolCall(block)) return block;
  const fault = faultOf(block, message);
  if (fault) {
    note.drop(index, fault);
    return undefined;
  }
  if (options.allowedToolNames?.has(block.name.trim().toLowerCase()) === false && !completed?.has(index)) {
    note.drop(index, NOT_OFFERED);
    return undefined;
  }
  let call: Block = block;
  const name = block.name.trim();
  if (name !== block.name) {
    note.rewrite(index, "name", TRIMMED);
    call = { ...call, name };
  }
  const id = idOf(block);
  if (id !== block.id) {
    note.rewrite(index, "id", ONE_ID);
    call = { ...call, id };
  }
  if (typeof block.partialJson !== "string") return call;
  note.rewrite(index, "partialJson", SCRATCH);
  return without(call, "partialJson");
};

function faultOf(call: ToolCallBlock, message: SessionMessage): Why | undefined {
  if (!isGiven(call.input) && !isGiven(call.arguments)) return NO_INPUT;
  if (idOf(call) === undefined) return NO_ID;
  if (typeof call.name !== "string" || !NAME.test(call.name.trim())) return BAD_NAME;
  return typeof call.partialJson === "string" && !isFinished(call, message) ? HALF_STREAMED : undefined;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function idOf(call: ToolCallBlock): string | undefined {
  // A Responses item has an id of its own besides the one that results name.
  if ((call.type as string) === "function_call" && isFilled(call["call_id"])) return call["call_id"].trim();
  if (isFilled(call.id)) return call.id;
  const alias = ID_ALIASES.find((key) => isFilled(call[key]));
  return alias && (call[alias] as string).trim();
}

/** A Responses call that was finished although the text it was streamed as is still there. */
function isFinished(call: ToolCallBlock, message: SessionMessage): boolean {
  if (message["stopReason"] !== "toolUse" || typeof call.id !== "string" || Object.hasOwn(call, "input")) return false;
  const bar = call.id.indexOf("|");
  if (bar <= 0 || bar === call.id.length - 1 || !isRecord(call.arguments)) return false;
  const scratch = (call.partialJson as string).trim();
  return scratch === "" ? Object.keys(call.arguments).length === 0 : parseObject(scratch) !== undefined;
}
