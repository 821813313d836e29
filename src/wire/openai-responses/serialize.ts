/** Writes a body of the Responses API. */
import { isFilled, isRecord } from "../../transcript/message.ts";
import type { Pointer, Turn } from "../../transcript/place.ts";
import type { RequestFacts } from "../../transcript/request.ts";
import { type BlockWriter, isSameList, writeContent } from "../content.ts";
import { loseTurnFields } from "../group.ts";
import type { WireObject } from "../lens.ts";
import { writeRequest } from "../request.ts";
import { asShape, type Shape, type WireTurn } from "../shape.ts";
import type { WireShape, Written } from "../types.ts";
import { Places } from "../written.ts";
import { type AnswerWriter, writeAnswer } from "./answer.ts";
import { buildTold, type Replay } from "./build.ts";
import { type ResponsesDialect, responsesDialect } from "./dialects.ts";
import { KEYS, MESSAGE_KEYS } from "./keys.ts";
import { ROLES } from "./kinds.ts";
import { isOutput, type ResultWriter, writeResult, writtenCalls } from "./results.ts";
import { isCanonical, isStillNothing, placedBlocks } from "./turns.ts";

/** How long a key for the prompt cache may be, in characters. */
const LONGEST_CACHE_KEY = 64;

interface ListWriter extends ResultWriter, AnswerWriter {
  readonly dialect: ResponsesDialect;
}

/** Writes turns as a body: into the shape they came from, or as a new body. */
export function serialize(turns: readonly Turn[], request: RequestFacts, dialect: string, given?: WireShape): Written {
  const shape = asShape(given);
  const places = new Places();
  const written = new Set<WireTurn>();
  const server = responsesDialect(dialect);
  const calls = writtenCalls(turns, shape);
  const replay = replayFor(server, request);
  const isForeign: BlockWriter["isForeign"] = ({ holder }) => holder !== undefined;
  const writer: ListWriter = {
    shape,
    places,
    build: buildTold,
    isForeign,
    written,
    replay,
    dialect: server,
    calls,
  };
  const whole = writeWholeInput(turns, shape, places);
  if (whole !== undefined) return places.finish(assemble(whole, request, shape, server));
  const list: unknown[] = [];
  for (const turn of turns) writeTurn(turn, list, writer);
  loseFields(turns, writer);
  return places.finish(assemble(list, request, shape, server));
}

/** Without a store, an id means nothing by itself. */
function replayFor({ itemIds, stateless, plainReasoning = false }: ResponsesDialect, { params }: RequestFacts): Replay {
  const isStored = !stateless && params?.["store"] !== false;
  return { itemIds: itemIds && isStored, storedReasoning: isStored, plainReasoning };
}

/** An input that was a string and still is one text with nothing else to it. */
function writeWholeInput(turns: readonly Turn[], shape: Shape | undefined, places: Places): string | undefined {
  const input = isRecord(shape?.body) ? shape.body["input"] : undefined;
  const [turn] = turns;
  if (typeof input !== "string" || !turn || turns.length > 1 || turn.message.role !== "user") return undefined;
  const [only, ...others] = placedBlocks(turn);
  if (!only || others.length > 0 || shape?.node(only.place)?.raw !== input) return undefined;
  const { type, text, ...rest } = only.block;
  if (type !== "text" || typeof text !== "string" || Object.keys(rest).length > 0) return undefined;
  places.set(only.place, "/input");
  places.list(turn.at, "/input");
  return text;
}

/** Appends the items of a turn, unless the API has no words for it. */
function writeTurn(turn: Turn, list: unknown[], writer: ListWriter): void {
  const { places, shape } = writer;
  const { at, message, absorbed = [] } = turn;
  const pointer: Pointer = `/input/${list.length}`;
  const { role } = message;
  const isResult = role === "toolResult" || (role === "opaque" && isOutput(shape?.node(at)));
  if (role === "assistant") writeAnswer(turn, list, writer);
  else if (isResult) list.push(writeResult(turn, pointer, writer));
  else if (role === "user" || role === "system") list.push(writeMessage(turn, pointer, writer));
  else if (role === "opaque" && shape?.node(at)) {
    places.set(at, pointer);
    list.push(shape.node(at)?.raw);
  } else places.lose(at, role === "opaque" ? "an entry that is no message" : `a ${role} message`);
  for (const place of absorbed) places.alias(place, at);
}

