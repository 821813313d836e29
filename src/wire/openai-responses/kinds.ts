/** Which items a list consists of, by their type and role. */
import type { WireObject } from "../lens.ts";

/** The roles of messages, and those of our sessions. */
export const ROLES: ReadonlyMap<unknown, "user" | "assistant" | "system"> = new Map([
  ["user", "user"],
  ["assistant", "assistant"],
  ["system", "system"],
  ["developer", "system"],
]);

/** What a tool of the client returned, in a form that a result has words for, and the kind of the call. */
export const RESULTS: ReadonlyMap<unknown, string | undefined> = new Map([
  ["function_call_output", undefined],
  ["custom_tool_call_output", "custom"],
  ["local_shell_call_output", "local_shell"],
]);

/** What the client adds for tools that only the provider has words for, or says besides messages. */
const CLIENT_ITEMS: ReadonlySet<unknown> = new Set([
  "computer_call_output",
  "shell_call_output",
  "apply_patch_call_output",
  "mcp_approval_response",
  "additional_tools",
  "compaction_trigger",
]);

/** What an item is for a session: a message, a result, a part of the model's answer, or none of them. */
export function sideOf({ type, role, id }: WireObject): "message" | "result" | "answer" | "none" {
  if (type === "message" || (isAbsent(type) && role !== undefined)) return ROLES.has(role) ? "message" : "none";
  if (RESULTS.has(type)) return "result";
  if (CLIENT_ITEMS.has(type)) return "none";
  // An item without a type that has an id stands for one that is stored.
  return typeof type === "string" || (isAbsent(type) && typeof id === "string") ? "answer" : "none";
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
