/**
 * Looks at a whole file before it is repaired, for repairs that need to know what comes later: tool calls of the
 * Responses family that no result answers, and compactions that were written twice.
 */
import { callsOf, resultIdOf } from "../../transcript/calls.ts";
import { hashPrefix } from "../../transcript/hash.ts";
import { isFailed, isFilled, isRecord, type SessionMessage } from "../../transcript/message.ts";
import { encode } from "./bytes.ts";
import { isText, type RecordFields, textAt, valueAt } from "./fields.ts";
import { HashSet, hashOf, hashOfText } from "./hashes.ts";
import type { RepairExtra } from "./options.ts";

/** What an earlier pass found out about a file. */
export interface RepairFacts {
  /** Entries to put in, as JSON, by where the entry begins behind which they belong. */
  readonly insertions: ReadonlyMap<number, readonly string[]>;
  /** Where the entries begin that are to be dropped. */
  readonly drops: ReadonlySet<number>;
}

/** A call without a result so far. */
interface OpenCall {
  /** Where its entry begins. */
  readonly offset: number;
  readonly callId: string;
  readonly toolName: string;
  readonly entryId: string | undefined;
  /** When the entry was written, and when the message says it was: as they stand there. */
  readonly written: unknown;
  readonly said: unknown;
}

interface Compaction {
  readonly offset: number;
  hasChild: boolean;
}

/** So many open calls, and so many compactions, are kept in mind: far more than a session has. */
const MAX_KEPT = 100_000;

const MESSAGE = encode('"message"');
const COMPACTION = encode('"compaction"');

/** The APIs whose calls lose their results when the answer is delivered by a tool. */
const DELIVERING_APIS: ReadonlySet<unknown> = new Set([
  "openai-responses",
  "azure-openai-responses",
  "openai-codex-responses",
]);
const MIRRORS: ReadonlySet<unknown> = new Set(["delivery-mirror", "gateway-injected"]);

/** Sees every entry that stays. */
export class Survey {
  readonly #extras: ReadonlySet<RepairExtra>;
  readonly #answered = new HashSet();
  readonly #open = new Map<string, OpenCall[]>();
  #openCount = 0;
  /** Calls that count as open if the next message is a mirror of what they delivered. */
  #delivering: readonly OpenCall[] = [];
  readonly #compactions = new Map<number, Compaction>();
  readonly #siblings = new Map<number, Compaction[]>();
  #compactionCount = 0;

  constructor(extras: ReadonlySet<RepairExtra>) {
    this.#extras = extras;
  }

  /** Looks at an entry that stays. */
  see(bytes: Uint8Array, fields: RecordFields, offset: number): void {
    if (this.#extras.has("orphan-forks")) this.#seeFork(bytes, fields, offset);
    if (this.#extras.has("missing-results") && isText(bytes, fields.record.type, MESSAGE)) {
      const message = valueAt(bytes, fields.record.message);
      if (isRecord(message)) this.#seeMessage(message as SessionMessage, bytes, fields, offset);
    }
  }

  /** What the file as a whole says. */
  facts(): RepairFacts {
    const insertions = new Map<number, string[]>();
    for (const calls of this.#open.values()) {
      for (const call of calls) append(insertions, call.offset, JSON.stringify(resultFor(call)));
    }
    const drops = new Set<number>();
    for (const siblings of this.#siblings.values()) {
      if (siblings.filter(({ hasChild }) => hasChild).length !== 1) continue;
      for (const { offset, hasChild } of siblings) if (!hasChild) drops.add(offset);
    }
    return { insertions, drops };
  }

  #seeFork(bytes: Uint8Array, fields: RecordFields, offset: number): void {
    const { id, parentId, type } = fields.record;
    const parent = hashOf(bytes, parentId);
    const above = this.#compactions.get(parent);
    if (above !== undefined) above.hasChild = true;
    if (parent === 0 || !isText(bytes, type, COMPACTION) || this.#compactionCount >= MAX_KEPT) return;
    this.#compactionCount++;
    const compaction = { offset, hasChild: false };
    const own = hashOf(bytes, id);
    if (own !== 0) this.#compactions.set(own, compaction);
    append(this.#siblings, parent, compaction);
  }

  #seeMessage(message: SessionMessage, bytes: Uint8Array, fields: RecordFields, offset: number): void {
    if (isMirror(message)) for (const call of this.#delivering) this.#addOpen(call);
    this.#delivering = [];
    if (message.role === "toolResult") {
      const id = resultIdOf(message);
      if (id === undefined) return;
      this.#answered.add(hashOfText(id));
      this.#open.delete(id);
      return;
    }
    const calls = isFailed(message) ? [] : callsOf(message);
    const native = message["api"] === "openai-chatgpt-responses" && message["provider"] === "openai";
    if (calls.length === 0 || !(native || DELIVERING_APIS.has(message["api"]))) return;
    const { id, timestamp } = fields.record;
    const entry = {
      offset,
      entryId: textAt(bytes, id),
      written: valueAt(bytes, timestamp),
      said: message["timestamp"],
    };
    const open = calls.map((call) => ({ ...entry, callId: call.id.trim(), toolName: call.name }));
    if (native) for (const call of open) this.#addOpen(call);
    else this.#delivering = open.filter(({ toolName }) => toolName === "message");
  }

  #addOpen(call: OpenCall): void {
    if (this.#answered.has(hashOfText(call.callId)) || this.#openCount >= MAX_KEPT) return;
    // A call that is given twice in one entry needs one result.
    if (this.#open.get(call.callId)?.at(-1)?.offset === call.offset) return;
    this.#openCount++;
    append(this.#open, call.callId, call);
  }
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function isMirror(message: SessionMessage): boolean {
  return message.role === "assistant" && message["provider"] === "openclaw" && MIRRORS.has(message["model"]);
}

/** The entry that answers a call. Its id and time follow from the call: the same file gives the same entry. */
function resultFor({ callId, toolName, entryId, written, said }: OpenCall): object {
  return {
    type: "message",
    ...(isFilled(entryId) && {
      id: `repair-${hashPrefix(JSON.stringify([entryId, callId]), 12)}`,
      parentId: entryId,
    }),
    ...timestampOf(written),
    message: {
      role: "toolResult",
      toolCallId: callId,
      toolName,
      content: [{ type: "text", text: "aborted" }],
      isError: true,
      ...timestampOf(said),
    },
  };
}

function timestampOf(value: unknown): { timestamp?: string | number } {
  return typeof value === "string" || typeof value === "number" ? { timestamp: value } : {};
}
