/** Writes messages: the content of any, and all of those that are not the assistant's. */
import { resultIdOf } from "../../transcript/calls.ts";
import { type Block, contentList, isRecord, type SessionMessage } from "../../transcript/message.ts";
import { type Pointer, placesOf, type Turn } from "../../transcript/place.ts";
import { writeArguments } from "../arguments.ts";
import { type BlockWriter, type Placed, writeContent, writeItems } from "../content.ts";
import { rewrite, setAt, type WireObject } from "../lens.ts";
import type { Shape } from "../shape.ts";
import type { Places } from "../written.ts";
import { partBuilder } from "./build.ts";
import type { CompletionsDialect } from "./dialects.ts";
import { ASSISTANT_KEYS, NAMED_RESULT_LENSES, RESULT_LENSES, ROLES } from "./keys.ts";

/** What is needed to write messages. */
export interface MessageWriter {
  readonly shape: Shape | undefined;
  readonly places: Places;
  readonly dialect: CompletionsDialect;
}

/** The blocks of a turn with their places. */
export function placedBlocks(turn: Turn): readonly Placed[] {
  const places = placesOf(turn);
  return contentList(turn.message).map((block, index) => ({ block, place: places[index] as number }));
}

/** The fields of a message of the wire, and what is now to stand in them; undefined: nothing. */
export type Fields = readonly (readonly [string, unknown])[];

/** The message with those fields that differ; the very message when none does. */
export function patch(raw: WireObject, fields: Fields): WireObject {
  let written = raw;
  for (const [key, value] of fields) {
    const before = Object.hasOwn(written, key) ? written[key] : undefined;
    if (!Object.is(before, value)) written = setAt(written, [key], value);
  }
  return written;
}

/** The role of the wire: the one it had, while that means the same. */
export function roleOf(role: string, raw: WireObject | undefined): unknown {
  const before = raw?.["role"];
  if (typeof before === "string" && Object.hasOwn(ROLES, before) && ROLES[before] === role) return before;
  return role === "toolResult" ? "tool" : role;
}

/**
 * Writes a message of the system, the user or a tool.
 *
 * @param first parts that stand before its own; only for a message that is built
 */
export function writeMessage(
  turn: Turn,
  raw: WireObject | undefined,
  pointer: Pointer,
  writer: MessageWriter,
  first: readonly WireObject[],
): WireObject {
  const { role } = turn.message;
  const before = contentBefore(turn, raw);
  const written = writeBlocks(placedBlocks(turn), before, `${pointer}/content`, role, writer, first);
  const content = raw || !isNothing(written) ? written : "";
  if (!raw) return role === "toolResult" ? buildResult(turn, content, pointer, writer) : { role, content };
  const base = role === "toolResult" ? rewriteResult(turn, raw, pointer, writer) : raw;
  const message = patch(base, [...emptied(base, role), ["role", roleOf(role, raw)], ["content", content]]);
  return isRestated(turn.message) ? restateMessage(message) : message;
}

/** Was it asked to say the same in the form that the API documents? */
export function isRestated(value: SessionMessage | Block): boolean {
  return value["form"] === "canonical";
}

/** Characters that the name of a speaker may not have. */
const NOT_IN_NAME = /[\s<|\\/>]+/g;

/** A message in the form that the API documents: the role for all servers, the name without white space and brackets. */
export function restateMessage(message: WireObject): WireObject {
  const { name, role } = message;
  const clean = typeof name === "string" ? name.replace(NOT_IN_NAME, "_") : undefined;
  return patch(message, [
    ["role", role === "developer" ? "system" : role],
    ["name", role === "tool" ? name : clean === "" ? undefined : clean],
  ]);
}

/** The content that a message had. One part where a list belongs is none that could stay. */
export function contentBefore({ message }: Turn, raw: WireObject | undefined): unknown {
  const content = raw?.["content"];
  return isRestated(message) && isRecord(content) ? [] : content;
}

