/** Anthropic's Messages API: direct, through Vertex AI, through Bedrock's InvokeModel, and servers that speak it. */
import { resultIdOf } from "../../transcript/calls.ts";
import { blocksOf, contentList, isRecord, type SessionMessage } from "../../transcript/message.ts";
import { type Pointer, placesOf, type Turn } from "../../transcript/place.ts";
import type { RequestFacts, ToolDefinition } from "../../transcript/request.ts";
import { type BlockWriter, isSameList, type Placed, writeContent, writeItems } from "../content.ts";
import { type Group, groupTurns } from "../group.ts";
import { type Lenses, rewrite, type WireObject } from "../lens.ts";
import { type RequestKeys, readRequest, writeRequest } from "../request.ts";
import { asShape, opaqueMessage, Parsing, type ReadBlock, type WireTurn } from "../shape.ts";
import type { Parsed, WireAdapter } from "../types.ts";
import { Places } from "../written.ts";
import { blockBuilder, RESULT_LENSES, readBlock, readContent } from "./blocks.ts";
import { anthropicDialect, isAnthropicBody } from "./dialects.ts";

const TOOL_LENSES: Lenses = {
  name: { at: ["name"] },
  description: { at: ["description"] },
  parameters: { at: ["input_schema"] },
};

const KEYS: RequestKeys = {
  messages: "messages",
  system: "system",
  tools: ["tools"],
  toolLenses: TOOL_LENSES,
  buildTool: ({ name, description, parameters }) => ({
    name,
    ...(description !== undefined && { description }),
    input_schema: parameters ?? { type: "object", properties: {} },
  }),
};

export const anthropicMessages: WireAdapter = {
  format: "anthropic-messages",
  detect: isAnthropicBody,
  parse,
  serialize(turns, request, dialect, given) {
    const shape = asShape(given);
    const places = new Places();
    const writer: BlockWriter = { shape, places, build: blockBuilder(anthropicDialect(dialect)) };
    const list: unknown[] = [];
    for (const group of groupTurns(turns, shape, isUserSide)) {
      const written = writeGroup(group, `/messages/${list.length}`, writer);
      if (written !== undefined) list.push(written);
    }
    return places.finish(assemble(list, request, shape?.body, shape?.request));
  },
};

// ---- reading

function parse(body: unknown): Parsed {
  const parsing = new Parsing();
  if (!isRecord(body)) return parsing.finish(body, {}, {});
  const names = new Map<unknown, string>();
  if (Array.isArray(body["messages"])) {
    body["messages"].forEach((raw: unknown, index) => {
      readTurn(raw, `/messages/${index}`, parsing, names);
    });
  }
  const request = readRequest(body, KEYS, readTools(body["tools"]));
  return parsing.finish(body, request, { system: "/system", tools: "/tools", params: "" });
}

function readTools(tools: unknown): readonly ToolDefinition[] | undefined {
  if (!Array.isArray(tools)) return undefined;
  return tools.map((raw: unknown, index) => {
    const { name, description, input_schema } = isRecord(raw) ? raw : ({} as WireObject);
    return {
      index,
      ...(typeof name === "string" && { name }),
      ...(typeof description === "string" && { description }),
      ...(input_schema !== undefined && { parameters: input_schema }),
    };
  });
}

/** A user turn may hold results, and text before, between and behind them: each run is a message of its own. */
function readTurn(raw: unknown, pointer: Pointer, parsing: Parsing, names: Map<unknown, string>): void {
  const role = isRecord(raw) ? raw["role"] : undefined;
  if (!isRecord(raw) || (role !== "user" && role !== "assistant" && role !== "system")) {
    const kind = isRecord(raw) ? String(role) : raw === null ? "null" : typeof raw;
    parsing.add(opaqueMessage(kind), { raw, pointer }, undefined, []);
    return;
  }
  const turn: WireTurn = { raw, pointer };
  const add = (message: SessionMessage, blocks: readonly ReadBlock[]): void =>
    parsing.add(message, { raw, pointer }, turn, blocks);
  const { content } = raw;
  if (role !== "user" || !Array.isArray(content)) {
    const blocks = readContent(content, `${pointer}/content`);
    add({ role, content: blocks.map(({ read }) => read) }, blocks);
    if (role === "assistant") rememberNames(blocks, names);
    return;
  }
  let run: ReadBlock[] = [];
  const flush = (): void => {
    if (run.length > 0) add({ role, content: run.map(({ read }) => read) }, run);
    run = [];
  };
  content.forEach((block: unknown, index) => {
    if (isRecord(block) && block["type"] === "tool_result") {
      flush();
      addResult(block, `${pointer}/content/${index}`, turn, parsing, names);
    } else run.push(readBlock(block, `${pointer}/content/${index}`));
  });
  if (run.length > 0 || content.length === 0) add({ role, content: run.map(({ read }) => read) }, run);
}

