/** What is demanded of tool calls and their results. */
import { isRecord } from "../../transcript/message.ts";
import { spelled } from "../../transcript/spelled.ts";
import type { Message, Spot } from "../spots.ts";
import type { Demand } from "../types.ts";
import { callsOf, fieldOf, type Judged, shown } from "./conversation.ts";
import * as sources from "./sources.ts";

const NINE = /^[a-zA-Z0-9]{9}$/;

export const UNANSWERED: Demand = {
  code: "call-unanswered",
  severity: "error",
  message: "The call {} has no result directly behind it.",
  says: "Not the same number of function calls and responses",
  source: sources.COUNT,
  evidence: "observed",
};
export const ORPHANED: Demand = {
  code: "result-orphaned",
  severity: "error",
  message: "The result names the call {}, which is not in the message before it.",
  says: "Unexpected tool call id {} in tool results",
  source: sources.UNEXPECTED,
  evidence: "observed",
};
export const ORPHANED_TURN: Demand = {
  ...ORPHANED,
  message: "The result of the call {} does not stand behind a message that calls.",
  says: "Unexpected role 'tool' after role 'user'",
  source: sources.TOOL_AFTER_USER,
};
export const RESULT_TWICE: Demand = {
  code: "result-duplicate",
  severity: "error",
  message: "The call {} has a result already.",
  says: "Duplicate tool call id {} in tool results",
  source: sources.VALIDATOR,
  evidence: "schema",
};
export const RESULT_ID: Demand = {
  code: "call-id-missing",
  severity: "error",
  message: "The result does not say which call it answers.",
  says: "Tool call id has to be defined.",
  source: sources.RESULT_ID,
  evidence: "observed",
};
export const RESULT_NAME: Demand = {
  code: "result-name",
  severity: "error",
  message:
    "The name of the result's tool has characters other than letters, digits, `_` and `-`, or is longer than 64.",
  says: "Function name was {} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.",
  source: sources.VALIDATOR,
  evidence: "schema",
};
export const RESULT_NAME_FORM: Demand = {
  ...RESULT_NAME,
  code: "field-form",
  message: "The result has a name of its tool that is no name. Leave it out.",
};
export const ID_MISSING: Demand = {
  code: "call-id-missing",
  severity: "error",
  message: "The call has no id.",
  says: "Tool call id has to be defined in serving mode.",
  source: sources.VALIDATOR,
  evidence: "schema",
};
export const ID_NINE: Demand = {
  code: "call-id-pattern",
  severity: "error",
  message: "Mistral takes ids of nine letters and digits only; this one is {}.",
  says: "Tool call id was {} but must be a-z, A-Z, 0-9, with a length of 9.",
  source: sources.ID_NINE,
  evidence: "observed",
};
export const ID_TWICE: Demand = {
  code: "call-id-duplicate",
  severity: "error",
  message: "Another call of the message has the same id: {}.",
  says: "Duplicate tool call id {} in assistant message",
  source: sources.VALIDATOR,
  evidence: "schema",
};
export const CALLS_FORM: Demand = {
  code: "field-form",
  severity: "error",
  message: "The calls are no list. Leave them out.",
  says: "Input should be a valid list",
  source: sources.SDK,
  evidence: "schema",
};
export const CALL_INVALID: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The entry is no call.",
  says: "Input should be a valid dictionary or object to extract fields from",
  source: sources.SDK,
  evidence: "schema",
};
export const CALL_CUSTOM: Demand = {
  ...CALL_INVALID,
  code: "field-form",
  message: "The call is one of a custom tool, which the API does not have. Send it as one of a function.",
  says: "Field required: function",
};
export const NAME: Demand = {
  code: "tool-name",
  severity: "error",
  message: "The name of the called tool has characters other than letters, digits, `_` and `-`, or is longer than 64.",
  says: "Function name was {} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.",
  source: sources.NAME,
  evidence: "observed",
};
export const NAME_MISSING: Demand = { ...NAME, message: "The call does not name a tool." };
export const ARGUMENTS: Demand = {
  code: "arguments-invalid",
  severity: "error",
  message: "The arguments are neither an object nor a text.",
  says: "Input should be a valid string",
  source: sources.SDK,
  evidence: "schema",
};
export const ARGUMENTS_MISSING: Demand = {
  ...ARGUMENTS,
  message: "The call has no arguments.",
  says: "Field required",
};

