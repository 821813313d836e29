/** Servers that speak Anthropic's Messages API, as far as their bodies differ. */
import { isRecord } from "../../transcript/message.ts";

/** How a server's body differs from Anthropic's own. */
export interface AnthropicDialect {
  /** Thinking without a signature is sent back, with an empty one. */
  readonly unsignedThinking: boolean;
}

const DIRECT: AnthropicDialect = { unsignedThinking: false };

/** By id. A server that is not here takes what Anthropic takes. */
export const anthropicDialects: Readonly<Record<string, AnthropicDialect>> = {
  anthropic: DIRECT,
  vertex: DIRECT,
  "bedrock-invoke": DIRECT,
  // "The `content[].thinking` in the thinking mode must be passed back to the API."
  deepseek: { unsignedThinking: true },
  kimi: { unsignedThinking: true },
  minimax: { unsignedThinking: true },
};

/** The dialect, or Anthropic's own. */
export function anthropicDialect(id: string): AnthropicDialect {
  return Object.hasOwn(anthropicDialects, id) ? (anthropicDialects[id] as AnthropicDialect) : DIRECT;
}

/** Is it a body of the Messages API? Chat Completions has the same list with other blocks and tools. */
export function isAnthropicBody(body: unknown): boolean {
  if (!isRecord(body) || !Array.isArray(body["messages"])) return false;
  if (typeof body["anthropic_version"] === "string") return true;
  if (body["messages"].some(isForeign)) return false;
  const { system, tools, thinking, max_tokens, stop_sequences } = body;
  if (Array.isArray(tools) && tools.some((tool) => isRecord(tool) && isRecord(tool["function"]))) return false;
  if (Array.isArray(tools) && tools.some((tool) => isRecord(tool) && isRecord(tool["input_schema"]))) return true;
  if (system !== undefined || isRecord(thinking) || stop_sequences !== undefined) return true;
  if (typeof body["model"] === "string" && body["model"].toLowerCase().includes("claude")) return true;
  return body["messages"].some(hasOwnBlocks) || (max_tokens !== undefined && body["messages"].every(hasPlainRole));
}

/** Messages that only Chat Completions has. */
function isForeign(message: unknown): boolean {
  if (!isRecord(message)) return false;
  const { role, tool_calls, content } = message;
  if (role === "tool" || role === "function" || role === "developer" || tool_calls !== undefined) return true;
  return Array.isArray(content) && content.some((part) => isRecord(part) && part["type"] === "image_url");
}

const OWN_BLOCKS: ReadonlySet<unknown> = new Set(["tool_use", "tool_result", "thinking", "redacted_thinking", "image"]);

function hasOwnBlocks(message: unknown): boolean {
  const content = isRecord(message) ? message["content"] : undefined;
  return Array.isArray(content) && content.some((block) => isRecord(block) && OWN_BLOCKS.has(block["type"]));
}

function hasPlainRole(message: unknown): boolean {
  return isRecord(message) && (message["role"] === "user" || message["role"] === "assistant");
}
