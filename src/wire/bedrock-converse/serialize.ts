/** Writes a body of Bedrock's Converse API. */
import { resultIdOf } from "../../transcript/calls.ts";
import { blocksOf, contentList, isRecord, type SessionMessage } from "../../transcript/message.ts";
import { type Pointer, placesOf, type Turn } from "../../transcript/place.ts";
import type { RequestFacts } from "../../transcript/request.ts";
import { type BlockWriter, isSameList, type Placed, writeContent, writeItems } from "../content.ts";
import { type Group, groupTurns, loseTurnFields } from "../group.ts";
import { rewrite, type WireObject } from "../lens.ts";
import { asShape } from "../shape.ts";
import type { WireShape, Written } from "../types.ts";
import { Places } from "../written.ts";
import { type Holder, RESULT_LENSES } from "./blocks.ts";
import { blockBuilder } from "./build.ts";
import { type ConverseDialect, converseDialect } from "./dialects.ts";
import { TURN_KEYS } from "./keys.ts";
import { ridersOf } from "./markers.ts";
import { assemble, systemItems } from "./request.ts";

interface ConverseWriter extends BlockWriter {
  readonly dialect: ConverseDialect;
}

/** The writer for what holds the blocks. */
function within(writer: ConverseWriter, holder: Holder): ConverseWriter {
  return { ...writer, build: blockBuilder(writer.dialect, holder) };
}

/** Writes turns as a body: into the shape they came from, or as a new body. */
export function serialize(turns: readonly Turn[], request: RequestFacts, dialect: string, given?: WireShape): Written {
  const shape = asShape(given);
  const places = new Places();
  const spoken = converseDialect(dialect);
  const writer: ConverseWriter = {
    shape,
    places,
    dialect: spoken,
    build: blockBuilder(spoken, "assistant"),
    ridersOf: ({ block, place }) => ridersOf(shape?.node(place), block),
  };
  const count = shape ? 0 : turns.findIndex(({ message }) => message.role !== "system");
  const leading = turns.slice(0, count < 0 ? turns.length : count);
  const system = writeLeadingSystem(leading, request.system, writer);
  const list: unknown[] = [];
  const groups = groupTurns(withWords(turns.slice(leading.length), writer), shape, isUserSide);
  for (const group of groups) writeGroup(group, list, writer);
  loseTurnFields(groups, shape, TURN_KEYS, places);
  return places.finish(assemble(list, system === undefined ? request : { ...request, system }, shape));
}

function isUserSide({ message }: Turn): boolean {
  return message.role === "user" || message.role === "toolResult";
}

/** The turns that the format has words for: what is lost does not part its neighbors. */
function withWords(turns: readonly Turn[], { shape, places }: BlockWriter): readonly Turn[] {
  return turns.filter((turn) => {
    const { role } = turn.message;
    if (isUserSide(turn) || role === "assistant" || role === "system") return true;
    if (role === "opaque" && shape?.node(turn.at)) return true;
    places.lose(turn.at, role === "opaque" ? "an entry that is no message" : `a ${role} message`);
    return false;
  });
}

/** In a new body, system messages at the beginning are the system prompt, behind one that the request has. */
function writeLeadingSystem(turns: readonly Turn[], system: unknown, writer: ConverseWriter): unknown {
  if (turns.length === 0) return undefined;
  const items = systemItems(system);
  for (const turn of turns) {
    writer.places.set(turn.at, "/system");
    writeItems(placedBlocks(turn), items, "/system", within(writer, "system"));
  }
  return items;
}

/** Appends the message of a group, unless the format has no words for it. */
function writeGroup(group: Group, list: unknown[], writer: ConverseWriter): void {
  const { turns, wire } = group;
  const { places, shape } = writer;
  const pointer = `/messages/${list.length}`;
  const [first] = turns as readonly [Turn, ...Turn[]];
  const { role } = first.message;
  if (role === "opaque") {
    places.set(first.at, pointer);
    list.push(shape?.node(first.at)?.raw);
    return;
  }
  for (const turn of turns) {
    if (turn.message.role !== "toolResult") places.set(turn.at, pointer);
  }
  const raw = wire?.raw["content"];
  const spoken = isUserSide(first) ? "user" : role;
  const content = writeTurns(group, raw, `${pointer}/content`, within(writer, spoken as Holder));
  for (const { at, absorbed = [] } of turns) for (const place of absorbed) places.alias(place, at);
  if (!wire) list.push({ role: spoken, content });
  else if (content === raw && wire.raw["role"] === spoken) list.push(wire.raw);
  else list.push({ ...wire.raw, role: spoken, content });
}

