/** The words by which things that were found are listed. */
import type { SessionFormat, WireFormat } from "../../src/index.ts";
import { isObject, own } from "./json.ts";

/** Names of the formats as their providers call them. */
export const formatNames: Readonly<Record<WireFormat, string>> = {
  "anthropic-messages": "Anthropic Messages",
  "openai-completions": "Chat Completions",
  "openai-responses": "OpenAI Responses",
  "google-generative-ai": "Gemini",
  "bedrock-converse": "Bedrock Converse",
  "mistral-conversations": "Mistral",
};

/** Names of the formats of sessions. */
export const sessionNames: Readonly<Record<SessionFormat, string>> = {
  session: "session file",
  "claude-code": "session of Claude Code",
  codex: "session of Codex",
  "message-lines": "messages, one a line",
  "message-array": "list of messages",
  "message-object": "object with messages",
  none: "unknown",
};

const LONGEST_MODEL = 80;

/** How many messages, contents or items a body has; undefined when it has no such list. */
export function turnsOf(body: unknown): number | undefined {
  const inner = isObject(own(body, "request")) ? own(body, "request") : body;
  for (const key of ["messages", "contents", "input"]) {
    const list = own(inner, key);
    if (Array.isArray(list)) return list.length;
  }
  return undefined;
}

/** Such as `Anthropic Messages · claude-opus-4-6 · 12 messages`. */
export function requestLabel(format: WireFormat, body: unknown, model: string | undefined, status?: number): string {
  const turns = turnsOf(body);
  const noun = format === "openai-responses" ? "item" : format === "google-generative-ai" ? "content" : "message";
  return [
    formatNames[format],
    ...(model ? [shortened(model)] : []),
    ...(turns === undefined ? [] : [`${turns} ${noun}${turns === 1 ? "" : "s"}`]),
    ...(status ? [`answered ${status}`] : []),
  ].join(" · ");
}

function shortened(model: string): string {
  return model.length > LONGEST_MODEL ? `${model.slice(0, LONGEST_MODEL)}…` : model;
}
