/** Writes messages: content and calls, and the fields of results. */
import { isToolCall, resultIdOf } from "../../transcript/calls.ts";
import { deepEqual } from "../../transcript/equal.ts";
import { type Block, isFilled, isRecord, type SessionMessage } from "../../transcript/message.ts";
import type { Pointer, Turn } from "../../transcript/place.ts";
import { type Spelling, snakeOf, spelled } from "../../transcript/spelled.ts";
import { writeArguments } from "../arguments.ts";
import { type BlockWriter, isSameList, type Placed, writeBlock, writeContent, writeItems } from "../content.ts";
import { rewrite, setAt, type WireObject } from "../lens.ts";
import { FUNCTION_LENSES } from "../openai-completions/calls.ts";
import { type Fields, isNothing, isRestated, patch, placedBlocks, roleOf } from "../openai-completions/message.ts";
import { findReasoning, REASONING_KEYS, rewriteReasoning } from "../openai-completions/reasoning.ts";
import type { Shape, WireNode } from "../shape.ts";
import type { Places } from "../written.ts";
import { buildCall, chunkBuilder, restateCall, restateChunk } from "./build.ts";
import type { MistralDialect } from "./dialects.ts";
import { isFieldOf, resultLenses } from "./keys.ts";

/** What is needed to write messages. */
export interface MessageWriter {
  readonly shape: Shape | undefined;
  readonly places: Places;
  readonly dialect: MistralDialect;
  readonly spelling: Spelling;
}

/**
 * Writes a message.
 *
 * @param first chunks that stand before its own; only for a message that is built
 * @param isLast nothing stands behind it
 */
export function writeMessage(
  turn: Turn,
  raw: WireObject | undefined,
  pointer: Pointer,
  writer: MessageWriter,
  first: readonly WireObject[],
  isLast: boolean,
): WireObject {
  const { message } = turn;
  const { role } = message;
  const before = raw ?? {};
  const parts = sort(turn, writer);
  const said = writeSaid(parts.content, contentBefore(turn, raw), `${pointer}/content`, turn, writer, first);
  const content = raw || !isNothing(said) ? said : "";
  if (role !== "assistant") {
    const base = role === "toolResult" ? writeResult(turn, raw, pointer, writer) : before;
    return settle(
      turn,
      raw,
      patch(base, [...emptied(base, role), ["role", roleOf(role, raw)], ["content", content]]),
      writer,
      isLast,
    );
  }
  const { key, value } = spelled(before, "toolCalls", writer.spelling);
  const calls = writeCalls(parts.calls, value, `${pointer}/${key}`, writer);
  const fields: Fields = [
    ["role", "assistant"],
    ["content", content],
    ...writeReasoning(parts.reasoning, before, pointer, writer),
    [key, calls],
  ];
  return settle(turn, raw, patch(before, fields), writer, isLast);
}

/** The content that a message had. One chunk where a list belongs is none that could stay. */
function contentBefore({ message }: Turn, raw: WireObject | undefined): unknown {
  const content = raw?.["content"];
  return isRestated(message) && isRecord(content) ? [] : content;
}

interface Parts {
  readonly content: readonly Placed[];
  readonly calls: readonly Placed[];
  /** What stands in a field of another server's, as long as nobody asks for the form that this one documents. */
  readonly reasoning: Placed | undefined;
}

function sort(turn: Turn, writer: MessageWriter): Parts {
  const content: Placed[] = [];
  const calls: Placed[] = [];
  let reasoning: Placed | undefined;
  for (const placed of placedBlocks(turn)) {
    const field = fieldOf(placed, writer);
    if (turn.message.role === "assistant" && (field === undefined ? isToolCall(placed.block) : isCallField(field))) {
      calls.push(placed);
    } else if (field === undefined || field === "content" || isCallField(field)) content.push(placed);
    else if (!reasoning && isOwn(placed, turn, writer)) reasoning = placed;
    // An empty text in a field of another server's says nothing.
    else if (placed.block["thinking"] !== "") content.push(placed);
  }
  return { content, calls, reasoning };
}

/** The field of a message that the block was read from, if it is still of the same kind. */
function fieldOf({ block, place }: Placed, { shape }: MessageWriter): string | undefined {
  return nodeOf(block, shape?.node(place))?.pointer.split("/")[3];
}

/** Stays the block in the field of its own message? */
function isOwn({ block, place }: Placed, { message, at }: Turn, { shape }: MessageWriter): boolean {
  const turn = shape?.turn(at);
  return turn !== undefined && shape?.turn(place) === turn && !isRestated(message) && !isRestated(block);
}

function isCallField(field: string | undefined): boolean {
  return field === "tool_calls" || field === "toolCalls";
}

/** What the block was read from, if it is still of the same kind. */
function nodeOf(block: Block, node: WireNode | undefined): WireNode | undefined {
  return node && isRecord(block) && (node.read as Block).type === block.type ? node : undefined;
}

/**
 * The content of a message. What was nothing of any kind and still is stays as it was; what has become nothing is an
 * empty text.
 */
function writeSaid(
  given: readonly Placed[],
  raw: unknown,
  pointer: Pointer,
  { message }: Turn,
  { shape, places, dialect, spelling }: MessageWriter,
  first: readonly WireObject[],
): unknown {
  const writer: BlockWriter = {
    shape,
    places,
    build: chunkBuilder(message, dialect, spelling),
    isForeign: ({ pointer: from }) => from.split("/")[3] !== "content",
    restate: (item, block) => restateChunk(item, block, spelling),
  };
  const blocks = given.map((placed) => asText(placed, shape));
  if (first.length === 0) {
    if (!isNothing(raw)) return orEmptyText(writeContent(blocks, raw, pointer, writer));
    const [only] = blocks;
    if (!only) return raw;
    if (blocks.length === 1 && isBareText(only.block) && !isRecord(shape?.node(only.place)?.raw)) {
      places.set(only.place, pointer);
      return only.block["text"];
    }
  }
  const items: unknown[] = [...first];
  writeItems(blocks, items, pointer, writer);
  return items.length === 0 && isNothing(raw) ? raw : orEmptyText(items);
}

