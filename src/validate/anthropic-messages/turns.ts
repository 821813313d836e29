/** What is demanded of messages as turns: roles, content at all, the first and the last. */
import { isRecord } from "../../transcript/message.ts";
import { isClaudeSince } from "../claude.ts";
import type { Demand } from "../types.ts";
import { isCall, type Judged, type WireRun } from "./conversation.ts";
import * as sources from "./sources.ts";

export const NO_MESSAGE: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The entry is no message.",
  says: "messages.{}: Input should be a valid dictionary or object to extract fields from",
  source: sources.SDK,
  evidence: "schema",
};
export const ROLE_UNKNOWN: Demand = {
  code: "role-unknown",
  severity: "error",
  message: "The role is not `user` or `assistant`.",
  says: "messages.{}.role: Input should be 'user' or 'assistant'",
  source: sources.SDK,
  evidence: "schema",
};
export const SYSTEM_POSITION: Demand = {
  code: "system-position",
  severity: "warning",
  message: "A system message in the list: only newer models take one. The system prompt stands in `system`.",
  says: "messages.{}.role: Input should be 'user' or 'assistant'",
  source: sources.SDK,
  evidence: "schema",
};
export const CONTENT_MISSING: Demand = {
  code: "content-empty",
  severity: "error",
  message: "The message has no content.",
  says: "messages.{}.content: Field required",
  source: sources.SDK,
  evidence: "schema",
};
export const CONTENT_INVALID: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The content is neither a text nor a list of blocks.",
  says: "messages.{}.content: Input should be a valid list",
  source: sources.SDK,
  evidence: "schema",
};
export const CONTENT_OBJECT: Demand = {
  ...CONTENT_INVALID,
  code: "field-form",
  message: "The content is one block where a list of blocks belongs.",
};
export const CONTENT_EMPTY: Demand = {
  code: "content-empty",
  severity: "error",
  message: "The message has nothing in it. Only an assistant turn at the end may be empty.",
  says: "messages.{}: all messages must have non-empty content except for the optional final assistant message",
  source: sources.NON_EMPTY_MESSAGES,
  evidence: "observed",
};
export const USER_FIRST: Demand = {
  code: "first-turn",
  severity: "warning",
  message: "The first message is not the user's, which some servers refuse.",
  says: 'messages: first message must use the "user" role',
  source: sources.USER_FIRST,
  evidence: "observed",
};
export const ALTERNATE: Demand = {
  code: "roles-alternate",
  severity: "warning",
  message: "Two messages of one role stand side by side, which some servers refuse.",
  says: 'messages: roles must alternate between "user" and "assistant", but found multiple "{}" roles in a row',
  source: sources.SDK,
  evidence: "code",
};
export const PREFILL: Demand = {
  code: "prefill",
  severity: "error",
  message: "The request ends with an assistant turn, which Claude from 4.6 on does not continue.",
  says: "This model does not support assistant message prefill. The conversation must end with a user message.",
  source: sources.PREFILL,
  evidence: "documented",
};
export const PREFILL_WHILE_THINKING: Demand = {
  ...PREFILL,
  message: "The request ends with an assistant turn, which Claude does not continue while thinking is on.",
  source: sources.THINKING_PREFILL,
  evidence: "observed",
};
export const PREFILL_SPACE: Demand = {
  code: "prefill-whitespace",
  severity: "error",
  message: "The assistant turn at the end ends in white space. Trim its last text.",
  says: "messages: final assistant content cannot end with trailing whitespace",
  source: sources.PREFILL_SPACE,
  evidence: "observed",
};

/** Roles and content of each message, and how the list begins and ends. */
export function checkTurns(judged: Judged): void {
  const { messages, runs, demands, report } = judged;
  messages.forEach((message, index) => {
    checkMessage(message, index, index === messages.length - 1, judged);
  });
  if (demands.oldTurns) {
    const first = runs[0];
    if (first?.role === "assistant") report(USER_FIRST, first.pointer);
    messages.forEach((message, index) => {
      const before = messages[index - 1];
      if (!isRecord(message) || !isRecord(before) || message["role"] !== before["role"]) return;
      report(ALTERNATE, `/messages/${index}`, String(message["role"]));
    });
  }
  const last = runs.at(-1);
  if (last?.role === "assistant") checkLast(last, judged);
}

function checkMessage(message: unknown, index: number, isLast: boolean, { report, anthropic }: Judged): void {
  const pointer = `/messages/${index}`;
  if (!isRecord(message)) {
    report(NO_MESSAGE, pointer, String(index));
    return;
  }
  const { role, content } = message;
  if (role === "system") report(SYSTEM_POSITION, `${pointer}/role`, String(index));
  else if (role !== "user" && role !== "assistant") {
    report(ROLE_UNKNOWN, Object.hasOwn(message, "role") ? `${pointer}/role` : pointer, String(index));
  }
  if (content === undefined || content === null) report(CONTENT_MISSING, pointer, String(index));
  else if (isRecord(content)) report(CONTENT_OBJECT, pointer, String(index));
  else if (typeof content !== "string" && !Array.isArray(content)) {
    report(CONTENT_INVALID, `${pointer}/content`, String(index));
  } else if (content.length === 0 && !(isLast && role === "assistant")) {
    anthropic(CONTENT_EMPTY, pointer, String(index));
  }
}

/** An assistant turn at the end: refused by some, and never with white space at its end. */
function checkLast({ blocks, pointer }: WireRun, { modelId, thinking, anthropic }: Judged): void {
  const last = blocks.at(-1);
  // Calls without results are judged as such; a turn that stopped at the server's own tools is sent back as it is.
  if (blocks.some(isCall) || (last && isServerSide(last.block))) return;
  if (isClaudeSince(modelId, 4, 6)) anthropic(PREFILL, pointer);
  else if (thinking !== undefined) anthropic(PREFILL_WHILE_THINKING, pointer);
  const text = last?.block["type"] === "text" ? last.block["text"] : undefined;
  if (last && typeof text === "string" && text !== text.trimEnd() && text.trim() !== "") {
    anthropic(PREFILL_SPACE, last.pointer);
  }
}

function isServerSide({ type }: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof type === "string" &&
    (type === "server_tool_use" || type.startsWith("mcp_tool_") || type.endsWith("_tool_result"))
  );
}
