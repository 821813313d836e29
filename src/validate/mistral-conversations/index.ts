/** Judges bodies of Mistral's chat API as its server does, and others that have its validator. */
import { isRecord } from "../../transcript/message.ts";
import { findBadTexts } from "../json.ts";
import { collectFindings } from "../report.ts";
import type { Demand, Report, Validator } from "../types.ts";
import { checkCalls } from "./calls.ts";
import { checkContent } from "./content.ts";
import { type Judged, readMessages } from "./conversation.ts";
import { demandsFor } from "./dialects.ts";
import { checkExtras } from "./extras.ts";
import { checkImages } from "./images.ts";
import { checkRequest } from "./request.ts";
import * as sources from "./sources.ts";
import { checkTurns } from "./turns.ts";

export const UNREADABLE: Demand = {
  code: "body-unreadable",
  severity: "error",
  message: "The body is no JSON object.",
  source: sources.SDK,
  evidence: "schema",
};
export const NO_MESSAGES: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The body has no list of messages.",
  says: "Field required",
  source: sources.SDK,
  evidence: "schema",
};
export const SURROGATE: Demand = {
  code: "string-invalid",
  severity: "error",
  message: "A text holds half of a surrogate pair, which strict parsers of JSON refuse.",
  says: "There was an error parsing the body",
  source: sources.SDK,
  evidence: "inferred",
};
export const NUL: Demand = {
  ...SURROGATE,
  severity: "warning",
  message: "A text holds the character NUL, which some servers refuse.",
};

/** Judges a body. */
export const validateMistralConversations: Validator = (body, target) => {
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
  const demands = demandsFor(target);
  const judged: Judged = {
    body,
    entries,
    messages: readMessages(entries),
    demands,
    report,
    strict: demands.refusesExtras ? report : asWarnings(report),
  };
  checkRequest(judged);
  checkTurns(judged);
  checkContent(judged);
  checkCalls(judged);
  checkExtras(judged);
  checkImages(judged);
  return findings;
};

/** The same demands as warnings. */
function asWarnings(report: Report): Report {
  return (demand, pointer, particulars) => {
    report(demand.severity === "error" ? { ...demand, severity: "warning" } : demand, pointer, particulars);
  };
}
