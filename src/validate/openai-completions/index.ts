/** Judges bodies of Chat Completions as OpenAI and the servers that speak it do. */
import { isRecord } from "../../transcript/message.ts";
import { findBadTexts } from "../json.ts";
import { collectFindings } from "../report.ts";
import type { Demand, Report, Validator } from "../types.ts";
import { checkCalls } from "./calls.ts";
import { checkContent } from "./content.ts";
import { type Judged, readMessages } from "./conversation.ts";
import { demandsFor, makerOf } from "./dialects.ts";
import { checkImages } from "./images.ts";
import { checkReasoning } from "./reasoning.ts";
import { checkRequest } from "./request.ts";
import * as sources from "./sources.ts";
import { checkTurns } from "./turns.ts";

export const UNREADABLE: Demand = {
  code: "body-unreadable",
  severity: "error",
  message: "The body is no JSON object.",
  source: sources.SCHEMA,
  evidence: "schema",
};
export const NO_MESSAGES: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The body has no list of messages.",
  says: "Missing required parameter: 'messages'.",
  source: sources.SCHEMA,
  evidence: "schema",
};
export const SURROGATE: Demand = {
  code: "string-invalid",
  severity: "error",
  message: "A text holds half of a surrogate pair, which strict parsers of JSON refuse.",
  says: "Failed to parse the request body as JSON: messages[0].content: lone leading surrogate in hex escape",
  source: sources.JSON_TEXT,
  evidence: "observed",
};
export const NUL: Demand = {
  code: "string-invalid",
  severity: "warning",
  message: "A text holds the character NUL, which some servers refuse.",
  source: sources.JSON_TEXT,
  evidence: "inferred",
};

/** Judges a body. The model is the target's, else the one that the body names. */
export const validateOpenaiCompletions: Validator = (body, target) => {
  const { findings, report } = collectFindings();
  if (!isRecord(body)) {
    report(UNREADABLE, "");
    return findings;
  }
  findBadTexts(body, (pointer, fault) => report(fault === "nul" ? NUL : SURROGATE, pointer));
  const entries = body["messages"];
  if (!Array.isArray(entries)) {
    report(NO_MESSAGES, Object.hasOwn(body, "messages") ? "/messages" : "");
    return findings;
  }
  const model = typeof body["model"] === "string" ? body["model"].toLowerCase() : "";
  const modelId = target.modelId === "" ? model : target.modelId;
  const demands = demandsFor({ ...target, modelId });
  const isSure = demands.passesOn === "surely";
  const judged: Judged = {
    body,
    entries,
    messages: readMessages(entries),
    demands,
    modelId,
    maker: makerOf(modelId),
    report,
    openai: demands.validator === "openai" ? report : asWarnings(report),
    ofMaker: demands.passesOn ? (isSure ? report : asWarnings(report)) : () => {},
  };
  checkRequest(judged);
  checkTurns(judged);
  checkContent(judged);
  checkCalls(judged);
  checkReasoning(judged);
  checkImages(judged);
  return findings;
};

/** The same demands as warnings. */
function asWarnings(report: Report): Report {
  return (demand, pointer, particulars) => {
    report(demand.severity === "error" ? { ...demand, severity: "warning" } : demand, pointer, particulars);
  };
}
