/** What is demanded of messages as turns: roles, content at all, the first and the last, and that they alternate. */
import { isRecord } from "../../transcript/message.ts";
import { isClaudeSince } from "../claude.ts";
import type { Demand } from "../types.ts";
import { contentOf, isCall, type Judged, type WireMessage } from "./conversation.ts";
import * as sources from "./sources.ts";

export const NO_MESSAGE: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The entry is no message.",
  says: "Invalid type for parameter messages[{}]",
  source: sources.MODEL,
  evidence: "schema",
};
export const ROLE_UNKNOWN: Demand = {
  code: "role-unknown",
  severity: "error",
  message: "The role is not `user` or `assistant`.",
  says: "Value at 'messages.{}.member.role' failed to satisfy constraint: Member must satisfy enum value set: [user, assistant]",
  source: sources.MODEL,
  evidence: "schema",
};
export const SYSTEM_POSITION: Demand = {
  code: "system-position",
  severity: "warning",
  message: "A system message in the list: only newer models take one. The system prompt stands in `system`.",
  says: "Value at 'messages.{}.member.role' failed to satisfy constraint: Member must satisfy enum value set: [user, assistant]",
  source: sources.MODEL,
  evidence: "schema",
};
export const CONTENT_FORM: Demand = {
  code: "field-form",
  severity: "error",
  message: "The content is no list of blocks, though it says what one would.",
  says: "Invalid type for parameter messages[{}].content",
  source: sources.MODEL,
  evidence: "schema",
};
export const CONTENT_INVALID: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The content is no list of blocks.",
  says: "Invalid type for parameter messages[{}].content",
  source: sources.MODEL,
  evidence: "schema",
};
export const CONTENT_EMPTY: Demand = {
  code: "content-empty",
  severity: "error",
  message: "The message has no content.",
  says: "The content field in the Message object at messages.{} is empty. Add a ContentBlock object to the content field and try again.",
  source: sources.EMPTY_CONTENT,
  evidence: "observed",
};
export const USER_FIRST: Demand = {
  code: "first-turn",
  severity: "error",
  message: "The first message is not the user's.",
  says: "A conversation must start with a user message. Try again with a conversation that starts with a user message.",
  source: sources.USER_FIRST,
  evidence: "observed",
};
export const ALTERNATE: Demand = {
  code: "roles-alternate",
  severity: "error",
  message: "Two messages of the role `{}` stand side by side.",
  says: "A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.",
  source: sources.ALTERNATE,
  evidence: "observed",
};
export const PREFILL: Demand = {
  code: "prefill",
  severity: "error",
  message: "The request ends with an assistant turn, which Claude from 4.6 on does not continue.",
  says: "This model does not support assistant message prefill. The conversation must end with a user message.",
  source: sources.PREFILL,
  evidence: "observed",
};
export const PREFILL_WHILE_THINKING: Demand = {
  ...PREFILL,
  message: "The request ends with an assistant turn, which Claude does not continue while thinking is on.",
  source: sources.THINKING_PREFILL,
};
export const PREFILL_REFUSED: Demand = {
  ...PREFILL,
  message: "The request ends with an assistant turn, which Llama does not continue.",
  says: "The model that you are using requires the last turn in the conversation to be a user message. Add a user message to the conversation and try again.",
  source: sources.PREFILL_OF_LLAMA,
};
export const PREFILL_PERHAPS: Demand = {
  ...PREFILL_REFUSED,
  severity: "warning",
  message: "The request ends with an assistant turn, which many models do not continue.",
  source: sources.PREFILL_OF_OTHERS,
};
export const PREFILL_SPACE: Demand = {
  code: "prefill-whitespace",
  severity: "error",
  message: "The assistant turn at the end ends in white space. Trim its last text.",
  says: "messages: final assistant content cannot end with trailing whitespace",
  source: sources.PREFILL_SPACE,
  evidence: "observed",
};

/** Roles and content of each message, and how the list begins, goes on and ends. */
export function checkTurns(judged: Judged): void {
  const { entries, messages, report } = judged;
  entries.forEach((entry, index) => {
    checkEntry(entry, index, judged);
  });
  const first = messages.find(({ role }) => role !== "system");
  if (first?.role === "assistant") report(USER_FIRST, first.pointer);
  messages.forEach(({ role, pointer, spots }, index) => {
    if (role !== messages[index - 1]?.role || (role !== "user" && role !== "assistant")) return;
    // A message that is nothing but results has no place of its own: the first of them has.
    report(ALTERNATE, spots[0]?.pointer ?? pointer, role);
  });
  const last = messages.at(-1);
  if (last?.role === "assistant") checkLast(last, judged);
}

function checkEntry(entry: unknown, index: number, { report }: Judged): void {
  const pointer = `/messages/${index}`;
  if (!isRecord(entry)) {
    report(NO_MESSAGE, pointer, String(index));
    return;
  }
  const { role, content } = entry;
  if (role === "system") report(SYSTEM_POSITION, `${pointer}/role`, String(index + 1));
  else if (role !== "user" && role !== "assistant") {
    report(ROLE_UNKNOWN, Object.hasOwn(entry, "role") ? `${pointer}/role` : pointer, String(index + 1));
    return;
  }
  const isNothing = content === undefined || content === null || content === "";
  if (isNothing || (Array.isArray(content) && content.length === 0)) report(CONTENT_EMPTY, pointer, String(index));
  else if (typeof content === "string" || isRecord(content)) report(CONTENT_FORM, pointer, String(index));
  else if (!Array.isArray(content)) report(CONTENT_INVALID, `${pointer}/content`, String(index));
}

/** An assistant turn at the end: refused by many, and never with white space at its end. */
function checkLast(message: WireMessage, { modelId, demands, thinking, report, claude }: Judged): void {
  const { pointer } = message;
  const content = contentOf(message);
  const last = content.at(-1);
  // Calls without results are judged as such; a turn that stopped at the model's own tools is sent back as it is.
  if (content.some(isCall) || last?.member === "toolUse" || last?.member === "toolResult") return;
  if (demands.prefill === "no") report(PREFILL_REFUSED, pointer);
  else if (demands.prefill === "unknown") report(PREFILL_PERHAPS, pointer);
  else if (isClaudeSince(modelId, 4, 6)) claude(PREFILL, pointer);
  else if (thinking !== undefined) claude(PREFILL_WHILE_THINKING, pointer);
  const text = last?.member === "text" ? last.block["text"] : undefined;
  if (last && typeof text === "string" && text !== text.trimEnd() && text.trim() !== "") {
    claude(PREFILL_SPACE, last.pointer);
  }
}
