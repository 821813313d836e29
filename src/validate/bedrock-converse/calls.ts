/** What is demanded of tool calls and their results. */
import { isRecord } from "../../transcript/message.ts";
import { isClaudeSince } from "../claude.ts";
import type { Demand } from "../types.ts";
import {
  contentOf,
  fieldOf,
  isCachePoint,
  isCall,
  isResult,
  type Judged,
  type Spot,
  shown,
  spotsAt,
  type WireMessage,
} from "./conversation.ts";
import { isToolName } from "./request.ts";
import * as sources from "./sources.ts";

const LONGEST_ID = 64;
const ID = /^[a-zA-Z0-9_.:-]+$/;
const CLAUDE_ID = /^[a-zA-Z0-9_-]+$/;

export const CALL_OF_USER: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "A tool call stands in a turn of the user.",
  says: "User messages cannot contain tool uses.",
  source: sources.MODEL,
  evidence: "inferred",
};
export const RESULT_OF_ASSISTANT: Demand = {
  code: "result-orphaned",
  severity: "error",
  message: "A tool result stands in an assistant turn.",
  says: "Assistant messages cannot contain tool results.",
  source: sources.MODEL,
  evidence: "inferred",
};
export const ID_MISSING: Demand = {
  code: "call-id-missing",
  severity: "error",
  message: "The call or result has no id.",
  says: "Value at 'toolUseId' failed to satisfy constraint: Member must have length greater than or equal to 1",
  source: sources.TOOL_USE,
  evidence: "schema",
};
export const ID_FORM: Demand = {
  code: "call-id-pattern",
  severity: "error",
  message: "The id has characters other than letters, digits, `_`, `.`, `:` and `-`.",
  says: "Value at 'toolUseId' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.:-]+",
  source: sources.IDS,
  evidence: "schema",
};
export const ID_FORM_OF_CLAUDE: Demand = {
  ...ID_FORM,
  severity: "warning",
  message: "The id has a `.` or `:`, which Claude itself does not take.",
  says: "tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
  source: sources.TOOL_USE,
  evidence: "inferred",
};
export const ID_LONG: Demand = {
  code: "call-id-length",
  severity: "error",
  message: "The id is longer than 64 characters.",
  says: "Value at 'toolUseId' failed to satisfy constraint: Member must have length less than or equal to 64",
  source: sources.TOOL_USE,
  evidence: "schema",
};
export const ID_TWICE: Demand = {
  code: "call-id-duplicate",
  severity: "error",
  message: "An earlier call of the turn has the same id: {}.",
  says: "The toolUse blocks contain duplicate Ids: {}",
  source: sources.TWO_IDS,
  evidence: "observed",
};
export const ID_REPEATED: Demand = {
  ...ID_TWICE,
  message: "A call of an earlier turn has the same id, which Claude does not take: {}.",
  says: "`tool_use` ids must be unique",
  source: sources.UNIQUE_IDS,
  evidence: "inferred",
};
export const NAME: Demand = {
  code: "tool-name",
  severity: "error",
  message: "The name of the called tool has characters other than letters, digits, `_` and `-`, or is longer than 64.",
  says: "Value at 'toolUse.name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
  source: sources.NAMES,
  evidence: "observed",
};
export const INPUT: Demand = {
  code: "arguments-invalid",
  severity: "error",
  message: "The arguments of the call are no JSON object.",
  says: "The format of the value at toolUse.input is invalid. Provide a json object for the field and try again.",
  source: sources.INPUT_OBJECT,
  evidence: "observed",
};
export const UNANSWERED: Demand = {
  code: "call-unanswered",
  severity: "error",
  message: "The call {} has no result in the next message.",
  says: "Expected toolResult blocks for the following Ids: {}",
  source: sources.UNANSWERED,
  evidence: "observed",
};
export const ORPHANED: Demand = {
  code: "result-orphaned",
  severity: "error",
  message: "The result names the call {}, which is not in the turn before.",
  says: "The number of toolResult blocks exceeds the number of toolUse blocks of previous turn.",
  source: sources.EXTRA_RESULTS,
  evidence: "code",
};
export const SECOND_RESULT: Demand = {
  code: "result-duplicate",
  severity: "error",
  message: "The call {} has a result already.",
  says: "The toolResult blocks contain duplicate Ids: {}",
  source: sources.TWO_RESULTS,
  evidence: "observed",
};
export const BEHIND_TEXT: Demand = {
  code: "result-after-text",
  severity: "error",
  message: "A result stands behind other content: for Claude results come first in their turn.",
  says: "`tool_use` ids were found without `tool_result` blocks immediately after: {}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
  source: sources.RESULTS_FIRST,
  evidence: "documented",
};
export const RESULT_CONTENT: Demand = {
  code: "field-form",
  severity: "error",
  message: "The content of the result is no list of blocks.",
  says: "Invalid type for parameter messages[].content[].toolResult.content",
  source: sources.MODEL,
  evidence: "schema",
};
export const ERROR_EMPTY: Demand = {
  code: "result-empty",
  severity: "error",
  message: "The result of a failed tool says nothing.",
  says: "The content field at toolResult cannot be empty when status value is error.",
  source: sources.ERROR_NOT_EMPTY,
  evidence: "observed",
};
export const ERROR_IMAGE: Demand = {
  code: "image-in-error",
  severity: "error",
  message: "The result of a failed tool holds an image, which Claude does not take.",
  says: "all content must be type `text` if `is_error` is true",
  source: sources.ERROR_TEXT_ONLY,
  evidence: "observed",
};
export const ERROR_CONTENT: Demand = {
  ...ERROR_IMAGE,
  severity: "warning",
  message: "The result of a failed tool holds something else than text: {}.",
};
export const CALL_BEFORE_TEXT: Demand = {
  code: "call-position",
  severity: "error",
  message: "Text stands behind a call of its turn, which Claude from 4.8 on takes for the beginning of an answer.",
  says: "This model does not support assistant message prefill. The conversation must end with a user message.",
  source: sources.CALL_LAST,
  evidence: "observed",
};
export const CALL_BEFORE_TEXT_PERHAPS: Demand = {
  ...CALL_BEFORE_TEXT,
  severity: "warning",
  message: "Text stands behind a call of its turn, which newer models refuse.",
};

