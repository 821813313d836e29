/** What is demanded of tool calls and their results, those of the client and those of the server. */
import { isRecord } from "../../transcript/message.ts";
import type { Demand } from "../types.ts";
import { fieldOf, isCall, isResult, type Judged, type Spot, type WireRun } from "./conversation.ts";
import { isToolName } from "./request.ts";
import * as sources from "./sources.ts";

const ID = /^[a-zA-Z0-9_-]+$/;
const SERVER_ID = /^srvtoolu_[a-zA-Z0-9_]+$/;

export const CALL_OF_USER: Demand = {
  code: "call-position",
  severity: "error",
  message: "A tool call stands in a turn of the user.",
  says: "`tool_use` blocks can only be in `assistant` messages",
  source: sources.RESULT_ROLE,
  evidence: "inferred",
};
export const RESULT_OF_ASSISTANT: Demand = {
  code: "result-orphaned",
  severity: "error",
  message: "A tool result stands in an assistant turn.",
  says: "`tool_result` blocks can only be in `user` messages",
  source: sources.RESULT_ROLE,
  evidence: "observed",
};
export const ID_MISSING: Demand = {
  code: "call-id-missing",
  severity: "error",
  message: "The call or result has no id.",
  says: "tool_use.id: Field required",
  source: sources.SDK,
  evidence: "schema",
};
export const ID_FORM: Demand = {
  code: "call-id-pattern",
  severity: "error",
  message: "The id has characters other than letters, digits, `_` and `-`.",
  says: "tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
  source: sources.ID_PATTERN,
  evidence: "observed",
};
export const ID_LONG: Demand = {
  code: "call-id-length",
  severity: "warning",
  message: "The id is longer than {} characters, which Bedrock's own API refuses.",
  source: sources.BEDROCK_IDS,
  evidence: "inferred",
};
export const ID_TWICE: Demand = {
  code: "call-id-duplicate",
  severity: "error",
  message: "An earlier call has the same id: {}.",
  says: "`tool_use` ids must be unique",
  source: sources.UNIQUE_IDS,
  evidence: "observed",
};
export const NAME: Demand = {
  code: "tool-name",
  severity: "error",
  message: "The name of the called tool has characters other than letters, digits, `_` and `-`, or is longer than {}.",
  says: "tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,{}}$'",
  source: sources.TOOL_NAME,
  evidence: "observed",
};
export const INPUT: Demand = {
  code: "arguments-invalid",
  severity: "error",
  message: "The arguments of the call are no JSON object.",
  says: "tool_use.input: Input should be a valid dictionary",
  source: sources.INPUT_OBJECT,
  evidence: "observed",
};
export const UNANSWERED: Demand = {
  code: "call-unanswered",
  severity: "error",
  message: "The call {} has no result in the next turn.",
  says: "`tool_use` ids were found without `tool_result` blocks immediately after: {}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
  source: sources.UNANSWERED,
  evidence: "observed",
};
export const ORPHANED: Demand = {
  code: "result-orphaned",
  severity: "error",
  message: "The result names the call {}, which is not in the turn before.",
  says: "unexpected `tool_use_id` found in `tool_result` blocks: {}. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
  source: sources.ORPHANED,
  evidence: "observed",
};
export const SECOND_RESULT: Demand = {
  code: "result-duplicate",
  severity: "error",
  message: "The call {} has a result already.",
  says: "each tool_use must have a single result. Found multiple `tool_result` blocks with id: {}",
  source: sources.ONE_RESULT,
  evidence: "observed",
};
export const BEHIND_TEXT: Demand = {
  code: "result-after-text",
  severity: "error",
  message: "A result stands behind other content: results come first in their turn.",
  says: "`tool_use` ids were found without `tool_result` blocks immediately after: {}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
  source: sources.RESULTS_FIRST,
  evidence: "documented",
};
export const RESULT_CONTENT: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The content of the result is neither a text nor a list of blocks.",
  says: "tool_result.content: Input should be a valid list",
  source: sources.SDK,
  evidence: "schema",
};
export const RESULT_CONTENT_FORM: Demand = {
  ...RESULT_CONTENT,
  code: "field-form",
  message: "The content of the result is null, or one block where a list of blocks belongs.",
};
export const ERROR_CONTENT: Demand = {
  code: "image-in-error",
  severity: "error",
  message: "The result of a failed tool holds something else than text: {}.",
  says: "all content must be type `text` if `is_error` is true",
  source: sources.ERROR_TEXT_ONLY,
  evidence: "observed",
};
export const ERROR_EMPTY: Demand = {
  code: "result-empty",
  severity: "error",
  message: "The result of a failed tool says nothing.",
  says: "tool_result: content cannot be empty if `is_error` is true",
  source: sources.ERROR_NOT_EMPTY,
  evidence: "observed",
};
export const NOT_TEXT: Demand = {
  code: "image-input",
  severity: "error",
  message: "The server takes nothing but text in the list of a result; here is: {}.",
  says: "Only text tool_result blocks are supported when tool_result.content is an array.",
  source: sources.TEXT_RESULTS,
  evidence: "observed",
};
export const SERVER_ID_FORM: Demand = {
  code: "call-id-pattern",
  severity: "error",
  message: "The id of a call of the server's own tools does not begin with `srvtoolu_`.",
  says: "server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
  source: sources.SERVER_IDS,
  evidence: "observed",
};
export const SERVER_ORPHANED: Demand = {
  code: "result-orphaned",
  severity: "error",
  message: "The result of the server's own tool names the call {}, which is not before it.",
  says: "unexpected `tool_use_id` found in tool result blocks: {}. Each block must have a corresponding `server_tool_use` block before it.",
  source: sources.SERVER_ORPHANED,
  evidence: "observed",
};
export const SERVER_UNANSWERED: Demand = {
  code: "call-unanswered",
  severity: "error",
  message: "The call {} of the server's own tool has no result, though its turn is over.",
  says: "tool use with id `{}` was found without a corresponding tool result block",
  source: sources.SERVER_UNANSWERED,
  evidence: "documented",
};

