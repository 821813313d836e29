/**
 * Messages of a Claude Code session.
 *
 * One answer of the model is stored in several records, a block each, with the same message id; results are user records.
 * Answers are joined again, results become messages of their own.
 */
import { callsOf } from "../../../transcript/calls.ts";
import { type Block, blocksOf, isFilled, isRecord, type SessionMessage } from "../../../transcript/message.ts";
import { type ModelLog, timeOf } from "../foreign.ts";
import { toBlocks } from "./blocks.ts";
import type { Node } from "./chain.ts";
import { type Fields, messageOfRecord } from "./records.ts";

const API = "anthropic-messages";

const STOP_REASONS: Readonly<Record<string, string>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  pause_turn: "stop",
  tool_use: "toolUse",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "error",
};

/** Reads records one after the other into messages. */
export interface TurnReader {
  readonly messages: SessionMessage[];
  /** Reads the next record of the chain. */
  read(node: Node): void;
}

/** A reader without messages. */
export function createTurnReader(models: ModelLog): TurnReader {
  const messages: SessionMessage[] = [];
  const callNames = new Map<unknown, unknown>();
  /** The answer that records with the same id still belong to. */
  let open: Answer | undefined;

  function readAnswer(record: Fields, message: Fields): void {
    const { id } = message;
    const part = toAnswer(record, message);
    if (open !== undefined && isFilled(id) && open.id === id) join(open, part);
    else {
      open = { id, message: { ...part, content: [] }, known: new Set() };
      join(open, part);
      messages.push(open.message);
    }
    for (const call of callsOf(part)) callNames.set(call.id, call.name);
    if (part["stopReason"] !== "error") models.note(providerOf(id), API, part["model"], record["timestamp"]);
  }

  function readUser(record: Fields, message: Fields): void {
    if (record["isCompactSummary"] === true) {
      // What stands before a summary is what it is about.
      messages.length = 0;
      open = undefined;
      messages.push({ role: "compactionSummary", summary: textIn(message["content"]), ...timeOf(record["timestamp"]) });
      return;
    }
    const { content } = message;
    const results = Array.isArray(content) ? content.filter(isResult) : [];
    for (const result of results) messages.push(toResult(record, result, callNames, results.length === 1));
    const rest = Array.isArray(content) ? content.filter((block: unknown) => !isResult(block)) : content;
    if (results.length > 0 && Array.isArray(rest) && rest.length === 0) return;
    open = undefined;
    messages.push({
      role: "user",
      content: typeof rest === "string" ? rest : toBlocks(rest),
      ...timeOf(record["timestamp"]),
      // Text that Claude Code wrote in the user's place: the model sees it, people do not.
      ...(record["isMeta"] === true && { display: false }),
    });
  }

  return {
    messages,
    read({ value }) {
      const message = messageOfRecord(value);
      if (message === undefined) return;
      if (value["type"] === "assistant") readAnswer(value, message);
      else readUser(value, message);
    },
  };
}

/** The ids of the calls that a user record answers. */
export function answeredBy(node: Node): readonly string[] {
  const content = node.value["type"] === "user" ? messageOfRecord(node.value)?.["content"] : undefined;
  if (!Array.isArray(content)) return [];
  return content.filter(isResult).flatMap(({ tool_use_id: id }) => (isFilled(id) ? [id] : []));
}

function toAnswer(record: Fields, message: Fields): SessionMessage {
  const { model, usage, stop_reason: reason, content, id } = message;
  const base = {
    role: "assistant",
    api: API,
    provider: providerOf(id),
    ...(typeof model === "string" && { model }),
    ...timeOf(record["timestamp"]),
  };
  if (record["isApiErrorMessage"] === true) {
    // The program wrote the error in the model's place; the model said nothing.
    return { ...base, content: [], stopReason: "error", errorMessage: textIn(content) };
  }
  const stopReason = typeof reason === "string" ? (STOP_REASONS[reason] ?? reason) : undefined;
  return {
    ...base,
    content: toBlocks(content),
    ...(isRecord(usage) && { usage }),
    ...(stopReason !== undefined && { stopReason }),
  };
}

/** An answer that is still being put together. */
interface Answer {
  readonly id: unknown;
  readonly message: SessionMessage & { content: Block[]; usage?: unknown; stopReason?: unknown };
  /** What tells its blocks apart. */
  readonly known: Set<string>;
}

/** Adds a record to an answer. A block that is there already was stored twice. */
function join({ message, known }: Answer, part: SessionMessage): void {
  for (const block of blocksOf(part)) {
    const name = nameOf(block);
    if (name !== undefined && known.has(name)) continue;
    if (name !== undefined) known.add(name);
    message.content.push(block);
  }
  const { usage, stopReason } = part;
  if (usage !== undefined) message.usage = usage;
  if (stopReason !== undefined) message.stopReason = stopReason;
}

/** What two records of the same block have in common; undefined when it is nested deeper than can be written. */
function nameOf(block: Block): string | undefined {
  if (block.type === "toolCall" && isFilled(block["id"])) return `call ${block["id"]}`;
  try {
    return JSON.stringify(block);
  } catch {
    return undefined;
  }
}

function toResult(
  record: Fields,
  result: Fields,
  callNames: ReadonlyMap<unknown, unknown>,
  isOnly: boolean,
): SessionMessage {
  const { tool_use_id: id, content, is_error: isError } = result;
  const name = callNames.get(id);
  const details = record["toolUseResult"];
  return {
    role: "toolResult",
    toolCallId: id,
    ...(typeof name === "string" && { toolName: name }),
    content: toBlocks(content),
    isError: isError === true,
    ...timeOf(record["timestamp"]),
    // What the program knows of the result, beside what the model was told.
    ...(isOnly && details !== undefined && { details }),
  };
}

function isResult(block: unknown): block is Fields {
  return isRecord(block) && block["type"] === "tool_result";
}

/** Claude Code speaks to three services; the ids of their answers differ. */
function providerOf(id: unknown): string {
  if (typeof id !== "string") return "anthropic";
  if (id.startsWith("msg_bdrk_")) return "amazon-bedrock";
  return id.startsWith("msg_vrtx_") ? "anthropic-vertex" : "anthropic";
}

function textIn(content: unknown): string {
  return toBlocks(content)
    .flatMap(({ text }) => (typeof text === "string" ? [text] : []))
    .join("\n");
}
