/** What is demanded of contents as turns: roles, parts at all, the first and the last, and what calls stand behind. */
import type { GeminiModel } from "../../transcript/gemini-models.ts";
import { isRecord } from "../../transcript/message.ts";
import type { Demand } from "../types.ts";
import { type Content, callOf, entryPointer, type Judged, responseOf } from "./contents.ts";
import * as sources from "./sources.ts";

export const NO_CONTENT: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The entry is no content.",
  says: "Invalid value at 'contents[{}]'",
  source: sources.SDK,
  evidence: "schema",
};
export const ROLE_UNKNOWN: Demand = {
  code: "role-unknown",
  severity: "error",
  message: "The role is not `user` or `model`.",
  says: "Please use a valid role: user, model.",
  source: sources.ROLES,
  evidence: "observed",
};
export const ROLE_SYSTEM: Demand = {
  code: "role-unknown",
  severity: "error",
  message: "A system message stands in the contents. The system prompt stands in `systemInstruction`.",
  says: "Content with system role is not supported.",
  source: sources.NO_SYSTEM_ROLE,
  evidence: "observed",
};
export const ROLE_MISSING: Demand = {
  code: "field-form",
  severity: "error",
  message: "The content has no role, which Vertex AI wants to be named.",
  says: "Please use a valid role: user, model.",
  source: sources.ROLES,
  evidence: "observed",
};
export const ROLE_OTHER: Demand = {
  ...ROLE_UNKNOWN,
  code: "field-form",
  message: "The role has a name of another API: that of the model is `model`, and that of everybody else `user`.",
};
export const ROLE_FUNCTION: Demand = {
  code: "field-form",
  severity: "warning",
  message: "The role `function` is of older versions: responses are the user's.",
  says: "Please use a valid role: user, model.",
  source: sources.ROLES,
  evidence: "code",
};
export const PARTS_EMPTY: Demand = {
  code: "content-empty",
  severity: "error",
  message: "The content has no parts.",
  says: "GenerateContentRequest.contents[{}].parts: contents.parts must not be empty.",
  source: sources.EMPTY_PARTS,
  evidence: "observed",
};
export const PARTS_TEXT: Demand = {
  code: "field-form",
  severity: "error",
  message: "The parts are a text instead of a list with a text.",
  says: "Invalid value at 'contents[{}].parts'",
  source: sources.SDK,
  evidence: "schema",
};
export const PARTS_INVALID: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The parts are no list.",
  says: "Invalid value at 'contents[{}].parts'",
  source: sources.SDK,
  evidence: "schema",
};
export const CALL_FIRST: Demand = {
  code: "first-turn",
  severity: "error",
  message: "The first content is the model's and has a call. A user has to speak first.",
  says: "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
  source: sources.CALL_TURN,
  evidence: "observed",
};
export const MODEL_FIRST: Demand = {
  code: "first-turn",
  severity: "warning",
  message: "The first content is the model's, which some servers refuse.",
  source: sources.USER_FIRST,
  evidence: "observed",
};
export const CALL_POSITION: Demand = {
  code: "call-position",
  severity: "error",
  message: "A content with a call stands behind another of the model. Put both into one.",
  says: "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
  source: sources.CALL_TURN,
  evidence: "observed",
};
export const ALTERNATE: Demand = {
  code: "roles-alternate",
  severity: "warning",
  message: "Two contents of one role stand side by side, which older models refuse.",
  says: "Please ensure that multiturn requests alternate between user and model.",
  source: sources.SAME_ROLES,
  evidence: "observed",
};
export const MODEL_LAST: Demand = {
  code: "prefill",
  severity: "error",
  message:
    "The request ends with a content of the model, which Gemini from 3.6 Flash and 3.5 Flash-Lite on does not continue.",
  says: "Requests ending with a model turn are not supported.",
  source: sources.MODEL_LAST,
  evidence: "measured",
};
export const MODEL_LAST_PERHAPS: Demand = {
  ...MODEL_LAST,
  severity: "warning",
  message: "The request ends with a content of the model, which newer models refuse.",
};
export const MODEL_ALONE: Demand = {
  code: "prefill",
  severity: "error",
  message: "The only content is the model's.",
  says: "Please ensure that single turn requests end with a user role or the role field is empty.",
  source: sources.SINGLE_MODEL,
  evidence: "observed",
};
export const BEHIND_RESPONSES: Demand = {
  code: "text-after-result",
  severity: "error",
  message: "The last content has something behind its function responses. Put it into a content of its own.",
  says: "Requests ending with a model turn are not supported.",
  source: sources.TEXT_BEHIND,
  evidence: "observed",
};
export const BEHIND_RESPONSES_PERHAPS: Demand = {
  ...BEHIND_RESPONSES,
  severity: "warning",
  message: "The last content has something behind its function responses, which newer models refuse.",
};