/** An entry that is no chunk is said as the text that it is. */
function asText(placed: Placed, shape: Shape | undefined): Placed {
  const { block, place } = placed;
  const raw = shape?.node(place)?.raw;
  if (!isRecord(block) || block.type !== "opaque" || !isRestated(block) || isRecord(raw)) return placed;
  const text = writeArguments(raw);
  return text === undefined ? placed : { block: { type: "text", text }, place };
}

function orEmptyText(content: unknown): unknown {
  return isNothing(content) ? "" : content;
}

function isBareText(block: Block): boolean {
  return isRecord(block) && block.type === "text" && typeof block["text"] === "string";
}

function writeCalls(
  blocks: readonly Placed[],
  raw: unknown,
  pointer: Pointer,
  { shape, places }: MessageWriter,
): unknown {
  const items: unknown[] = [];
  for (const placed of blocks) {
    const { block, place } = placed;
    const node = nodeOf(block, shape?.node(place));
    const written = canBeSaid(block, node) ? writeBlock(placed, { shape, places, build: buildCall }) : undefined;
    if (written === undefined && node?.read !== block) {
      places.lose(place, "a call whose arguments JSON cannot say");
      continue;
    }
    places.set(place, `${pointer}/${items.length}`, node?.lenses ?? FUNCTION_LENSES[0]);
    items.push(isRecord(block) && isRestated(block) ? restateCall(written, block) : written);
  }
  if (Array.isArray(raw) && isSameList(raw, items)) return raw;
  if (items.length > 0) return items;
  return Array.isArray(raw) ? undefined : raw;
}

/** Arguments that nobody changed are said as they were. */
function canBeSaid(block: Block, node: WireNode | undefined): boolean {
  if (!node || node.read === block) return true;
  const { arguments: before } = node.read as Block;
  const now = block["arguments"];
  return Object.is(before, now) || deepEqual(before, now) || writeArguments(now) !== undefined;
}

/** The fields of other servers' reasoning: what is left of them, or nothing. */
function writeReasoning(
  reasoning: Placed | undefined,
  raw: WireObject,
  pointer: Pointer,
  { shape, places }: MessageWriter,
): Fields {
  const before = findReasoning(raw, {});
  if (!before) return [];
  let after: WireObject = {};
  const node = reasoning && shape?.node(reasoning.place);
  if (reasoning && node) {
    const { block, place } = reasoning;
    after = node.read === block ? before.fields : rewriteReasoning(before.fields, node.read as Block, block);
    places.set(place, `${pointer}/${findReasoning(after, {})?.primary ?? before.primary}`);
  }
  return [...new Set([...Object.keys(before.fields), ...Object.keys(after)])].map((key) => [key, after[key]] as const);
}

/** A tool message without its content. */
function writeResult(
  { message, at }: Turn,
  raw: WireObject | undefined,
  pointer: Pointer,
  { shape, places, spelling }: MessageWriter,
): WireObject {
  const { key } = spelled(raw ?? {}, "toolCallId", spelling);
  if (!raw) {
    const { toolName } = message;
    const built = { role: "tool", [key]: resultIdOf(message), ...(typeof toolName === "string" && { name: toolName }) };
    places.set(at, pointer, resultLenses(built, spelling));
    return built;
  }
  const node = shape?.node(at);
  if (!node?.lenses) return setAt(raw, [key], resultIdOf(message));
  places.set(at, pointer, node.lenses);
  return rewrite(raw, node.read as SessionMessage, message, node.lenses);
}

/** The fields that only messages of another role have, as far as they stand in this one. */
function emptied(raw: WireObject, role: string): Fields {
  if (raw["role"] === undefined || roleOf(role, raw) === raw["role"]) return [];
  const names = role === "toolResult" ? ["toolCalls", "prefix"] : ["toolCalls", "toolCallId", "prefix"];
  return names.flatMap((name) => [[name, undefined] as const, [snakeOf(name), undefined] as const]);
}

/** A message in the form that the API documents: without the fields that it does not have, where that is asked for. */
function settle(
  turn: Turn,
  raw: WireObject | undefined,
  written: WireObject,
  { places }: MessageWriter,
  isLast: boolean,
): WireObject {
  const { message, at } = turn;
  if (!raw || !isRestated(message)) return written;
  const { role } = message;
  const gone = Object.keys(written).filter(
    (key) => !isFieldOf(role, key) || (key === "prefix" && !isLast) || isUnsaid(key, written[key]),
  );
  for (const key of gone) {
    const isSaid = !isNothing(written[key]) && key !== "prefix" && !REASONING_KEYS.includes(key);
    if (isSaid) places.lose(at, `the field ${key.slice(0, 40)}, which the API does not have`);
  }
  const kept = Object.fromEntries(Object.entries(written).filter(([key]) => !gone.includes(key)));
  return kept["role"] === "developer" ? { ...kept, role: "system" } : kept;
}

/** Calls that are no list, or an empty one, and a name that is none. */
function isUnsaid(key: string, value: unknown): boolean {
  if (isCallField(key)) return !Array.isArray(value) || value.length === 0;
  return key === "name" && !isFilled(value);
}
