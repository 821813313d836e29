/** Tells a body of Anthropic's Messages API from those of other APIs that have a list of messages, too. */
import { isRecord } from "../../transcript/message.ts";
import type { WireObject } from "../lens.ts";

/** What only others have: Bedrock Converse, Mistral, OpenAI. */
const FOREIGN_KEYS = ["inferenceConfig", "toolConfig", "modelId", "contents", "input", "stop", "max_completion_tokens"];
/** What only Anthropic has. */
const OWN_KEYS = ["stop_sequences", "mcp_servers", "context_management", "container", "anthropic_beta"];
const FOREIGN_ROLES: ReadonlySet<unknown> = new Set(["tool", "function", "developer"]);
const FOREIGN_BLOCKS: ReadonlySet<unknown> = new Set([
  "image_url",
  "input_text",
  "input_image",
  "input_audio",
  "document_url",
  "file",
  "reference",
  "refusal",
]);
const TOOL_CHOICES: ReadonlySet<unknown> = new Set(["auto", "any", "tool", "none"]);

/**
 * Is it a body of the Messages API? One that has nothing but plain text, and no key that tells, may be one of Chat
 * Completions or Mistral as well: that is then not claimed.
 */
export function isAnthropicBody(body: unknown): boolean {
  if (!isRecord(body)) return false;
  if (typeof body["anthropic_version"] === "string") return true;
  const { messages } = body;
  if (!Array.isArray(messages) || FOREIGN_KEYS.some((key) => body[key] !== undefined)) return false;
  if (messages.some(isForeign) || listOf(body["tools"]).some(isForeignTool)) return false;
  return (
    OWN_KEYS.some((key) => body[key] !== undefined) ||
    isSystem(body["system"]) ||
    (isRecord(body["tool_choice"]) && TOOL_CHOICES.has(body["tool_choice"]["type"])) ||
    (isRecord(body["thinking"]) && typeof body["thinking"]["budget_tokens"] === "number") ||
    listOf(body["tools"]).some(isOwnTool) ||
    messages.some((message) => blocksIn(message).some(isOwnBlock)) ||
    isClaude(body["model"])
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function blocksIn(message: unknown): readonly unknown[] {
  return isRecord(message) ? listOf(message["content"]) : [];
}

function isForeign(message: unknown): boolean {
  if (!isRecord(message)) return false;
  const { role, tool_calls, function_call } = message;
  if (FOREIGN_ROLES.has(role) || tool_calls !== undefined || function_call !== undefined) return true;
  return blocksIn(message).some(isForeignBlock);
}

/** A block without a type is of Converse; thinking that is a list is Mistral's. */
function isForeignBlock(block: unknown): boolean {
  if (!isRecord(block)) return false;
  const { type, thinking } = block;
  return type === undefined || FOREIGN_BLOCKS.has(type) || (type === "thinking" && Array.isArray(thinking));
}

function isOwnBlock(block: unknown): boolean {
  if (!isRecord(block)) return false;
  switch (block["type"]) {
    case "tool_use":
    case "tool_result":
    case "redacted_thinking":
    case "server_tool_use":
    case "search_result":
      return true;
    case "thinking":
      return typeof block["thinking"] === "string";
    case "image":
    case "document":
      return isRecord(block["source"]);
    default:
      return false;
  }
}

function isForeignTool(tool: unknown): boolean {
  return isRecord(tool) && (isRecord(tool["function"]) || isRecord(tool["toolSpec"]));
}

/** Tools of Anthropic's own have a date in their type, such as `bash_20250124`. */
function isOwnTool(tool: unknown): boolean {
  if (!isRecord(tool)) return false;
  return isRecord(tool["input_schema"]) || (typeof tool["type"] === "string" && /_\d{8}$/.test(tool["type"]));
}

/** A text or blocks that have a type; those of Converse have none. */
function isSystem(system: unknown): boolean {
  return (
    typeof system === "string" ||
    listOf(system).some((block: unknown) => (block as WireObject | null)?.["type"] === "text")
  );
}

/** Gateways put the vendor before a slash, and such ids are mostly asked for over Chat Completions. */
function isClaude(model: unknown): boolean {
  return typeof model === "string" && /^claude-/i.test(model);
}
