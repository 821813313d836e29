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
import { renameResult } from "../contract/results.ts";
import type { RuleContext, WalkRule, Why } from "../contract/rule.ts";
import { allocateId, repeatedOpenAiId } from "../transcript/call-ids.ts";
import { callsOf, isAnswerable, resultIdOf } from "../transcript/calls.ts";
import { blocksOf, isThinking, type SessionMessage } from "../transcript/message.ts";
import type { Place, Turn } from "../transcript/place.ts";

const REWRITTEN: Why = {
  text: "The id is brought into the alphabet and length the target takes, unique.",
  lossy: false,
};

const NATIVE = /^toolu_[A-Za-z0-9_]{1,58}$/;
const OPENAI = /^call_[A-Za-z0-9_-]+$/;
const NAME = /^[A-Za-z0-9_:.-]{1,64}$/;

/** The first call that had an id, and those after it: the ids they got and where they stand. */
interface Renamed {
  readonly id: string;
  readonly at: Place;
  more: { readonly ids: string[]; readonly at: Place[] } | undefined;
  /** The index of the call whose result is expected next. */
  next: number;
  /** The turn of the last of these calls. */
  turn: Place;
}

/** What the ids before are; `base` is never written to while messages are visited. */
class Memory {
  readonly base: Base | undefined;
  readonly used: Set<string>;
  readonly kept: ReadonlySet<Place>;
  readonly renamed: Map<string, Renamed> = new Map();
  /** Results that no call asked for, by id. */
  readonly orphans: Map<string, number> = new Map();
  /** The last assistant message, and whether it is kept verbatim. */
  at: Place = -1;
  keeps = false;

  constructor(base: Base | undefined, reserved: Reserved) {
    this.base = base;
    this.used = new Set(reserved.ids);
    this.kept = reserved.turns;
  }

  /** Takes the id if it is free. */
  take(id: string): boolean {
    if (this.used.has(id) || this.base?.used.has(id)) return false;
    this.used.add(id);
    return true;
  }
}

/** What earlier runs settled: the ids taken, and how often an id was met. */
interface Base {
  readonly used: Set<string>;
  readonly occurrences: Map<string, number>;
}

export const toolCallIds: WalkRule<Memory, Base> = {
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
    return new Memory(base, reserved);
  },
  settle: ({ base, renamed }, seam) => settle(base ?? { used: new Set(), occurrences: new Map() }, renamed, seam),
  message(message, at, note, context, memory) {
    if (message.role === "assistant") {
      memory.at = at;
      memory.keeps = memory.kept.has(at);
      return withContent(message, mapBlocks(message, visit, note, context, memory));
    }
    if (message.role !== "toolResult") return message;
    const raw = resultIdOf(message);
    if (raw === undefined) return message;
    const id = answeredId(memory.renamed.get(raw), context, memory) ?? orphanId(raw, context, memory);
    return renameResult(message, id, note, REWRITTEN);
  },
};

const visit: Visit<Memory> = (block, index, note, context, _message, memory) => {
  if (!isAnswerable(block)) return block;
  const raw = block.id.trim();
  const before = memory.renamed.get(raw);
  const id = memory.keeps ? block.id : idFor(raw, occurrenceOf(raw, before, memory), context, memory);
  if (!before) memory.renamed.set(raw, { id, at: memory.at, more: undefined, next: 0, turn: memory.at });
  else remember(before, id, context, memory);
  if (id === block.id) return block;
  const pending = context.options.pendingToolCallIds;
  if (pending?.has(raw)) pending.add(id);
  note.rewrite(index, "id", REWRITTEN);
  return { ...block, id };
};

/** How often the id was met, this time included. */
function occurrenceOf(raw: string, before: Renamed | undefined, { base }: Memory): number {
  return 1 + (before ? 1 + (before.more?.ids.length ?? 0) : 0) + (base?.occurrences.get(raw) ?? 0);
}

function remember(renamed: Renamed, id: string, { policy }: RuleContext, { at }: Memory): void {
  renamed.more ??= { ids: [], at: [] };
  renamed.more.ids.push(id);
  renamed.more.at.push(at);
  // After pairing, a result belongs to the turn before it: calls of earlier turns that have none never get one.
  if (renamed.turn !== at && policy.repairToolUseResultPairing) renamed.next = renamed.more.ids.length;
  renamed.turn = at;
}

/** The id of the call whose result is expected next. */
function answeredId(renamed: Renamed | undefined, { policy }: RuleContext, { at }: Memory): string | undefined {
  if (!renamed || (policy.repairToolUseResultPairing && renamed.turn !== at)) return undefined;
  const index = renamed.next++;
  return index === 0 ? renamed.id : renamed.more?.ids[index - 1];
}

function idFor(raw: string, occurrence: number, { policy }: RuleContext, memory: Memory): string {
  const first = occurrence === 1;
  if (first && policy.preserveNativeAnthropicToolUseIds && NATIVE.test(raw) && memory.take(raw)) return raw;
  if (policy.duplicateToolCallIdStyle === "openai") {
    if (first && OPENAI.test(raw) && memory.take(raw)) return raw;
    for (let attempt = 0; !first; attempt++) {
      const id = repeatedOpenAiId(raw, occurrence, attempt);
      if (memory.take(id)) return id;
    }
  }
  return allocate(first ? raw : `${raw}:${occurrence}`, policy, memory);
}

function orphanId(raw: string, { policy, reachesBack }: RuleContext, memory: Memory): string {
  // The call may be one that was settled.
  reachesBack();
  const count = (memory.orphans.get(raw) ?? 0) + 1;
  memory.orphans.set(raw, count);
  return allocate(`${raw}:tool_result:${count}`, policy, memory);
}

function allocate(seed: string, policy: RuleContext["policy"], memory: Memory): string {
  return allocateId(seed, policy.toolCallIdMode ?? "strict", memory);
}

/** Adds the calls before the seam to what earlier runs settled. */
function settle(base: Base, renamed: Memory["renamed"], seam: Place): Base {
  for (const [raw, { id, at, more }] of renamed) {
    if (at >= seam) continue;
    const later = more ? more.ids.filter((_, index) => (more.at[index] as Place) < seam) : [];
    for (const taken of [id, ...later]) base.used.add(taken);
    base.occurrences.set(raw, (base.occurrences.get(raw) ?? 0) + 1 + later.length);
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
