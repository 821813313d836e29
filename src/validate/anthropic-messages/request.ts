/** What is demanded of a body besides its messages. */
import { isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import { jsonBytes } from "../json.ts";
import type { Demand } from "../types.ts";
import { blocksAt, isCall, isResult, type Judged } from "./conversation.ts";
import * as sources from "./sources.ts";

const MOST_MESSAGES = 100_000;
const MOST_MARKERS = 4;
const LEAST_BUDGET = 1024;

export const MESSAGES_EMPTY: Demand = {
  code: "messages-empty",
  severity: "error",
  message: "The request has no message. Send at least one of the user's.",
  says: "messages: at least one message is required",
  source: sources.AT_LEAST_ONE,
  evidence: "observed",
};
export const TOO_MANY_MESSAGES: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "There are {} messages; the API takes 100,000. Leave the oldest out.",
  source: sources.SDK,
  evidence: "schema",
};
export const MAX_TOKENS: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "`max_tokens` is no positive integer.",
  says: "max_tokens: Input should be greater than or equal to 1",
  source: sources.SDK,
  evidence: "schema",
};
export const BUDGET_SMALL: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The budget for thinking is below 1024 tokens.",
  says: "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
  source: sources.SDK,
  evidence: "schema",
};
export const BUDGET_LARGE: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The budget for thinking is not below `max_tokens`.",
  says: "`max_tokens` must be greater than `thinking.budget_tokens`",
  source: sources.SDK,
  evidence: "schema",
};
export const BUDGET_LARGE_WITH_TOOLS: Demand = {
  ...BUDGET_LARGE,
  severity: "warning",
  message: "The budget for thinking is not below `max_tokens`: with tools, only interleaved thinking allows that.",
};
export const SYSTEM_INVALID: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The system prompt is neither a text nor a list of text blocks.",
  says: "system: Input should be a valid list",
  source: sources.SDK,
  evidence: "schema",
};
export const MARKERS: Demand = {
  code: "cache-markers",
  severity: "error",
  message: "There are {} cache markers; the API takes 4 in system prompt, tools and messages together.",
  says: "A maximum of 4 blocks with cache_control may be provided. Found {}.",
  source: sources.FOUR_MARKERS,
  evidence: "observed",
};
export const TOOL_NAME: Demand = {
  code: "tool-name",
  severity: "error",
  message: "The name of the tool has characters other than letters, digits, `_` and `-`, or is longer than {}.",
  says: "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,{}}$'",
  source: sources.TOOL_NAME,
  evidence: "observed",
};
export const TOOL_TWICE: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "Another tool has the same name: {}.",
  says: "tools: Tool names must be unique.",
  source: sources.TOOL_NAMES_UNIQUE,
  evidence: "observed",
};
export const NO_TOOLS: Demand = {
  code: "tools-missing",
  severity: "warning",
  message: "The messages have tool calls, and the request offers no tools. Older versions of the API refuse that.",
  says: "Requests which include tool_use or tool_result blocks must define tools.",
  source: sources.TOOLS_DEFINED,
  evidence: "observed",
};
export const TOO_LARGE: Demand = {
  code: "request-bytes",
  severity: "error",
  message: "The request is larger than {}. Make images smaller or leave old ones out.",
  says: "Request exceeds the maximum size",
  source: sources.VISION,
  evidence: "documented",
};
export const TOO_LARGE_PERHAPS: Demand = { ...TOO_LARGE, severity: "warning", evidence: "inferred" };

/** Counts, sizes, the system prompt, tools, the budget for thinking, cache markers. */
export function checkRequest(judged: Judged): void {
  const { messages, report, anthropic } = judged;
  if (messages.length === 0) report(MESSAGES_EMPTY, "/messages");
  if (messages.length > MOST_MESSAGES) anthropic(TOO_MANY_MESSAGES, "/messages", String(messages.length));
  checkBudget(judged);
  const { system } = judged.body;
  if (system !== undefined && typeof system !== "string" && !Array.isArray(system)) report(SYSTEM_INVALID, "/system");
  checkTools(judged);
  const markers = findMarkers(judged);
  const count = String(markers.length);
  for (const pointer of markers.slice(0, Math.max(0, markers.length - MOST_MARKERS)))
    anthropic(MARKERS, pointer, count);
  checkSize(judged);
}

function checkBudget({ body, anthropic }: Judged): void {
  const { max_tokens, thinking, tools } = body;
  if (max_tokens !== undefined && !(Number.isInteger(max_tokens) && (max_tokens as number) > 0)) {
    anthropic(MAX_TOKENS, "/max_tokens");
  }
  if (!isRecord(thinking) || thinking["type"] !== "enabled") return;
  const { budget_tokens } = thinking;
  if (typeof budget_tokens !== "number") return;
  if (budget_tokens < LEAST_BUDGET) anthropic(BUDGET_SMALL, "/thinking/budget_tokens");
  if (typeof max_tokens !== "number" || budget_tokens < max_tokens) return;
  const hasTools = Array.isArray(tools) && tools.length > 0;
  anthropic(hasTools ? BUDGET_LARGE_WITH_TOOLS : BUDGET_LARGE, "/thinking/budget_tokens");
}

function checkTools({ body, runs, demands, anthropic }: Judged): void {
  const { tools } = body;
  const hasTools = Array.isArray(tools) && tools.length > 0;
  if (!hasTools) {
    const used = runs.flatMap(({ blocks }) => blocks).find((spot) => isCall(spot) || isResult(spot));
    if (used) anthropic(NO_TOOLS, used.pointer);
    return;
  }
  const most = demands.toolNameLength?.value ?? Number.POSITIVE_INFINITY;
  const names = new Set<string>();
  tools.forEach((tool: unknown, index) => {
    const name = isRecord(tool) ? tool["name"] : undefined;
    if (typeof name !== "string") return;
    const pointer = `/tools/${index}/name`;
    if (!isToolName(name, most)) anthropic(TOOL_NAME, pointer, String(most));
    if (names.has(name)) anthropic(TOOL_TWICE, pointer, name.slice(0, 100));
    names.add(name);
  });
}

/** Letters, digits, `_` and `-`, at least one and at most so many. */
export function isToolName(name: unknown, most: number): boolean {
  return typeof name === "string" && name.length <= most && /^[a-zA-Z0-9_-]+$/.test(name);
}

/**
 * Where the cache markers are, those that can go first: the oldest of the messages. The marker of the whole request
 * takes a place too.
 */
function findMarkers({ body, runs }: Judged): readonly Pointer[] {
  const spots = runs.flatMap(({ blocks }) => blocks);
  const nested = spots.flatMap((spot) => [spot, ...blocksAt(spot.block["content"], `${spot.pointer}/content`)]);
  const others = [...blocksAt(body["system"], "/system"), ...blocksAt(body["tools"], "/tools")];
  const marked = [...nested, ...others, { block: body, pointer: "" }];
  return marked
    .filter(({ block }) => isRecord(block["cache_control"]))
    .map(({ pointer }) => `${pointer}/cache_control`);
}

function checkSize({ body, demands, report }: Judged): void {
  const { requestBytes: limit, requestBytesUnsure } = demands;
  if (!limit || jsonBytes(body, limit.value) <= limit.value) return;
  const demand = requestBytesUnsure ? TOO_LARGE_PERHAPS : TOO_LARGE;
  report({ ...demand, source: limit.source }, "", `${Math.round(limit.value / 2 ** 20)} MiB`);
}