function rememberNames(blocks: readonly ReadBlock[], names: Map<unknown, string>): void {
  for (const { read } of blocks) {
    if (read.type === "toolCall" && typeof read["name"] === "string") names.set(read["id"], read["name"]);
  }
}

function addResult(
  raw: WireObject,
  pointer: Pointer,
  turn: WireTurn,
  parsing: Parsing,
  names: ReadonlyMap<unknown, string>,
): void {
  const { tool_use_id, is_error, cache_control } = raw;
  const blocks = readContent(raw["content"], `${pointer}/content`);
  const toolName = names.get(tool_use_id);
  const message = {
    role: "toolResult",
    ...(tool_use_id !== undefined && { toolCallId: tool_use_id }),
    ...(toolName !== undefined && { toolName }),
    content: blocks.map(({ read }) => read),
    ...(typeof is_error === "boolean" && { isError: is_error }),
    ...(isRecord(cache_control) && { cache_control }),
  };
  parsing.add(message, { raw, pointer, lenses: RESULT_LENSES }, turn, blocks);
}

// ---- writing

function isUserSide({ message }: Turn): boolean {
  return message.role === "user" || message.role === "toolResult";
}

function writeGroup({ turns, wire }: Group, pointer: Pointer, writer: BlockWriter): unknown {
  const { places, shape } = writer;
  const [first] = turns as readonly [Turn, ...Turn[]];
  const { role } = first.message;
  const node = shape?.node(first.at);
  if (role === "opaque") {
    if (node) places.set(first.at, pointer);
    else places.lose(first.at, "an entry that is no message");
    return node?.raw;
  }
  if (!isUserSide(first) && role !== "assistant" && role !== "system") {
    places.lose(first.at, `a ${role} message`);
    return undefined;
  }
  for (const turn of turns) {
    if (turn.message.role !== "toolResult") places.set(turn.at, pointer);
  }
  const content = writeTurns(turns, wire?.raw["content"], `${pointer}/content`, writer);
  for (const { at, absorbed = [] } of turns) for (const place of absorbed) places.alias(place, at);
  if (wire) return content === wire.raw["content"] ? wire.raw : { ...wire.raw, content };
  return { role: isUserSide(first) ? "user" : role, content };
}

/** The blocks of all turns of a group, results as blocks among them. */
function writeTurns(turns: readonly Turn[], raw: unknown, pointer: Pointer, writer: BlockWriter): unknown {
  if (turns.every(({ message }) => message.role !== "toolResult")) {
    const content = writeContent(turns.flatMap(placedBlocks), raw, pointer, writer);
    // A turn without content of any kind stays without.
    return Array.isArray(content) && content.length === 0 && !Array.isArray(raw) && isUntouched(turns, writer)
      ? raw
      : content;
  }
  const items: unknown[] = [];
  for (const turn of turns) {
    if (turn.message.role === "toolResult") items.push(writeResult(turn, `${pointer}/${items.length}`, writer));
    else writeItems(placedBlocks(turn), items, pointer, writer);
  }
  return Array.isArray(raw) && isSameList(raw, items) ? raw : items;
}

function isUntouched(turns: readonly Turn[], { shape }: BlockWriter): boolean {
  return turns.every(({ at, message }) => shape?.node(at)?.read === message);
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
  const content = writeContent(placedBlocks(turn), raw?.["content"], `${pointer}/content`, writer);
  if (raw && node) {
    const kept = content === raw["content"] || (isEmpty(content) && blocksOf(node.read as SessionMessage).length === 0);
    const { content: _, ...lenses } = RESULT_LENSES;
    const written = rewrite(raw, node.read as WireObject, message, lenses);
    return kept ? written : { ...written, content };
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

function isEmpty(content: unknown): boolean {
  return Array.isArray(content) && content.length === 0;
}

function assemble(
  list: readonly unknown[],
  request: RequestFacts,
  raw: unknown,
  read: RequestFacts | undefined,
): unknown {
  if (raw !== undefined && !isRecord(raw)) return raw;
  const body: WireObject = raw ?? {};
  const before: unknown = body["messages"];
  const same = Array.isArray(before) ? isSameList(before, list) : raw !== undefined && list.length === 0;
  const tools = Array.isArray(body["tools"]) ? body["tools"] : [];
  return writeRequest(same ? body : { ...body, messages: list }, read, request, KEYS, tools);
}
