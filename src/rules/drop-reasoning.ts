/**
 * Drops earlier reasoning for OpenAI-compatible Chat Completions servers, so that they are not sent `reasoning` or
 * `reasoning_content` of turns that are over. A turn that held nothing else keeps its place with a sentence.
 *
 * Leaves alone: the reasoning of the turn that the model is still working on with tools, until it is answered; models
 * whose entry says `reasoning: true` and those whose protocol wants it back (the policy says which).
 *
 * @example { "options": {"target":{"provider":"custom-local","modelApi":"openai-completions","modelId":"qwen3-coder"}},
 *   "in": [{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"y"}]}],
 *   "out": [{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"text","text":"y"}]}] }
 */
import { mapBlocks, withReasoningOmitted } from "../contract/blocks.ts";
import { activeToolTurn } from "../contract/facts.ts";
import type { LocalRule, Note, Why } from "../contract/rule.ts";
import { type Block, isAssistant, isThinking } from "../transcript/message.ts";

const OVER: Why = { text: "Reasoning of a turn that is over is not sent to this server.", lossy: true };
const OMITTED: Why = { text: "The turn held only reasoning; a sentence keeps its place.", lossy: false };

export const dropReasoning: LocalRule = {
  id: "drop-reasoning",
  kind: "local",
  asks: true,
  stage: "history",
  summary: "Drops earlier reasoning for Chat Completions servers.",
  whys: [OVER, OMITTED],
  rewinds: "openTurn",
  applies: (policy) => policy.dropReasoningFromHistory,
  message(message, at, note, context) {
    if (!isAssistant(message) || at === context.facts.of(activeToolTurn)) return message;
    return withReasoningOmitted(message, mapBlocks(message, visit, note, context), note, OMITTED);
  },
};

function visit(block: Block, index: number, note: Note): Block | undefined {
  if (!isThinking(block)) return block;
  note.drop(index, OVER);
  return undefined;
}
