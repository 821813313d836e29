/**
 * Drops thinking that has no signature. A turn that held nothing else keeps its place with a sentence, so that roles
 * still alternate.
 *
 * Why: Anthropic and Bedrock verify thinking they are sent ("thinking.signature: Field required", "Invalid signature").
 *
 * Leaves alone: signed and redacted thinking; the assistant turn that is the last message, or that the model is still
 * working on with tools.
 *
 * @example { "options": {"target":{"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-opus-4-6"}},
 *   "in": [{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"t"}]},{"role":"user","content":"b"}],
 *   "out": [{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"text","text":"[assistant reasoning omitted]"}]},{"role":"user","content":"b"}] }
 * @example { "options": {"target":{"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-opus-4-6"}},
 *   "in": [{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"t"}]}],
 *   "out": [{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"t"}]}] }
 */
import { mapBlocks, withReasoningOmitted } from "../contract/blocks.ts";
import { activeToolTurn, lastMessage, latestAssistant } from "../contract/facts.ts";
import type { LocalRule, Note, RuleContext, Why } from "../contract/rule.ts";
import { type Block, isAssistant, isThinking } from "../transcript/message.ts";
import type { Place } from "../transcript/place.ts";
import { isSigned } from "../transcript/signatures.ts";

const UNSIGNED: Why = { text: "Thinking without a signature is refused.", lossy: true };
const OMITTED: Why = {
  text: "The turn held only thinking that cannot be replayed; a sentence keeps its place.",
  lossy: false,
};

export const thinkingSignatures: LocalRule = {
  id: "thinking-signatures",
  kind: "local",
  asks: true,
  stage: "history",
  summary: "Drops thinking without a signature.",
  whys: [UNSIGNED, OMITTED],
  rewinds: "openTurn",
  applies: (policy) => policy.preserveSignatures || policy.sanitizeThinkingSignatures,
  message(message, at, note, context) {
    if (!isAssistant(message) || isExempt(at, context)) return message;
    return withReasoningOmitted(message, mapBlocks(message, visit, note, context), note, OMITTED);
  },
};

function isExempt(at: Place, { facts, options }: RuleContext): boolean {
  if (options.preserveLatestAssistantThinking === false || at !== facts.of(latestAssistant)) return false;
  return at === facts.of(lastMessage) || at === facts.of(activeToolTurn);
}

function visit(block: Block, index: number, note: Note): Block | undefined {
  if (!isThinking(block) || isSigned(block)) return block;
  note.drop(index, UNSIGNED);
  return undefined;
}
