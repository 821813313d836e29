/** Writes a body of Gemini's generateContent. */
import { blocksOf, isRecord, type SessionMessage } from "../../transcript/message.ts";
import type { Pointer, Turn } from "../../transcript/place.ts";
import type { RequestFacts } from "../../transcript/request.ts";
import { isSameList, type Placed, writeContent, writeItems } from "../content.ts";
import { type Group, groupTurns, loseTurnFields } from "../group.ts";
import { type WireObject, withKey } from "../lens.ts";
import { asShape, type WireTurn } from "../shape.ts";
import type { WireShape, Written } from "../types.ts";
import { Places } from "../written.ts";
import { partBuilder } from "./build.ts";
import { googleDialect } from "./dialects.ts";
import { type Frame, frameOf } from "./frame.ts";
import { CONTENT_KEYS, isRestated, sideOf } from "./keys.ts";
import { buildSystem, writeFacts } from "./request.ts";
import { OF_RESPONSE } from "./responses.ts";
import { placedBlocks, type ResultWriter, sentCalls, writeResult } from "./results.ts";

type Side = "user" | "assistant" | "system";

/** The API's own name for each side. A system message in the list has none: it is written for a rule to judge. */
const ROLES: Readonly<Record<Side, string>> = { user: "user", assistant: "model", system: "system" };
const NO_FRAME = frameOf({}) as Frame;

/** Writes turns as a body: into the shape they came from, or as a new body. */
export function serialize(
  turns: readonly Turn[],
  request: RequestFacts,
  dialectId: string,
  given?: WireShape,
): Written {
  const shape = asShape(given);
  const places = new Places();
  const dialect = googleDialect(dialectId);
  const calls = sentCalls(turns, shape, dialect);
  const writerFor = ({ message }: Turn): ResultWriter => {
    return { shape, places, build: partBuilder(message, dialect), dialect, calls };
  };
  const frame = frameOf(shape?.body);
  const count = shape ? 0 : turns.findIndex(({ message }) => message.role !== "system");
  const leading = turns.slice(0, count < 0 ? turns.length : count);
  const system = writeLeadingSystem(leading, request.system, places, writerFor);
  const groups = groupTurns(turns.slice(leading.length), shape, isUserSide, "alike");
  const list: unknown[] = [];
  const isLone = frame?.isLone === true && groups.length === 1;
  for (const group of groups) {
    const pointer = `${frame?.base ?? ""}/contents${isLone ? "" : `/${list.length}`}`;
    writeGroup(group, list, pointer, writerFor);
  }
  loseTurnFields(groups, shape, CONTENT_KEYS, places);
  const facts = system === undefined ? request : { ...request, system };
  if (shape && !frame)
    return places.finish(list.length === 0 && request === shape.request ? shape.body : built(list, facts));
  if (!shape || !frame) return places.finish(built(list, facts));
  const body = shape.body as WireObject;
  return places.finish(writeFacts(body, frame, contentsOf(frame, list, isLone), shape.request, facts));
}

function isUserSide({ message }: Turn): boolean {
  return message.role === "user" || message.role === "toolResult";
}

function built(list: readonly unknown[], facts: RequestFacts): WireObject {
  return writeFacts({}, NO_FRAME, list, undefined, facts);
}

/** The very contents while they are the same. */
function contentsOf({ inner, contents, isLone: wasLone }: Frame, list: readonly unknown[], isLone: boolean): unknown {
  const raw = inner["contents"];
  if (isLone && list.length === 1) return list[0];
  if (wasLone) return list;
  return isSameList(contents, list) ? raw : list;
}

/** In a new body, system messages at the beginning are the system prompt, behind one that the request has. */
function writeLeadingSystem(
  turns: readonly Turn[],
  system: unknown,
  places: Places,
  writerFor: (turn: Turn) => ResultWriter,
): unknown {
  if (turns.length === 0) return undefined;
  const own = buildSystem(system);
  const parts: unknown[] = isRecord(own) && Array.isArray(own["parts"]) ? [...own["parts"]] : [];
  for (const turn of turns) {
    places.set(turn.at, "/systemInstruction");
    writeItems(placedBlocks(turn), parts, "/systemInstruction/parts", writerFor(turn));
  }
  return isRecord(own) ? withKey(own, "parts", parts) : { parts };
}

