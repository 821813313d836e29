/** Writing what a body has besides messages: only what differs from what was read. */
import { isRecord } from "../transcript/message.ts";
import type { RequestFacts, ToolDefinition } from "../transcript/request.ts";
import { isSameList } from "./content.ts";
import { type Lenses, rewrite, setAt, type WireObject } from "./lens.ts";
import type { Shape } from "./shape.ts";

/** Where a format keeps the parts of a request, and how it writes tools. */
export interface RequestKeys {
  /** The key of the list of messages. */
  readonly messages: string;
  /** The key of the system prompt, where it stands outside the list. */
  readonly system?: string;
  /** The path of the list of tools. */
  readonly tools: readonly string[];
  /** The fields of a tool, by field of {@link ToolDefinition}. */
  readonly toolLenses: Lenses;
  /** Builds a tool that was not read. */
  buildTool(tool: ToolDefinition): WireObject;
}

/** Everything of a body but its messages; the other fields are its params. */
export function readRequest(
  body: WireObject,
  keys: RequestKeys,
  tools: readonly ToolDefinition[] | undefined,
): RequestFacts {
  const params: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body)) {
    if (key === keys.messages || key === keys.system || key === keys.tools[0] || key === "__proto__") continue;
    params[key] = value;
  }
  const system = keys.system !== undefined && Object.hasOwn(body, keys.system) ? body[keys.system] : undefined;
  return { ...(system !== undefined && { system }), ...(tools && { tools }), params };
}

/** The body with those parts of the request that differ from what was read; the very body when none does. */
export function writeRequest(
  body: WireObject,
  read: RequestFacts | undefined,
  now: RequestFacts,
  keys: RequestKeys,
  rawTools: readonly unknown[],
): WireObject {
  if (read === now) return body;
  let written = body;
  const { system, tools, params = {} } = now;
  if (keys.system !== undefined && !Object.is(system, read?.system)) written = setAt(written, [keys.system], system);
  if (tools !== read?.tools) written = setAt(written, keys.tools, writeTools(tools, read, keys, rawTools));
  if (params === read?.params) return written;
  for (const [key, value] of Object.entries(params)) {
    if (!Object.is(value, read?.params?.[key])) written = setAt(written, [key], value);
  }
  for (const key of Object.keys(read?.params ?? {})) {
    if (!Object.hasOwn(params, key)) written = setAt(written, [key], undefined);
  }
  return written;
}

function writeTools(
  tools: readonly ToolDefinition[] | undefined,
  read: RequestFacts | undefined,
  keys: RequestKeys,
  rawTools: readonly unknown[],
): unknown {
  if (!tools) return undefined;
  const items = tools.map((tool) => {
    const before = tool.index === undefined ? undefined : read?.tools?.find(({ index }) => index === tool.index);
    const raw = before?.index === undefined ? undefined : rawTools[before.index];
    if (before === tool) return raw;
    if (before && isRecord(raw)) return rewrite(raw, before as WireObject, tool as WireObject, keys.toolLenses);
    return keys.buildTool(tool);
  });
  return isSameList(items, rawTools) ? rawTools : items;
}

/**
 * The body around a list of messages, of formats that have their tools beside it. What was no object stays as it was
 * while there is nothing to put into it.
 */
export function bodyAround(
  list: readonly unknown[],
  request: RequestFacts,
  shape: Shape | undefined,
  keys: RequestKeys,
): unknown {
  const raw = shape?.body;
  const isBody = isRecord(raw);
  if (shape && !isBody && list.length === 0 && request === shape.request) return raw;
  const body: WireObject = isBody ? raw : {};
  const { messages, tools } = body;
  const same = Array.isArray(messages) ? isSameList(messages, list) : isBody && list.length === 0;
  const rawTools = Array.isArray(tools) ? tools : [];
  return writeRequest(same ? body : { ...body, messages: list }, shape?.request, request, keys, rawTools);
}
