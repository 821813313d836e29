/**
 * Ends an assistant turn that would end in thinking, or is nothing but thinking, with a sentence.
 *
 * Why: "The final block in an assistant message cannot be `thinking`".
 *
 * Leaves alone: the thinking itself, byte for byte.
 *
 * @example { "options": {"target":{"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-opus-4-6"}},
 *   "in": [{"role":"assistant","content":[{"type":"thinking","thinking":"t","thinkingSignature":"s"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"thinking","thinking":"t","thinkingSignature":"s"},{"type":"text","text":"[assistant reasoning omitted]"}]}] }
 */
import type { LocalRule, Why } from "../contract/rule.ts";
import { blocksOf, isAssistant, isThinking } from "../transcript/message.ts";
import { REASONING_OMITTED } from "../transcript/placeholders.ts";

const CLOSED: Why = { text: "An assistant turn must not end in thinking.", lossy: false };

export const closeThinking: LocalRule = {
  id: "close-thinking",
  kind: "local",
  stage: "payload",
  summary: "Ends assistant turns that would end in thinking with a sentence.",
  whys: [CLOSED],
  applies: (policy) => policy.closeThinkingTurns,
  message(message, _at, note) {
    const blocks = blocksOf(message);
    if (!isAssistant(message) || !isThinking(blocks.at(-1))) return message;
    note.insert(blocks.length, CLOSED);
    return { ...message, content: [...blocks, { type: "text", text: REASONING_OMITTED }] };
  },
};
