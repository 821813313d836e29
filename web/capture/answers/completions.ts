/** Answers of Chat Completions: of OpenAI and the many servers that speak as it does. */
import { isObject, type JsonObject, own, ownText, tryJson } from "../../inputs/json.ts";
import type { StreamEvent } from "./sse.ts";
import { type Answered, indexOf, nothing } from "./types.ts";

/** What answers have and requests may not. */
const ONLY_ANSWERED: ReadonlySet<string> = new Set(["annotations", "audio"]);

/** The turn of an answer that came in one piece: that of its first choice. */
export function completionsAnswer(value: unknown): Answered {
  const choices = own(value, "choices");
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = own(choice, "message");
  if (!isObject(message)) return nothing;
  const stopReason = ownText(choice, "finish_reason");
  return {
    turns: [withoutAnswered(message)],
    complete: true,
    ...(stopReason !== undefined && { stopReason }),
    problems: [],
  };
}

/** Fields that are null, or that a request has no place for, are not sent back. */
function withoutAnswered(message: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(message).filter(([key, value]) => !ONLY_ANSWERED.has(key) && (value !== null || key === "content")),
  );
}

interface GrowingCall {
  id: string;
  readonly name: string[];
  readonly arguments: string[];
}

/** Fields of a message that are streamed as texts. */
const TEXTS = ["content", "refusal", "reasoning_content", "reasoning"] as const;

/** The turn of a streamed answer, as far as it came. */
export function completionsStream(events: readonly StreamEvent[]): Answered {
  const texts = new Map<string, string[]>();
  const calls: GrowingCall[] = [];
  const details: unknown[] = [];
  let [begun, done, stopReason, error]: [boolean, boolean, string | undefined, string | undefined] = [
    false,
    false,
    undefined,
    undefined,
  ];
  for (const { data } of events) {
    if (data.trim() === "[DONE]") {
      done = true;
      continue;
    }
    const chunk = tryJson(data);
    if (own(chunk, "error") !== undefined && own(chunk, "error") !== null) error = data;
    const choices = own(chunk, "choices");
    const choice: unknown = Array.isArray(choices) ? choices.find((one) => (own(one, "index") ?? 0) === 0) : undefined;
    if (!isObject(choice)) continue;
    begun = true;
    stopReason = ownText(choice, "finish_reason") ?? stopReason;
    const delta = own(choice, "delta");
    for (const key of TEXTS) {
      const text = ownText(delta, key);
      if (text === undefined) continue;
      const parts = texts.get(key);
      if (parts) parts.push(text);
      else texts.set(key, [text]);
    }
    const listed = own(delta, "reasoning_details");
    if (Array.isArray(listed)) details.push(...listed.slice(0, 1000));
    const called = own(delta, "tool_calls");
    if (Array.isArray(called)) for (const [at, call] of called.entries()) growCall(calls, call, at);
  }
  if (!begun) return { ...nothing, ...(error !== undefined && { error }) };
  const problems: string[] = [];
  const tool_calls = calls.flatMap((call, index) => (call ? [finishedCall(call, index, problems)] : []));
  const { content, ...others } = Object.fromEntries([...texts].map(([key, parts]) => [key, parts.join("")]));
  const message = {
    role: "assistant",
    content: content === undefined || (content === "" && tool_calls.length > 0) ? null : content,
    ...Object.fromEntries(Object.entries(others).filter(([, text]) => text !== "")),
    ...(details.length > 0 && { reasoning_details: details }),
    ...(tool_calls.length > 0 && { tool_calls }),
  };
  return {
    turns: [message],
    complete: stopReason !== undefined || done,
    ...(stopReason !== undefined && { stopReason }),
    problems,
    ...(error !== undefined && { error }),
  };
}

/** Some servers send whole calls without an index. */
function growCall(calls: GrowingCall[], call: unknown, at: number): void {
  const index = indexOf(own(call, "index") ?? at);
  if (index === undefined) return;
  calls[index] ??= { id: "", name: [], arguments: [] };
  const growing = calls[index];
  const called = own(call, "function");
  growing.id ||= ownText(call, "id") ?? "";
  const name = ownText(called, "name");
  // Some servers repeat the name in each part.
  if (name && growing.name.at(-1) !== name) growing.name.push(name);
  const text = ownText(called, "arguments");
  if (text !== undefined) growing.arguments.push(text);
}

function finishedCall(call: GrowingCall, index: number, problems: string[]): JsonObject {
  const text = call.arguments.join("");
  if (text !== "" && tryJson(text) === undefined) problems.push(`The arguments of call ${index} break off.`);
  return { id: call.id, type: "function", function: { name: call.name.join(""), arguments: text } };
}
