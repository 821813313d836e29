/** What is demanded of messages as turns: roles, their order, the last one. */
import { isRecord } from "../../transcript/message.ts";
import { isClaudeSince } from "../claude.ts";
import type { Message } from "../spots.ts";
import type { Demand } from "../types.ts";
import { fieldOf, hasCalls, type Judged, shown } from "./conversation.ts";
import { hasStrictTemplate, isThinkingOn, wantsSystemFirst } from "./models.ts";
import * as sources from "./sources.ts";

const ROLES: ReadonlySet<unknown> = new Set(["system", "developer", "user", "assistant", "tool", "function"]);

export const NO_MESSAGE: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The entry is no message.",
  says: "Invalid type for 'messages[{}]': expected an object.",
  source: sources.SCHEMA,
  evidence: "schema",
};
export const ROLE_UNKNOWN: Demand = {
  code: "role-unknown",
  severity: "error",
  message: "The role `{}` is none that the API has.",
  says: "Invalid value: '{}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
  source: sources.SCHEMA,
  evidence: "schema",
};
export const ROLE_DEVELOPER: Demand = {
  code: "field-form",
  severity: "error",
  message: "The server has no role `developer`. Send it as `system`.",
  says: "messages[0].role: unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool`",
  source: sources.DEVELOPER,
  evidence: "observed",
};
export const SYSTEM_POSITION: Demand = {
  code: "system-position",
  severity: "error",
  message: "A system message stands behind others, which the server refuses.",
  says: "invalid params, chat content has invalid message role: system (2013)",
  source: sources.SYSTEM_FIRST,
  evidence: "observed",
};
export const SYSTEM_POSITION_TEMPLATE: Demand = {
  ...SYSTEM_POSITION,
  says: "Jinja Exception: System message must be at the beginning.",
  source: sources.SYSTEM_FIRST_TEMPLATE,
};
export const SYSTEM_POSITION_PERHAPS: Demand = {
  ...SYSTEM_POSITION_TEMPLATE,
  severity: "warning",
  message: "A system message stands behind others, which chat templates may refuse.",
};
export const USER_NEEDED: Demand = {
  code: "first-turn",
  severity: "error",
  message: "No message is the user's, and the server wants one.",
  says: "1214 The messages parameter is illegal. Please check the documentation.",
  source: sources.USER_NEEDED,
  evidence: "observed",
};
export const USER_FIRST: Demand = {
  code: "first-turn",
  severity: "error",
  message: "Behind the system message the user speaks first, as the model's chat template has it.",
  says: "Jinja Exception: After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results.",
  source: sources.ALTERNATION,
  evidence: "observed",
};
export const ALTERNATE: Demand = {
  ...USER_FIRST,
  code: "roles-alternate",
  message: "Two messages of the {} stand side by side, which the model's chat template refuses.",
};
export const BRIDGE_TEMPLATE: Demand = {
  ...USER_FIRST,
  code: "bridge-missing",
  message: "A user message follows a tool result, and the model's chat template wants an answer between them.",
};
export const USER_FIRST_PERHAPS: Demand = { ...USER_FIRST, severity: "warning", evidence: "inferred" };
export const ALTERNATE_PERHAPS: Demand = { ...ALTERNATE, severity: "warning", evidence: "inferred" };
export const BRIDGE_PERHAPS: Demand = { ...BRIDGE_TEMPLATE, severity: "warning", evidence: "inferred" };
export const TWO_LAST: Demand = {
  code: "roles-alternate",
  severity: "error",
  message: "The request ends with two assistant messages. Make one of them.",
  says: "Cannot have 2 or more assistant messages at the end of the list.",
  source: sources.TWO_LAST,
  evidence: "observed",
};
export const BRIDGE: Demand = {
  code: "bridge-missing",
  severity: "error",
  message: "A user message follows a tool result. Put an answer between them.",
  says: "Unexpected role 'user' after role 'tool'",
  source: sources.MISTRAL_ORDER,
  evidence: "observed",
};
export const LAST_MISTRAL: Demand = {
  code: "prefill",
  severity: "error",
  message: "The request ends with an assistant message that does not say that it is a prefix.",
  says: "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
  source: sources.MISTRAL_LAST,
  evidence: "observed",
};
export const LAST_GLM: Demand = {
  code: "prefill",
  severity: "error",
  message: "The request ends with an assistant message, which the server does not continue.",
  says: "1214 The messages parameter is illegal. Please check the documentation.",
  source: sources.USER_NEEDED,
  evidence: "observed",
};
export const LAST_CLAUDE: Demand = {
  code: "prefill",
  severity: "error",
  message: "The request ends with an assistant message, which Claude from 4.6 on does not continue.",
  says: "This model does not support assistant message prefill. The conversation must end with a user message.",
  source: sources.PREFILL_CLAUDE,
  evidence: "observed",
};
export const LAST_WHILE_THINKING: Demand = {
  ...LAST_CLAUDE,
  message: "The request ends with an assistant message, which Claude does not continue while thinking is on.",
  source: sources.PREFILL_THINKING,
};
export const LAST_TEMPLATE: Demand = {
  code: "prefill",
  severity: "error",
  message: "The request ends with an assistant message, which the server does not continue while thinking is on.",
  says: "Assistant response prefill is incompatible with enable_thinking.",
  source: sources.PREFILL_TEMPLATE,
  evidence: "observed",
};
export const LAST_SPACE: Demand = {
  code: "prefill-whitespace",
  severity: "error",
  message: "The assistant message at the end ends in white space. Trim it.",
  says: "messages: final assistant content cannot end with trailing whitespace",
  source: sources.PREFILL_SPACE,
  evidence: "observed",
};