function writeMessage(turn: Turn, pointer: Pointer, writer: ListWriter): unknown {
  const { places, shape } = writer;
  const { role } = turn.message;
  const wire = ownTurn(turn, shape);
  places.set(turn.at, pointer);
  const raw = wire && !writer.written.has(wire) ? wire.raw : undefined;
  if (wire) writer.written.add(wire);
  const isRestated = isCanonical(turn);
  // In the form that the API documents, one part that stood alone stands in a list.
  const before = isRestated && isRecord(raw?.["content"]) ? undefined : raw?.["content"];
  const content = writeContent(placedBlocks(turn), before, `${pointer}/content`, writer);
  const isSpoken = ROLES.get(raw?.["role"]) === role && !isRestated;
  const spoken = isSpoken ? raw?.["role"] : roleOf(role, writer.dialect);
  if (!raw) return { type: "message", role: spoken, content };
  const isSame = Object.is(content, before) || isStillNothing(content, turn, shape);
  if (isSame && raw["role"] === spoken) return raw;
  return { ...raw, role: spoken, ...(!isSame && { content }) };
}

function roleOf(role: string, { systemRole }: ResponsesDialect): string {
  return role === "system" ? systemRole : role;
}

/** The message of the body whose fields a turn has: its own, or that of one it absorbed. */
function ownTurn({ at, absorbed = [] }: Turn, shape: Shape | undefined): WireTurn | undefined {
  for (const place of [at, ...absorbed]) {
    const wire = shape?.turn(place);
    if (wire) return wire;
  }
  return undefined;
}

/** Says of each message of the body whose own fields are no longer written, though a part of it stands, that they are lost. */
function loseFields(turns: readonly Turn[], { shape, places, written }: ListWriter): void {
  if (!shape) return;
  const groups = [...written].map((wire) => ({ turns: [], wire }));
  // A turn that was to join another stands for that one, too.
  const joined = turns.flatMap(({ joins, message }) => (joins === undefined ? [] : [{ at: joins, message }]));
  loseTurnFields([{ turns: [...turns, ...joined] }, ...groups], shape, MESSAGE_KEYS, places);
  const said = new Set<WireTurn>();
  for (const turn of turns) {
    for (const { place } of placedBlocks(turn)) {
      const holder = shape.node(place)?.holder;
      if (!holder || written.has(holder) || said.has(holder)) continue;
      said.add(holder);
      const names = Object.keys(holder.raw).filter((key) => !MESSAGE_KEYS.has(key));
      if (names.length > 0) places.lose(place, `fields of its message: ${names.slice(0, 5).join(", ")}`);
    }
  }
}

/** The body around the list. What was no object stays as it was while there is nothing to put into it. */
function assemble(input: unknown, request: RequestFacts, shape: Shape | undefined, dialect: ResponsesDialect): unknown {
  const raw = shape?.body;
  const isBody = isRecord(raw);
  const isEmpty = Array.isArray(input) && input.length === 0;
  if (shape && !isBody && isEmpty && request === shape.request) return raw;
  const body: WireObject = isBody ? raw : {};
  const { input: before, tools } = body;
  const isSame =
    before === input ||
    (Array.isArray(before) && Array.isArray(input)
      ? isSameList(before, input)
      : isBody && isEmpty && typeof before !== "string");
  const rawTools = Array.isArray(tools) ? tools : [];
  const asked = shape ? request : newRequest(request, dialect);
  return writeRequest(isSame ? body : { ...body, input }, shape?.request, asked, KEYS, rawTools);
}

/** What a new body says besides its list: the system prompt as one text, and what a server that stores nothing wants. */
function newRequest(request: RequestFacts, { stateless }: ResponsesDialect): RequestFacts {
  const { system, sessionId, promptCacheKey = sessionId } = request;
  const texts = Array.isArray(system) ? system.flatMap(textIn) : undefined;
  const said = texts ? { ...request, system: texts.join("\n\n") } : request;
  if (!stateless) return said;
  const key = isFilled(promptCacheKey) ? [...promptCacheKey].slice(0, LONGEST_CACHE_KEY).join("") : undefined;
  const params = {
    store: false,
    include: ["reasoning.encrypted_content"],
    ...(key !== undefined && { prompt_cache_key: key }),
    ...request.params,
  };
  return { ...said, params };
}

function textIn(block: unknown): readonly string[] {
  return isRecord(block) && typeof block["text"] === "string" ? [block["text"]] : [];
}
