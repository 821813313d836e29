/**
 * Drops reasoning items of the Responses API after the session switched to another model, provider or API. Text that
 * went with them loses its item id, but keeps its phase.
 *
 * Why: an `rs_` item is known only to the route that made it ("Item with id 'rs_...' not found"), and a message item
 * must not be sent without the reasoning item before it.
 *
 * Leaves alone: reasoning made after the last switch, and everything when no switch is known.
 *
 * @example { "options": {"target":{"provider":"openai","modelApi":"openai-responses","modelId":"gpt-5.5"},"modelSnapshots":[{"timestamp":1,"provider":"openai","modelApi":"openai-responses","modelId":"gpt-5.4"}]},
 *   "in": [{"role":"assistant","content":[{"type":"thinking","thinking":"t","thinkingSignature":"{\"id\":\"rs_1\",\"type\":\"reasoning\"}"},{"type":"text","text":"y","textSignature":"{\"v\":1,\"id\":\"msg_1\",\"phase\":\"commentary\"}"}],"timestamp":5}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"y","textSignature":"{\"v\":1,\"phase\":\"commentary\"}"}],"timestamp":5}] }
 */
import { mapBlocks, withContent, without } from "../contract/blocks.ts";
import type { LocalRule, Note, RuleContext, Why } from "../contract/rule.ts";
import { type Block, blocksOf, isAssistant, isRecord } from "../transcript/message.ts";
import type { Turn } from "../transcript/place.ts";
import { isReasoningItem, parseObject } from "../transcript/signatures.ts";
import { isSameRoute, type ModelSnapshot } from "../transcript/snapshot.ts";
import { parseTimestamp } from "../transcript/time.ts";

const STALE: Why = { text: "Reasoning of a route the session has left; only that route knows the item.", lossy: true };
const ITEM_ID: Why = { text: "The text's item id belongs to reasoning that was dropped.", lossy: false };

export const staleReasoning: LocalRule = {
  id: "stale-reasoning",
  kind: "local",
  asks: true,
  stage: "history",
  summary: "Drops Responses reasoning items after a route switch.",
  whys: [STALE, ITEM_ID],
  applies: (policy) => policy.responsesItems,
  message(message, _at, note, context) {
    if (!isAssistant(message)) return message;
    const switched = context.facts.of(lastSwitch);
    if (switched === undefined) return message;
    const time = parseTimestamp(message["timestamp"]);
    if (time !== undefined && time > switched) return message;
    if (!blocksOf(message).some(isReasoningItem)) return message;
    const content = mapBlocks(message, visit, note, context);
    return content.length === 0 ? STALE : withContent(message, content);
  },
};

/** Until when reasoning is stale: the time of the last switch, or for ever when this very call switches. */
function lastSwitch(_turns: readonly Turn[], { options, policy }: RuleContext): number | undefined {
  const snapshots = options.modelSnapshots ?? [];
  const latest = snapshots.at(-1);
  if (!latest) return undefined;
  if (!isSameRoute(latest, policy.target)) return Number.POSITIVE_INFINITY;
  for (let index = snapshots.length - 1; index > 0; index--) {
    const snapshot = snapshots[index] as ModelSnapshot;
    if (!isSameRoute(snapshot, snapshots[index - 1] as ModelSnapshot)) return parseTimestamp(snapshot.timestamp);
  }
  return undefined;
}

function visit(block: Block, index: number, note: Note): Block | undefined {
  if (isReasoningItem(block)) {
    note.drop(index, STALE);
    return undefined;
  }
  if (!isRecord(block) || block.type !== "text" || block["textSignature"] === undefined) return block;
  const phase = phaseOf(block["textSignature"]);
  const signature = phase && JSON.stringify({ v: 1, phase });
  if (signature === block["textSignature"]) return block;
  note.rewrite(index, "textSignature", ITEM_ID);
  return signature ? { ...block, textSignature: signature } : without(block, "textSignature");
}

function phaseOf(signature: unknown): string | undefined {
  const parsed = typeof signature === "string" ? parseObject(signature) : undefined;
  const phase = parsed?.["v"] === 1 ? parsed["phase"] : undefined;
  return phase === "commentary" || phase === "final_answer" ? phase : undefined;
}
