/** The fields of messages, in both spellings, and which one a body has. */
import { isRecord } from "../../transcript/message.ts";
import { type Spelling, snakeOf, spelled } from "../../transcript/spelled.ts";
import type { Lenses, WireObject } from "../lens.ts";
import { REASONING_KEYS } from "../openai-completions/reasoning.ts";

/** Names of the SDK's that differ on the wire: of the body, of messages and of chunks. */
const BODY_NAMES = [
  "topP",
  "maxTokens",
  "randomSeed",
  "responseFormat",
  "toolChoice",
  "presencePenalty",
  "frequencyPenalty",
  "parallelToolCalls",
  "reasoningEffort",
  "promptMode",
  "promptCacheKey",
  "serviceTier",
  "safePrompt",
];
const MESSAGE_NAMES = ["toolCalls", "toolCallId"];
const CHUNK_NAMES = ["imageUrl", "documentUrl", "documentName", "fileId", "referenceIds", "inputAudio"];

/** How a body spells its names. What the SDK is given is in camel case; where nothing tells, it is the wire's. */
export function spellingOf(body: unknown): Spelling {
  if (!isRecord(body)) return "snake";
  const messages: readonly unknown[] = Array.isArray(body["messages"]) ? body["messages"] : [];
  return hasAny(body, BODY_NAMES) || messages.some(isSpelledInCamel) ? "camel" : "snake";
}

/** Has a message names that only the SDK has? */
export function isSpelledInCamel(message: unknown): boolean {
  if (!isRecord(message)) return false;
  const { role, content } = message;
  if ((role === "assistant" || role === "tool") && hasAny(message, MESSAGE_NAMES)) return true;
  return Array.isArray(content) && content.some((chunk: unknown) => isRecord(chunk) && hasAny(chunk, CHUNK_NAMES));
}

function hasAny(value: WireObject, names: readonly string[]): boolean {
  return names.some((name) => value[name] !== undefined);
}

/** The fields of messages that blocks or fields of the session model stand for; the others are a message's own. */
export const KNOWN_KEYS: ReadonlySet<string> = new Set([
  "role",
  "content",
  ...MESSAGE_NAMES,
  ...MESSAGE_NAMES.map(snakeOf),
  ...REASONING_KEYS,
]);

/** The fields that the API has, by role of the session model. All others are refused. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  system: ["role", "content"],
  user: ["role", "content"],
  assistant: ["role", "content", "toolCalls", "prefix"],
  toolResult: ["role", "content", "toolCallId", "name"],
};

/** Has the API such a field in messages of a role? */
export function isFieldOf(role: string, key: string): boolean {
  return FIELDS[role]?.some((name) => key === name || key === snakeOf(name)) ?? false;
}

/** The fields of a tool message, by field of the result's message. */
export function resultLenses(raw: WireObject, spelling: Spelling): Lenses {
  const { key } = spelled(raw, "toolCallId", spelling);
  const fields: Lenses = { toolCallId: { at: [key] }, cache_control: { at: ["cache_control"] } };
  // A name that is not there is not needed.
  return typeof raw["name"] === "string" && raw["name"] !== "" ? { ...fields, toolName: { at: ["name"] } } : fields;
}
