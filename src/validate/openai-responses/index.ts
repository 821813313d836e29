/** Judges bodies of the Responses API as OpenAI, Azure, the backend of Codex and compatible servers do. */
import { isFilled, isRecord } from "../../transcript/message.ts";
import { findBadTexts } from "../json.ts";
import { collectFindings } from "../report.ts";
import type { Demand, Report, Validator } from "../types.ts";
import { checkCalls } from "./calls.ts";
import { isReference, type Judged, readItems } from "./conversation.ts";
import { demandsFor } from "./dialects.ts";
import { checkIds } from "./ids.ts";
import { checkItems } from "./items.ts";
import { checkPairs } from "./pairs.ts";
import { checkParts } from "./parts.ts";
import { checkReasoning } from "./reasoning.ts";
import { checkRequest } from "./request.ts";
import * as sources from "./sources.ts";

export const UNREADABLE: Demand = {
  code: "body-unreadable",
  severity: "error",
  message: "The body is no JSON object.",
  source: sources.SDK,
  evidence: "schema",
};
export const NO_INPUT: Demand = {
  code: "messages-empty",
  severity: "error",
  message: "The request has no input, and does not continue an earlier response.",
  says: "One of 'input' or 'previous_response_id' or 'prompt' or 'conversation_id' must be provided.",
  source: sources.INPUT_NEEDED,
  evidence: "observed",
};
export const INPUT_TYPE: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The input is neither a text nor a list of items.",
  says: "Invalid type for 'input': expected one of a string or an array of input items",
  source: sources.SDK,
  evidence: "schema",
};
export const SURROGATE: Demand = {
  code: "string-invalid",
  severity: "error",
  message: "A text holds half of a surrogate pair, which no valid JSON can say.",
  says: "We could not parse the JSON body of your request.",
  source: sources.JSON_TEXT,
  evidence: "code",
};
export const NUL: Demand = {
  code: "string-invalid",
  severity: "warning",
  message: "A text holds the character NUL, which some servers refuse.",
  source: sources.JSON_TEXT,
  evidence: "inferred",
};

/** Judges a body. The model is the target's, else the one that the body names. */
export const validateOpenaiResponses: Validator = (body, target) => {
  const { findings, report } = collectFindings();
  if (!isRecord(body)) {
    report(UNREADABLE, "");
    return findings;
  }
  findBadTexts(body, (pointer, fault) => report(fault === "nul" ? NUL : SURROGATE, pointer));
  const { input, prompt, conversation, previous_response_id: previous, store } = body;
  const isChained = isFilled(previous) || isThere(conversation);
  const isEmpty = Array.isArray(input) ? input.length === 0 : input === "" || !isThere(input);
  if (isEmpty && !isChained && !isThere(prompt)) report(NO_INPUT, Object.hasOwn(body, "input") ? "/input" : "");
  if (isThere(input) && typeof input !== "string" && !Array.isArray(input)) report(INPUT_TYPE, "/input");
  const list: readonly unknown[] = Array.isArray(input) ? input : [];
  const items = readItems(list);
  const named = typeof body["model"] === "string" ? body["model"].toLowerCase() : "";
  const modelId = target.modelId === "" ? named : target.modelId;
  const demands = demandsFor({ ...target, modelId });
  const judged: Judged = {
    body,
    list,
    items,
    demands,
    modelId,
    isContinued: isChained || items.some(isReference),
    isStateless: demands.stateless === true || store === false,
    report,
    openai: demands.validator === "openai" ? report : asWarnings(report),
  };
  checkRequest(judged);
  checkItems(judged);
  checkParts(judged);
  checkIds(judged);
  checkCalls(judged);
  checkPairs(judged);
  checkReasoning(judged);
  return findings;
};

/** Reports OpenAI's own demands as they count for other servers. */
function asWarnings(report: Report): Report {
  return (demand, pointer, particulars) => {
    report(demand.severity === "error" ? { ...demand, severity: "warning" } : demand, pointer, particulars);
  };
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}
