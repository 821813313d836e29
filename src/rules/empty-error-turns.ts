/**
 * Answers for turns that failed before they said anything.
 *
 * An assistant turn with `stopReason: "error"` and no content becomes one sentence in the middle of a transcript, so
 * that the turn before it stays answered; at the end, or behind another assistant turn, it goes, since nothing needs
 * it there. A turn that was stopped without output and without cost (`stop`, zero usage) goes everywhere.
 *
 * Why: Bedrock Converse and Anthropic refuse an assistant message with empty content, and a request must not end with
 * a failed turn.
 *
 * Leaves alone: billed empty turns (a model may choose silence), error turns with text.
 *
 * Runs a second time at the end of the history stage, when pairing may have emptied a failed turn.
 *
 * @example { "in": [{"role":"user","content":"a"},{"role":"assistant","content":[],"stopReason":"error"},{"role":"user","content":"b"}],
 *   "out": [{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"text","text":"[assistant turn failed before producing content]"}],"stopReason":"error"},{"role":"user","content":"b"}] }
 * @example { "in": [{"role":"user","content":"a"},{"role":"assistant","content":[],"stopReason":"error"}], "out": [{"role":"user","content":"a"}] }
 */
import type { RuleContext, WalkRule, Why } from "../contract/rule.ts";
import { blocksOf, isRecord, type SessionMessage } from "../transcript/message.ts";
import type { Place, Turn } from "../transcript/place.ts";
import { FAILED_TURN } from "../transcript/placeholders.ts";
import { isZeroUsage } from "../transcript/usage.ts";

const FAILED: Why = { text: "The turn failed before it said anything; a sentence stands for it.", lossy: false };
const FAILED_END: Why = { text: "The turn failed before it said anything, and nothing follows it.", lossy: false };
const FAILED_BESIDE: Why = {
  text: "The turn failed before it said anything, beside another assistant turn.",
  lossy: false,
};
const FAILED_BLANK: Why = { text: "The turn failed with nothing but blank text.", lossy: false };
const UNBILLED: Why = { text: "An empty turn that cost nothing: the model was never asked.", lossy: false };

/** The role of the message kept last. */
interface Memory {
  previous: string;
}

export const emptyErrorTurns: WalkRule<Memory> = {
  id: "empty-error-turns",
  kind: "walk",
  asks: true,
  stage: "history",
  summary: "Puts a sentence in place of turns that failed before saying anything, or drops them at the end.",
  whys: [FAILED, FAILED_END, FAILED_BESIDE, FAILED_BLANK, UNBILLED],
  applies: () => true,
  remember: (base) => ({ previous: base?.previous ?? "" }),
  message(message, at, note, context, memory) {
    const why = reasonToDrop(message, at, context, memory);
    if (why) return why;
    memory.previous = message.role;
    if (!isFailedEmpty(message) || blocksOf(message).length > 0) return message;
    note.insert(0, FAILED);
    return { ...message, content: [{ type: "text", text: FAILED_TURN }] };
  },
};

function reasonToDrop(message: SessionMessage, at: Place, context: RuleContext, memory: Memory): Why | undefined {
  if (!isFailedEmpty(message)) return isUnbilledEmpty(message) ? UNBILLED : undefined;
  if (blocksOf(message).length > 0 && saysNothing(message, false)) return FAILED_BLANK;
  if (context.facts.of(failedEnd).has(at)) return FAILED_END;
  return memory.previous === "assistant" ? FAILED_BESIDE : undefined;
}

/** The failed empty turns that nothing follows. */
function failedEnd(turns: readonly Turn[]): ReadonlySet<Place> {
  const end = new Set<Place>();
  for (let index = turns.length - 1; index >= 0; index--) {
    const { message, at } = turns[index] as Turn;
    if (!isFailedEmpty(message) && !isUnbilledEmpty(message)) break;
    end.add(at);
  }
  return end;
}

function isFailedEmpty(message: SessionMessage): boolean {
  return (
    message.role === "assistant" &&
    message["stopReason"] === "error" &&
    Array.isArray(message.content) &&
    saysNothing(message, true)
  );
}

function isUnbilledEmpty(message: SessionMessage): boolean {
  return (
    message.role === "assistant" &&
    message["stopReason"] === "stop" &&
    Array.isArray(message.content) &&
    saysNothing(message, true) &&
    isZeroUsage(message["usage"])
  );
}

/** Are all blocks blank text, or (if so wished) the sentence that stands for a failed turn? */
function saysNothing(message: SessionMessage, orSentence: boolean): boolean {
  for (const block of blocksOf(message)) {
    if (!isRecord(block) || !TEXT_KINDS.has(block.type) || typeof block["text"] !== "string") return false;
    const text = block["text"].trim();
    if (text !== "" && !(orSentence && text === FAILED_TURN)) return false;
  }
  return true;
}

const TEXT_KINDS: ReadonlySet<string> = new Set(["text", "input_text", "output_text"]);
