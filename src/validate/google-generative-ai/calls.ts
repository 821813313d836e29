/** What is demanded of function calls and their responses. */
import { matchResponses, type NamedCall } from "../../transcript/function-responses.ts";
import { isRecord } from "../../transcript/message.ts";
import type { Demand } from "../types.ts";
import { type Content, callOf, fieldOf, type Json, type Judged, responseOf, type Spot, shown } from "./contents.ts";
import * as sources from "./sources.ts";

const COUNT_SAYS =
  "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.";

export const UNANSWERED: Demand = {
  code: "call-unanswered",
  severity: "error",
  message: "The call of {} has no response in the next content.",
  says: COUNT_SAYS,
  source: sources.COUNT,
  evidence: "observed",
};
export const ORPHANED: Demand = {
  code: "result-orphaned",
  severity: "error",
  message: "The response of {} answers no call of the content before.",
  says: "Please ensure that function response turn comes immediately after a function call turn.",
  source: sources.RESPONSE_TURN,
  evidence: "observed",
};
export const TOO_MANY: Demand = {
  code: "result-duplicate",
  severity: "error",
  message: "There are more responses than calls; this one of {} is too much.",
  says: COUNT_SAYS,
  source: sources.COUNT,
  evidence: "observed",
};
export const SPLIT: Demand = {
  code: "result-count",
  severity: "error",
  message: "The responses to the calls of one content stand in several contents. Put them into one.",
  says: COUNT_SAYS,
  source: sources.COUNT,
  evidence: "observed",
};
export const RESPONSE_NAME: Demand = {
  code: "result-name",
  severity: "error",
  message: "The response has no name; it has that of its call, {}.",
  says: "GenerateContentRequest.contents.parts.function_response.name: Name cannot be empty.",
  source: sources.NAME_EMPTY,
  evidence: "code",
};
export const RESPONSE_OTHER_NAME: Demand = {
  ...RESPONSE_NAME,
  message: "The name of the response is not that of its call, {}.",
  says: COUNT_SAYS,
  source: sources.SDK,
  evidence: "schema",
};
export const ID_OTHER: Demand = {
  code: "result-id",
  severity: "error",
  message: "The id of the response is not that of its call.",
  says: "functionResponse.id does not match functionCall.id",
  source: sources.IDS_MATCH,
  evidence: "observed",
};
export const ID_OTHER_PERHAPS: Demand = {
  ...ID_OTHER,
  severity: "warning",
  message: "The id of the response is not that of its call, which Gemini 3 refuses.",
};
export const ID_NOT_ECHOED: Demand = {
  code: "result-id",
  severity: "warning",
  message: "The call has an id, and its response has none: Gemini 3 wants it back.",
  source: sources.IDS_ECHOED,
  evidence: "documented",
};
export const ID_TWICE: Demand = {
  code: "call-id-duplicate",
  severity: "warning",
  message: "An earlier call has the same id: {}.",
  source: sources.IDS_ECHOED,
  evidence: "inferred",
};
export const ID_OLD: Demand = {
  code: "field-invalid",
  severity: "warning",
  message: "The call or response has an id, which servers of models before Gemini 3 have refused.",
  says: 'Invalid JSON payload received. Unknown name "id": Cannot find field.',
  source: sources.IDS_OLD,
  evidence: "observed",
};
export const CALL_NAME: Demand = {
  code: "tool-name",
  severity: "error",
  message: "The call does not name its function.",
  says: "GenerateContentRequest.contents.parts.function_call.name: Name cannot be empty.",
  source: sources.NAME_EMPTY,
  evidence: "code",
};
export const ARGUMENTS: Demand = {
  code: "arguments-invalid",
  severity: "error",
  message: "The arguments of the call are no JSON object.",
  says: "Invalid value at 'contents.parts.function_call.args' (type.googleapis.com/google.protobuf.Struct)",
  source: sources.STRUCT,
  evidence: "schema",
};
export const RESPONSE_FORM: Demand = {
  code: "field-form",
  severity: "error",
  message: "The response is no JSON object: put its text under `output`.",
  says: "Invalid value at 'contents.parts.function_response.response' (type.googleapis.com/google.protobuf.Struct)",
  source: sources.STRUCT,
  evidence: "observed",
};
export const RESPONSE_MISSING: Demand = {
  code: "field-invalid",
  severity: "warning",
  message: "The function response says nothing: `response` is required.",
  source: sources.SDK,
  evidence: "schema",
};

/** Names, arguments, and that responses are exactly those to the calls before them. */
export function checkCalls(judged: Judged): void {
  const { contents } = judged;
  const seen = new Set<string>();
  for (const { parts } of contents) {
    for (const spot of parts) {
      const call = callOf(spot);
      if (call) checkCall(call, seen, judged);
      const response = responseOf(spot);
      if (response) checkResponse(response, judged);
    }
  }
  for (let index = 0; index <= contents.length; ) {
    // The content with calls, if there is one, and the user's contents behind it.
    const asking = contents[index - 1];
    let end = index;
    while (end < contents.length && contents[end]?.side === "user") end++;
    checkPairs(asking?.side === "model" ? asking : undefined, contents.slice(index, end), judged);
    index = end + 1;
  }
}

