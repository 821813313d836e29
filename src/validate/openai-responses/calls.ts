/** What is demanded of tool calls and their outputs as such: ids, names, arguments. */
import { isFilled, isRecord } from "../../transcript/message.ts";
import type { Demand } from "../types.ts";
import { fieldOf, type Item, type Judged, shown } from "./conversation.ts";
import { isToolName } from "./request.ts";
import * as sources from "./sources.ts";

const LONGEST_ID = 64;
const LONGEST_OUTPUT = 10_485_760;

export const ID_MISSING: Demand = {
  code: "call-id-missing",
  severity: "error",
  message: "The call or output has no `call_id`.",
  says: "Missing required parameter: 'input[{}].call_id'.",
  source: sources.CALL_ID_NEEDED,
  evidence: "observed",
};
export const ID_LONG: Demand = {
  code: "call-id-length",
  severity: "error",
  message: "The `call_id` has {} characters; the API takes 64.",
  says: "Invalid 'call_id': string too long. Expected a string with maximum length 64, but got a string with length {} instead.",
  source: sources.CALL_ID_LENGTH,
  evidence: "observed",
};
export const ID_TWICE: Demand = {
  code: "call-id-duplicate",
  severity: "error",
  message: "An earlier call has the same `call_id`: {}.",
  says: "Duplicate function_call_output for call_id '{}'. Each function_call must have exactly one matching function_call_output",
  source: sources.CALL_ID_TWICE,
  evidence: "observed",
};
export const NAME: Demand = {
  code: "tool-name",
  severity: "error",
  message:
    "The name of the called tool has characters other than letters, digits, `_` and `-`, or more than 128 of them.",
  says: "Invalid 'name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'",
  source: sources.NAMES,
  evidence: "observed",
};
export const ARGUMENTS_FORM: Demand = {
  code: "field-form",
  severity: "error",
  message: "The arguments of the call are no JSON text, but {}.",
  says: "Invalid type for 'arguments': expected a string",
  source: sources.OPENAPI,
  evidence: "schema",
};
export const ARGUMENTS_JSON: Demand = {
  code: "arguments-invalid",
  severity: "warning",
  message: "The arguments of the call are a text, but not that of a JSON object. Some servers refuse that.",
  source: sources.OPENAPI,
  evidence: "inferred",
};
export const INPUT_FORM: Demand = {
  code: "field-form",
  severity: "error",
  message: "The input of the custom tool is no text.",
  says: "Invalid type for 'input': expected a string",
  source: sources.SDK,
  evidence: "schema",
};
export const OUTPUT_MISSING: Demand = {
  code: "field-form",
  severity: "error",
  message: "The output has no field `output`, which may be empty but not absent.",
  says: "Missing required parameter: 'input[{}].output'.",
  source: sources.SDK,
  evidence: "schema",
};
export const OUTPUT_INVALID: Demand = {
  code: "field-form",
  severity: "error",
  message: "The output is neither a text nor a list of parts.",
  says: "Invalid type for 'input[{}].output': expected one of a string or an array of parts",
  source: sources.SDK,
  evidence: "schema",
};
export const OUTPUT_LONG: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The output has {} characters; the API takes 10,485,760.",
  says: "string too long. Expected a string with maximum length 10485760, but got a string with length {} instead.",
  source: sources.OPENAPI,
  evidence: "schema",
};

/** Every call and every output. */
export function checkCalls(judged: Judged): void {
  const seen = new Set<string>();
  for (const item of judged.items) {
    if (item.kind === "call") checkCall(item, seen, judged);
    else if (item.kind === "output") checkOutput(item, judged);
  }
}

function checkCall(item: Item, seen: Set<string>, judged: Judged): void {
  const { raw, pointer, index } = item;
  const { report, openai } = judged;
  const { type, call_id, name } = raw;
  if (!isFilled(call_id)) report(ID_MISSING, fieldOf(item, "call_id"), String(index));
  else {
    if (call_id.length > LONGEST_ID) openai(ID_LONG, `${pointer}/call_id`, String(call_id.length));
    if (seen.has(call_id)) report(ID_TWICE, `${pointer}/call_id`, shown(call_id));
    seen.add(call_id);
  }
  if (type !== "function_call" && type !== "custom_tool_call") return;
  if (!isToolName(name)) openai(NAME, fieldOf(item, "name"));
  if (type === "function_call") checkArguments(item, judged);
  else if (typeof raw["input"] !== "string") openai(INPUT_FORM, fieldOf(item, "input"));
}

function checkArguments(item: Item, { openai }: Judged): void {
  const { arguments: given } = item.raw;
  const at = fieldOf(item, "arguments");
  if (typeof given !== "string") openai(ARGUMENTS_FORM, at, given === undefined ? "absent" : typeof given);
  else if (!isJsonObject(given)) openai(ARGUMENTS_JSON, at);
}

function isJsonObject(text: string): boolean {
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}

function checkOutput(item: Item, { report, openai }: Judged): void {
  const { raw, index } = item;
  const { type, call_id, output } = raw;
  const isOfShell = type === "local_shell_call_output";
  if (!isFilled(call_id) && !(isOfShell && isFilled(raw["id"])))
    report(ID_MISSING, fieldOf(item, "call_id"), String(index));
  else if (typeof call_id === "string" && call_id.length > LONGEST_ID) {
    openai(ID_LONG, `${item.pointer}/call_id`, String(call_id.length));
  }
  if (type !== "function_call_output" && type !== "custom_tool_call_output") return;
  if (output === undefined || output === null) report(OUTPUT_MISSING, item.pointer, String(index));
  else if (typeof output !== "string" && !Array.isArray(output))
    report(OUTPUT_INVALID, `${item.pointer}/output`, String(index));
  else if (output.length > LONGEST_OUTPUT && typeof output === "string") {
    openai(OUTPUT_LONG, `${item.pointer}/output`, String(output.length));
  }
}
