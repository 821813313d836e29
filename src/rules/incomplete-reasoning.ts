/**
 * Drops assistant turns that hit the output limit while still reasoning: `stopReason` is `length` and there is nothing
 * but reasoning. They hold unfinished provider state and may carry half a signature, which the provider then refuses.
 *
 * Leaves alone: empty length turns, and those with visible text, a tool call or a block of an unknown kind.
 *
 * @example { "in": [{"role":"assistant","stopReason":"length","content":[{"type":"thinking","thinking":"a","thinkingSignature":"par"}]}], "out": [] }
 * @example { "in": [{"role":"assistant","stopReason":"length","content":[{"type":"thinking","thinking":"a"},{"type":"text","text":"b"}]}],
 *   "out": [{"role":"assistant","stopReason":"length","content":[{"type":"thinking","thinking":"a"},{"type":"text","text":"b"}]}] }
 */
import type { LocalRule, Why } from "../contract/rule.ts";
import { blocksOf, isBlankText, isThinking } from "../transcript/message.ts";

const CUT_OFF: Why = {
  text: "The turn reached the output limit while reasoning; its state is incomplete.",
  lossy: true,
};

export const incompleteReasoning: LocalRule = {
  id: "incomplete-reasoning",
  kind: "local",
  stage: "history",
  summary: "Drops turns that the output limit cut off while reasoning.",
  whys: [CUT_OFF],
  applies: () => true,
  message(message) {
    if (message.role !== "assistant" || message["stopReason"] !== "length") return message;
    const blocks = blocksOf(message);
    const onlyReasoning = blocks.some(isThinking) && blocks.every((block) => isThinking(block) || isBlankText(block));
    return onlyReasoning ? CUT_OFF : message;
  },
};
