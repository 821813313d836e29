/** What is demanded of a body besides its items. */
import { isRecord } from "../../transcript/message.ts";
import { jsonBytes } from "../json.ts";
import type { Demand } from "../types.ts";
import { type Judged, shown } from "./conversation.ts";
import * as sources from "./sources.ts";

const MIB = 2 ** 20;
const LARGEST = 512 * MIB;
const LARGE = 50 * MIB;
const LONGEST_NAME = 128;

export const STORED: Demand = {
  code: "param-refused",
  severity: "error",
  message: "The server stores nothing, and wants `store` to say so.",
  says: "Store must be set to false",
  source: sources.STORE_FALSE,
  evidence: "observed",
};
export const OUTPUT_TOKENS: Demand = {
  code: "param-refused",
  severity: "error",
  message: "The server does not take `max_output_tokens`.",
  says: "Unsupported parameter: max_output_tokens",
  source: sources.OUTPUT_TOKENS,
  evidence: "observed",
};
export const TOOL_FORM: Demand = {
  code: "field-form",
  severity: "error",
  message: "The tool has its name and parameters in an object `function`, as Chat Completions wants it.",
  says: "Missing required parameter: 'tools[{}].name'.",
  source: sources.TOOL_FORM,
  evidence: "observed",
};
export const TOOL_NAME: Demand = {
  code: "tool-name",
  severity: "error",
  message: "The name of the tool has characters other than letters, digits, `_` and `-`, or more than 128 of them.",
  says: "Invalid 'tools[{}].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
  source: sources.NAMES,
  evidence: "observed",
};
export const TOO_LARGE: Demand = {
  code: "request-bytes",
  severity: "error",
  message: "The request is larger than 512 MiB. Leave old images out.",
  source: sources.VISION,
  evidence: "documented",
};
export const LARGE_PERHAPS: Demand = {
  ...TOO_LARGE,
  severity: "warning",
  message: "The request is larger than 50 MiB, which has been refused.",
};

/** Params that a server does not take, tools, and the size. */
export function checkRequest(judged: Judged): void {
  const { body, demands, report } = judged;
  if (demands.stateless) {
    if (body["store"] !== false) report(STORED, Object.hasOwn(body, "store") ? "/store" : "");
    if (body["max_output_tokens"] !== undefined) report(OUTPUT_TOKENS, "/max_output_tokens");
  }
  checkTools(judged);
  const bytes = jsonBytes(body, LARGEST);
  if (bytes > LARGEST) report(TOO_LARGE, "");
  else if (bytes > LARGE) report(LARGE_PERHAPS, "");
}

function checkTools({ body, openai }: Judged): void {
  const { tools } = body;
  if (!Array.isArray(tools)) return;
  tools.forEach((tool: unknown, index) => {
    if (!isRecord(tool) || (tool["type"] !== "function" && tool["type"] !== "custom")) return;
    const { name } = tool;
    if (name === undefined && isRecord(tool["function"])) openai(TOOL_FORM, `/tools/${index}`, String(index));
    else if (typeof name === "string" && !isToolName(name)) openai(TOOL_NAME, `/tools/${index}/name`, shown(index));
  });
}

/** Letters, digits, `_` and `-`, at least one and at most 128. */
export function isToolName(name: unknown): boolean {
  return typeof name === "string" && name.length <= LONGEST_NAME && /^[a-zA-Z0-9_-]+$/.test(name);
}
