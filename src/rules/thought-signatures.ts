/**
 * Removes thought signatures that the target cannot verify.
 *
 * Google's models sign parts of their answer in `thought_signature` (or `thoughtSignature`) as base64. Sessions that
 * passed through other providers hold other values there. For Gemini, values that are not base64 go; for others only
 * Claude's message ids (`msg_...`), which Gemini-compatible proxies refuse.
 *
 * Why: "Base64 decoding failed" and "Corrupted thought signature" refuse the whole request.
 *
 * Leaves alone: targets whose signatures are preserved (Anthropic), turns that ended in an error, thinking signatures.
 *
 * @example { "options": {"target":{"provider":"google","modelApi":"google-generative-ai","modelId":"gemini-2.5-pro"}},
 *   "in": [{"role":"assistant","content":[{"type":"text","text":"x","thought_signature":"msg_1!","thoughtSignature":"QUJD"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"x","thoughtSignature":"QUJD"}]}] }
 * @example { "options": {"target":{"provider":"ollama","modelApi":"ollama"}},
 *   "in": [{"role":"assistant","content":[{"type":"text","text":"x","thought_signature":"msg_1"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"x"}]}] }
 */
import { mapBlocks, withContent, without } from "../contract/blocks.ts";
import type { LocalRule, Note, RuleContext, Why } from "../contract/rule.ts";
import { type Block, isAssistant, isRecord } from "../transcript/message.ts";
import { isBase64 } from "../transcript/signatures.ts";

const NOT_BASE64: Why = { text: "The thought signature is not base64; the target refuses it.", lossy: false };
const MESSAGE_ID: Why = { text: "The thought signature is a message id of another provider.", lossy: false };

export const thoughtSignatures: LocalRule = {
  id: "thought-signatures",
  kind: "local",
  stage: "history",
  summary: "Removes thought signatures the target cannot verify.",
  whys: [NOT_BASE64, MESSAGE_ID],
  applies: (policy) => !policy.preserveSignatures,
  message(message, _at, note, context) {
    if (!isAssistant(message) || message["stopReason"] === "error") return message;
    return withContent(message, mapBlocks(message, visit, note, context));
  },
};

function visit(block: Block, index: number, note: Note, context: RuleContext): Block | undefined {
  if (!isRecord(block)) return block;
  const snake = block["thought_signature"];
  const mode = context.policy.sanitizeThoughtSignatures;
  if (!mode?.allowBase64Only) {
    if (typeof snake !== "string" || !snake.startsWith("msg_")) return block;
    note.rewrite(index, "thought_signature", MESSAGE_ID);
    return without(block, "thought_signature");
  }
  let cleaned: Block = block;
  if (Object.hasOwn(block, "thought_signature") && !isBase64(snake)) {
    note.rewrite(index, "thought_signature", NOT_BASE64);
    cleaned = without(cleaned, "thought_signature");
  }
  if (mode.includeCamelCase && Object.hasOwn(block, "thoughtSignature") && !isBase64(block["thoughtSignature"])) {
    note.rewrite(index, "thoughtSignature", NOT_BASE64);
    cleaned = without(cleaned, "thoughtSignature");
  }
  return cleaned;
}