/** Appends the content of a group, unless the format has no words for it. */
function writeGroup(
  { turns, wire }: Group,
  list: unknown[],
  pointer: Pointer,
  writerFor: (turn: Turn) => ResultWriter,
): void {
  const [first] = turns as readonly [Turn, ...Turn[]];
  const { places, shape } = writerFor(first);
  const { role } = first.message;
  if (role === "opaque") {
    const node = shape?.node(first.at);
    if (node) {
      places.set(first.at, pointer);
      list.push(node.raw);
    } else places.lose(first.at, "an entry that is no content");
    return;
  }
  const side: Side | undefined = isUserSide(first)
    ? "user"
    : role === "assistant" || role === "system"
      ? role
      : undefined;
  if (side === undefined) {
    places.lose(first.at, `a ${role} message`);
    return;
  }
  for (const turn of turns) if (turn.message.role !== "toolResult") places.set(turn.at, pointer);
  // What is said of a content that has nothing but responses is said of the first.
  if (turns.every(({ message }) => message.role === "toolResult")) places.cover(pointer, first.at);
  const raw = wire?.raw["parts"];
  const parts = writeParts(turns, raw, `${pointer}/parts`, writerFor);
  for (const { at, absorbed = [] } of turns) for (const place of absorbed) places.alias(place, at);
  list.push(wire ? rewriteContent(turns, wire, side, parts) : { role: ROLES[side], parts });
}

/** The content around its parts: the role stays as it was named while nobody asks for the API's own name. */
function rewriteContent(turns: readonly Turn[], { raw }: WireTurn, side: Side, parts: unknown): WireObject {
  const written = Object.is(parts, raw["parts"]) ? raw : withKey(raw, "parts", parts);
  const isKept = sideOf(raw["role"]) === side && !turns.some(({ message }) => isRestated(message));
  return isKept || raw["role"] === ROLES[side] ? written : withKey(written, "role", ROLES[side]);
}

/** The parts of all turns of a group, responses among them. */
function writeParts(
  turns: readonly Turn[],
  raw: unknown,
  pointer: Pointer,
  writerFor: (turn: Turn) => ResultWriter,
): unknown {
  const [first] = turns as readonly [Turn, ...Turn[]];
  const { shape } = writerFor(first);
  if (turns.every(({ message }) => message.role !== "toolResult")) {
    const [only] = turns;
    const blocks = turns.flatMap((turn) => contentBlocks(turn, writerFor(turn)));
    const isText = typeof raw === "string" && turns.some(({ message }) => isRestated(message));
    const parts = writeContent(blocks, isText ? undefined : raw, pointer, writerFor(first));
    const read = turns.length === 1 && only ? (shape?.node(only.at)?.read as SessionMessage | undefined) : undefined;
    const isStillNothing = Array.isArray(parts) && parts.length === 0 && read?.role === only?.message.role;
    return isStillNothing && read && blocksOf(read).length === 0 ? raw : parts;
  }
  if (turns.length === 1 && isRecord(raw) && shape?.node(first.at)?.raw === raw) {
    const { part, late } = writeResult(first, pointer, writerFor(first));
    if (late.length === 0) return part;
  }
  const items: unknown[] = [];
  let late: Placed[] = [];
  const flush = (turn: Turn): void => {
    writeItems(late, items, pointer, writerFor(turn));
    late = [];
  };
  for (const turn of turns) {
    const writer = writerFor(turn);
    if (turn.message.role === "toolResult") {
      const result = writeResult(turn, `${pointer}/${items.length}`, writer);
      items.push(result.part);
      late.push(...result.late);
    } else {
      flush(turn);
      writeItems(contentBlocks(turn, writer), items, pointer, writer);
    }
  }
  flush(first);
  return Array.isArray(raw) && isSameList(raw, items) ? raw : items;
}

/** The blocks of a turn that can stand as parts: what was the whole of a response and is no text cannot. */
function contentBlocks(turn: Turn, { shape, places }: ResultWriter): readonly Placed[] {
  return placedBlocks(turn).filter(({ block, place }) => {
    if (block.type !== "opaque" || shape?.node(place)?.lenses !== OF_RESPONSE) return true;
    places.lose(place, "a response that is no text");
    return false;
  });
}
