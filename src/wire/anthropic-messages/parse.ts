/** Reads a body of Anthropic's Messages API. */
import { isRecord, type SessionMessage } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import type { ToolDefinition } from "../../transcript/request.ts";
import type { WireObject } from "../lens.ts";
import { readRequest } from "../request.ts";
import { opaqueMessage, Parsing, type ReadBlock, type WireTurn } from "../shape.ts";
import type { Parsed } from "../types.ts";
import { RESULT_LENSES, readBlock, readContent } from "./blocks.ts";
import { KEYS } from "./keys.ts";

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
    const blocks = readContent(content, `${pointer}/content`);
    add(blocks);
    if (role === "assistant") rememberNames(blocks, names);
    return;
  }
  let run: ReadBlock[] = [];
  content.forEach((block: unknown, index) => {
    const at = `${pointer}/content/${index}`;
    if (!isRecord(block) || block["type"] !== "tool_result") {
      run.push(readBlock(block, at));
      return;
    }
    if (run.length > 0) add(run);
    run = [];
    addResult(block, at, turn, parsing, names);
  });
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
  raw: WireObject,
  pointer: Pointer,
  turn: WireTurn,
  parsing: Parsing,
  names: ReadonlyMap<string, string>,
): void {
  const { tool_use_id, is_error, cache_control } = raw;
  const blocks = readContent(raw["content"], `${pointer}/content`);
  const toolName = typeof tool_use_id === "string" ? names.get(tool_use_id) : undefined;
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
