/** Where the parts of a request and of a message stand in a body of Chat Completions. */
import type { ToolDefinition } from "../../transcript/request.ts";
import type { Lenses, WireObject } from "../lens.ts";
import type { RequestKeys } from "../request.ts";
import { REASONING_KEYS } from "./reasoning.ts";

/** The keys of a body. The system prompt is a message. */
export const KEYS: RequestKeys = {
  messages: "messages",
  tools: ["tools"],
  toolLenses: {
    name: { at: ["function", "name"] },
    description: { at: ["function", "description"] },
    parameters: { at: ["function", "parameters"] },
  },
  buildTool,
};

function buildTool({ name, description, parameters }: ToolDefinition): WireObject {
  return {
    type: "function",
    function: {
      name,
      ...(description !== undefined && { description }),
      ...(parameters !== undefined && { parameters }),
    },
  };
}

/** The roles of the API, and what each is in the session model. */
export const ROLES: Readonly<Record<string, string>> = {
  system: "system",
  developer: "system",
  user: "user",
  assistant: "assistant",
  tool: "toolResult",
};

/** The roles of the session model that messages can have. */
export const SESSION_ROLES: ReadonlySet<string> = new Set(Object.values(ROLES));

/** The fields of messages that blocks or fields of the session model stand for; the others are a message's own. */
export const MESSAGE_KEYS: ReadonlySet<string> = new Set([
  "role",
  "content",
  "refusal",
  "audio",
  "function_call",
  "tool_calls",
  "tool_call_id",
  ...REASONING_KEYS,
]);

/** The fields that only assistant messages have. */
export const ASSISTANT_KEYS: readonly string[] = ["refusal", "audio", "function_call", "tool_calls", ...REASONING_KEYS];

/** The fields of a tool message, by field of the result's message. The name is there only with some servers. */
export const RESULT_LENSES: Lenses = {
  toolCallId: { at: ["tool_call_id"] },
  cache_control: { at: ["cache_control"] },
};

/** The same for a tool message that has the name of its tool. */
export const NAMED_RESULT_LENSES: Lenses = { ...RESULT_LENSES, toolName: { at: ["name"] } };
