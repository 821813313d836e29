/** Judges bodies of Gemini's generateContent as AI Studio, Vertex AI and Code Assist do. */
import { geminiModel } from "../../transcript/gemini-models.ts";
import { isRecord } from "../../transcript/message.ts";
import { findBadTexts } from "../json.ts";
import { collectFindings } from "../report.ts";
import type { Demand, Validator } from "../types.ts";
import { checkCalls } from "./calls.ts";
import { type Judged, openBody, readContents } from "./contents.ts";
import { demandsFor } from "./dialects.ts";
import { checkImages } from "./images.ts";
import { checkParts } from "./parts.ts";
import { checkRequest } from "./request.ts";
import { checkSignatures } from "./signatures.ts";
import * as sources from "./sources.ts";
import { checkTurns } from "./turns.ts";

export const UNREADABLE: Demand = {
  code: "body-unreadable",
  severity: "error",
  message: "The body is no JSON object.",
  source: sources.SDK,
  evidence: "schema",
};
export const CONTENTS_INVALID: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The contents are no list.",
  says: "Invalid value at 'contents'",
  source: sources.SDK,
  evidence: "schema",
};
export const NO_CONTENTS: Demand = {
  code: "messages-empty",
  severity: "error",
  message: "The request has no content. Send at least one of the user's.",
  says: "contents is not specified",
  source: sources.NO_CONTENTS,
  evidence: "observed",
};
export const SURROGATE: Demand = {
  code: "string-invalid",
  severity: "error",
  message: "A text holds half of a surrogate pair, which no valid JSON can say.",
  says: "Invalid JSON payload received.",
  source: sources.SDK,
  evidence: "inferred",
};
export const NUL: Demand = {
  code: "string-invalid",
  severity: "warning",
  message: "A text holds the character NUL, which may be refused.",
  source: sources.SDK,
  evidence: "inferred",
};

/** Judges a body. The model is the target's, else the one that the body names. */
export const validateGoogleGenerativeAi: Validator = (body, target) => {
  const { findings, report } = collectFindings();
  if (!isRecord(body)) {
    report(UNREADABLE, "");
    return findings;
  }
  findBadTexts(body, (pointer, fault) => report(fault === "nul" ? NUL : SURROGATE, pointer));
  const opened = openBody(body);
  const { contents } = opened.inner;
  const isMissing = contents === undefined || contents === null;
  if (!isMissing && !Array.isArray(contents) && !isRecord(contents)) {
    report(CONTENTS_INVALID, `${opened.base}/contents`);
    return findings;
  }
  const entries = Array.isArray(contents) ? contents : isMissing ? [] : [contents];
  if (entries.length === 0) report(NO_CONTENTS, isMissing ? opened.base : `${opened.base}/contents`);
  const named = typeof body["model"] === "string" ? body["model"].toLowerCase() : "";
  const modelId = target.modelId === "" ? named : target.modelId;
  const judged: Judged = {
    body,
    ...opened,
    entries,
    contents: readContents(opened, entries),
    demands: demandsFor({ ...target, modelId }),
    model: geminiModel(modelId),
    isNamed: modelId !== "",
    report,
  };
  checkRequest(judged);
  checkTurns(judged);
  checkParts(judged);
  checkCalls(judged);
  checkSignatures(judged);
  checkImages(judged);
  return findings;
};
