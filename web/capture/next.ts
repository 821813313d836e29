/** Checks the next request before it is sent: the body, the answer to it, and what a client has to say then. */
import { detectWireFormat, type Finding, lintPayload, type ReplayTarget, type WireFormat } from "../../src/index.ts";
import { isObject, type JsonObject, own, ownText } from "../inputs/json.ts";
import type { Answered } from "./answers/index.ts";

/** What stands for results and prompts that are not known yet. */
const RESULT = "(result)";
const PROMPT = "(next prompt)";

/** How each format keeps its turns, and answers calls. */
interface Turns {
  readonly list: "messages" | "input" | "contents";
  /** The turns that answer the calls of the assistant's; empty when there are none. */
  results(turns: readonly unknown[]): unknown[];
  readonly prompt: unknown;
}

const blocksOf = (turns: readonly unknown[], key: string): JsonObject[] =>
  turns.flatMap((turn) => {
    const list = own(turn, key);
    return Array.isArray(list) ? list.filter(isObject) : [];
  });

const completions: Turns = {
  list: "messages",
  results: (turns) =>
    blocksOf(turns, "tool_calls").map((call) => ({ role: "tool", tool_call_id: own(call, "id"), content: RESULT })),
  prompt: { role: "user", content: PROMPT },
};

const TURNS: Readonly<Record<WireFormat, Turns>> = {
  "anthropic-messages": {
    list: "messages",
    results: (turns) => {
      const calls = blocksOf(turns, "content").filter((block) => own(block, "type") === "tool_use");
      const content = calls.map((call) => ({ type: "tool_result", tool_use_id: own(call, "id"), content: RESULT }));
      return content.length > 0 ? [{ role: "user", content }] : [];
    },
    prompt: { role: "user", content: PROMPT },
  },
  "openai-completions": completions,
  "mistral-conversations": completions,
  "openai-responses": {
    list: "input",
    results: (turns) =>
      turns.flatMap((item) => {
        const type = ownText(item, "type") ?? "";
        if (type !== "function_call" && type !== "custom_tool_call") return [];
        return [{ type: `${type}_output`, call_id: own(item, "call_id"), output: RESULT }];
      }),
    prompt: { type: "message", role: "user", content: [{ type: "input_text", text: PROMPT }] },
  },
  "google-generative-ai": {
    list: "contents",
    results: (turns) => {
      const calls = blocksOf(turns, "parts").flatMap((part) => own(part, "functionCall") ?? []);
      const parts = calls.map((call) => {
        const id = own(call, "id");
        return {
          functionResponse: { ...(id !== undefined && { id }), name: own(call, "name"), response: { output: RESULT } },
        };
      });
      return parts.length > 0 ? [{ role: "user", parts }] : [];
    },
    prompt: { role: "user", parts: [{ text: PROMPT }] },
  },
  "bedrock-converse": {
    list: "messages",
    results: (turns) => {
      const calls = blocksOf(turns, "content").flatMap((block) => own(block, "toolUse") ?? []);
      const content = calls.map((call) => ({
        toolResult: { toolUseId: own(call, "toolUseId"), content: [{ text: RESULT }], status: "success" },
      }));
      return content.length > 0 ? [{ role: "user", content }] : [];
    },
    prompt: { role: "user", content: [{ text: PROMPT }] },
  },
};

/** The body that follows: with the answer, results for all its calls, or a prompt. Undefined when there is no answer. */
export function nextBody(
  format: WireFormat,
  body: unknown,
  { turns }: Pick<Answered, "turns">,
): JsonObject | undefined {
  if (!isObject(body) || turns.length === 0) return undefined;
  const { list, results, prompt } = TURNS[format];
  const answers = results(turns);
  const added = [...turns, ...(answers.length > 0 ? answers : [prompt])];
  const outer = own(body, "request");
  if (format === "google-generative-ai" && isObject(outer)) {
    return { ...body, request: { ...outer, [list]: [...listOf(own(outer, list)), ...added] } };
  }
  return { ...body, [list]: [...listOf(own(body, list)), ...added] };
}

/** Prompts may be plain texts. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined ? [] : [typeof value === "string" ? { role: "user", content: value } : value];
}

/** What would be wrong with the next request that is not wrong with this one. */
export function findingsOfNext(
  format: WireFormat,
  body: unknown,
  answered: Pick<Answered, "turns">,
  target: Partial<ReplayTarget>,
  before: readonly Finding[],
): readonly Finding[] {
  const next = nextBody(format, body, answered);
  if (!next) return [];
  const known = new Set(before.map(({ code, path }) => `${code} ${path}`));
  const spoken = detectWireFormat(next) === format ? {} : { format };
  return lintPayload(next, { target, ...spoken }).filter(({ code, path }) => !known.has(`${code} ${path}`));
}
