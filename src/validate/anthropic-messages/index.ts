/** Judges bodies of Anthropic's Messages API as Anthropic, the clouds and compatible servers do. */
import { isRecord } from "../../transcript/message.ts";
import { findBadTexts } from "../json.ts";
import { collectFindings } from "../report.ts";
import type { Demand, Report, Validator } from "../types.ts";
import { checkCalls } from "./calls.ts";
import { checkContent } from "./content.ts";
import { type Judged, readRuns } from "./conversation.ts";
import { demandsFor, strictnessOf } from "./dialects.ts";
import { checkImages } from "./images.ts";
import { checkRequest } from "./request.ts";
import * as sources from "./sources.ts";
import { checkThinking, thinkingMode } from "./thinking.ts";
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
  says: "messages: Field required",
  source: sources.SDK,
  evidence: "schema",
};
export const SURROGATE: Demand = {
  code: "string-invalid",
  severity: "error",
  message: "A text holds half of a surrogate pair, which no valid JSON can say.",
  says: "The request body is not valid JSON: no low surrogate in string",
  source: sources.JSON_TEXT,
  evidence: "observed",
};
export const NUL: Demand = {
  code: "string-invalid",
  severity: "error",
  message: "A text holds the character NUL, which has been refused.",
  says: "The request body is not valid JSON: unexpected end of data",
  source: sources.JSON_NUL,
  evidence: "observed",
};

/** Judges a body. The model is the target's, else the one that the body names. */
export const validateAnthropicMessages: Validator = (body, target) => {
  const { findings, report } = collectFindings();
  if (!isRecord(body)) {
    report(UNREADABLE, "");
    return findings;
  }
  findBadTexts(body, (pointer, fault) => report(fault === "nul" ? NUL : SURROGATE, pointer));
  const { messages } = body;
  if (!Array.isArray(messages)) {
    report(NO_MESSAGES, Object.hasOwn(body, "messages") ? "/messages" : "");
    return findings;
  }
  const model = typeof body["model"] === "string" ? body["model"].toLowerCase() : "";
  const modelId = target.modelId === "" ? model : target.modelId;
  const demands = demandsFor({ ...target, modelId });
  const judged: Judged = {
    body,
    messages,
    runs: readRuns(messages),
    demands,
    modelId,
    thinking: thinkingMode(body["thinking"]),
    report,
    anthropic: withSeverity(report, strictnessOf(demands, modelId)),
  };
  checkRequest(judged);
  checkTurns(judged);
  checkContent(judged);
  checkCalls(judged);
  checkThinking(judged);
  checkImages(judged);
  return findings;
};

/** Reports Anthropic's own demands as they count for the server. */
function withSeverity(report: Report, strictness: "error" | "warning" | "none"): Report {
  if (strictness === "error") return report;
  if (strictness === "none") return () => {};
  return (demand, pointer, particulars) => {
    report(demand.severity === "error" ? { ...demand, severity: "warning" } : demand, pointer, particulars);
  };
}
