/** What is demanded of blocks as such: their kind, their place, their texts. */
import { isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import type { Demand } from "../types.ts";
import { isResult, type Judged, membersOf, type Spot, shown, spotsAt } from "./conversation.ts";
import * as sources from "./sources.ts";

export const NO_BLOCK: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The item is no content block.",
  says: "Invalid type for parameter messages[].content[]",
  source: sources.MODEL,
  evidence: "schema",
};
export const KIND_FOREIGN: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The block is of another API: it has a type, `{}`, instead of a field that says what it is.",
  says: "Unknown parameter in messages[].content[]: type, must be one of: text, image, document, ...",
  source: sources.CONTENT_BLOCK,
  evidence: "schema",
};
export const KIND_UNKNOWN: Demand = {
  ...KIND_FOREIGN,
  severity: "warning",
  message: "The kind of block is not one that is known here: {}. The API may know it.",
};
export const KINDS_SEVERAL: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The block is several things at once: {}.",
  says: "Invalid number of parameters set for tagged union structure messages[].content[]. Can only set one of the following keys",
  source: sources.CONTENT_BLOCK,
  evidence: "schema",
};
export const TYPED: Demand = {
  code: "field-invalid",
  severity: "warning",
  message: "The block has a field `type`, which SDKs refuse.",
  says: "Unknown parameter in messages[].content[]: type",
  source: sources.CONTENT_BLOCK,
  evidence: "schema",
};
export const TEXT_INVALID: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The text of the block is no text.",
  says: "Invalid type for parameter messages[].content[].text",
  source: sources.MODEL,
  evidence: "schema",
};
export const TEXT_EMPTY: Demand = {
  code: "text-empty",
  severity: "error",
  message: "The text is empty. Leave it out.",
  says: "The text field in the ContentBlock object is blank. Add text to the text field, and try again.",
  source: sources.BLANK_TEXT,
  evidence: "observed",
};
export const TEXT_BLANK: Demand = {
  ...TEXT_EMPTY,
  code: "text-blank",
  message: "The text has nothing but white space. Leave it out.",
};
export const JSON_IN_MESSAGE: Demand = {
  code: "field-form",
  severity: "error",
  message: "JSON stands in a message; it may stand in results alone, and is a text elsewhere.",
  says: "Unknown parameter in messages[].content[]: json",
  source: sources.CONTENT_BLOCK,
  evidence: "schema",
};
export const JSON_VALUE: Demand = {
  code: "field-form",
  severity: "error",
  message: "The JSON of a result is no object. Say it as a text.",
  says: "The format of the value at messages.toolResult.content.json is invalid. Provide a json object for the field and try again.",
  source: sources.JSON_RESULT,
  evidence: "observed",
};
export const RESULT_KIND: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "A result holds what only messages may hold: {}.",
  says: "Unknown parameter in messages[].content[].toolResult.content[]: must be one of: json, text, image, document, video, searchResult",
  source: sources.MODEL,
  evidence: "schema",
};

const IN_RESULTS: ReadonlySet<unknown> = new Set(["json", "text", "image", "document", "video", "searchResult"]);

/** Every block of messages and results. */
export function checkContent(judged: Judged): void {
  const { entries, messages, report } = judged;
  entries.forEach((entry, index) => {
    if (isRecord(entry)) checkItems(entry["content"], `/messages/${index}/content`, judged);
  });
  for (const { spots } of messages) {
    for (const spot of spots) {
      checkText(spot, judged);
      if (spot.member === "json") report(JSON_IN_MESSAGE, spot.pointer);
      if (!isResult(spot)) continue;
      const inner = `${spot.pointer}/toolResult/content`;
      checkItems(spot.value["content"], inner, judged);
      for (const part of spotsAt(spot.value["content"], inner)) checkPart(part, judged);
    }
  }
}

/** Each item of a list is one thing that is known. */
function checkItems(content: unknown, pointer: Pointer, { report }: Judged): void {
  if (!Array.isArray(content)) return;
  content.forEach((item: unknown, index) => {
    const at = `${pointer}/${index}`;
    if (!isRecord(item)) {
      report(NO_BLOCK, at);
      return;
    }
    const members = membersOf(item);
    const { type } = item;
    if (members.length > 1) report(KINDS_SEVERAL, at, shown(members.join(", ")));
    else if (members.length === 1) {
      if (type !== undefined) report(TYPED, at);
    } else if (type !== undefined) report(KIND_FOREIGN, at, shown(type));
    else report(KIND_UNKNOWN, at, shown(Object.keys(item)[0]));
  });
}

/** A text of a message is not blank. One of a result may be. */
function checkText({ block, pointer, member }: Spot, { report }: Judged): void {
  if (member !== "text") return;
  const { text } = block;
  // A text that is the whole content stands at the pointer itself; when it is empty, so is the content.
  const isBare = pointer.endsWith("/content");
  const at = isBare ? pointer : `${pointer}/text`;
  if (typeof text !== "string") report(TEXT_INVALID, at);
  else if (text.trim() === "" && !(isBare && text === "")) report(text === "" ? TEXT_EMPTY : TEXT_BLANK, at);
}

function checkPart({ block, pointer, member }: Spot, { report }: Judged): void {
  if (member === "json" && !isRecord(block["json"])) report(JSON_VALUE, pointer);
  else if (member === "text" && typeof block["text"] !== "string") report(TEXT_INVALID, `${pointer}/text`);
  else if (member !== undefined && member !== "cachePoint" && !IN_RESULTS.has(member)) {
    report(RESULT_KIND, pointer, member);
  }
}
