/**
 * Rewrites tool-call ids into the alphabet and length the target takes, each unique in the whole transcript; results
 * follow their calls by occurrence.
 *
 * `strict`: letters and digits, at most 40. `strict9`: exactly nine letters and digits (Mistral). A clean id that is
 * free is taken; otherwise some hex digits of a SHA-256 make it unique, so that the same transcript always gets the
 * same ids, and new turns never change the ids of earlier ones.
 *
 * Why: "tool_use.id: String should match pattern", "Tool call id was ... but must be a-z, A-Z, 0-9, with a length of 9".
 *
 * Leaves alone: ids of the form `functions.name:0` in strict mode (Kimi checks them); where the policy says so, ids that
 * Anthropic itself gave (`toolu_...`), and ids in turns with thinking, which are replayed exactly as they were.
 *
 * @example { "options": {"target":{"provider":"google","modelApi":"google-generative-ai","modelId":"gemini-2.5-pro"}},
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"call_a|b","name":"read","arguments":{}},{"type":"toolCall","id":"call_a:b","name":"read","arguments":{}}]},{"role":"toolResult","toolCallId":"call_a|b","content":[]},{"role":"toolResult","toolCallId":"call_a:b","content":[]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"callab","name":"read","arguments":{}},{"type":"toolCall","id":"callab164e5cbf","name":"read","arguments":{}}]},{"role":"toolResult","toolCallId":"callab","content":[]},{"role":"toolResult","toolCallId":"callab164e5cbf","content":[]}] }
 * @example { "options": {"target":{"provider":"mistral","modelApi":"mistral-conversations","modelId":"mistral-large-latest"}},
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"call_abc|fc_1","name":"read","arguments":{}}]},{"role":"toolResult","toolCallId":"call_abc|fc_1","content":[]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"callabcfc","name":"read","arguments":{}}]},{"role":"toolResult","toolCallId":"callabcfc","content":[]}] }
 */
import { mapBlocks, type Visit, withContent } from "../contract/blocks.ts";
import type { RuleContext, WalkRule, Why } from "../contract/rule.ts";
import { allocateId, repeatedOpenAiId } from "../transcript/call-ids.ts";
import { callsOf, isAnswerable, resultIdOf, withResultId } from "../transcript/calls.ts";
import { blocksOf, isThinking, type SessionMessage } from "../transcript/message.ts";
import type { Place, Turn } from "../transcript/place.ts";

const REWRITTEN: Why = {
  text: "The id is brought into the alphabet and length the target takes, unique.",
  lossy: false,
};

const NATIVE = /^toolu_[A-Za-z0-9_]{1,58}$/;
const OPENAI = /^call_[A-Za-z0-9_-]+$/;
const NAME = /^[A-Za-z0-9_:.-]{1,64}$/;

/** What the ids before are; `base` is never written to while messages are visited. */
interface Memory {
  readonly base: Memory | undefined;
  readonly used: Set<string>;
  readonly occurrences: Map<string, number>;
  /** The calls seen, for {@link settle}. */
  readonly seen: { readonly at: Place; readonly raw: string; readonly id: string }[];
  readonly orphans: Map<string, number>;
  readonly queues: Map<string, string[]>;
  readonly kept: ReadonlySet<Place>;
  /** The message at work, and whether it is kept verbatim. */
  at: Place;
  keeps: boolean;
}

export const toolCallIds: WalkRule<Memory> = {
  id: "tool-call-ids",
  kind: "walk",
  asks: true,
  stage: "history",
  summary: "Rewrites tool-call ids into the target's alphabet and length.",
  whys: [REWRITTEN],
  rewinds: "anywhere",
  applies: (policy) => policy.sanitizeToolCallIds && policy.toolCallIdMode !== undefined && !policy.responsesItems,
  remember(base, context) {
    const reserved = context.policy.replaySignedTurns ? context.facts.of(replaySafeTurns) : NONE;
    // Had all been seen at once, these ids would have been reserved before the earlier turns got theirs.
    for (const id of reserved.ids) if (base?.used.has(id)) context.reachesBack();
    return {
      base,
      seen: [],
      used: new Set(reserved.ids),
      occurrences: new Map(),
      orphans: new Map(),
      queues: new Map(),
      kept: reserved.turns,
      at: 0,
      keeps: false,
    };
  },
  settle: ({ base, seen }, seam) => settle(base ?? emptyMemory(), seen, seam),
  message(message, at, note, context, memory) {
    if (message.role === "assistant") {
      memory.at = at;
      memory.keeps = memory.kept.has(at);
      return withContent(message, mapBlocks(message, visit, note, context, memory));
    }
    if (message.role !== "toolResult") return message;
    const raw = resultIdOf(message);
    if (raw === undefined) return message;
    const id = memory.queues.get(raw)?.shift() ?? orphanId(raw, context, memory);
    const renamed = withResultId(message, id);
    if (renamed !== message) note.set("toolCallId", REWRITTEN);
    return renamed;
  },
};

