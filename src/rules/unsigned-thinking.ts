/**
 * Drops thinking without a signature that the history stage left in the turn that is still open, for targets that
 * verify signatures there too. A turn that held nothing else keeps its place with a sentence.
 *
 * Why: "messages.1.content.0.thinking.signature: Field required".
 *
 * Leaves alone: signed and redacted thinking.
 *
 * @example { "options": {"target":{"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-opus-4-6"}},
 *   "in": [{"role":"assistant","content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"a"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"a"}]}] }
 */
import { mapBlocks, withReasoningOmitted } from "../contract/blocks.ts";
import type { LocalRule, Note, Why } from "../contract/rule.ts";
import { type Block, isAssistant, isThinking } from "../transcript/message.ts";
import { isSigned } from "../transcript/signatures.ts";

const UNSIGNED: Why = { text: "Thinking without a signature is refused, in the open turn too.", lossy: true };
const OMITTED: Why = {
  text: "The turn held only thinking that cannot be replayed; a sentence keeps its place.",
  lossy: false,
};

export const unsignedThinking: LocalRule = {
  id: "unsigned-thinking",
  kind: "local",
  stage: "payload",
  summary: "Drops unsigned thinking of the open turn where signatures are verified.",
  whys: [UNSIGNED, OMITTED],
  applies: (policy) => policy.dropUnsignedThinking,
  message(message, _at, note, context) {
    if (!isAssistant(message)) return message;
    return withReasoningOmitted(message, mapBlocks(message, visit, note, context), note, OMITTED);
  },
};

function visit(block: Block, index: number, note: Note): Block | undefined {
  if (!isThinking(block) || isSigned(block)) return block;
  note.drop(index, UNSIGNED);
  return undefined;
}
