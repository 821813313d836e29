/** What is demanded of parts as such: one kind of data each, and that there is some. */
import { isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import type { Demand } from "../types.ts";
import { callOf, field, type Judged, responseOf, type Spot, shown, spotsAt } from "./contents.ts";
import * as sources from "./sources.ts";

export const NO_PART: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The item is no part.",
  says: "Invalid value at 'contents.parts'",
  source: sources.SDK,
  evidence: "schema",
};
export const EMPTY: Demand = {
  code: "part-empty",
  severity: "error",
  message: "The part holds nothing. Leave it out.",
  says: "contents.parts.data: required oneof field 'data' must have one initialized field",
  source: sources.EMPTY_TEXT,
  evidence: "observed",
};
export const TEXT_EMPTY: Demand = {
  code: "text-empty",
  severity: "error",
  message: "The text is empty and carries no thought signature. Leave the part out.",
  says: "contents.parts.data: required oneof field 'data' must have one initialized field",
  source: sources.EMPTY_TEXT,
  evidence: "observed",
};
export const THOUGHT_EMPTY: Demand = {
  code: "thinking-empty",
  severity: "error",
  message: "The thought is empty and carries no signature. Leave the part out.",
  says: "contents.parts.data: required oneof field 'data' must have one initialized field",
  source: sources.EMPTY_TEXT,
  evidence: "observed",
};
export const SIGNATURE_ALONE: Demand = {
  code: "part-empty",
  severity: "warning",
  message: "The part has a thought signature and no data, not even an empty text, which may be refused.",
  says: "contents.parts.data: required oneof field 'data' must have one initialized field",
  source: sources.SDK,
  evidence: "inferred",
};
export const SEVERAL: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The part holds several kinds of data: {}. Make each a part of its own.",
  says: "Invalid value at 'contents.parts' (oneof), oneof field 'data' is already set.",
  source: sources.SDK,
  evidence: "schema",
};
export const FIELD_UNKNOWN: Demand = {
  code: "field-invalid",
  severity: "warning",
  message: "The field `{}` is not one that is known here; fields that the API does not know are refused.",
  says: 'Invalid JSON payload received. Unknown name "{}": Cannot find field.',
  source: sources.SDK,
  evidence: "observed",
};
export const CALL_OF_USER: Demand = {
  code: "call-position",
  severity: "error",
  message: "A function call stands in a content of the user.",
  says: "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
  source: sources.CALL_TURN,
  evidence: "inferred",
};
export const RESPONSE_OF_MODEL: Demand = {
  code: "result-orphaned",
  severity: "error",
  message: "A function response stands in a content of the model.",
  says: "Please ensure that function response turn comes immediately after a function call turn.",
  source: sources.RESPONSE_TURN,
  evidence: "inferred",
};

/** The kinds of data. A part has one. */
const DATA = [
  "text",
  "inlineData",
  "fileData",
  "functionCall",
  "functionResponse",
  "executableCode",
  "codeExecutionResult",
  "toolCall",
  "toolResponse",
  "audioTranscription",
] as const;

const KNOWN: ReadonlySet<string> = new Set(
  [
    ...DATA,
    "thought",
    "thoughtSignature",
    "videoMetadata",
    "partMetadata",
    "mediaResolution",
    "mediaProcessing",
    "speechMetadata",
  ].flatMap((key) => [key, key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
);

/** Every part of the contents. */
export function checkParts(judged: Judged): void {
  const { contents, entries, report } = judged;
  for (const { side, parts } of contents) {
    for (const spot of parts) {
      checkPart(spot, judged);
      if (side === "user" && callOf(spot)) report(CALL_OF_USER, spot.pointer);
      if (side === "model" && responseOf(spot)) report(RESPONSE_OF_MODEL, spot.pointer);
    }
  }
  entries.forEach((entry, index) => {
    const parts = isRecord(entry) ? entry["parts"] : undefined;
    if (!Array.isArray(parts)) return;
    parts.forEach((part: unknown, at) => {
      if (!isRecord(part)) report(NO_PART, `${entryPointerOf(judged, index)}/parts/${at}`);
    });
  });
}

function entryPointerOf({ inner, base }: Judged, index: number): Pointer {
  return Array.isArray(inner["contents"]) ? `${base}/contents/${index}` : `${base}/contents`;
}

function checkPart(spot: Spot, { report }: Judged): void {
  const { part, pointer } = spot;
  for (const key of Object.keys(part)) {
    if (!KNOWN.has(key) && part[key] !== undefined) report(FIELD_UNKNOWN, pointer, shown(key));
  }
  const given = DATA.filter((key) => isGiven(field(part, key).value));
  if (given.length > 1) report(SEVERAL, pointer, given.join(", "));
  const isSigned = isGiven(field(part, "thoughtSignature").value);
  if (given.length === 0) {
    const isEmpty = Object.keys(part).every((key) => KNOWN.has(key) || part[key] === undefined);
    if (isEmpty) report(isSigned ? SIGNATURE_ALONE : part["thought"] === true ? THOUGHT_EMPTY : EMPTY, pointer);
  } else if (part["text"] === "" && given.length === 1 && !isSigned) {
    report(part["thought"] === true ? THOUGHT_EMPTY : TEXT_EMPTY, `${pointer}/text`);
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Parts of the system prompt. */
export function checkSystemParts(parts: unknown, pointer: Pointer, { report }: Judged): void {
  for (const { part, pointer: at } of spotsAt(parts, pointer)) {
    const given = DATA.some((key) => isGiven(field(part, key).value));
    if (!given || part["text"] === "") report({ ...TEXT_EMPTY, source: sources.EMPTY_SYSTEM }, at);
  }
}
