/** Judges bodies of Bedrock's Converse API as Bedrock and the models behind it do. */
import { isRecord } from "../../transcript/message.ts";
import { findBadTexts } from "../json.ts";
import { collectFindings } from "../report.ts";
import type { Demand, Report, Validator } from "../types.ts";
import { checkApart } from "./apart.ts";
import { checkCaching } from "./caching.ts";
import { checkCalls } from "./calls.ts";
import { checkContent } from "./content.ts";
import { type Judged, readMessages } from "./conversation.ts";
import { demandsFor, strictnessOf } from "./dialects.ts";
import { checkDocuments } from "./documents.ts";
import { checkImages } from "./images.ts";
import { checkRequest } from "./request.ts";
import * as sources from "./sources.ts";
import { checkThinking, thinkingMode } from "./thinking.ts";
import { checkTurns } from "./turns.ts";

export const UNREADABLE: Demand = {
  code: "body-unreadable",
  severity: "error",
  message: "The body is no JSON object.",
  source: sources.MODEL,
  evidence: "schema",
};
export const NO_MESSAGES: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The body has no list of messages, and names no stored prompt that has one.",
  source: sources.MODEL,
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
export const validateBedrockConverse: Validator = (body, target) => {
  const { findings, report } = collectFindings();
  if (!isRecord(body)) {
    report(UNREADABLE, "");
    return findings;
  }
  findBadTexts(body, (pointer, fault) => report(fault === "nul" ? NUL : SURROGATE, pointer));
  const { messages: entries, modelId: named } = body;
  if (!Array.isArray(entries)) {
    // A stored prompt has messages of its own.
    const isStored = entries === undefined && typeof named === "string" && named.includes(":prompt/");
    if (!isStored) report(NO_MESSAGES, Object.hasOwn(body, "messages") ? "/messages" : "");
    return findings;
  }
  const modelId = target.modelId === "" && typeof named === "string" ? named.toLowerCase() : target.modelId;
  const demands = demandsFor({ modelId });
  const judged: Judged = {
    body,
    entries,
    messages: readMessages(entries),
    demands,
    modelId,
    thinking: thinkingMode(body["additionalModelRequestFields"]),
    report,
    claude: withSeverity(report, strictnessOf(demands, modelId)),
  };
  checkRequest(judged);
  checkTurns(judged);
  checkContent(judged);
  checkCalls(judged);
  checkApart(judged);
  checkThinking(judged);
  checkImages(judged);
  checkDocuments(judged);
  checkCaching(judged);
  return findings;
};

/** Reports Claude's own demands as they count for the model. */
function withSeverity(report: Report, strictness: "error" | "warning" | "none"): Report {
  if (strictness === "error") return report;
  if (strictness === "none") return () => {};
  return (demand, pointer, particulars) => {
    report(demand.severity === "error" ? { ...demand, severity: "warning" } : demand, pointer, particulars);
  };
}
