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
  const id = policy.responsesItems ? freePair(raw, taken) : freeId(fits ? raw : fitting(raw), taken);
  const queue = queues.get(raw);
  if (queue) queue.push(id);
  else queues.set(raw, [id]);
  if (id === raw) return block;
  note.rewrite(index, "id", fits ? REPEATED : REFUSED);
  return { ...block, id };
};

/** An id in the pattern, made from one that is not. */
function fitting(raw: string): string {
  return `${raw.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, 55)}_${hashPrefix(raw, 8)}`;
}

/** The id, or one made from it that is free. */
function freeId(raw: string, taken: Set<string>): string {
  let id = raw;
  for (let attempt = 2; taken.has(id); attempt++) id = `${raw.slice(0, 55)}_${hashPrefix(`${raw}:${attempt}`, 8)}`;
  taken.add(id);
  return id;
}

/** The same for `call|item`: both parts are unique, and an item id that is taken is left out. */
function freePair(raw: string, taken: Set<string>): string {
  const bar = raw.indexOf("|");
  if (bar <= 0) return freeId(raw, taken);
  const call = freeId(raw.slice(0, bar), taken);
  const item = raw.slice(bar);
  if (taken.has(item)) return call;
  taken.add(item);
  return call + item;
}
