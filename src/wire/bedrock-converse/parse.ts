/** Reads a body of Bedrock's Converse API. */
import { isRecord, type SessionMessage } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import type { ToolDefinition } from "../../transcript/request.ts";
import type { WireObject } from "../lens.ts";
import { readRequest } from "../request.ts";
import { opaqueMessage, Parsing, type ReadBlock, type WireTurn } from "../shape.ts";
import type { Parsed } from "../types.ts";
import { type Holder, RESULT_LENSES, readContent, readItem } from "./blocks.ts";
import { KEYS } from "./keys.ts";
import { type Item, isCachePoint, itemsOf, markerOf } from "./markers.ts";

const ROLES: ReadonlySet<unknown> = new Set(["user", "assistant", "system"]);

/** Reads a body. Anything odd becomes an opaque block or message. */
export function parse(body: unknown): Parsed {
  const parsing = new Parsing();
  if (!isRecord(body)) return parsing.finish(body, {}, {});
  const names = new Map<string, string>();
  if (Array.isArray(body["messages"])) {
    body["messages"].forEach((raw: unknown, index) => {
      readTurn(raw, `/messages/${index}`, parsing, names);
    });
  }
  const request = readRequest(body, KEYS, readTools(body["toolConfig"]));
  return parsing.finish(body, request, { system: "/system", tools: "/toolConfig/tools", params: "" });
}

/** Entries that are no tool have no name; cache points are marked. */
function readTools(toolConfig: unknown): readonly ToolDefinition[] | undefined {
  const tools = isRecord(toolConfig) ? toolConfig["tools"] : undefined;
  if (!Array.isArray(tools)) return undefined;
  return tools.map((raw: unknown, index) => {
    const spec = isRecord(raw) && isRecord(raw["toolSpec"]) ? raw["toolSpec"] : ({} as WireObject);
    const { name, description, inputSchema } = spec;
    const parameters = isRecord(inputSchema) ? inputSchema["json"] : undefined;
    return {
      index,
      ...(isCachePoint(raw) && { marker: true as const }),
      ...(typeof name === "string" && { name }),
      ...(typeof description === "string" && { description }),
      ...(parameters !== undefined && { parameters }),
    };
  });
}

/** A user turn may hold results, and text before, between and behind them: each run is a message of its own. */
function readTurn(raw: unknown, pointer: Pointer, parsing: Parsing, names: Map<string, string>): void {
  const role = isRecord(raw) ? raw["role"] : undefined;
  if (!isRecord(raw) || typeof role !== "string" || !ROLES.has(role)) {
    parsing.add(opaqueMessage(kindOf(raw, role)), { raw, pointer }, undefined, []);
    return;
  }
  const turn: WireTurn = { raw, pointer };
  const add = (blocks: readonly ReadBlock[]): void => {
    const message: SessionMessage = { role, content: blocks.map(({ read }) => read) };
    parsing.add(message, { raw, pointer }, turn, blocks);
  };
  const { content } = raw;
  if (role !== "user" || !Array.isArray(content)) {
    const blocks = readContent(content, `${pointer}/content`, role as Holder);
    add(blocks);
    if (role === "assistant") rememberNames(blocks, names);
    return;
  }
  let run: ReadBlock[] = [];
  for (const item of itemsOf(content, `${pointer}/content`)) {
    const result = isRecord(item.raw) ? item.raw["toolResult"] : undefined;
    if (!isRecord(result)) {
      run.push(readItem(item, "user"));
      continue;
    }
    if (run.length > 0) add(run);
    run = [];
    addResult(item, result, turn, parsing, names);
  }
  if (run.length > 0 || content.length === 0) add(run);
}

function kindOf(raw: unknown, role: unknown): string {
  if (isRecord(raw)) return typeof role === "string" ? role : "message";
  return raw === null ? "null" : typeof raw;
}

function rememberNames(blocks: readonly ReadBlock[], names: Map<string, string>): void {
  for (const { read } of blocks) {
    const { type, id, name } = read;
    if (type === "toolCall" && typeof id === "string" && typeof name === "string") names.set(id, name);
  }
}

function addResult(
  { raw, pointer, riders }: Item,
  result: WireObject,
  turn: WireTurn,
  parsing: Parsing,
  names: ReadonlyMap<string, string>,
): void {
  const { toolUseId, status } = result;
  const blocks = readContent(result["content"], `${pointer}/toolResult/content`, "result");
  const toolName = typeof toolUseId === "string" ? names.get(toolUseId) : undefined;
  const message = {
    role: "toolResult",
    ...(toolUseId !== undefined && { toolCallId: toolUseId }),
    ...(toolName !== undefined && { toolName }),
    content: blocks.map(({ read }) => read),
    ...((status === "success" || status === "error") && { isError: status === "error" }),
    ...markerOf(riders),
  };
  const own = { raw, pointer, lenses: RESULT_LENSES, ...(riders.length > 0 && { riders }) };
  parsing.add(message, own, turn, blocks);
}
