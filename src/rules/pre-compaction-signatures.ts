/**
 * Removes thinking signatures that were made before the session was compacted.
 *
 * A signature is bound to the conversation up to it. Compaction replaces that conversation by a summary, so Anthropic
 * answers "Invalid signature in thinking block". The text of the thinking stays, unsigned; the rule for signatures then
 * decides about it.
 *
 * Leaves alone: turns at or after the time of the latest compaction, and turns without a time, unless the summary has
 * none either: then only the turn that is still open is surely newer.
 *
 * @example { "options": {"target":{"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-opus-4-6"}},
 *   "in": [{"role":"compactionSummary","summary":"s","timestamp":10},{"role":"assistant","content":[{"type":"thinking","thinking":"t","thinkingSignature":"sig"},{"type":"text","text":"y"}],"timestamp":5}],
 *   "out": [{"role":"compactionSummary","summary":"s","timestamp":10},{"role":"assistant","content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"y"}],"timestamp":5}] }
 */
import { mapBlocks, withContent, without } from "../contract/blocks.ts";
import { activeToolTurn, lastMessage } from "../contract/facts.ts";
import type { LocalRule, Note, RuleContext, Why } from "../contract/rule.ts";
import { type Block, isAssistant, isThinking } from "../transcript/message.ts";
import type { Place, Turn } from "../transcript/place.ts";
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
  message(message, at, note, context) {
    if (!isAssistant(message)) return message;
    const { time: compacted, untimed } = context.facts.of(latestCompaction);
    if (compacted === undefined && !untimed) return message;
    const time = parseTimestamp(message["timestamp"]);
    const stale = time === undefined ? untimed && !isOpen(at, context) : compacted !== undefined && time < compacted;
    if (!stale) return message;
    return withContent(message, mapBlocks(message, visit, note, context));
  },
};

interface Compaction {
  /** When the transcript was compacted last, wherever the summary stands. */
  readonly time: number | undefined;
  /** Is there a summary that does not say when? Then a turn that does not say either may be older. */
  readonly untimed: boolean;
}

function latestCompaction(turns: readonly Turn[], context: RuleContext): Compaction {
  const before = latestOf(context.settled);
  const here = latestOf(turns);
  if (here.time === undefined && !here.untimed) return before;
  context.reachesBack();
  return { time: laterOf(before.time, here.time), untimed: before.untimed || here.untimed };
}

function latestOf(turns: readonly Turn[]): Compaction {
  let latest: number | undefined;
  let untimed = false;
  for (const { message } of turns) {
    if (message.role !== "compactionSummary" && message["compaction"] !== true) continue;
    const time = parseTimestamp(message["timestamp"]);
    if (time === undefined) untimed = true;
    latest = laterOf(latest, time);
  }
  return { time: latest, untimed };
}

function laterOf(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || (b !== undefined && b > a) ? b : a;
}

/** Is it the turn that the model is still working on, or has just ended? It was made after any compaction. */
function isOpen(at: Place, { facts }: RuleContext): boolean {
  return at === facts.of(activeToolTurn) || at === facts.of(lastMessage);
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
