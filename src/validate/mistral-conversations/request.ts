/** What is demanded of a body besides its messages. */
import { isRecord } from "../../transcript/message.ts";
import { jsonBytes } from "../json.ts";
import type { Demand } from "../types.ts";
import { isToolName } from "./calls.ts";
import { type Judged, shown } from "./conversation.ts";
import * as sources from "./sources.ts";

export const MESSAGES_EMPTY: Demand = {
  code: "messages-empty",
  severity: "error",
  message: "The request has no message. Send at least one of the user's.",
  says: "Conversation must have at least one message",
  source: sources.VALIDATOR,
  evidence: "schema",
};
export const TOOLS_EMPTY: Demand = {
  code: "field-form",
  severity: "error",
  message: "The list of tools is empty. Leave it out.",
  says: "Extra inputs are not permitted",
  source: sources.TOOLS_EMPTY,
  evidence: "observed",
};
export const TOOL_NAME: Demand = {
  code: "tool-name",
  severity: "error",
  message: "The name of the tool has characters other than letters, digits, `_` and `-`, or is longer than 64.",
  says: "Function name was {} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.",
  source: sources.NAME,
  evidence: "observed",
};
export const TOOL_PARAMETERS: Demand = {
  code: "field-form",
  severity: "error",
  message: "The tool has no parameters. Send an empty schema.",
  says: "Field required: parameters",
  source: sources.SDK,
  evidence: "schema",
};
export const PARAM_NAMED: Demand = {
  code: "field-form",
  severity: "error",
  message: "The API has another name for `{}`.",
  says: "Extra inputs are not permitted",
  source: sources.EXTRA_PARAM,
  evidence: "observed",
};
export const PARAM: Demand = {
  code: "param-refused",
  severity: "error",
  message: "The API has no parameter `{}`. Leave it out.",
  says: "Extra inputs are not permitted",
  source: sources.SDK,
  evidence: "schema",
};
export const TOO_LARGE: Demand = {
  code: "request-bytes",
  severity: "warning",
  message: "The request is larger than {}, which is all that the server was seen to take.",
  source: sources.MEASURED,
  evidence: "measured",
};

/** Parameters of Chat Completions that have another name here. */
const NAMED: ReadonlySet<string> = new Set(["max_completion_tokens", "seed"]);
/** Parameters of Chat Completions that have none. */
const FOREIGN: ReadonlySet<string> = new Set([
  "store",
  "user",
  "logit_bias",
  "functions",
  "function_call",
  "modalities",
  "audio",
  "web_search_options",
  "safety_identifier",
  "verbosity",
]);

/** Counts, sizes, tools, parameters. */
export function checkRequest(judged: Judged): void {
  const { body, entries, demands, report, strict } = judged;
  if (entries.length === 0) report(MESSAGES_EMPTY, "/messages");
  checkTools(judged);
  for (const key of Object.keys(body)) {
    if (NAMED.has(key)) strict(PARAM_NAMED, `/${key}`, key);
    else if (FOREIGN.has(key)) strict(PARAM, `/${key}`, key);
  }
  const limit = demands.requestBytes;
  if (limit && jsonBytes(body, limit.value) > limit.value) {
    report({ ...TOO_LARGE, source: limit.source }, "", `${limit.value / 1_000_000} MB`);
  }
}

function checkTools({ body, report, strict }: Judged): void {
  const { tools } = body;
  if (!Array.isArray(tools)) return;
  if (tools.length === 0) strict(TOOLS_EMPTY, "/tools");
  tools.forEach((tool: unknown, index) => {
    const inner = isRecord(tool) ? tool["function"] : undefined;
    if (!isRecord(inner)) return;
    const { name, parameters } = inner;
    if (typeof name === "string" && !isToolName(name)) report(TOOL_NAME, `/tools/${index}/function/name`, shown(name));
    if (!isRecord(parameters)) report(TOOL_PARAMETERS, `/tools/${index}`);
  });
}
