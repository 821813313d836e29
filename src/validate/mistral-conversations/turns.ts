/** What is demanded of messages as turns: roles, their order, the last one. */
import { isRecord } from "../../transcript/message.ts";
import type { Message } from "../spots.ts";
import type { Demand } from "../types.ts";
import { callsOf, fieldOf, hasCalls, type Judged, shown } from "./conversation.ts";
import * as sources from "./sources.ts";

const ROLES: ReadonlySet<unknown> = new Set(["system", "user", "assistant", "tool"]);

export const NO_MESSAGE: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The entry is no message.",
  says: "Input should be a valid dictionary or object to extract fields from",
  source: sources.SDK,
  evidence: "schema",
};
export const ROLE_UNKNOWN: Demand = {
  code: "role-unknown",
  severity: "error",
  message: "The role `{}` is none that the API has.",
  says: "Input tag '{}' found using 'role' does not match any of the expected tags: 'system', 'user', 'assistant', 'tool'",
  source: sources.ROLES,
  evidence: "observed",
};
export const ROLE_DEVELOPER: Demand = {
  ...ROLE_UNKNOWN,
  code: "field-form",
  message: "The API has no role `{}`. Send it as `system`.",
};
export const FIRST: Demand = {
  code: "first-turn",
  severity: "error",
  message: "The only message is not the user's.",
  says: "Conversation must start with a user message or system message",
  source: sources.VALIDATOR,
  evidence: "schema",
};
export const FIRST_CALLS: Demand = {
  ...FIRST,
  message: "The first message calls tools. The API looks for calls only behind the first message.",
  says: "Unexpected tool call id {} in tool results",
};
export const SYSTEM_POSITION: Demand = {
  code: "system-position",
  severity: "error",
  message: "A system message stands behind the {}. It may stand at the beginning and behind the user's.",
  says: "Unexpected role 'system' after role '{}'",
  source: sources.SYSTEM_ORDER,
  evidence: "observed",
};
export const BRIDGE: Demand = {
  code: "bridge-missing",
  severity: "error",
  message: "A user message follows a tool result. Put an answer between them.",
  says: "Unexpected role 'user' after role 'tool'",
  source: sources.USER_AFTER_TOOL,
  evidence: "observed",
};
export const LAST: Demand = {
  code: "prefill",
  severity: "error",
  message: "The request ends with an assistant message that does not say that it is a prefix.",
  says: "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
  source: sources.LAST,
  evidence: "observed",
};
export const PREFIX: Demand = {
  code: "field-form",
  severity: "error",
  message: "A message that is not the last says that it is a prefix.",
  says: "Assistant message with prefix True must be last message",
  source: sources.VALIDATOR,
  evidence: "schema",
};

/** Roles, how the list begins and ends, what stands side by side. */
export function checkTurns(judged: Judged): void {
  const { entries, messages, report } = judged;
  entries.forEach((entry, index) => {
    if (!isRecord(entry)) report(NO_MESSAGE, `/messages/${index}`);
  });
  messages.forEach((message, index) => {
    const { role, value, pointer } = message;
    if (!ROLES.has(role)) report(ROLE_UNKNOWN, fieldOf(message, "role"), shown(role));
    else if (value["role"] === "developer") report(ROLE_DEVELOPER, `${pointer}/role`, "developer");
    const before = messages[index - 1];
    if (role === "system" && (before?.role === "assistant" || before?.role === "tool")) {
      report(SYSTEM_POSITION, pointer, before.role);
    }
    if (role === "user" && followsResults(messages, index)) report(BRIDGE, pointer);
    if (role === "assistant" && value["prefix"] === true && index < messages.length - 1) {
      report(PREFIX, `${pointer}/prefix`);
    }
  });
  checkEnds(judged);
}

/** Stands the message behind results that were asked for? Others are no results. */
function followsResults(messages: readonly Message[], index: number): boolean {
  let before = index - 1;
  while (messages[before]?.role === "tool") before--;
  const asked = messages[before];
  return before < index - 1 && asked !== undefined && hasCalls(asked);
}

function checkEnds({ messages, report }: Judged): void {
  const [first] = messages;
  const last = messages.at(-1);
  if (!first || !last) return;
  if (first.role === "assistant") {
    if (hasCalls(first)) report(FIRST_CALLS, first.pointer, shown(callsOf(first)[0]?.value["id"]));
    else if (messages.length === 1) report(FIRST, first.pointer);
  }
  if (last !== first && last.role === "assistant" && !hasCalls(last) && last.value["prefix"] !== true) {
    report(LAST, last.pointer);
  }
}
