/**
 * Gives a tool a name that the provider takes, in every call, every result, the list of tools and the choice of one.
 *
 * Why: "tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'".
 *
 * Characters outside letters, digits, `_` and `-` become `_`; what is too long, or then the name of another tool, ends
 * in a hash of the old name. The changes say which name became which.
 *
 * @example { "finding": "tool-name", "place": 1,
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"fs.read","arguments":{}}]},{"role":"toolResult","toolCallId":"a","toolName":"fs.read","content":[]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"fs_read","arguments":{}}]},{"role":"toolResult","toolCallId":"a","toolName":"fs_read","content":[]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { RequestFacts, Why } from "../contract/rule.ts";
import { blockAt } from "../contract/spots.ts";
import { isToolCall } from "../transcript/calls.ts";
import { hashPrefix } from "../transcript/hash.ts";
import { blocksOf, isFilled, isRecord } from "../transcript/message.ts";
import type { Pointer, Turn } from "../transcript/place.ts";

const RENAMED: Why = { text: "The provider does not take the name of the tool.", lossy: false };
const TAKEN = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const LONGEST = 64;
/** Gemini has its tools in lists of their own. */
const ENTRY = /^\/(?:toolConfig\/)?tools\/(\d{1,6})(?:\/functionDeclarations\/(\d{1,6}))?(?:\/|$)/;

export const renameTool: Remedy = {
  id: "rename-tool",
  for: ["tool-name"],
  cost: 0,
  summary: "Renames a tool in calls, results, the list of tools and the choice of one.",
  whys: [RENAMED],
  apply(turns, { at, pointer }, report, { request }) {
    const call = blockAt(turns, at)?.value;
    const name = isToolCall(call) ? call.name : toolAt(pointer, request);
    if (typeof name !== "string" || TAKEN.test(name)) return turns;
    const to = freeName(name, namesIn(turns, request));
    if (request.tools?.some((tool) => tool.name === name)) {
      const tools = request.tools.map((tool) => (tool.name === name ? { ...tool, name: to } : tool));
      report.request("tools", tools, RENAMED);
    }
    const params = withChoice(request.params, name, to);
    if (params !== undefined && params !== request.params) report.request("params", params, RENAMED);
    let changed = false;
    const out = turns.map((turn) => {
      const edited = report.edit(turn, (message, note) => {
        if (message.role === "toolResult") {
          if (message["toolName"] !== name) return message;
          note.set("toolName", RENAMED);
          return { ...message, toolName: to };
        }
        const content = blocksOf(message);
        const renamed = content.map((block, index) => {
          if (!isToolCall(block) || block.name !== name) return block;
          note.rewrite(index, "name", RENAMED);
          return { ...block, name: to };
        });
        return renamed.every((block, index) => block === content[index]) ? message : { ...message, content: renamed };
      });
      if (edited !== turn) changed = true;
      return edited;
    });
    return changed ? out : turns;
  },
};

/** A tool that no call names: the finding points at its entry, `/tools/3/name`. */
function toolAt(pointer: Pointer, { tools = [] }: RequestFacts): string | undefined {
  const named = tools.find((tool) => tool.pointer !== undefined && `${pointer}/`.startsWith(`${tool.pointer}/`));
  if (named) return named.name;
  const [, index, inner] = ENTRY.exec(pointer) ?? [];
  if (index === undefined) return undefined;
  const known = tools.some((tool) => tool.index !== undefined || tool.pointer !== undefined);
  // Tools that were read from no body stand in the order in which they were given.
  return (known ? tools.find((tool) => tool.index === Number(index)) : tools[Number(inner ?? index)])?.name;
}

type Params = RequestFacts["params"];

/** The choice of a tool names it, in the words of Messages and Responses, of Chat Completions, or of Gemini. */
function withChoice(params: Params, name: string, to: string): Params {
  const { tool_choice: choice, toolConfig: config } = params ?? {};
  if (isRecord(choice)) {
    if (choice["name"] === name) return { ...params, tool_choice: { ...choice, name: to } };
    const inner = choice["function"];
    if (!isRecord(inner) || inner["name"] !== name) return params;
    return { ...params, tool_choice: { ...choice, function: { ...inner, name: to } } };
  }
  const calling = isRecord(config) ? config["functionCallingConfig"] : undefined;
  const allowed = isRecord(calling) ? calling["allowedFunctionNames"] : undefined;
  if (!isRecord(config) || !isRecord(calling) || !Array.isArray(allowed) || !allowed.includes(name)) return params;
  const allowedFunctionNames = allowed.map((one: unknown) => (one === name ? to : one));
  return { ...params, toolConfig: { ...config, functionCallingConfig: { ...calling, allowedFunctionNames } } };
}

function namesIn(turns: readonly Turn[], { tools = [] }: RequestFacts): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { name } of tools) if (name !== undefined) names.add(name);
  for (const { message } of turns) {
    for (const block of blocksOf(message)) if (isToolCall(block) && isFilled(block.name)) names.add(block.name);
  }
  return names;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  const clean = name.replace(/[^A-Za-z0-9_-]/g, "_");
  const base = /^[A-Za-z_]/.test(clean) ? clean : `_${clean}`;
  if (base.length <= LONGEST && !taken.has(base)) return base;
  for (let attempt = 0; ; attempt++) {
    const hash = hashPrefix(attempt === 0 ? name : `${name}:${attempt}`, 8);
    const candidate = `${base.slice(0, LONGEST - 9)}_${hash}`;
    if (!taken.has(candidate)) return candidate;
  }
}
