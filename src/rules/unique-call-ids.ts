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
import type { WalkRule, Why } from "../contract/rule.ts";
import type { PolicyFlags } from "../policy/types.ts";
import { allocateId } from "../transcript/call-ids.ts";
import { hasCalls, isAnswerable, resultIdOf, withResultId } from "../transcript/calls.ts";
import { hashPrefix } from "../transcript/hash.ts";

const REPEATED: Why = { text: "An earlier call of the request has this id.", lossy: false };
const REFUSED: Why = { text: "The API takes ids of letters, digits, `_` and `-` only, at most 64.", lossy: false };

const PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** The ids taken, and the new ids of the last assistant turn by the id its calls had. */
interface Memory {
  readonly taken: Set<string>;
  queues: Map<string, string[]>;
}

export const uniqueCallIds: WalkRule<Memory> = {
  id: "unique-call-ids",
  kind: "walk",
  stage: "payload",
  summary: "Gives every tool call of the request an id of its own.",
  whys: [REPEATED, REFUSED],
  applies: () => true,
  remember: () => ({ taken: new Set(), queues: new Map() }),
  message(message, _at, note, context, memory) {
    if (message.role === "assistant") {
      if (!hasCalls(message)) return message;
      memory.queues = new Map();
      return withContent(message, mapBlocks(message, visit, note, context, memory));
    }
    if (message.role !== "toolResult") return message;
    const raw = resultIdOf(message);
    const id = raw === undefined ? undefined : memory.queues.get(raw)?.shift();
    if (id === undefined || id === raw) return message;
    note.set("toolCallId", REPEATED);
    return withResultId(message, id);
  },
};

const visit: Visit<Memory> = (block, index, note, { policy }, _message, { taken, queues }) => {
  if (!isAnswerable(block)) return block;
  const raw = block.id.trim();
  const fits = !policy.toolUseIdPattern || PATTERN.test(raw);
  const id = policy.responsesItems ? freePair(raw, taken) : freeId(raw, fits, policy.toolCallIdMode, taken);
  const queue = queues.get(raw);
  if (queue) queue.push(id);
  else queues.set(raw, [id]);
  if (id === raw) return block;
  note.rewrite(index, "id", fits ? REPEATED : REFUSED);
  return { ...block, id };
};

/** The id if it fits and is free, or one made from it, in the alphabet of the other ids. */
function freeId(raw: string, fits: boolean, mode: PolicyFlags["toolCallIdMode"], taken: Set<string>): string {
  const take = (id: string): boolean => !taken.has(id) && taken.add(id) !== undefined;
  if (fits && take(raw)) return raw;
  if (mode) return allocateId(raw.replace(/[^A-Za-z0-9]+/g, ""), mode, take);
  const clean = fits ? raw : raw.replace(/[^A-Za-z0-9_-]+/g, "_");
  for (let attempt = 2; ; attempt++) {
    const id = `${clean.slice(0, 55)}_${hashPrefix(`${raw}:${attempt}`, 8)}`;
    if (take(id)) return id;
  }
}

/** The same for `call|item`: both parts are unique, and an item id that is taken is left out. */
function freePair(raw: string, taken: Set<string>): string {
  const bar = raw.indexOf("|");
  if (bar <= 0) return freeId(raw, true, undefined, taken);
  const call = freeId(raw.slice(0, bar), true, undefined, taken);
  const item = raw.slice(bar);
  if (taken.has(item)) return call;
  taken.add(item);
  return call + item;
}