const visit: Visit<Memory> = (block, index, note, context, _message, memory) => {
  if (!isAnswerable(block)) return block;
  const raw = block.id.trim();
  const occurrence = (lookUp(memory, "occurrences", raw) ?? 0) + 1;
  memory.occurrences.set(raw, occurrence);
  const id = memory.keeps ? block.id : idFor(raw, occurrence, context, memory);
  const queue = memory.queues.get(raw);
  if (queue) queue.push(id);
  else memory.queues.set(raw, [id]);
  memory.seen.push({ at: memory.at, raw, id });
  if (id === block.id) return block;
  note.rewrite(index, "id", REWRITTEN);
  return { ...block, id };
};

function idFor(raw: string, occurrence: number, { policy }: RuleContext, memory: Memory): string {
  const first = occurrence === 1;
  if (first && policy.preserveNativeAnthropicToolUseIds && NATIVE.test(raw) && take(memory, raw)) return raw;
  if (policy.duplicateToolCallIdStyle === "openai") {
    if (first && OPENAI.test(raw) && take(memory, raw)) return raw;
    for (let attempt = 0; !first; attempt++) {
      const id = repeatedOpenAiId(raw, occurrence, attempt);
      if (take(memory, id)) return id;
    }
  }
  return allocate(first ? raw : `${raw}:${occurrence}`, policy, memory);
}

function orphanId(raw: string, { policy }: RuleContext, memory: Memory): string {
  const count = (lookUp(memory, "orphans", raw) ?? 0) + 1;
  memory.orphans.set(raw, count);
  return allocate(`${raw}:tool_result:${count}`, policy, memory);
}

function allocate(seed: string, policy: RuleContext["policy"], memory: Memory): string {
  return allocateId(seed, policy.toolCallIdMode ?? "strict", (id) => take(memory, id));
}

/** Takes the id if it is free. */
function take(memory: Memory, id: string): boolean {
  if (memory.used.has(id) || memory.base?.used.has(id)) return false;
  memory.used.add(id);
  return true;
}

function lookUp(memory: Memory, map: "occurrences" | "orphans", raw: string): number | undefined {
  return memory[map].get(raw) ?? memory.base?.[map].get(raw);
}

function emptyMemory(): Memory {
  return {
    base: undefined,
    used: new Set(),
    occurrences: new Map(),
    seen: [],
    orphans: new Map(),
    queues: new Map(),
    kept: new Set(),
    at: 0,
    keeps: false,
  };
}

/** Adds the calls before the seam to what earlier runs settled. */
function settle(base: Memory, seen: Memory["seen"], seam: Place): Memory {
  for (const { at, raw, id } of seen) {
    if (at >= seam) continue;
    base.used.add(id);
    base.occurrences.set(raw, (base.occurrences.get(raw) ?? 0) + 1);
  }
  return base;
}

interface Reserved {
  readonly ids: ReadonlySet<string>;
  readonly turns: ReadonlySet<Place>;
}

const NONE: Reserved = { ids: new Set(), turns: new Set() };

/** The turns with thinking that can be replayed as they are, and their ids. Of two with the same id, the earlier. */
function replaySafeTurns(turns: readonly Turn[]): Reserved {
  const reserved = { ids: new Set<string>(), turns: new Set<Place>() };
  for (const { message, at } of turns) {
    if (message.role !== "assistant" || !blocksOf(message).some(isThinking)) continue;
    const ids = safeIds(message);
    if (ids.length === 0 || ids.some((id) => reserved.ids.has(id))) continue;
    for (const id of ids) reserved.ids.add(id);
    reserved.turns.add(at);
  }
  return reserved;
}

/** The ids of the calls when all of them can stay as they are, else none. */
function safeIds(message: SessionMessage): readonly string[] {
  const calls = callsOf(message);
  const ids = calls.map((call) => call.id);
  const safe = calls.every(
    ({ id, name, arguments: given, input }) =>
      id.trim() === id && typeof name === "string" && NAME.test(name) && (given ?? input ?? undefined) !== undefined,
  );
  return safe && new Set(ids).size === ids.length ? ids : [];
}
