/** What is demanded of tool calls and their results. */

import { isDeepJson } from "../../transcript/json-text.ts";
import { isRecord } from "../../transcript/message.ts";
import { parseObject } from "../../transcript/signatures.ts";
import type { Message, Spot } from "../spots.ts";
import type { Demand } from "../types.ts";
import { callsOf, fieldOf, type Judged, shown } from "./conversation.ts";
import { isToolName } from "./request.ts";
import * as sources from "./sources.ts";

const LONGEST_ID = 40;

export const UNANSWERED: Demand = {
  code: "call-unanswered",
  severity: "error",
  message: "The call {} has no result directly behind it.",
  says: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: {}",
  source: sources.UNANSWERED,
  evidence: "observed",
};
export const ORPHANED: Demand = {
  code: "result-orphaned",
  severity: "error",
  message: "The result names the call {}, which is not in the message before it.",
  says: "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
  source: sources.ORPHANED,
  evidence: "observed",
};
export const RESULT_TWICE: Demand = {
  code: "result-duplicate",
  severity: "error",
  message: "The call {} has a result already.",
  says: "Invalid parameter: Duplicate value for 'tool_call_id' of '{}'",
  source: sources.RESULT_TWICE,
  evidence: "observed",
};
export const RESULT_ID: Demand = {
  code: "call-id-missing",
  severity: "error",
  message: "The result does not say which call it answers.",
  says: "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.",
  source: sources.RESULT_ID,
  evidence: "observed",
};
export const ID_MISSING: Demand = {
  code: "call-id-missing",
  severity: "error",
  message: "The call has no id.",
  says: "Missing required parameter: 'messages[0].tool_calls[0].id'.",
  source: sources.SCHEMA,
  evidence: "schema",
};
export const ID_LONG: Demand = {
  code: "call-id-length",
  severity: "error",
  message: "The id has {} characters; the API takes 40.",
  says: "Invalid 'messages[0].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length {} instead.",
  source: sources.ID_LONG,
  evidence: "observed",
};
export const ID_TWICE: Demand = {
  code: "call-id-duplicate",
  severity: "error",
  message: "Another call of the message has the same id: {}.",
  says: "duplicate tool_call_id",
  source: sources.ID_TWICE,
  evidence: "observed",
};
export const ID_TWICE_IN_ALL: Demand = {
  ...ID_TWICE,
  message: "An earlier call of the request has the same id: {}.",
  says: "invalid params, duplicate tool_call id: {} (2013)",
  source: sources.ID_TWICE_MINIMAX,
};
export const ID_TWICE_CLAUDE: Demand = {
  ...ID_TWICE_IN_ALL,
  says: "`tool_use` ids must be unique",
  source: sources.EMPTY_TEXT,
};
export const ID_FORM_CLAUDE: Demand = {
  code: "call-id-pattern",
  severity: "error",
  message: "The id has characters other than letters, digits, `_` and `-`, which Claude refuses.",
  says: "tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
  source: sources.ID_CLAUDE,
  evidence: "observed",
};
export const ID_NINE: Demand = {
  code: "call-id-pattern",
  severity: "error",
  message: "Mistral takes ids of nine letters and digits only; this one is {}.",
  says: "Tool call id was {} but must be a-z, A-Z, 0-9, with a length of 9.",
  source: sources.ID_NINE,
  evidence: "observed",
};
export const CALLS_EMPTY: Demand = {
  code: "field-form",
  severity: "error",
  message: "The list of calls is empty. Leave it out.",
  says: "Invalid 'messages[0].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
  source: sources.CALLS_EMPTY,
  evidence: "observed",
};
export const CALLS_INVALID: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The calls are no list.",
  says: "Invalid type for 'messages[0].tool_calls': expected an array of objects.",
  source: sources.SCHEMA,
  evidence: "schema",
};
export const CALL_INVALID: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The entry is no call that the API knows.",
  says: "Invalid value. Supported values are: 'function' and 'custom'.",
  source: sources.SCHEMA,
  evidence: "schema",
};
export const CALL_TYPE: Demand = {
  code: "field-form",
  severity: "error",
  message: "The call has no type.",
  says: "Missing required parameter: 'messages[0].tool_calls[0].type'.",
  source: sources.CALL_TYPE,
  evidence: "observed",
};
export const NAME: Demand = {
  code: "tool-name",
  severity: "error",
  message: "The name of the called tool has characters other than letters, digits, `_` and `-`, or is longer than 64.",
  says: "Invalid 'messages[0].tool_calls[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
  source: sources.NAME,
  evidence: "observed",
};
export const NAME_MISSING: Demand = {
  code: "tool-name",
  severity: "error",
  message: "The call does not name a tool.",
  says: "Invalid 'messages[0].tool_calls[0].function.name': empty string. Expected a string with minimum length 1, but got an empty string instead.",
  source: sources.NAME_EMPTY,
  evidence: "observed",
};
export const ARGUMENTS_TYPE: Demand = {
  code: "arguments-invalid",
  severity: "error",
  message: "The call has no arguments, or such that are no text.",
  says: "Invalid type for 'messages[0].tool_calls[0].function.arguments': expected a string.",
  source: sources.ARGUMENTS_TYPE,
  evidence: "observed",
};
export const ARGUMENTS_OBJECT: Demand = {
  ...ARGUMENTS_TYPE,
  code: "field-form",
  message: "The arguments are an object where the text of one belongs.",
  says: "Invalid type for 'messages[0].tool_calls[0].function.arguments': expected a string, but got an object instead.",
};
export const ARGUMENTS_JSON: Demand = {
  code: "arguments-invalid",
  severity: "error",
  message: "The arguments are not the text of a JSON object.",
  says: 'The "function.arguments" parameter of the code model must be in JSON format.',
  source: sources.ARGUMENTS_JSON,
  evidence: "observed",
};
export const ARGUMENTS_JSON_PERHAPS: Demand = {
  ...ARGUMENTS_JSON,
  severity: "warning",
  message: "The arguments are not the text of a JSON object, which some servers refuse.",
};