/** Ids, names, arguments, and that calls and results belong together. */
export function checkCalls(judged: Judged): void {
  const { messages, report } = judged;
  const seen = new Set<string>();
  let asked: readonly Spot[] = [];
  messages.forEach((message, index) => {
    if (message.role === "assistant") {
      asked = message.spots.filter(isCall);
      checkCallsOf(asked, seen, judged);
      checkTail(message, judged);
      checkAnswered(asked, messages[index + 1], judged);
      for (const spot of message.spots) {
        // What one of the model's own tools returned has a type.
        if (isResult(spot) && spot.value["type"] === undefined) report(RESULT_OF_ASSISTANT, spot.pointer);
      }
      return;
    }
    for (const spot of message.spots) if (isCall(spot)) report(CALL_OF_USER, spot.pointer);
    checkResults(asked, message, judged);
    if (message.role === "user") checkOrder(message, judged);
  });
}

function checkCallsOf(calls: readonly Spot[], seen: Set<string>, { demands, report, claude }: Judged): void {
  const own = new Set<string>();
  for (const call of calls) {
    const { toolUseId: id, name, input } = call.value;
    const pointer = fieldOf(call, "toolUseId");
    if (typeof id !== "string" || id === "") report(ID_MISSING, pointer);
    else {
      if (!ID.test(id)) report(ID_FORM, pointer);
      else if (demands.claude && !CLAUDE_ID.test(id)) claude(ID_FORM_OF_CLAUDE, pointer);
      if (id.length > LONGEST_ID) report(ID_LONG, pointer);
      if (own.has(id)) report(ID_TWICE, pointer, shown(id));
      else if (seen.has(id)) claude(ID_REPEATED, pointer, shown(id));
      own.add(id);
    }
    if (!isToolName(name)) report(NAME, fieldOf(call, "name"));
    if (!isRecord(input)) report(INPUT, fieldOf(call, "input"));
  }
  for (const id of own) seen.add(id);
}

/** Every call of a turn has a result in the next message. */
function checkAnswered(asked: readonly Spot[], next: WireMessage | undefined, { report }: Judged): void {
  const results = next?.role === "user" ? next.spots.filter(isResult) : [];
  const answered = new Set(results.map(({ value }) => value["toolUseId"]));
  for (const { value, pointer } of asked) {
    const id = value["toolUseId"];
    if (typeof id === "string" && id !== "" && !answered.has(id)) report(UNANSWERED, pointer, shown(id));
  }
}

/** Every result belongs to a call of the assistant's turn before, and to one of its own. */
function checkResults(asked: readonly Spot[], { spots }: WireMessage, judged: Judged): void {
  const { report } = judged;
  const calls = new Set(asked.map(({ value }) => value["toolUseId"]));
  const answered = new Set<unknown>();
  for (const result of spots.filter(isResult)) {
    const id = result.value["toolUseId"];
    const pointer = fieldOf(result, "toolUseId");
    if (typeof id !== "string" || id === "") report(ID_MISSING, pointer);
    else if (!calls.has(id)) report(ORPHANED, pointer, shown(id));
    else if (answered.has(id)) report(SECOND_RESULT, pointer, shown(id));
    answered.add(id);
    checkResult(result, judged);
  }
}

/** Results come first. */
function checkOrder(message: WireMessage, { claude }: Judged): void {
  const content = contentOf(message);
  const first = content.findIndex((spot) => !isResult(spot));
  if (first < 0) return;
  for (const spot of content.slice(first)) {
    if (isResult(spot)) claude(BEHIND_TEXT, spot.pointer, shown(spot.value["toolUseId"]));
  }
}

/** A call is the last that is said, but for other calls. */
function checkTail(message: WireMessage, { modelId, claude }: Judged): void {
  const content = contentOf(message);
  const first = content.findIndex(isCall);
  const behind = content.slice(first + 1).find(({ member }) => member === "text");
  if (first < 0 || !behind) return;
  const demand = isClaudeSince(modelId, 4, 8) ? CALL_BEFORE_TEXT : CALL_BEFORE_TEXT_PERHAPS;
  claude(demand, content[first]?.pointer ?? message.pointer);
}

function checkResult(result: Spot, { report, claude }: Judged): void {
  const { content, status } = result.value;
  if (!Array.isArray(content)) {
    report(RESULT_CONTENT, result.pointer);
    return;
  }
  if (status !== "error") return;
  if (content.length === 0) report(ERROR_EMPTY, result.pointer);
  for (const part of spotsAt(content, `${result.pointer}/toolResult/content`)) {
    const { member, pointer } = part;
    if (member === "image") claude(ERROR_IMAGE, pointer);
    else if (member !== "text" && member !== "json" && !isCachePoint(part)) {
      claude(ERROR_CONTENT, pointer, shown(member));
    }
  }
}
