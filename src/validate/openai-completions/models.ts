/** What the id of a model and the parameters of a request say, as far as demands depend on it. */
import { isRecord } from "../../transcript/message.ts";
import type { Json } from "../spots.ts";

/** Models whose chat templates are known to refuse turns that do not alternate: Mistral's and Gemma. */
const STRICT_TEMPLATES = /mistral|ministral|mixtral|devstral|magistral|codestral|gemma/;
/** Models whose chat templates are known to refuse a system message that is not the first. */
const SYSTEM_FIRST = /qwen-?3\.[5-9]/;
/** Models that think unless they are told not to. */
const THINKERS = /deepseek-(?:reasoner|r1|v4)|kimi-(?:k2-thinking|k2\.[5-9]|k3|for-coding)|mimo-v2/;

/** Does the model's chat template insist on turns that alternate? */
export function hasStrictTemplate(modelId: string): boolean {
  return STRICT_TEMPLATES.test(modelId);
}

/** Does the model's chat template insist on a single system message at the beginning? */
export function wantsSystemFirst(modelId: string): boolean {
  return SYSTEM_FIRST.test(modelId);
}

/** Does the model think unless it is told not to? */
export function isThinker(modelId: string): boolean {
  return THINKERS.test(modelId);
}

/** What the parameters say about thinking, in the words of the servers; undefined: nothing. */
export function isThinkingOn(body: Json): boolean | undefined {
  const { thinking, reasoning, reasoning_effort, enable_thinking, chat_template_kwargs } = body;
  if (isRecord(thinking)) return thinking["type"] !== "disabled";
  if (isRecord(reasoning)) return reasoning["enabled"] !== false && isEffort(reasoning["effort"] ?? "medium");
  if (reasoning_effort !== undefined && reasoning_effort !== null) return isEffort(reasoning_effort);
  if (typeof enable_thinking === "boolean") return enable_thinking;
  const told = isRecord(chat_template_kwargs)
    ? (chat_template_kwargs["enable_thinking"] ?? chat_template_kwargs["thinking"])
    : undefined;
  return typeof told === "boolean" ? told : undefined;
}

function isEffort(effort: unknown): boolean {
  return typeof effort === "string" && effort.trim() !== "" && !/^(?:none|off)$/i.test(effort.trim());
}