/** Roles, how the list begins and ends, what stands side by side. */
export function checkTurns(judged: Judged): void {
  const { entries, messages, demands, report } = judged;
  entries.forEach((entry, index) => {
    if (!isRecord(entry)) report(NO_MESSAGE, `/messages/${index}`, String(index));
  });
  for (const message of messages) checkRole(message, judged);
  checkSystem(judged);
  if (demands.userNeeded && !messages.some(({ role }) => role === "user")) {
    report({ ...USER_NEEDED, source: demands.userNeeded }, messages[0]?.pointer ?? "/messages");
  }
  if (demands.template) checkTemplate(judged);
  if (isOfMistral(judged)) checkBridges(judged);
  const last = messages.at(-1);
  if (last?.role === "assistant" && !hasCalls(last)) checkLast(last, judged);
}

function checkRole(message: Message, { demands, report }: Judged): void {
  const { role } = message;
  if (!ROLES.has(role)) report(ROLE_UNKNOWN, fieldOf(message, "role"), shown(role));
  else if (role === "developer" && demands.noDeveloper) {
    report({ ...ROLE_DEVELOPER, source: demands.noDeveloper }, `${message.pointer}/role`);
  }
}

function isSystem({ role }: Message): boolean {
  return role === "system" || role === "developer";
}

function checkSystem({ messages, demands, modelId, report }: Judged): void {
  const { systemFirst, template } = demands;
  if (!systemFirst && !template) return;
  const perhaps = wantsSystemFirst(modelId) ? SYSTEM_POSITION_TEMPLATE : SYSTEM_POSITION_PERHAPS;
  for (const message of messages.slice(1)) {
    if (!isSystem(message)) continue;
    report(systemFirst ? { ...SYSTEM_POSITION, source: systemFirst } : perhaps, message.pointer);
  }
}

/** Templates count only what users and assistants said: calls and results stand between. */
function checkTemplate({ messages, modelId, report }: Judged): void {
  const isStrict = hasStrictTemplate(modelId);
  let before: unknown;
  for (const [index, message] of messages.entries()) {
    const { role, pointer } = message;
    if (role !== "user" && (role !== "assistant" || hasCalls(message))) continue;
    if (before === undefined && role === "assistant") report(isStrict ? USER_FIRST : USER_FIRST_PERHAPS, pointer);
    if (before === role) {
      if (role === "user" && messages[index - 1]?.role === "tool")
        report(isStrict ? BRIDGE_TEMPLATE : BRIDGE_PERHAPS, pointer);
      else report(isStrict ? ALTERNATE : ALTERNATE_PERHAPS, pointer, shown(role));
    }
    before = role;
  }
  const [secondLast, last] = messages.slice(-2);
  if (isStrict || !last || secondLast?.role !== "assistant" || last.role !== "assistant") return;
  if (!hasCalls(last) && !hasCalls(secondLast)) report(TWO_LAST, last.pointer);
}

/** Mistral's own server, or one that passes on to it. */
function isOfMistral({ demands, maker }: Judged): boolean {
  return demands.mistral === true || (demands.passesOn === "surely" && maker === "mistral");
}

function checkBridges({ messages, report }: Judged): void {
  for (const [index, { role, pointer }] of messages.entries()) {
    if (role === "user" && followsResults(messages, index)) report(BRIDGE, pointer);
  }
}

/** Stands the message behind results that were asked for? Others are no results. */
function followsResults(messages: readonly Message[], index: number): boolean {
  let before = index - 1;
  while (messages[before]?.role === "tool") before--;
  const asked = messages[before];
  return before < index - 1 && asked !== undefined && hasCalls(asked);
}

function checkLast(last: Message, judged: Judged): void {
  const { demands, maker, modelId, body, report, ofMaker } = judged;
  const { prefix } = last.value;
  if (isOfMistral(judged) && prefix !== true) report(LAST_MISTRAL, last.pointer);
  if (demands.userNeeded) report({ ...LAST_GLM, source: demands.userNeeded }, last.pointer);
  if (demands.template && isThinkingOn(body) === true) report(LAST_TEMPLATE, last.pointer);
  if (maker !== "anthropic") return;
  if (isClaudeSince(modelId, 4, 6)) ofMaker(LAST_CLAUDE, last.pointer);
  else if (isThinkingOn(body) === true) ofMaker(LAST_WHILE_THINKING, last.pointer);
  const { content } = last.value;
  const part: unknown = Array.isArray(content) ? content.at(-1) : undefined;
  const text = typeof content === "string" ? content : isRecord(part) && part["type"] === "text" ? part["text"] : "";
  if (typeof text === "string" && text.trim() !== "" && text !== text.trimEnd()) ofMaker(LAST_SPACE, last.pointer);
}
