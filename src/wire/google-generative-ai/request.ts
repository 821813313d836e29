/** What a Gemini body has besides contents: the system prompt, declared functions, settings. */
import { isRecord } from "../../transcript/message.ts";
import type { RequestFacts, ToolDefinition } from "../../transcript/request.ts";
import { spelled } from "../../transcript/spelled.ts";
import { isSameList } from "../content.ts";
import { type Lenses, rewrite, setAt, type WireObject } from "../lens.ts";
import { type Frame, rebuild } from "./frame.ts";

/** A declared function and the entry of `tools` it stands in. */
interface Declared {
  readonly tool: number;
  readonly raw: unknown;
}

/** Everything of a body but its contents. Each declared function is a tool; the server's own tools are not listed. */
export function readFacts(frame: Frame): RequestFacts {
  const { inner, settings, settingsBase, systemKey } = frame;
  const { tools } = settings;
  const system = Object.hasOwn(settings, systemKey) ? settings[systemKey] : undefined;
  const outside = settings === inner ? new Set(["contents", "tools", systemKey]) : new Set(["contents", "config"]);
  const params: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(inner)) {
    if (!outside.has(key) && key !== "__proto__") params[key] = value;
  }
  return {
    ...(system !== undefined && { system }),
    ...(Array.isArray(tools) && { tools: readTools(tools, `${settingsBase}/tools`) }),
    params,
  };
}

function readTools(tools: readonly unknown[], pointer: string): readonly ToolDefinition[] {
  const read: ToolDefinition[] = [];
  tools.forEach((tool, at) => {
    const { key, value } = isRecord(tool) ? spelled(tool, "functionDeclarations") : { key: "", value: undefined };
    if (!Array.isArray(value)) return;
    value.forEach((raw: unknown, index) => {
      const { name, description } = isRecord(raw) ? raw : ({} as WireObject);
      const parameters = isRecord(raw) ? raw[parametersKey(raw)] : undefined;
      read.push({
        index: read.length,
        pointer: `${pointer}/${at}/${key}/${index}`,
        ...(typeof name === "string" && { name }),
        ...(typeof description === "string" && { description }),
        ...(parameters !== undefined && { parameters }),
      });
    });
  });
  return read;
}

/** A schema of Google's own kind stands in `parameters`, one of JSON Schema in `parametersJsonSchema`. */
function parametersKey(raw: WireObject): string {
  const schema = spelled(raw, "parametersJsonSchema");
  return raw["parameters"] === undefined && schema.value !== undefined ? schema.key : "parameters";
}

/** The body with other contents and what differs of the request; the very body when nothing does. */
export function writeFacts(
  body: WireObject,
  frame: Frame,
  contents: unknown,
  read: RequestFacts | undefined,
  now: RequestFacts,
): WireObject {
  let { inner } = frame;
  if (!Object.is(contents, inner["contents"])) inner = setAt(inner, ["contents"], contents);
  if (read === now) return rebuild(body, frame, inner);
  const path = frame.settings === frame.inner ? [] : ["config"];
  if (!Object.is(now.system, read?.system)) inner = setAt(inner, [...path, frame.systemKey], buildSystem(now.system));
  if (now.tools !== read?.tools) {
    const tools = writeTools(frame.settings["tools"], read?.tools ?? [], now.tools);
    if (!Object.is(tools, frame.settings["tools"])) inner = setAt(inner, [...path, "tools"], tools);
  }
  const { params = {} } = now;
  for (const [key, value] of Object.entries(params)) {
    if (!Object.is(value, read?.params?.[key])) inner = setAt(inner, [key], value);
  }
  for (const key of Object.keys(read?.params ?? {})) {
    if (!Object.hasOwn(params, key)) inner = setAt(inner, [key], undefined);
  }
  return rebuild(body, frame, inner);
}

/** The system prompt is a content; a host's text is made one. */
export function buildSystem(system: unknown): unknown {
  return typeof system === "string" ? { parts: [{ text: system }] } : system;
}

const TOOL_LENSES: Lenses = { name: { at: ["name"] }, description: { at: ["description"] } };

/** The entries of `tools`: those without functions stay, new functions go where others are. */
function writeTools(
  rawTools: unknown,
  read: readonly ToolDefinition[],
  now: readonly ToolDefinition[] | undefined,
): readonly unknown[] | undefined {
  const entries: readonly unknown[] = Array.isArray(rawTools) ? rawTools : [];
  const declared = declarationsIn(entries);
  const written = entries.map((): unknown[] => []);
  const made: unknown[] = [];
  for (const tool of now ?? []) {
    const from = tool.index === undefined ? undefined : declared[tool.index];
    const before = tool.index === undefined ? undefined : read[tool.index];
    if (!from || !before) made.push(buildTool(tool));
    else written[from.tool]?.push(writeTool(from.raw, before, tool));
  }
  const last = entries.findLastIndex((entry) => declarationsOf(entry) !== undefined);
  if (last >= 0) written[last]?.push(...made);
  const out = entries.flatMap((entry, index): unknown[] => writeEntry(entry, written[index] ?? []));
  if (last < 0 && made.length > 0) out.push({ functionDeclarations: made });
  if (isSameList(out, entries)) return Array.isArray(rawTools) ? rawTools : undefined;
  return out.length === 0 && now === undefined ? undefined : out;
}

function writeTool(raw: unknown, before: ToolDefinition, tool: ToolDefinition): unknown {
  if (before === tool) return raw;
  if (!isRecord(raw)) return buildTool(tool);
  const lenses: Lenses = { ...TOOL_LENSES, parameters: { at: [parametersKey(raw)] } };
  return rewrite(raw, before as WireObject, tool as WireObject, lenses);
}

/** An entry that had nothing but functions, and has none left, goes. */
function writeEntry(entry: unknown, functions: readonly unknown[]): unknown[] {
  const before = declarationsOf(entry);
  if (!before || isSameList(before, functions)) return [entry];
  const { key } = spelled(entry as WireObject, "functionDeclarations");
  if (functions.length === 0) {
    const { [key]: _, ...others } = entry as WireObject;
    return Object.keys(others).length === 0 ? [] : [others];
  }
  return [{ ...(entry as WireObject), [key]: functions }];
}

function declarationsOf(entry: unknown): readonly unknown[] | undefined {
  const value = isRecord(entry) ? spelled(entry, "functionDeclarations").value : undefined;
  return Array.isArray(value) ? value : undefined;
}

function declarationsIn(entries: readonly unknown[]): readonly Declared[] {
  return entries.flatMap((entry, tool) => (declarationsOf(entry) ?? []).map((raw): Declared => ({ tool, raw })));
}

function buildTool({ name, description, parameters }: ToolDefinition): WireObject {
  return {
    name,
    ...(description !== undefined && { description }),
    ...(parameters !== undefined && { parametersJsonSchema: parameters }),
  };
}
