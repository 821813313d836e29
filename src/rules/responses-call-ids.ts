/**
 * Brings tool-call ids into the form the Responses API takes: `call_...`, or `call_...|fc_...` with the id of the call's
 * item, each at most 64 characters of `A-Z a-z 0-9 _ -`. What does not fit is rebuilt from what is there plus ten hex
 * digits of its SHA-256, so that the same id always becomes the same id. The second of two equal ids in one turn gets
 * an id of its own. Results follow their calls.
 *
 * Leaves alone: ids in that form, byte for byte.
 *
 * @example { "options": {"target":{"provider":"openai","modelApi":"openai-responses","modelId":"gpt-5.4"}},
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"abc","name":"read","arguments":{}}]},{"role":"toolResult","toolCallId":"abc","content":[{"type":"text","text":"ok"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"call_abc_ba7816bf8f","name":"read","arguments":{}}]},{"role":"toolResult","toolCallId":"call_abc_ba7816bf8f","content":[{"type":"text","text":"ok"}]}] }
 */
import { mapBlocks, type Visit, withContent } from "../contract/blocks.ts";
import { renameResult } from "../contract/results.ts";
import type { WalkRule, Why } from "../contract/rule.ts";
import { hasCalls, isAnswerable, resultIdOf } from "../transcript/calls.ts";
import { hashPrefix } from "../transcript/hash.ts";

const REBUILT: Why = { text: "The Responses API takes ids of the form call_...|fc_... only.", lossy: false };
const OWN_ID: Why = { text: "The id stands twice in the turn; the later call has one of its own.", lossy: false };

const CALL_ID = /^call_[A-Za-z0-9_-]{1,59}$/;
const ITEM_ID = /^fc_[A-Za-z0-9_-]{1,61}$/;

/** The ids of the calls of the last assistant turn, by the id they had. */
interface Memory {
  queues: Map<string, string[]>;
}

export const responsesCallIds: WalkRule<Memory> = {
  id: "responses-call-ids",
  kind: "walk",
  stage: "history",
  summary: "Brings tool-call ids into the form of the Responses API.",
  whys: [REBUILT, OWN_ID],
  applies: (policy) => policy.responsesItems,
  remember: () => ({ queues: new Map() }),
  message(message, _at, note, context, memory) {
    if (message.role === "assistant") {
      if (!hasCalls(message)) return message;
      memory.queues = new Map();
      return withContent(message, mapBlocks(message, visit, note, context, memory));
    }
    if (message.role !== "toolResult") return message;
    const raw = resultIdOf(message);
    if (raw === undefined) return message;
    const queue = memory.queues.get(raw);
    const id = (queue && queue.length > 1 ? queue.shift() : queue?.[0]) ?? responsesId(raw);
    return renameResult(message, id, note, REBUILT);
  },
};

const visit: Visit<Memory> = (block, index, note, context, _message, { queues }) => {
  if (!isAnswerable(block)) return block;
  const raw = block.id.trim();
  const queue = queues.get(raw);
  const id = queue ? repeatedId(raw, queue.length + 1) : responsesId(raw);
  if (queue) queue.push(id);
  else queues.set(raw, [id]);
  if (id === block.id) return block;
  const pending = context.options.pendingToolCallIds;
  if (pending?.has(raw)) pending.add(id);
  note.rewrite(index, "id", queue ? OWN_ID : REBUILT);
  return { ...block, id };
};

function repeatedId(raw: string, occurrence: number): string {
  return `call_${hashPrefix(`${raw}:${occurrence}:0`, 24)}`;
}

/** The id as the Responses API takes it. */
function responsesId(raw: string): string {
  const bar = raw.indexOf("|");
  const pair = bar > 0 && bar < raw.length - 1;
  if (!pair) return CALL_ID.test(raw) ? raw : rebuilt("call_", raw, 48);
  const [call, item] = [raw.slice(0, bar), raw.slice(bar + 1)];
  if (CALL_ID.test(call) && ITEM_ID.test(item)) return raw;
  const whole = CALL_ID.test(raw) ? raw : rebuilt("call_", raw, 48);
  return `${whole}|${ITEM_ID.test(item) ? item : rebuilt("fc_", item, 50)}`;
}

function rebuilt(prefix: string, source: string, longest: number): string {
  const trimmed = source.trim();
  const tail = (trimmed.startsWith(prefix) ? trimmed.slice(prefix.length) : trimmed)
    .replace(/[^A-Za-z0-9_-]/g, "_")
    .replace(/^_+/, "");
  const cut = trimUnderscores(tail).slice(0, longest);
  return `${prefix}${cut || "id"}_${hashPrefix(trimmed || prefix, 10)}`;
}

function trimUnderscores(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === "_") end--;
  return text.slice(0, end);
}
