/**
 * Drops thinking and thought signatures that the target's model did not make and cannot verify. A turn that held nothing
 * else keeps its place with a sentence.
 *
 * Sessions say of each assistant turn which API, provider and model made it. Claude verifies signatures of Claude alone,
 * whichever cloud serves it; from the fifth generation on a signature is bound to the model, but Fable 5.1 takes those of
 * every earlier Claude. Gemini's signatures are sent back to the very model only.
 *
 * Why: "Invalid `signature` in `thinking` block", "Corrupted thought signature".
 *
 * Leaves alone: turns that do not say who made them, and targets whose models sign nothing.
 *
 * @example { "options": {"target":{"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-opus-4-6"}},
 *   "in": [{"role":"assistant","api":"google-generative-ai","provider":"google","model":"gemini-2.5-pro","content":[{"type":"thinking","thinking":"t","thinkingSignature":"QUJD"},{"type":"text","text":"a"}]}],
 *   "out": [{"role":"assistant","api":"google-generative-ai","provider":"google","model":"gemini-2.5-pro","content":[{"type":"text","text":"a"}]}] }
 * @example { "options": {"target":{"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-opus-5"}},
 *   "in": [{"role":"assistant","api":"anthropic-messages","provider":"anthropic","model":"claude-sonnet-5","content":[{"type":"thinking","thinking":"t","thinkingSignature":"s"},{"type":"text","text":"a"}]}],
 *   "out": [{"role":"assistant","api":"anthropic-messages","provider":"anthropic","model":"claude-sonnet-5","content":[{"type":"text","text":"a"}]}] }
 * @example { "options": {"target":{"provider":"google","modelApi":"google-generative-ai","modelId":"gemini-3-pro-preview"}},
 *   "in": [{"role":"assistant","api":"google-generative-ai","provider":"google","model":"gemini-2.5-pro","content":[{"type":"toolCall","id":"a","name":"r","arguments":{},"thoughtSignature":"QUJD"}]}],
 *   "out": [{"role":"assistant","api":"google-generative-ai","provider":"google","model":"gemini-2.5-pro","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]}] }
 */
import { mapBlocks, without, withReasoningOmitted } from "../contract/blocks.ts";
import type { LocalRule, Note, RuleContext, Why } from "../contract/rule.ts";
import { bindsModel, claudeVersion, takesEarlierThinking } from "../policy/model-ids.ts";
import { type Block, isAssistant, isFilled, isRecord, isThinking, type SessionMessage } from "../transcript/message.ts";
import { signerOf } from "../transcript/signers.ts";

const FOREIGN: Why = { text: "Another provider's model thought this; the target cannot verify it.", lossy: true };
const BOUND: Why = { text: "Another model thought this, and its signature is bound to it.", lossy: true };
const SIGNATURE: Why = { text: "The thought signature is of another model.", lossy: false };
const OMITTED: Why = {
  text: "The turn held only thinking of another model; a sentence keeps its place.",
  lossy: false,
};
const SIGNATURE_KEYS = ["thoughtSignature", "thought_signature"] as const;

export const routeBoundThinking: LocalRule = {
  id: "route-bound-thinking",
  kind: "local",
  stage: "payload",
  summary: "Drops thinking and thought signatures of other models, which the target cannot verify.",
  whys: [FOREIGN, BOUND, SIGNATURE, OMITTED],
  applies: () => true,
  message(message, _at, note, context) {
    if (!isAssistant(message)) return message;
    const why = whyUnverified(message, context.policy.target);
    if (!why) return message;
    return withReasoningOmitted(message, mapBlocks(message, visit, note, context, why), note, OMITTED);
  },
};

type Target = RuleContext["policy"]["target"];

/** Why the target cannot verify what the turn holds; undefined when it can, or when nobody says who made the turn. */
function whyUnverified({ api, provider, model }: SessionMessage, target: Target): Why | undefined {
  const verifier = signerOf({ api: target.modelApi, provider: target.provider, model: target.modelId });
  if (verifier !== "claude" && verifier !== "gemini") return undefined;
  const signer = signerOf({ api, provider, model });
  if (signer === undefined) return undefined;
  if (signer !== verifier) return FOREIGN;
  if (!isFilled(model)) return undefined;
  const isBound = signer === "claude" ? isBoundClaude(model, target) : lastName(model) !== lastName(target.modelId);
  return isBound ? BOUND : undefined;
}

function isBoundClaude(model: string, target: Target): boolean {
  const [made, wanted] = [model, target.modelId].map((id) =>
    claudeVersion({ modelId: id.trim().toLowerCase(), model: {} }),
  );
  if (made === undefined || wanted === undefined || made === wanted || takesEarlierThinking(wanted)) return false;
  return bindsModel(made) || bindsModel(wanted);
}

/** The model without what a gateway puts before it. */
function lastName(model: string): string {
  const id = model.trim().toLowerCase();
  return id.slice(id.lastIndexOf("/") + 1);
}

function visit(
  block: Block,
  index: number,
  note: Note,
  _context: RuleContext,
  _message: SessionMessage,
  why: Why,
): Block | undefined {
  if (!isRecord(block)) return block;
  if (isThinking(block)) {
    note.drop(index, why);
    return undefined;
  }
  let bare: Block = block;
  for (const key of SIGNATURE_KEYS) {
    if (!Object.hasOwn(bare, key)) continue;
    note.rewrite(index, key, SIGNATURE);
    bare = without(bare, key);
  }
  return bare;
}