/** Ids, names, arguments, and that calls and results belong together. */
export function checkCalls(judged: Judged): void {
  const { runs, report } = judged;
  const seen = new Set<string>();
  let asked: readonly Spot[] = [];
  for (const run of runs) {
    const results = run.role === "user" ? run.blocks.filter(isResult) : [];
    checkPairs(asked, results, judged);
    if (results.length > 0) checkOrder(run, judged);
    for (const result of results) checkResult(result, judged);
    asked = run.role === "assistant" ? run.blocks.filter(isCall) : [];
    for (const call of asked) checkCall(call, seen, judged);
    for (const spot of run.blocks) {
      if (run.role !== "assistant" && isCall(spot)) report(CALL_OF_USER, spot.pointer);
      if (run.role !== "user" && isResult(spot)) report(RESULT_OF_ASSISTANT, spot.pointer);
    }
  }
  checkPairs(asked, [], judged);
  checkServerTools(judged);
}

function checkCall(call: Spot, seen: Set<string>, { demands, report, anthropic }: Judged): void {
  const { id, name, input } = call.block;
  if (typeof id !== "string" || id === "") report(ID_MISSING, fieldOf(call, "id"));
  else {
    if (!demands.anyIds && !ID.test(id)) anthropic(ID_FORM, `${call.pointer}/id`);
    if (demands.idLength !== undefined && id.length > demands.idLength) {
      anthropic(ID_LONG, `${call.pointer}/id`, String(demands.idLength));
    }
    if (seen.has(id)) anthropic(ID_TWICE, `${call.pointer}/id`, shown(id));
    seen.add(id);
  }
  const most = demands.toolNameLength?.value ?? Number.POSITIVE_INFINITY;
  if (!isToolName(name, most)) anthropic(NAME, fieldOf(call, "name"), String(most));
  if (!isRecord(input)) report(INPUT, fieldOf(call, "input"));
}

/**
 * Every call of a turn has exactly one result in the next one, and nothing else has. Where calls share an id, which some
 * servers take, as many results do.
 */
