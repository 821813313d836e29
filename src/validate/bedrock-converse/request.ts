/** What is demanded of a body besides its messages. */
import { isRecord } from "../../transcript/message.ts";
import { jsonBytes } from "../json.ts";
import type { Json } from "../spots.ts";
import type { Demand } from "../types.ts";
import { isCall, isResult, type Judged, shown, spotsAt } from "./conversation.ts";
import * as sources from "./sources.ts";

const LEAST_BUDGET = 1024;
/** Remembered by people, and written nowhere. */
const LARGEST = 20 * 2 ** 20;
const LONGEST_NAME = 64;
const NAME = /^[a-zA-Z0-9_-]+$/;

export const MESSAGES_EMPTY: Demand = {
  code: "messages-empty",
  severity: "error",
  message: "The request has no message. Send at least one of the user's.",
  says: "A conversation must start with a user message. Try again with a conversation that starts with a user message.",
  source: sources.USER_FIRST,
  evidence: "inferred",
};
export const SYSTEM_FORM: Demand = {
  code: "field-form",
  severity: "error",
  message: "The system prompt is a text. Here it is a list of blocks.",
  says: "Invalid type for parameter system",
  source: sources.MODEL,
  evidence: "schema",
};
export const SYSTEM_INVALID: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The system prompt is no list of blocks.",
  says: "Invalid type for parameter system",
  source: sources.MODEL,
  evidence: "schema",
};
export const SYSTEM_BLOCK: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The system prompt has something else in it than texts, guarded content and cache points: {}.",
  says: "Unknown parameter in system: must be one of: text, guardContent, cachePoint",
  source: sources.MODEL,
  evidence: "schema",
};
export const SYSTEM_EMPTY: Demand = {
  code: "text-empty",
  severity: "error",
  message: "A text of the system prompt is empty. Leave it out.",
  says: "Invalid length for parameter system[].text, value: 0, valid min length: 1",
  source: sources.MODEL,
  evidence: "schema",
};
export const SYSTEM_BLANK: Demand = {
  code: "text-blank",
  severity: "warning",
  message: "A text of the system prompt has nothing but white space, which may be refused.",
  source: sources.BLANK_TEXT,
  evidence: "inferred",
};
export const MAX_TOKENS: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "`maxTokens` is no positive integer.",
  says: "Value at 'inferenceConfig.maxTokens' failed to satisfy constraint: Member must have value greater than or equal to 1",
  source: sources.MODEL,
  evidence: "schema",
};
export const SAMPLING: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "`{}` is no number from 0 to 1.",
  says: "Value at 'inferenceConfig.{}' failed to satisfy constraint: Member must have value less than or equal to 1",
  source: sources.MODEL,
  evidence: "schema",
};
export const BUDGET_SMALL: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The budget for thinking is below 1024 tokens.",
  says: "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
  source: sources.THINKING_BUDGET,
  evidence: "documented",
};
export const BUDGET_LARGE: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The budget for thinking is not below `maxTokens`.",
  says: "`max_tokens` must be greater than `thinking.budget_tokens`",
  source: sources.THINKING_BUDGET,
  evidence: "documented",
};
export const BUDGET_LARGE_WITH_TOOLS: Demand = {
  ...BUDGET_LARGE,
  severity: "warning",
  message: "The budget for thinking is not below `maxTokens`: with tools, only interleaved thinking allows that.",
};
export const NO_TOOLS: Demand = {
  code: "tools-missing",
  severity: "error",
  message: "The messages have tool calls or results, and the request offers no tools.",
  says: "The toolConfig field must be defined when using toolUse and toolResult content blocks.",
  source: sources.TOOLS_DEFINED,
  evidence: "observed",
};
export const TOOLS_EMPTY: Demand = {
  code: "field-form",
  severity: "error",
  message: "The list of tools is empty. Leave `toolConfig` out.",
  says: "Value at 'toolConfig.tools' failed to satisfy constraint: Member must have length greater than or equal to 1",
  source: sources.MODEL,
  evidence: "schema",
};
export const TOOL_INVALID: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The entry of the list of tools is none of `toolSpec`, `systemTool` and `cachePoint`.",
  says: "Unknown parameter in toolConfig.tools: must be one of: toolSpec, systemTool, cachePoint",
  source: sources.MODEL,
  evidence: "schema",
};
export const TOOL_NAME: Demand = {
  code: "tool-name",
  severity: "error",
  message: "The name of the tool has characters other than letters, digits, `_` and `-`, or is longer than 64.",
  says: "Value at 'toolConfig.tools.member.toolSpec.name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
  source: sources.NAMES,
  evidence: "observed",
};
export const TOOL_SCHEMA: Demand = {
  code: "field-form",
  severity: "error",
  message: "The tool has no schema of its arguments. One without arguments has an empty object.",
  says: "Missing required parameter in toolConfig.tools[].toolSpec: inputSchema",
  source: sources.MODEL,
  evidence: "schema",
};
export const TOOL_DESCRIPTION: Demand = {
  code: "field-form",
  severity: "error",
  message: "The description of the tool is empty. Leave it out.",
  says: "Invalid length for parameter toolConfig.tools[].toolSpec.description, value: 0, valid min length: 1",
  source: sources.MODEL,
  evidence: "schema",
};
export const TOOL_TWICE: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "Another tool has the same name: {}.",
  says: "tools: Tool names must be unique.",
  source: sources.NAMES_UNIQUE,
  evidence: "observed",
};
export const CHOICE_UNKNOWN: Demand = {
  code: "field-invalid",
  severity: "warning",
  message: "The tool that must be called is not among those that are offered: {}.",
  source: sources.MODEL,
  evidence: "inferred",
};
export const TOO_LARGE: Demand = {
  code: "request-bytes",
  severity: "warning",
  message: "The request is larger than 20 MiB, which may be refused. Make images smaller or leave old ones out.",
  source: sources.RESTRICTIONS,
  evidence: "inferred",
};

