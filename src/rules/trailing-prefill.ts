/**
 * Drops assistant turns at the end of a request to a target that refuses to continue them.
 *
 * Why: Anthropic refuses a prefilled answer while thinking is on, and newer models refuse it always ("This model does
 * not support assistant message prefill. The conversation must end with a user message."). The stored session keeps
 * the reply.
 *
 * Leaves alone: turns with tool calls. When nothing stands before them, a short user turn is put behind instead, since
 * an empty request would be refused too.
 *
 * @example { "options": {"target":{"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-sonnet-4-5"},"request":{"params":{"thinking":{"type":"enabled","budget_tokens":1024}}}},
 *   "in": [{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"text","text":"b"}]}], "out": [{"role":"user","content":"a"}] }
 */
import type { RequestFacts, SequenceRule, Why } from "../contract/rule.ts";
import { isToolCall } from "../transcript/calls.ts";
import { blocksOf, isRecord, type SessionMessage } from "../transcript/message.ts";
import { BOOTSTRAP, CONTINUE } from "../transcript/placeholders.ts";

const PREFILL: Why = {
  text: "The target does not continue an assistant turn; the request must end before it.",
  lossy: true,
};

const ASKED_ON: Why = {
  text: "The target does not continue an assistant turn; a user turn asks it to go on.",
  lossy: false,
};

const NO_EFFORT: ReadonlySet<string> = new Set(["", "off", "none"]);

export const trailingPrefill: SequenceRule = {
  id: "trailing-prefill",
  kind: "sequence",
  stage: "payload",
  summary: "Drops assistant turns at the end where the target refuses them.",
  whys: [PREFILL, ASKED_ON],
  rewinds: "openTurn",
  applies: (policy, request) =>
    policy.trailingPrefill === "drop" || (policy.trailingPrefill === "dropWhenThinking" && isThinkingOn(request)),
  turns(turns, report) {
    const end = turns.findLastIndex(({ message }) => !isPrefill(message)) + 1;
    const last = turns.at(-1);
    if (end === turns.length || !last) return turns;
    if (turns.slice(0, end).every(({ message }) => saysNothing(message))) {
      const { timestamp } = last.message;
      const more = { role: "user", content: CONTINUE, ...(timestamp !== undefined && { timestamp }) };
      return [...turns, report.make(more, ASKED_ON, last)];
    }
    for (const turn of turns.slice(end)) report.drop(turn, PREFILL);
    return turns.slice(0, end);
  },
};

/** Is it nobody's word, so that without what follows nothing would be said? */
function saysNothing({ role, content }: SessionMessage): boolean {
  return role === "system" || (role === "user" && content === BOOTSTRAP);
}

function isPrefill(message: SessionMessage): boolean {
  return message.role === "assistant" && !blocksOf(message).some(isToolCall);
}

/** Do the parameters ask for thinking, in Anthropic's words or in those of OpenRouter? Bedrock has the model's own apart. */
function isThinkingOn({ params }: RequestFacts): boolean {
  if (!params) return false;
  const own = params["additionalModelRequestFields"];
  const { thinking, reasoning, reasoning_effort: effort } = { ...(isRecord(own) && own), ...params };
  if (isRecord(thinking)) return thinking["type"] !== "disabled";
  return asksToReason(reasoning) || asksToReason(effort);
}

/** Reads what OpenRouter takes: an effort by name or in an object, a switch, or a number of tokens. */
function asksToReason(value: unknown): boolean {
  if (isRecord(value)) return value["enabled"] !== false && (isEffort(value["effort"]) ?? true);
  return isEffort(value) ?? (value !== undefined && value !== null && value !== false);
}

/** Is it the name of an effort that is one? Undefined: it is no name. */
function isEffort(value: unknown): boolean | undefined {
  return typeof value === "string" ? !NO_EFFORT.has(value.trim().toLowerCase()) : undefined;
}