function checkCall(call: Spot, seen: Set<string>, { demands, report }: Judged): void {
  const { id, name, args } = call.part;
  if (typeof name !== "string" || name === "") report(CALL_NAME, fieldOf(call, "name"));
  if (args !== undefined && args !== null && !isRecord(args)) report(ARGUMENTS, fieldOf(call, "args"));
  if (typeof id !== "string" || id === "") return;
  if (demands.isOld) report(ID_OLD, `${call.pointer}/id`);
  if (seen.has(id)) report(ID_TWICE, `${call.pointer}/id`, shown(id));
  seen.add(id);
}

function checkResponse(response: Spot, { report }: Judged): void {
  const given = response.part["response"];
  if (given === undefined || given === null) report(RESPONSE_MISSING, response.pointer);
  else if (!isRecord(given)) report(RESPONSE_FORM, `${response.pointer}/response`);
}

/** One content's calls, and the responses in the user's contents behind it. */
function checkPairs(asking: Content | undefined, answers: readonly Content[], judged: Judged): void {
  const { report } = judged;
  const calls = spotsWith(asking?.parts ?? [], callOf);
  const responses = answers.flatMap(({ parts }) => spotsWith(parts, responseOf));
  const owners = matchResponses(calls.map(namesOf), responses.map(namesOf));
  const answered = new Set(owners);
  const isApart = answers.findIndex(({ parts }) => parts.some(responseOf)) > 0 || hasGap(answers);
  calls.forEach((call, index) => {
    if (!answered.has(index) || isApart) report(UNANSWERED, call.holder.pointer, shown(call.part["name"]));
  });
  const pairs: [Held, Held][] = [];
  responses.forEach((response, index) => {
    const call = calls[owners[index] as number];
    const name = shown(response.part["name"]);
    if (call) {
      checkName(call, response, judged);
      pairs.push([call, response]);
    } else report(calls.length === 0 || isOther(response, calls) ? ORPHANED : TOO_MANY, response.holder.pointer, name);
  });
  checkIds(pairs, judged);
  if (isApart) return;
  const owned = new Set(pairs.map(([, { holder }]) => holder));
  const found = answers.flatMap(({ parts }) => parts.find((part) => owned.has(part)) ?? []);
  for (const { pointer } of found.slice(1)) report(SPLIT, pointer);
}

/** A function call or response with the part around it. */
interface Held extends Spot {
  readonly holder: Spot;
}

function spotsWith(parts: readonly Spot[], find: (spot: Spot) => Spot | undefined): readonly Held[] {
  return parts.flatMap((holder) => {
    const found = find(holder);
    return found ? [{ ...found, holder }] : [];
  });
}

/** Stands something else between responses that several contents hold? */
function hasGap(answers: readonly Content[]): boolean {
  if (answers.filter(({ parts }) => parts.some(responseOf)).length < 2) return false;
  const parts = answers.flatMap((content) => (content.parts.length > 0 ? content.parts.map(responseOf) : [undefined]));
  const first = parts.findIndex((response) => response !== undefined);
  const last = parts.findLastIndex((response) => response !== undefined);
  return parts.slice(first, last).includes(undefined);
}

/** Is it the response of a function that was not called? */
function isOther({ part }: Spot, calls: readonly Held[]): boolean {
  return !calls.some((call) => call.part["name"] === part["name"]);
}

function namesOf({ part }: Spot): NamedCall {
  const { id } = part;
  return { id: typeof id === "string" && id.trim() !== "" ? id : undefined, name: nameOf(part) };
}

function nameOf({ name }: Json): string | undefined {
  return typeof name === "string" && name !== "" ? name : undefined;
}

function checkName(call: Held, response: Held, { report }: Judged): void {
  const { name } = call.part;
  const given = response.part["name"];
  if (typeof name !== "string" || name === "" || given === name) return;
  const isMissing = typeof given !== "string" || given === "";
  report(isMissing ? RESPONSE_NAME : RESPONSE_OTHER_NAME, fieldOf(response, "name"), shown(name));
}

/** Of two responses with one id, which one has it by mistake cannot be told: both are said to. */
function checkIds(pairs: readonly (readonly [Held, Held])[], { demands, model, isNamed, report }: Judged): void {
  if (demands.isOld) {
    for (const [, response] of pairs) if (namesOf(response).id !== undefined) report(ID_OLD, `${response.pointer}/id`);
    return;
  }
  const wrong = new Set<string>();
  for (const [call, response] of pairs) {
    const [asked, answered] = [namesOf(call).id, namesOf(response).id];
    if (asked !== undefined && answered === undefined) report(ID_NOT_ECHOED, response.pointer);
    else if (answered !== undefined && asked !== answered) wrong.add(answered);
  }
  for (const [, response] of pairs) {
    const { id } = namesOf(response);
    if (id !== undefined && wrong.has(id))
      report(model || isNamed ? ID_OTHER : ID_OTHER_PERHAPS, `${response.pointer}/id`);
  }
}