function checkPairs(asked: readonly Spot[], results: readonly Spot[], { report }: Judged): void {
  const open = new Map<unknown, number>();
  for (const { block } of asked) open.set(block["id"], (open.get(block["id"]) ?? 0) + 1);
  const answered = new Set<unknown>();
  for (const result of results) {
    const id = result.block["tool_use_id"];
    const pointer = fieldOf(result, "tool_use_id");
    if (typeof id !== "string" || id === "") report(ID_MISSING, pointer);
    else if (!open.has(id)) report(ORPHANED, pointer, shown(id));
    else if ((open.get(id) ?? 0) <= 0) report(SECOND_RESULT, pointer, shown(id));
    open.set(id, (open.get(id) ?? 1) - 1);
    answered.add(id);
  }
  for (const { block, pointer } of asked) {
    const { id } = block;
    if (typeof id === "string" && id !== "" && !answered.has(id)) report(UNANSWERED, pointer, shown(id));
  }
}

/** Results come first. */
function checkOrder({ blocks }: WireRun, { report }: Judged): void {
  const first = blocks.findIndex((spot) => !isResult(spot));
  if (first < 0) return;
  for (const { block, pointer } of blocks.slice(first)) {
    if (block["type"] === "tool_result") report(BEHIND_TEXT, pointer, shown(block["tool_use_id"]));
  }
}

function checkResult(result: Spot, { demands, report, anthropic }: Judged): void {
  const { content, is_error } = result.block;
  const isList = Array.isArray(content);
  if (content !== undefined && typeof content !== "string" && !isList) {
    if (content === null || isRecord(content)) report(RESULT_CONTENT_FORM, result.pointer);
    else report(RESULT_CONTENT, fieldOf(result, "content"));
    return;
  }
  if (is_error === true && isNothing(content)) anthropic(ERROR_EMPTY, result.pointer);
  if (!isList) return;
  content.forEach((part: unknown, index) => {
    const type = isRecord(part) ? part["type"] : undefined;
    if (typeof type !== "string" || type === "text") return;
    const pointer = `${result.pointer}/content/${index}`;
    if (is_error === true) anthropic(ERROR_CONTENT, pointer, shown(type));
    if (demands.textResults) report(NOT_TEXT, pointer, shown(type));
  });
}

/** Absent, empty, or nothing but blank text. */
function isNothing(content: unknown): boolean {
  if (!Array.isArray(content)) return typeof content !== "string" || content.trim() === "";
  return content.every((part: unknown) => {
    if (!isRecord(part) || part["type"] !== "text") return false;
    return typeof part["text"] === "string" && part["text"].trim() === "";
  });
}

/**
 * The server's tools are called and answered within the assistant's side, not always within one message: while only
 * results stand behind a call, its turn is still open.
 */
function checkServerTools({ runs, anthropic }: Judged): void {
  const calls = new Map<string, { readonly spot: Spot; readonly run: number }>();
  const open = new Set<string>();
  runs.forEach(({ role, blocks }, run) => {
    if (role !== "assistant") return;
    for (const spot of blocks) {
      const { type, id, tool_use_id } = spot.block;
      if (type === "server_tool_use" || type === "mcp_tool_use") {
        if (typeof id !== "string") continue;
        if (type === "server_tool_use" && !SERVER_ID.test(id)) anthropic(SERVER_ID_FORM, `${spot.pointer}/id`);
        calls.set(id, { spot, run });
        open.add(id);
      } else if (typeof type === "string" && type !== "tool_result" && type.endsWith("tool_result")) {
        if (typeof tool_use_id !== "string") continue;
        if (!calls.has(tool_use_id)) anthropic(SERVER_ORPHANED, `${spot.pointer}/tool_use_id`, shown(tool_use_id));
        open.delete(tool_use_id);
      }
    }
  });
  const lastSaid = runs.findLastIndex(({ role, blocks }) => role === "user" && !blocks.every(isResult));
  for (const id of open) {
    const call = calls.get(id);
    if (call && call.run < lastSaid) anthropic(SERVER_UNANSWERED, call.spot.pointer, shown(id));
  }
}

/** A value from the body as it is shown to people. */
function shown(value: unknown): string {
  return String(value).slice(0, 100);
}
