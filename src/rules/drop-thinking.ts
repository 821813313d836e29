/**
 * Drops the thinking of all assistant turns but the latest, for models that do not want it back. A turn that held
 * nothing else keeps its place with a sentence, so that adapters do not drop the turn.
 *
 * Leaves alone: the latest assistant turn, except on routes that refuse thinking altogether (the policy says which).
 *
 * @example { "options": {"target":{"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-3-7-sonnet-20250219"}},
 *   "in": [{"role":"assistant","content":[{"type":"thinking","thinking":"t","thinkingSignature":"s"}]},{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"text","text":"b"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"[assistant reasoning omitted]"}]},{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"text","text":"b"}]}] }
 */
import { mapBlocks, withReasoningOmitted } from "../contract/blocks.ts";
import { latestAssistant } from "../contract/facts.ts";
import type { LocalRule, Note, Why } from "../contract/rule.ts";
import { type Block, isAssistant, isThinking } from "../transcript/message.ts";

const EARLIER: Why = { text: "This model is not sent the thinking of earlier turns.", lossy: true };
const OMITTED: Why = { text: "The turn held only thinking; a sentence keeps its place.", lossy: false };

export const dropThinking: LocalRule = {
  id: "drop-thinking",
  kind: "local",
  asks: true,
  stage: "history",
  summary: "Drops the thinking of earlier assistant turns.",
  whys: [EARLIER, OMITTED],
  rewinds: "anywhere",
  applies: (policy) => policy.dropThinkingBlocks,
  message(message, at, note, context) {
    if (!isAssistant(message)) return message;
    if (context.policy.preserveLatestThinking && at === context.facts.of(latestAssistant)) return message;
    return withReasoningOmitted(message, mapBlocks(message, visit, note, context), note, OMITTED);
  },
};

function visit(block: Block, index: number, note: Note): Block | undefined {
  if (!isThinking(block)) return block;
  note.drop(index, EARLIER);
  return undefined;
}