/** Each content, and how the list begins, goes on and ends. */
export function checkTurns(judged: Judged): void {
  const { entries, contents, report } = judged;
  entries.forEach((entry, index) => {
    checkEntry(entry, index, judged);
  });
  contents.forEach((content, index) => {
    const before = contents[index - 1];
    if (content.side !== "other" && content.side === before?.side) report(ALTERNATE, content.pointer);
    const call = content.side === "model" ? content.parts.find(callOf) : undefined;
    if (call && before?.side === "model") report(CALL_POSITION, content.pointer);
  });
  const [first] = contents;
  if (first?.side === "model") report(first.parts.some(callOf) ? CALL_FIRST : MODEL_FIRST, first.pointer);
  const last = contents.at(-1);
  if (last) checkLast(last, judged);
}

function checkEntry(entry: unknown, index: number, judged: Judged): void {
  const { demands, report } = judged;
  const pointer = entryPointer(judged, index);
  if (!isRecord(entry)) {
    report(NO_CONTENT, pointer, String(index));
    return;
  }
  const { role, parts } = entry;
  if (role === undefined || role === null) {
    if (demands.needsRole) report(ROLE_MISSING, pointer);
  } else if (role === "function") report(ROLE_FUNCTION, `${pointer}/role`);
  else if (role === "system" || role === "developer") report(ROLE_SYSTEM, `${pointer}/role`);
  else if (role === "assistant" || role === "tool") report(ROLE_OTHER, `${pointer}/role`);
  else if (role !== "user" && role !== "model") report(ROLE_UNKNOWN, `${pointer}/role`);
  const isNothing = parts === undefined || parts === null || (Array.isArray(parts) && parts.length === 0);
  if (isNothing) report(PARTS_EMPTY, pointer, String(index));
  else if (typeof parts === "string") report(PARTS_TEXT, `${pointer}/parts`, String(index));
  else if (!Array.isArray(parts) && !isRecord(parts)) report(PARTS_INVALID, `${pointer}/parts`, String(index));
}

/** The model's content at the end, and what stands behind responses there. Unanswered calls are judged as such. */
function checkLast({ side, parts, pointer }: Content, { contents, model, isNamed, report }: Judged): void {
  const refuses = model !== undefined && refusesModelLast(model);
  const isUnsure = model === undefined ? !isNamed : model.major >= 3;
  if (side === "model") {
    if (parts.some(callOf)) return;
    if (refuses) report(MODEL_LAST, pointer);
    else if (contents.length === 1) report(MODEL_ALONE, pointer);
    else if (isUnsure) report(MODEL_LAST_PERHAPS, pointer);
    return;
  }
  const last = parts.findLastIndex(responseOf);
  const behind = last < 0 ? undefined : parts[last + 1];
  if (!behind) return;
  if (refuses) report(BEHIND_RESPONSES, behind.pointer);
  else if (isUnsure) report(BEHIND_RESPONSES_PERHAPS, behind.pointer);
}

/** "Starting with Gemini 3.6 Flash and Gemini 3.5 Flash-Lite", and all later ones. */
function refusesModelLast({ major, minor, variant }: GeminiModel): boolean {
  return major > 3 || (major === 3 && (minor > 5 || (minor === 5 && variant.startsWith("flash-lite"))));
}
