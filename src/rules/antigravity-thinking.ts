/**
 * Brings the thinking of Claude behind Google Antigravity into the form that route replays: one signature, in
 * `thinkingSignature`, in standard base64. Thinking without such a signature goes; a turn that held nothing else keeps
 * its place with a sentence.
 *
 * Leaves alone: `redacted_thinking`, other blocks.
 *
 * @example { "options": {"target":{"provider":"google-antigravity","modelApi":"google-generative-ai","modelId":"claude-opus-4-6-thinking"}},
 *   "in": [{"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"c2ln"},{"type":"thinking","thinking":"u"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"c2ln","thinkingSignature":"c2ln"}]}] }
 */
import { mapBlocks, withReasoningOmitted } from "../contract/blocks.ts";
import type { LocalRule, Note, Why } from "../contract/rule.ts";
import { type Block, isAssistant } from "../transcript/message.ts";

const UNSIGNED: Why = { text: "Thinking without a base64 signature cannot be replayed on this route.", lossy: true };
const MOVED: Why = { text: "The signature stands where this route reads it.", lossy: false };
const OMITTED: Why = {
  text: "The turn held only thinking that cannot be replayed; a sentence keeps its place.",
  lossy: false,
};

const KEYS = ["thinkingSignature", "signature", "thought_signature", "thoughtSignature"] as const;
const STANDARD_BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export const antigravityThinking: LocalRule = {
  id: "antigravity-thinking",
  kind: "local",
  stage: "history",
  summary: "Normalizes thinking signatures of Claude behind Antigravity and drops unsigned thinking.",
  whys: [UNSIGNED, MOVED, OMITTED],
  applies: (policy) => policy.normalizeAntigravityThinkingBlocks,
  message(message, _at, note, context) {
    if (!isAssistant(message)) return message;
    return withReasoningOmitted(message, mapBlocks(message, visit, note, context), note, OMITTED);
  },
};

function visit(block: Block, index: number, note: Note): Block | undefined {
  if (block.type !== "thinking") return block;
  const key = KEYS.find((name) => block[name] !== undefined && block[name] !== null);
  const candidate = key && block[key];
  if (!isStandardBase64(candidate)) {
    note.drop(index, UNSIGNED);
    return undefined;
  }
  if (block["thinkingSignature"] === candidate) return block;
  note.rewrite(index, "thinkingSignature", MOVED);
  return { ...block, thinkingSignature: candidate };
}

function isStandardBase64(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const trimmed = value.trim();
  return trimmed.length % 4 === 0 && STANDARD_BASE64.test(trimmed);
}