/** The blocks of all turns of a group, results as blocks among them. */
function writeTurns({ turns, wire }: Group, raw: unknown, pointer: Pointer, writer: ConverseWriter): unknown {
  if (turns.every(({ message }) => message.role !== "toolResult")) {
    const before = turns.some(isCanonical) && !Array.isArray(raw) ? [] : raw;
    const content = writeContent(turns.flatMap(placedBlocks), before, pointer, writer);
    const [only] = turns;
    const isOwn = only !== undefined && turns.length === 1 && wire === writer.shape?.turn(only.at);
    return isOwn && isStillNothing(content, only, writer) ? raw : content;
  }
  const items: unknown[] = [];
  for (const turn of turns) {
    if (turn.message.role === "toolResult") writeResult(turn, items, pointer, writer);
    else writeItems(placedBlocks(turn), items, pointer, writer);
  }
  return Array.isArray(raw) && isSameList(raw, items) ? raw : items;
}

/** Was it asked to say the same in the form that the API documents, which is a list? */
function isCanonical({ message }: Turn): boolean {
  return message["form"] === "canonical";
}

/** A turn that had no content of any kind and still has none is left without. */
function isStillNothing(content: unknown, turn: Turn, { shape }: BlockWriter): boolean {
  if (!Array.isArray(content) || content.length > 0 || isCanonical(turn)) return false;
  const read = shape?.node(turn.at)?.read as SessionMessage | undefined;
  return read !== undefined && read.role === turn.message.role && blocksOf(read).length === 0;
}

function placedBlocks(turn: Turn): readonly Placed[] {
  const places = placesOf(turn);
  return contentList(turn.message).map((block, index) => ({ block, place: places[index] as number }));
}

/** Appends a result with its cache points. */
function writeResult(turn: Turn, items: unknown[], contentPointer: Pointer, writer: ConverseWriter): void {
  const { message, at } = turn;
  const pointer = `${contentPointer}/${items.length}`;
  const node = writer.shape?.node(at);
  const isOwn = isRecord(node?.raw) && node.lenses === RESULT_LENSES;
  writer.places.set(at, pointer, RESULT_LENSES);
  const raw = isOwn ? (node.raw as WireObject)["toolResult"] : undefined;
  const before = isRecord(raw) ? raw["content"] : undefined;
  const asked = isCanonical(turn) && !Array.isArray(before) ? [] : before;
  const inside = within(writer, "result");
  const content = writeContent(placedBlocks(turn), asked, `${pointer}/toolResult/content`, inside);
  items.push(isOwn ? rewriteResult(turn, content, before, writer) : buildResult(turn, content, writer));
  for (const rider of ridersOf(isOwn ? node : undefined, message)) {
    writer.places.cover(`${contentPointer}/${items.length}`, at);
    items.push(rider);
  }
}

function rewriteResult(turn: Turn, content: unknown, before: unknown, writer: ConverseWriter): unknown {
  const node = writer.shape?.node(turn.at);
  const { content: _, ...lenses } = RESULT_LENSES;
  const written = rewrite(node?.raw as WireObject, node?.read as WireObject, turn.message, lenses);
  if (content === before || isStillNothing(content, turn, writer)) return written;
  return { ...written, toolResult: { ...(written["toolResult"] as WireObject), content } };
}

function buildResult({ message, at }: Turn, content: unknown, { dialect, places }: ConverseWriter): WireObject {
  const failed = message["isError"] === true;
  if (failed && !dialect.resultStatus) places.lose(at, "the failure of a tool");
  const status = failed && dialect.resultStatus ? { status: "error" } : undefined;
  return { toolResult: { toolUseId: resultIdOf(message), content, ...status } };
}
