/**
 * Removes thinking signatures that were made before the session was compacted.
 *
 * A signature is bound to the conversation up to it. Compaction replaces that conversation by a summary, so Anthropic
 * answers "Invalid signature in thinking block". The text of the thinking stays, unsigned; the rule for signatures then
 * decides about it.
 *
 * Leaves alone: turns without a time, and turns at or after the time of the latest compaction.
 *
 * @example { "options": {"target":{"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-opus-4-6"}},
 *   "in": [{"role":"compactionSummary","summary":"s","timestamp":10},{"role":"assistant","content":[{"type":"thinking","thinking":"t","thinkingSignature":"sig"},{"type":"text","text":"y"}],"timestamp":5}],
 *   "out": [{"role":"compactionSummary","summary":"s","timestamp":10},{"role":"assistant","content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"y"}],"timestamp":5}] }
 */
import { mapBlocks, withContent, without } from "../contract/blocks.ts";
import type { LocalRule, Note, RuleContext, Why } from "../contract/rule.ts";
import { type Block, isAssistant, isThinking } from "../transcript/message.ts";
import type { Turn } from "../transcript/place.ts";
import { THINKING_SIGNATURE_KEYS } from "../transcript/signatures.ts";
import { parseTimestamp } from "../transcript/time.ts";

const STALE: Why = {
  text: "Signed before the session was compacted; the provider would refuse the signature.",
  lossy: true,
};

export const preCompactionSignatures: LocalRule = {
  id: "pre-compaction-signatures",
  kind: "local",
  asks: true,
  stage: "history",
  summary: "Removes thinking signatures made before the latest compaction.",
  whys: [STALE],
  rewinds: "anywhere",
  applies: (policy) => policy.preserveSignatures || policy.sanitizeThinkingSignatures,
  message(message, _at, note, context) {
    if (!isAssistant(message)) return message;
    const compacted = context.facts.of(latestCompaction);
    if (compacted === undefined) return message;
    const time = parseTimestamp(message["timestamp"]);
    if (time === undefined || time >= compacted) return message;
    return withContent(message, mapBlocks(message, visit, note, context));
  },
};

/** When the transcript was compacted last, wherever the summary stands. */
function latestCompaction(turns: readonly Turn[], context: RuleContext): number | undefined {
  const before = latestOf(context.settled);
  const latest = latestOf(turns);
  if (latest === undefined || (before !== undefined && before >= latest)) return before;
  context.reachesBack();
  return latest;
}

function latestOf(turns: readonly Turn[]): number | undefined {
  let latest: number | undefined;
  for (const { message } of turns) {
    if (message.role !== "compactionSummary") continue;
    const time = parseTimestamp(message["timestamp"]);
    if (time !== undefined && (latest === undefined || time > latest)) latest = time;
  }
  return latest;
}

function visit(block: Block, index: number, note: Note): Block | undefined {
  if (!isThinking(block)) return block;
  let unsigned: Block = block;
  for (const key of block.type === "redacted_thinking"
    ? [...THINKING_SIGNATURE_KEYS, "data"]
    : THINKING_SIGNATURE_KEYS) {
    if (!Object.hasOwn(unsigned, key)) continue;
    note.rewrite(index, key, STALE);
    unsigned = without(unsigned, key);
  }
  return unsigned;
}