function buildResult(
  { message, at }: Turn,
  content: unknown,
  pointer: Pointer,
  { places, dialect }: MessageWriter,
): WireObject {
  const { cache_control, toolName } = message;
  const isNamed = dialect.namedResults === true && typeof toolName === "string";
  places.set(at, pointer, isNamed ? NAMED_RESULT_LENSES : RESULT_LENSES);
  return {
    role: "tool",
    tool_call_id: resultIdOf(message),
    ...(isNamed && { name: toolName }),
    content,
    ...(cache_control !== undefined && { cache_control }),
  };
}

/** The fields of a result that stand beside its content. */
function rewriteResult(
  { message, at }: Turn,
  raw: WireObject,
  pointer: Pointer,
  { shape, places }: MessageWriter,
): WireObject {
  const node = shape?.node(at);
  if (!node?.lenses) return setAt(raw, ["tool_call_id"], resultIdOf(message));
  places.set(at, pointer, node.lenses);
  return rewrite(raw, node.read as SessionMessage, message, node.lenses);
}

/** The fields that only messages of another role have, as far as they stand in this one. */
function emptied(raw: WireObject, role: string): Fields {
  if (ROLES[String(raw["role"])] === role) return [];
  const foreign = role === "toolResult" ? ASSISTANT_KEYS : [...ASSISTANT_KEYS, "tool_call_id"];
  return foreign.map((key) => [key, undefined] as const);
}

/** Absent, null, an empty text or an empty list. */
export function isNothing(content: unknown): boolean {
  return (
    content === undefined || content === null || content === "" || (Array.isArray(content) && content.length === 0)
  );
}

/**
 * The content of a message. What was nothing of any kind and still is stays as it was; what has become nothing is an
 * empty text.
 *
 * @param first parts that stand before its own
 */
export function writeBlocks(
  given: readonly Placed[],
  raw: unknown,
  pointer: Pointer,
  role: string,
  { shape, places }: MessageWriter,
  first: readonly WireObject[] = [],
): unknown {
  const writer: BlockWriter = { shape, places, build: partBuilder(role) };
  const blocks = given.map((placed) => restateOpaque(placed, shape));
  if (first.length === 0) {
    if (!isNothing(raw)) return orEmptyText(writeContent(blocks, raw, pointer, writer));
    if (blocks.length === 0) return raw;
    const text = joinTexts(blocks, role, pointer, writer);
    if (text !== undefined) return text;
  }
  const items: unknown[] = [...first];
  writeItems(blocks, items, pointer, writer);
  return items.length === 0 && isNothing(raw) ? raw : orEmptyText(items);
}

function orEmptyText(content: unknown): unknown {
  return isNothing(content) ? "" : content;
}

/** An entry that is no part can be said as the text that it is. */
function restateOpaque(placed: Placed, shape: Shape | undefined): Placed {
  const { block, place } = placed;
  if (!isRecord(block) || block.type !== "opaque" || !isRestated(block)) return placed;
  const text = writeArguments(shape?.node(place)?.raw);
  return text === undefined ? placed : { block: { type: "text", text }, place };
}

/** New texts as one string, which every server takes. What the user said stays apart. */
function joinTexts(
  blocks: readonly Placed[],
  role: string,
  pointer: Pointer,
  { shape, places }: BlockWriter,
): string | undefined {
  if (role === "user" && blocks.length > 1) return undefined;
  const texts: string[] = [];
  for (const { block, place } of blocks) {
    // What was a part stays that very part.
    if (!isBareText(block) || isRecord(shape?.node(place)?.raw)) return undefined;
    texts.push(String(block["text"]));
  }
  for (const { place } of blocks) places.set(place, pointer);
  return texts.join("\n");
}

function isBareText(block: Block): boolean {
  if (!isRecord(block) || block.type !== "text" || typeof block["text"] !== "string") return false;
  return block["cache_control"] === undefined;
}
