/** What is demanded of a body besides its messages. */
import { isRecord } from "../../transcript/message.ts";
import { jsonBytes } from "../json.ts";
import type { Demand } from "../types.ts";
import { type Judged, shown } from "./conversation.ts";
import * as sources from "./sources.ts";

const MOST_TOOLS = 128;

export const MESSAGES_EMPTY: Demand = {
  code: "messages-empty",
  severity: "error",
  message: "The request has no message. Send at least one of the user's.",
  says: "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
  source: sources.MESSAGES_EMPTY,
  evidence: "observed",
};
export const TOOLS_EMPTY: Demand = {
  code: "field-form",
  severity: "warning",
  message: "The list of tools is empty, which some servers refuse. Leave it out.",
  says: "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
  source: sources.TOOLS_EMPTY,
  evidence: "code",
};
export const TOOLS_EMPTY_REFUSED: Demand = {
  ...TOOLS_EMPTY,
  severity: "error",
  message: "The list of tools is empty, which the server refuses. Leave it out.",
  source: sources.TOOLS_EMPTY_DEEPSEEK,
  evidence: "observed",
};
export const TOOLS_MANY: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "There are {} tools; the API takes 128.",
  says: "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length {} instead.",
  source: sources.TOOLS_MANY,
  evidence: "observed",
};
export const TOOL_CHOICE: Demand = {
  code: "field-form",
  severity: "error",
  message: "`tool_choice` is there, and no tools are.",
  says: "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
  source: sources.TOOL_CHOICE,
  evidence: "observed",
};
export const TOOL_NAME: Demand = {
  code: "tool-name",
  severity: "error",
  message: "The name of the tool has characters other than letters, digits, `_` and `-`, or is longer than 64.",
  says: "Invalid 'tools[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
  source: sources.NAME,
  evidence: "observed",
};
export const TOOL_PARAMETERS: Demand = {
  code: "field-form",
  severity: "error",
  message: "The tool has no parameters, which the server wants, if only an empty object.",
  says: "invalid params, function parameters is empty (2013)",
  source: sources.TOOL_PARAMETERS,
  evidence: "observed",
};
export const TOO_LARGE: Demand = {
  code: "request-bytes",
  severity: "error",
  message: "The request is larger than {}. Make images smaller or leave old ones out.",
  says: "413 Request Entity Too Large",
  source: sources.KIMI_BODY,
  evidence: "measured",
};

/** Counts, sizes, tools. */
export function checkRequest(judged: Judged): void {
  const { body, entries, demands, report } = judged;
  if (entries.length === 0) report(MESSAGES_EMPTY, "/messages");
  checkTools(judged);
  const limit = demands.requestBytes;
  if (limit && jsonBytes(body, limit.value) > limit.value) {
    report({ ...TOO_LARGE, source: limit.source }, "", `${Math.round(limit.value / 2 ** 20)} MiB`);
  }
}

function checkTools({ body, demands, report, openai }: Judged): void {
  const { tools, tool_choice, functions } = body;
  const isEmpty = Array.isArray(tools) && tools.length === 0;
  if (isEmpty && demands.noEmptyTools) report({ ...TOOLS_EMPTY_REFUSED, source: demands.noEmptyTools }, "/tools");
  else if (isEmpty) report(TOOLS_EMPTY, "/tools");
  const isMissing = isEmpty || tools === undefined || tools === null;
  if (isMissing && !Array.isArray(functions) && tool_choice !== undefined && tool_choice !== null) {
    openai(TOOL_CHOICE, "/tool_choice");
  }
  if (!Array.isArray(tools)) return;
  if (tools.length > MOST_TOOLS) openai(TOOLS_MANY, "/tools", String(tools.length));
  tools.forEach((tool: unknown, index) => {
    const inner = isRecord(tool) ? (tool["function"] ?? tool["custom"]) : undefined;
    if (!isRecord(tool) || !isRecord(inner)) return;
    const kind = isRecord(tool["function"]) ? "function" : "custom";
    const { name, parameters } = inner;
    if (typeof name === "string" && !isToolName(name)) report(TOOL_NAME, `/tools/${index}/${kind}/name`, shown(name));
    if (demands.toolParameters && kind === "function" && !isRecord(parameters)) {
      report({ ...TOOL_PARAMETERS, source: demands.toolParameters }, `/tools/${index}`);
    }
  });
}

/** Letters, digits, `_` and `-`, 1 to 64 of them. */
export function isToolName(name: unknown): boolean {
  return typeof name === "string" && name.length <= 64 && /^[a-zA-Z0-9_-]+$/.test(name);
}
