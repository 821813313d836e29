/** Tells a body of Chat Completions from those of other APIs that have a list of messages, too. */
import { isRecord } from "../../transcript/message.ts";
import type { WireObject } from "../lens.ts";
import { REASONING_KEYS } from "./reasoning.ts";

/** What only others have: Anthropic, Bedrock Converse, Gemini, Responses, Mistral. */
const FOREIGN_KEYS = [
  "anthropic_version",
  "anthropic_beta",
  "mcp_servers",
  "stop_sequences",
  "inferenceConfig",
  "toolConfig",
  "modelId",
  "contents",
  "input",
  "random_seed",
  "safe_prompt",
  "prompt_mode",
  "randomSeed",
  "safePrompt",
  "promptMode",
];
/** What only Chat Completions has, among the APIs with a list of messages. */
const OWN_KEYS = [
  "max_completion_tokens",
  "stream_options",
  "logit_bias",
  "logprobs",
  "functions",
  "function_call",
  "modalities",
  "store",
  "user",
];
/** What Mistral has, too, and Anthropic has not. */
const SHARED_KEYS = ["reasoning_effort", "service_tier"];
const FOREIGN_PARTS: ReadonlySet<unknown> = new Set([
  "tool_use",
  "tool_result",
  "server_tool_use",
  "document_url",
  "reference",
]);
const OWN_PARTS: ReadonlySet<unknown> = new Set(["refusal", "video_url"]);
/** The members of Converse's blocks, which have no type. */
const UNION_KEYS = ["toolUse", "toolResult", "reasoningContent", "cachePoint", "guardContent"];
/** How the ids of Mistral's own models look; others serve them under other names. */
const MISTRAL_MODEL =
  /^(?:open-)?(?:mistral|mixtral|ministral|magistral|codestral|devstral|pixtral|voxtral)-.*(?:latest|\d{4})$/;

/**
 * Is it a body of Chat Completions? One that has nothing but plain text is taken for one, unless its model says that it
 * is for Anthropic or Mistral.
 */
export function isCompletionsBody(body: unknown): boolean {
  if (!isRecord(body)) return false;
  const { messages, model, system } = body;
  if (!Array.isArray(messages) || FOREIGN_KEYS.some((key) => body[key] !== undefined)) return false;
  if (typeof system === "string" || Array.isArray(system)) return false;
  if (messages.some(isForeign) || listOf(body["tools"]).some(isForeignTool)) return false;
  const isNamed = typeof model === "string";
  if (isMistralModel(model)) return hasOpenAiSign(body);
  if (!isNamed || !/^claude-/i.test(model)) return true;
  const areShared = SHARED_KEYS.some((key) => body[key] !== undefined) || messages.some(isShared);
  return areShared || hasOpenAiSign(body) || hasFunctionTools(body);
}

/** Is it the id of one of Mistral's own models, as its server has it? */
export function isMistralModel(model: unknown): boolean {
  return typeof model === "string" && MISTRAL_MODEL.test(model);
}

/** Has the body what only Chat Completions has? */
export function hasOpenAiSign({ messages, ...body }: WireObject): boolean {
  return OWN_KEYS.some((key) => body[key] !== undefined) || listOf(messages).some(isOpenAiOnly);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function partsOf(message: WireObject): readonly WireObject[] {
  return listOf(message["content"]).filter(isRecord);
}

function hasFunctionTools(body: WireObject): boolean {
  return listOf(body["tools"]).some((tool) => isRecord(tool) && isRecord(tool["function"]));
}

function isForeign(message: unknown): boolean {
  if (!isRecord(message)) return false;
  const { role, prefix, parts, toolCalls, toolCallId } = message;
  if (role === "model" || prefix === true || parts !== undefined) return true;
  if ((role === "assistant" && toolCalls !== undefined) || (role === "tool" && toolCallId !== undefined)) return true;
  return partsOf(message).some(isForeignPart);
}

/** Anthropic's parts have a source, Converse's have no type, Mistral's thinking is a list, and its SDK has other names. */
function isForeignPart(part: WireObject): boolean {
  const { type, source, thinking, imageUrl } = part;
  if (FOREIGN_PARTS.has(type) || imageUrl !== undefined) return true;
  if (type === "image" || type === "document") return isRecord(source);
  if (type === "thinking") return Array.isArray(thinking);
  return type === undefined && UNION_KEYS.some((key) => isRecord(part[key]));
}

function isForeignTool(tool: unknown): boolean {
  return isRecord(tool) && (isRecord(tool["input_schema"]) || isRecord(tool["toolSpec"]));
}

/** What Mistral has, too, and Anthropic has not. */
function isShared(message: unknown): boolean {
  if (!isRecord(message)) return false;
  const { role, tool_calls } = message;
  if (role === "tool" || Array.isArray(tool_calls)) return true;
  return partsOf(message).some(({ type }) => type === "image_url" || type === "input_audio");
}

function isOpenAiOnly(message: unknown): boolean {
  if (!isRecord(message)) return false;
  const { role, refusal, function_call } = message;
  if (role === "developer" || role === "function") return true;
  if (typeof refusal === "string" || isRecord(function_call)) return true;
  return REASONING_KEYS.some((key) => typeof message[key] === "string") || partsOf(message).some(isOwnPart);
}

function isOwnPart({ type, file }: WireObject): boolean {
  return OWN_PARTS.has(type) || (type === "file" && isRecord(file));
}