/** Calls, results, and that they belong together. */
export function checkCalls(judged: Judged): void {
  const { messages } = judged;
  const seen = new Set<string>();
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index] as Message;
    checkList(message, judged);
    const calls = callsOf(message);
    checkIds(calls, seen, judged);
    for (const call of calls) checkCall(call, judged);
    if (message.role === "tool" && index > 0) continue;
    let end = index + 1;
    while (messages[end]?.role === "tool") end++;
    checkPairs(calls, messages.slice(message.role === "tool" ? 0 : index + 1, end), judged);
  }
}

function checkList({ role, value, pointer }: Message, { report, openai }: Judged): void {
  const { tool_calls } = value;
  if (role !== "assistant" || tool_calls === undefined || tool_calls === null) return;
  if (!Array.isArray(tool_calls)) report(CALLS_INVALID, `${pointer}/tool_calls`);
  else if (tool_calls.length === 0) openai(CALLS_EMPTY, `${pointer}/tool_calls`);
  else {
    tool_calls.forEach((call: unknown, index) => {
      if (!isRecord(call)) report(CALL_INVALID, `${pointer}/tool_calls/${index}`);
    });
  }
}

/** Every call has exactly one result directly behind it, and nothing else has. */
function checkPairs(calls: readonly Spot[], results: readonly Message[], { report }: Judged): void {
  const asked = new Set(calls.map(({ value }) => value["id"]));
  const answered = new Set<unknown>();
  for (const result of results) {
    const id = result.value["tool_call_id"];
    if (typeof id !== "string" || id === "") report(RESULT_ID, fieldOf(result, "tool_call_id"));
    else if (!asked.has(id)) report(ORPHANED, `${result.pointer}/tool_call_id`, shown(id));
    else if (answered.has(id)) report(RESULT_TWICE, `${result.pointer}/tool_call_id`, shown(id));
    answered.add(id);
  }
  for (const { value, pointer } of calls) {
    const { id } = value;
    if (typeof id === "string" && id !== "" && !answered.has(id)) report(UNANSWERED, pointer, shown(id));
  }
}

/** Every call has an id that the server takes, and that no other call has. */
function checkIds(
  calls: readonly Spot[],
  seen: Set<string>,
  { demands, maker, report, openai, ofMaker }: Judged,
): void {
  const own = new Set<string>();
  for (const { value, pointer } of calls) {
    const { id } = value;
    const at = fieldOf({ value, pointer }, "id");
    if (typeof id !== "string" || id === "") {
      report(ID_MISSING, at);
      continue;
    }
    // A gateway refuses what the maker of the model refuses.
    const nine = demands.mistral ? report : maker === "mistral" ? ofMaker : undefined;
    const openaiIds = maker === "openai" && demands.passesOn ? ofMaker : openai;
    if (nine && !/^[a-zA-Z0-9]{9}$/.test(id)) nine(ID_NINE, at, shown(id));
    else if (id.length > LONGEST_ID) openaiIds(ID_LONG, at, String(id.length));
    if (maker === "anthropic" && !/^[a-zA-Z0-9_-]+$/.test(id)) ofMaker(ID_FORM_CLAUDE, at);
    if (own.has(id)) report(ID_TWICE, at, shown(id));
    else if (seen.has(id)) {
      if (demands.uniqueIds) report({ ...ID_TWICE_IN_ALL, source: demands.uniqueIds }, at, shown(id));
      else if (maker === "anthropic") ofMaker(ID_TWICE_CLAUDE, at, shown(id));
    }
    own.add(id);
    seen.add(id);
  }
}

function checkCall(call: Spot, judged: Judged): void {
  const { report, openai } = judged;
  const { value, pointer } = call;
  const { type, custom } = value;
  if (type === "custom" && isRecord(custom)) {
    checkName({ value: custom, pointer: `${pointer}/custom` }, judged);
    return;
  }
  const inner = value["function"];
  if (!isRecord(inner) && type !== undefined && type !== "function") {
    report(CALL_INVALID, pointer);
    return;
  }
  if (type !== "function") openai(CALL_TYPE, fieldOf(call, "type"));
  const called: Spot = isRecord(inner) ? { value: inner, pointer: `${pointer}/function` } : { value: {}, pointer };
  checkName(called, judged);
  checkArguments(called, judged);
}

function checkName(called: Spot, { report }: Judged): void {
  const { name } = called.value;
  if (typeof name !== "string" || name === "") report(NAME_MISSING, fieldOf(called, "name"));
  else if (!isToolName(name)) report(NAME, `${called.pointer}/name`);
}

function checkArguments(called: Spot, { demands, report, openai }: Judged): void {
  const given = called.value["arguments"];
  const at = fieldOf(called, "arguments");
  if (isRecord(given)) openai(ARGUMENTS_OBJECT, at);
  else if (typeof given !== "string") report(ARGUMENTS_TYPE, at);
  else if (!isDeepJson(given) && parseObject(given) === undefined) {
    const { objectArguments } = demands;
    report(objectArguments ? { ...ARGUMENTS_JSON, source: objectArguments } : ARGUMENTS_JSON_PERHAPS, at);
  }
}