/** Calls, results, and that they belong together. */
export function checkCalls(judged: Judged): void {
  const { messages } = judged;
  messages.forEach((message, index) => {
    const { role } = message;
    if (role === "assistant") {
      const calls = callsOf(message);
      checkList(message, judged);
      for (const call of calls) checkCall(call, judged);
      checkIds(calls, judged);
      checkPairs(calls, runAt(messages, index + 1), ORPHANED, judged);
    } else if (role === "tool") {
      checkResult(message, judged);
      const before = messages[index - 1]?.role;
      if (before !== "assistant" && before !== "tool") checkPairs([], runAt(messages, index), ORPHANED_TURN, judged);
    }
  });
}

/** The results that stand side by side from an index on. */
function runAt(messages: readonly Message[], begin: number): readonly Message[] {
  let end = begin;
  while (messages[end]?.role === "tool") end++;
  return messages.slice(begin, end);
}

function checkList(message: Message, { report }: Judged): void {
  const { key, value: calls } = spelled(message.value, "toolCalls", "snake");
  const at = `${message.pointer}/${key}`;
  if (calls === undefined || calls === null) return;
  if (!Array.isArray(calls)) report(CALLS_FORM, at);
  else {
    calls.forEach((call: unknown, index) => {
      if (!isRecord(call)) report(CALL_INVALID, `${at}/${index}`);
    });
  }
}

/** Every call has exactly one result directly behind it, and nothing else has. */
function checkPairs(calls: readonly Spot[], results: readonly Message[], orphaned: Demand, { report }: Judged): void {
  const asked = new Set(calls.map(({ value }) => value["id"]));
  const answered = new Set<unknown>();
  for (const { value, pointer } of results) {
    const { key, value: id } = spelled(value, "toolCallId", "snake");
    if (typeof id !== "string" || id === "") continue;
    if (!asked.has(id)) report(orphaned, `${pointer}/${key}`, shown(id));
    else if (answered.has(id)) report(RESULT_TWICE, `${pointer}/${key}`, shown(id));
    answered.add(id);
  }
  for (const { value, pointer } of calls) {
    const { id } = value;
    if (typeof id === "string" && id !== "" && !answered.has(id)) report(UNANSWERED, pointer, shown(id));
  }
}

function checkIds(calls: readonly Spot[], { report }: Judged): void {
  const own = new Set<string>();
  for (const call of calls) {
    const { id } = call.value;
    const at = fieldOf(call, "id");
    if (typeof id !== "string" || id === "") {
      report(ID_MISSING, at);
      continue;
    }
    if (!NINE.test(id)) report(ID_NINE, at, shown(id));
    if (own.has(id)) report(ID_TWICE, at, shown(id));
    own.add(id);
  }
}

function checkCall({ value, pointer }: Spot, { report }: Judged): void {
  const inner = value["function"];
  if (!isRecord(inner)) {
    const { type } = value;
    if (type === "custom" && isRecord(value["custom"])) report(CALL_CUSTOM, pointer);
    else if (type === undefined || type === "function") report(NAME_MISSING, pointer);
    else report(CALL_INVALID, pointer);
    return;
  }
  const called: Spot = { value: inner, pointer: `${pointer}/function` };
  const { name, arguments: given } = inner;
  if (typeof name !== "string" || name === "") report(NAME_MISSING, fieldOf(called, "name"));
  else if (!isToolName(name)) report(NAME, `${called.pointer}/name`, shown(name));
  if (given === undefined) report(ARGUMENTS_MISSING, called.pointer);
  else if (typeof given !== "string" && !isRecord(given)) report(ARGUMENTS, `${called.pointer}/arguments`);
}

function checkResult(message: Message, { report }: Judged): void {
  const { value, pointer } = message;
  const { key, value: id } = spelled(value, "toolCallId", "snake");
  if (typeof id !== "string" || id === "") report(RESULT_ID, fieldOf(message, key));
  else if (!NINE.test(id)) report(ID_NINE, `${pointer}/${key}`, shown(id));
  const { name } = value;
  if (name === undefined || name === null) return;
  if (typeof name !== "string" || name === "") report(RESULT_NAME_FORM, `${pointer}/name`);
  else if (!isToolName(name)) report(RESULT_NAME, `${pointer}/name`, shown(name));
}

/** Letters, digits, `_` and `-`, 1 to 64 of them. */
export function isToolName(name: unknown): boolean {
  return typeof name === "string" && name.length <= 64 && /^[a-zA-Z0-9_-]+$/.test(name);
}
