/**
 * Gives every tool call an id that no other call of the request has, and that the API takes. The first keeps its id;
 * results follow their calls, which they stand behind.
 *
 * Why: "tool_use ids must be unique", "Duplicate item found with id fc_...". Targets whose ids are rewritten have unique
 * ones already, except for ids that were kept verbatim, such as those of turns with signed thinking.
 *
 * @example { "options": {"target":{"provider":"ollama","modelApi":"ollama"}},
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"read","arguments":{}}]},{"role":"toolResult","toolCallId":"a","content":[]},{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"read","arguments":{}}]},{"role":"toolResult","toolCallId":"a","content":[]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"read","arguments":{}}]},{"role":"toolResult","toolCallId":"a","content":[]},{"role":"assistant","content":[{"type":"toolCall","id":"a_d860d141","name":"read","arguments":{}}]},{"role":"toolResult","toolCallId":"a_d860d141","content":[]}] }
 */
import { mapBlocks, type Visit, withContent } from "../contract/blocks.ts";
import { renameResult } from "../contract/results.ts";
import type { WalkRule, Why } from "../contract/rule.ts";
import type { PolicyFlags } from "../policy/types.ts";
import { allocateId } from "../transcript/call-ids.ts";
import { hasCalls, isAnswerable, resultIdOf } from "../transcript/calls.ts";
import { hashPrefix } from "../transcript/hash.ts";

const REPEATED: Why = { text: "An earlier call of the request has this id.", lossy: false };
const REFUSED: Why = { text: "The API takes ids of letters, digits, `_` and `-` only, at most 64.", lossy: false };

const PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** The ids taken, and the new ids of the last assistant turn by the id its calls had. */
class Memory {
  readonly taken: Set<string> = new Set();
  /** How often an id was met that could not be kept. */
  readonly repeats: Map<string, number> = new Map();
  queues: Map<string, string[]> = new Map();

  take(id: string): boolean {
    if (this.taken.has(id)) return false;
    this.taken.add(id);
    return true;
  }
}

export const uniqueCallIds: WalkRule<Memory> = {
  id: "unique-call-ids",
  kind: "walk",
  stage: "payload",
  summary: "Gives every tool call of the request an id of its own.",
  whys: [REPEATED, REFUSED],
  applies: () => true,
  remember: () => new Memory(),
  message(message, _at, note, context, memory) {
    if (message.role === "assistant") {
      if (!hasCalls(message)) return message;
      memory.queues = new Map();
      return withContent(message, mapBlocks(message, visit, note, context, memory));
    }
    if (message.role !== "toolResult") return message;
    const raw = resultIdOf(message);
    if (raw === undefined) return message;
    const id = memory.queues.get(raw)?.shift();
    if (id === undefined || id === raw) return message;
    return renameResult(message, id, note, fitsPattern(raw, context.policy) ? REPEATED : REFUSED);
  },
};

const visit: Visit<Memory> = (block, index, note, { policy }, _message, memory) => {
  if (!isAnswerable(block)) return block;
  const raw = block.id.trim();
  const fits = fitsPattern(raw, policy);
  const id = policy.responsesItems ? freePair(raw, memory) : freeId(raw, fits, policy.toolCallIdMode, memory);
  const queue = memory.queues.get(raw);
  if (queue) queue.push(id);
  else memory.queues.set(raw, [id]);
  if (id === raw) return block;
  note.rewrite(index, "id", fits ? REPEATED : REFUSED);
  return { ...block, id };
};

function fitsPattern(id: string, { toolUseIdPattern }: Pick<PolicyFlags, "toolUseIdPattern">): boolean {
  return !toolUseIdPattern || PATTERN.test(id);
}

/** The id if it fits and is free, or one made from it, in the alphabet of the other ids. */
function freeId(raw: string, fits: boolean, mode: PolicyFlags["toolCallIdMode"], memory: Memory): string {
  if (fits && memory.take(raw)) return raw;
  // Counted, so that a thousand equal ids do not try a thousand times each.
  let occurrence = memory.repeats.get(raw) ?? 1;
  const clean = mode ? raw.replace(/[^A-Za-z0-9]+/g, "") : fits ? raw : raw.replace(/[^A-Za-z0-9_-]+/g, "_");
  for (;;) {
    memory.repeats.set(raw, ++occurrence);
    if (mode) return allocateId(occurrence === 2 && !fits ? clean : `${clean}:${occurrence}`, mode, memory);
    const id = `${clean.slice(0, 55)}_${hashPrefix(`${raw}:${occurrence}`, 8)}`;
    if (memory.take(id)) return id;
  }
}

/** The same for `call|item`: both parts are unique, and an item id that is taken is left out. */
function freePair(raw: string, memory: Memory): string {
  const bar = raw.indexOf("|");
  if (bar <= 0) return freeId(raw, true, undefined, memory);
  const call = freeId(raw.slice(0, bar), true, undefined, memory);
  const item = raw.slice(bar);
  return memory.take(item) ? call + item : call;
}