/** Counts, sizes, the system prompt, tools, the budget for thinking. */
export function checkRequest(judged: Judged): void {
  const { body, entries, report } = judged;
  if (entries.length === 0) report(MESSAGES_EMPTY, "/messages");
  checkParameters(judged);
  checkSystem(body["system"], judged);
  checkTools(judged);
  if (jsonBytes(body, LARGEST) > LARGEST) report(TOO_LARGE, "");
}

function checkParameters({ body, report, claude }: Judged): void {
  const { inferenceConfig } = body;
  const { maxTokens, temperature, topP } = isRecord(inferenceConfig) ? inferenceConfig : ({} as Json);
  if (maxTokens !== undefined && !(Number.isInteger(maxTokens) && (maxTokens as number) > 0)) {
    report(MAX_TOKENS, "/inferenceConfig/maxTokens");
  }
  for (const [key, value] of [
    ["temperature", temperature],
    ["topP", topP],
  ] as const) {
    const isPart = typeof value === "number" && value >= 0 && value <= 1;
    if (value !== undefined && !isPart) report(SAMPLING, `/inferenceConfig/${key}`, key);
  }
  const fields = body["additionalModelRequestFields"];
  const thinking = isRecord(fields) ? fields["thinking"] : undefined;
  if (!isRecord(thinking) || thinking["type"] !== "enabled") return;
  const { budget_tokens } = thinking;
  const pointer = "/additionalModelRequestFields/thinking/budget_tokens";
  if (typeof budget_tokens !== "number") return;
  if (budget_tokens < LEAST_BUDGET) claude(BUDGET_SMALL, pointer);
  if (typeof maxTokens !== "number" || budget_tokens < maxTokens) return;
  claude(hasTools(body["toolConfig"]) ? BUDGET_LARGE_WITH_TOOLS : BUDGET_LARGE, pointer);
}

function checkSystem(system: unknown, { report }: Judged): void {
  if (system === undefined) return;
  if (!Array.isArray(system)) {
    report(typeof system === "string" ? SYSTEM_FORM : SYSTEM_INVALID, "/system");
    return;
  }
  system.forEach((item: unknown, index) => {
    const pointer = `/system/${index}`;
    const text = isRecord(item) ? item["text"] : undefined;
    if (text === "") report(SYSTEM_EMPTY, `${pointer}/text`);
    else if (typeof text === "string") {
      if (text.trim() === "") report(SYSTEM_BLANK, `${pointer}/text`);
    } else if (!isRecord(item) || !(isRecord(item["guardContent"]) || isRecord(item["cachePoint"]))) {
      report(SYSTEM_BLOCK, pointer, isRecord(item) ? shown(Object.keys(item)[0]) : shown(item));
    }
  });
}

function hasTools(toolConfig: unknown): boolean {
  return isRecord(toolConfig) && Array.isArray(toolConfig["tools"]) && toolConfig["tools"].length > 0;
}

function checkTools({ body, messages, report, claude }: Judged): void {
  const { toolConfig } = body;
  if (!hasTools(toolConfig)) {
    const used = messages.flatMap(({ spots }) => spots).find((spot) => isCall(spot) || isResult(spot));
    if (used) report(NO_TOOLS, used.pointer);
    else if (toolConfig !== undefined) report(TOOLS_EMPTY, "/toolConfig/tools");
    return;
  }
  const { tools, toolChoice } = toolConfig as { readonly tools: readonly unknown[]; readonly toolChoice?: unknown };
  const names = new Set<unknown>();
  tools.forEach((tool, index) => {
    const pointer = `/toolConfig/tools/${index}`;
    const { toolSpec, systemTool, cachePoint } = isRecord(tool) ? tool : ({} as Json);
    if (isRecord(toolSpec)) {
      const { name } = toolSpec;
      checkTool(toolSpec, pointer, report);
      if (names.has(name)) claude(TOOL_TWICE, pointer, shown(name));
      names.add(name);
    } else if (isRecord(systemTool)) names.add(systemTool["name"]);
    else if (!isRecord(cachePoint)) report(TOOL_INVALID, pointer);
  });
  const tool = isRecord(toolChoice) ? toolChoice["tool"] : undefined;
  const chosen = isRecord(tool) ? tool["name"] : undefined;
  if (chosen !== undefined && !names.has(chosen)) {
    report(CHOICE_UNKNOWN, "/toolConfig/toolChoice/tool/name", shown(chosen));
  }
}

function checkTool({ name, description, inputSchema }: Json, pointer: string, report: Judged["report"]): void {
  if (!isToolName(name)) report(TOOL_NAME, name === undefined ? pointer : `${pointer}/toolSpec/name`);
  if (description === "") report(TOOL_DESCRIPTION, `${pointer}/toolSpec/description`);
  if (!isRecord(inputSchema) || !isRecord(inputSchema["json"])) report(TOOL_SCHEMA, pointer);
}

/** Letters, digits, `_` and `-`, from 1 to 64. */
export function isToolName(name: unknown): boolean {
  return typeof name === "string" && name.length <= LONGEST_NAME && NAME.test(name);
}

/** Every block of the system prompt. */
export function systemSpots({ body }: Judged): ReturnType<typeof spotsAt> {
  return Array.isArray(body["system"]) ? spotsAt(body["system"], "/system") : [];
}
