/**
 * Tools whose names the provider does not take are renamed in the request. The caller knows them by their own names, so
 * the answer's calls are given those back.
 */

/** The names that were sent, and the caller's own. */
export type ToolNames = ReadonlyMap<string, string>;

/** The names that a repair changed. Repairs keep the order of tools, and add new ones behind them. */
export function renamedTools(before: unknown, after: unknown): ToolNames {
  const own = toolNames(before);
  const names = new Map<string, string>();
  toolNames(after).forEach((sent, index) => {
    const name = own[index];
    if (name !== undefined && name !== sent) names.set(sent, name);
  });
  return names;
}

/** The names of the tools that a body offers, in every format: a tool, a function in it, or a list of functions. */
function toolNames(body: unknown): readonly string[] {
  const tools = field(body, "tools") ?? field(field(body, "toolConfig"), "tools");
  return Array.isArray(tools) ? tools.flatMap(namesOf) : [];
}

function namesOf(tool: unknown): readonly string[] {
  const functions = field(tool, "functionDeclarations") ?? field(tool, "function_declarations");
  if (Array.isArray(functions)) return functions.flatMap(namesOf);
  const name = field(tool, "name") ?? field(field(tool, "function"), "name") ?? field(field(tool, "toolSpec"), "name");
  return [typeof name === "string" ? name : ""];
}

function field(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

/** Does a text hold one of the names? */
export function holdsName(text: string, names: ToolNames): boolean {
  for (const name of names.keys()) if (text.includes(name)) return true;
  return false;
}

/** What calls are called, by `type` or by the key that they stand under. */
const TYPES: ReadonlySet<unknown> = new Set(["tool_use", "function_call", "custom_tool_call", "function", "custom"]);
const KEYS: ReadonlySet<string> = new Set(["function", "function_call", "functionCall", "toolUse", "custom"]);
/** What the model says to a tool is its own. */
const ARGUMENTS: ReadonlySet<string> = new Set(["input", "args", "arguments", "partial_json", "parameters"]);
const DEEPEST = 24;

/** Gives the calls in a piece of an answer their names back. Changes the value, which was parsed for this alone. */
export function restoreNames(value: unknown, names: ToolNames, key = "", depth = 0): void {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return;
  if (Array.isArray(value)) {
    for (const item of value) restoreNames(item, names, key, depth + 1);
    return;
  }
  const record = value as Record<string, unknown>;
  const { name } = record;
  const own = typeof name === "string" ? names.get(name) : undefined;
  if (own !== undefined && (TYPES.has(record["type"]) || KEYS.has(key))) record["name"] = own;
  for (const [inner, item] of Object.entries(record)) {
    if (!ARGUMENTS.has(inner)) restoreNames(item, names, inner, depth + 1);
  }
}

/** A JSON text with the names given back; the very text when it holds none, or is no JSON. */
export function restoreInJson(text: string, names: ToolNames): string {
  if (!holdsName(text, names)) return text;
  try {
    const value: unknown = JSON.parse(text);
    restoreNames(value, names);
    return JSON.stringify(value);
  } catch {
    return text;
  }
}
