/** Tells a body of Bedrock's Converse API from those of other APIs that have a list of messages, too. */
import { isRecord } from "../../transcript/message.ts";
import { MEMBERS, OWN_KEYS } from "./keys.ts";

/** What a body of another API has. */
const FOREIGN_KEYS = ["anthropic_version", "max_tokens", "contents", "input"];

/** Is it a body of Converse? Its blocks have no `type`: the one field that each has says what it is. */
export function isConverseBody(body: unknown): boolean {
  if (!isRecord(body) || FOREIGN_KEYS.some((key) => body[key] !== undefined)) return false;
  const { messages, system, toolConfig } = body;
  if (messages !== undefined && !Array.isArray(messages)) return false;
  if (Array.isArray(messages) && messages.some(isForeign)) return false;
  if (isRecord(toolConfig) && Array.isArray(toolConfig["tools"])) return true;
  if (OWN_KEYS.some((key) => key !== "toolConfig" && body[key] !== undefined)) return true;
  return (
    hasOwnBlock(system) || (Array.isArray(messages) && messages.some((message) => hasOwnBlock(contentOf(message))))
  );
}

function contentOf(message: unknown): unknown {
  return isRecord(message) ? message["content"] : undefined;
}

function isForeign(message: unknown): boolean {
  if (!isRecord(message)) return false;
  const { role, tool_calls, content } = message;
  if (tool_calls !== undefined || role === "tool") return true;
  // A text with a type is of those that mix up two APIs; any other block with a type is not of this one.
  return Array.isArray(content) && content.some((block) => isRecord(block) && isForeignType(block["type"]));
}

function isForeignType(type: unknown): boolean {
  return typeof type === "string" && type !== "text";
}

function hasOwnBlock(content: unknown): boolean {
  return Array.isArray(content) && content.some(isOwnBlock);
}

function isOwnBlock(block: unknown): boolean {
  return isRecord(block) && block["type"] === undefined && Object.keys(block).some((key) => MEMBERS.has(key));
}
