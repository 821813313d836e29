/** Tells a body of Mistral's chat API from those of Chat Completions and Anthropic, which have a list of messages, too. */
import { isRecord } from "../../transcript/message.ts";
import { spelled } from "../../transcript/spelled.ts";
import type { WireObject } from "../lens.ts";
import { hasOpenAiSign, isMistralModel } from "../openai-completions/detect.ts";
import { isSpelledInCamel } from "./keys.ts";

/** What only Mistral has, among the APIs with a list of messages. */
const OWN_KEYS = ["randomSeed", "safePrompt", "promptMode"];
/** What only others have. */
const FOREIGN_KEYS = ["anthropic_version", "anthropic_beta", "inferenceConfig", "toolConfig", "contents", "input"];

/** Is it a body of Mistral's? One without a sign of anybody is if its model is one of Mistral's own. */
export function isMistralBody(body: unknown): boolean {
  if (!isRecord(body)) return false;
  const { messages, model, system } = body;
  if (!Array.isArray(messages) || FOREIGN_KEYS.some((key) => body[key] !== undefined)) return false;
  if (typeof system === "string" || Array.isArray(system)) return false;
  if (OWN_KEYS.some((key) => spelled(body, key).value !== undefined)) return true;
  if (messages.some(isOwnMessage)) return true;
  return isMistralModel(model) && !hasOpenAiSign(body);
}

function isOwnMessage(message: unknown): boolean {
  if (!isRecord(message)) return false;
  const { role, prefix, content } = message;
  if (role === "assistant" && prefix === true) return true;
  if (isSpelledInCamel(message)) return true;
  return Array.isArray(content) && content.some((chunk: unknown) => isRecord(chunk) && isOwnChunk(chunk));
}

/** Thinking as a list, a document by its URL, references to what was searched. */
function isOwnChunk(chunk: WireObject): boolean {
  const { type, thinking } = chunk;
  if (type === "thinking") return Array.isArray(thinking);
  return (
    (type === "document_url" && typeof spelled(chunk, "documentUrl").value === "string") ||
    (type === "reference" && Array.isArray(spelled(chunk, "referenceIds").value))
  );
}
