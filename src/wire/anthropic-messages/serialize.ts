/** Writes a body of Anthropic's Messages API. */
import { resultIdOf } from "../../transcript/calls.ts";
import { blocksOf, contentList, isRecord, type SessionMessage } from "../../transcript/message.ts";
import { type Pointer, placesOf, type Turn } from "../../transcript/place.ts";
import type { RequestFacts } from "../../transcript/request.ts";
import { type BlockWriter, isSameList, type Placed, writeContent, writeItems } from "../content.ts";
import { type Group, groupTurns, loseTurnFields } from "../group.ts";
import { rewrite, type WireObject } from "../lens.ts";
import { bodyAround } from "../request.ts";
import { asShape } from "../shape.ts";
import type { WireShape, Written } from "../types.ts";
import { Places } from "../written.ts";
import { RESULT_LENSES } from "./blocks.ts";
import { blockBuilder } from "./build.ts";
import { anthropicDialect } from "./dialects.ts";
import { KEYS, TURN_KEYS } from "./keys.ts";

/** Writes turns as a body: into the shape they came from, or as a new body. */
export function serialize(turns: readonly Turn[], request: RequestFacts, dialect: string, given?: WireShape): Written {
  const shape = asShape(given);
  const places = new Places();
  const writer: BlockWriter = { shape, places, build: blockBuilder(anthropicDialect(dialect)) };
  const count = shape ? 0 : turns.findIndex(({ message }) => message.role !== "system");
  const leading = turns.slice(0, count < 0 ? turns.length : count);
  const system = writeLeadingSystem(leading, request.system, writer);
  const list: unknown[] = [];
  const groups = groupTurns(turns.slice(leading.length), shape, isUserSide);
  for (const group of groups) writeGroup(group, list, writer);
  loseTurnFields(groups, shape, TURN_KEYS, places);
  return places.finish(bodyAround(list, system === undefined ? request : { ...request, system }, shape, KEYS));
}

function isUserSide({ message }: Turn): boolean {
  return message.role === "user" || message.role === "toolResult";
}

/** In a new body, system messages at the beginning are the system prompt, behind one that the request has. */
function writeLeadingSystem(turns: readonly Turn[], system: unknown, writer: BlockWriter): unknown {
  if (turns.length === 0) return undefined;
  const items: unknown[] = typeof system === "string" ? [{ type: "text", text: system }] : [];
  if (Array.isArray(system)) items.push(...system);
  for (const turn of turns) {
    writer.places.set(turn.at, "/system");
    writeItems(placedBlocks(turn), items, "/system", writer);
  }
  return items;
}

/** Appends the message of a group, unless the format has no words for it. */
function writeGroup({ turns, wire }: Group, list: unknown[], writer: BlockWriter): void {
  const { places, shape } = writer;
  const pointer = `/messages/${list.length}`;
  const [first] = turns as readonly [Turn, ...Turn[]];
  const { role } = first.message;
  if (role === "opaque") {
    const node = shape?.node(first.at);
    if (node) {
      places.set(first.at, pointer);
      list.push(node.raw);
    } else places.lose(first.at, "an entry that is no message");
    return;
  }
  if (!isUserSide(first) && role !== "assistant" && role !== "system") {
    places.lose(first.at, `a ${role} message`);
    return;
  }
  for (const turn of turns) {
    if (turn.message.role !== "toolResult") places.set(turn.at, pointer);
  }
  const raw = wire?.raw["content"];
  const content = writeTurns(turns, turns.some(isRestated) ? listFor(raw) : raw, `${pointer}/content`, writer);
  for (const { at, absorbed = [] } of turns) for (const place of absorbed) places.alias(place, at);
  const spoken = isUserSide(first) ? "user" : role;
  if (!wire) list.push({ role: spoken, content });
  else if (Object.is(content, raw) && wire.raw["role"] === spoken) list.push(wire.raw);
  else list.push({ ...wire.raw, role: spoken, content });
}

/** Was it asked to say the same in the form that the API documents? */
function isRestated({ message }: Turn): boolean {
  return message["form"] === "canonical";
}

/** One block where a list belongs, or nothing, is none that could stay. */
function listFor(content: unknown): unknown {
  return isRecord(content) || content === null ? [] : content;
}

/** The blocks of all turns of a group, results as blocks among them. */
function writeTurns(turns: readonly Turn[], raw: unknown, pointer: Pointer, writer: BlockWriter): unknown {
  if (turns.every(({ message }) => message.role !== "toolResult")) {
    const content = writeContent(turns.flatMap(placedBlocks), raw, pointer, writer);
    return isStillNothing(content, turns, writer) ? raw : content;
  }
  const items: unknown[] = [];
  for (const turn of turns) {
    if (turn.message.role === "toolResult") items.push(writeResult(turn, `${pointer}/${items.length}`, writer));
    else writeItems(placedBlocks(turn), items, pointer, writer);
  }
  return Array.isArray(raw) && isSameList(raw, items) ? raw : items;
}

/** A turn that had no content of any kind and still has none is left without. */
function isStillNothing(content: unknown, turns: readonly Turn[], { shape }: BlockWriter): boolean {
  if (!isEmpty(content)) return false;
  const [only] = turns;
  const read = turns.length === 1 && only ? (shape?.node(only.at)?.read as SessionMessage | undefined) : undefined;
  return read !== undefined && read.role === only?.message.role && blocksOf(read).length === 0;
}

function isEmpty(content: unknown): boolean {
  return Array.isArray(content) && content.length === 0;
}

function placedBlocks(turn: Turn): readonly Placed[] {
  const places = placesOf(turn);
  return contentList(turn.message).map((block, index) => ({ block, place: places[index] as number }));
}

function writeResult(turn: Turn, pointer: Pointer, writer: BlockWriter): unknown {
  const { message, at } = turn;
  const node = writer.shape?.node(at);
  writer.places.set(at, pointer, RESULT_LENSES);
  const raw = isRecord(node?.raw) && node.lenses === RESULT_LENSES ? node.raw : undefined;
  const before = isRestated(turn) ? listFor(raw?.["content"]) : raw?.["content"];
  const content = writeContent(placedBlocks(turn), before, `${pointer}/content`, writer);
  if (raw && node) {
    const { content: _, ...lenses } = RESULT_LENSES;
    const written = rewrite(raw, node.read as WireObject, message, lenses);
    const stays = Object.is(content, raw["content"]) || (isStillNothing(content, [turn], writer) && !isRestated(turn));
    return stays ? written : { ...written, content };
  }
  const { isError, cache_control } = message;
  return {
    type: "tool_result",
    tool_use_id: resultIdOf(message),
    content,
    ...(isError === true && { is_error: true }),
    ...(cache_control !== undefined && { cache_control }),
  };
}
