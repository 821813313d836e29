/** What is demanded of the parts of messages and outputs. */
import { isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import type { Json } from "../spots.ts";
import type { Demand } from "../types.ts";
import type { Item, Judged } from "./conversation.ts";
import { shown } from "./conversation.ts";
import { checkImages } from "./images.ts";
import * as sources from "./sources.ts";

/** The longest texts, in characters. */
const LONGEST_TEXT = 10_485_760;
const LONGEST_FILE = 73_400_320;

export const NO_PART: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The entry is no part of content.",
  says: "Invalid type for a part of the content: expected an object",
  source: sources.SDK,
  evidence: "schema",
};
export const SAID_FORM: Demand = {
  code: "field-form",
  severity: "error",
  message: "The text of the model's has the type `{}`; it should be `output_text`.",
  says: "Invalid value: '{}'. Supported values are: 'output_text' and 'refusal'.",
  source: sources.PART_TYPES,
  evidence: "observed",
};
export const TOLD_FORM: Demand = {
  code: "field-form",
  severity: "error",
  message: "The text has the type `{}`; it should be `input_text`.",
  says: "Invalid value: '{}'. Supported values are: 'input_text', 'input_image', and 'input_file'.",
  source: sources.SDK,
  evidence: "schema",
};
export const PART_FOREIGN: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "A part of the type `{}` cannot stand here.",
  says: "Invalid value: '{}'. Supported values are the types of the parts of this content.",
  source: sources.PART_TYPES,
  evidence: "observed",
};
export const TEXT_MISSING: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The part has no text.",
  says: "Missing required parameter: 'text'.",
  source: sources.SDK,
  evidence: "schema",
};
export const TEXT_LONG: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The text has {} characters; the API takes 10,485,760.",
  says: "string too long. Expected a string with maximum length 10485760, but got a string with length {} instead.",
  source: sources.OPENAPI,
  evidence: "schema",
};
export const FILE_SOURCE: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The file has neither data nor a URL nor the id of an uploaded file.",
  says: "Missing required parameter: 'file_id'.",
  source: sources.SDK,
  evidence: "schema",
};
export const FILE_LONG: Demand = {
  code: "document-bytes",
  severity: "error",
  message: "The data of the file has {} characters; the API takes 73,400,320.",
  says: "string too long. Expected a string with maximum length 73400320, but got a string with length {} instead.",
  source: sources.OPENAPI,
  evidence: "schema",
};

/** What may stand in a message of the model's, and in what it is told. */
const SAID: ReadonlySet<unknown> = new Set(["output_text", "refusal"]);
const TOLD: ReadonlySet<unknown> = new Set(["input_text", "input_image", "input_file", "input_audio"]);
const TEXTS: ReadonlySet<unknown> = new Set(["text", "input_text", "output_text"]);

/** A part and where it stands. */
export interface Part {
  readonly raw: Json;
  readonly pointer: Pointer;
}

/** Every part of every message and output, and all images together. */
export function checkParts(judged: Judged): void {
  const images: Part[] = [];
  const { input } = judged.body;
  if (typeof input === "string") checkLength(input, "/input", judged);
  for (const item of judged.items) {
    for (const part of partsOf(item, judged)) if (part.raw["type"] === "input_image") images.push(part);
  }
  checkImages(images, judged);
}

/** The parts that can be read; what cannot be is said. */
function partsOf(item: Item, judged: Judged): readonly Part[] {
  const { raw, kind, pointer } = item;
  if (kind !== "message" && kind !== "said" && kind !== "output") return [];
  const key = kind === "output" ? "output" : "content";
  const content = raw[key];
  if (typeof content === "string") checkLength(content, `${pointer}/${key}`, judged);
  if (!Array.isArray(content) || (kind === "output" && !isTold(raw))) return [];
  return content.flatMap((part: unknown, index) => {
    const at = `${pointer}/${key}/${index}`;
    if (!isRecord(part)) {
      judged.report(NO_PART, at);
      return [];
    }
    checkPart({ raw: part, pointer: at }, kind === "said", judged);
    return [{ raw: part, pointer: at }];
  });
}

/** The outputs of other tools have forms of their own. */
function isTold({ type }: Json): boolean {
  return type === "function_call_output" || type === "custom_tool_call_output";
}

function checkPart({ raw, pointer }: Part, isSaid: boolean, judged: Judged): void {
  const { report, openai } = judged;
  const { type, text, refusal } = raw;
  if (TEXTS.has(type)) {
    if (typeof text !== "string") report(TEXT_MISSING, pointer);
    else {
      checkLength(text, `${pointer}/text`, judged);
      const own = isSaid ? SAID : TOLD;
      if (!own.has(type)) report(isSaid ? SAID_FORM : TOLD_FORM, `${pointer}/type`, shown(type));
    }
  } else if (!(isSaid ? SAID : TOLD).has(type)) report(PART_FOREIGN, pointer, shown(type));
  else if (type === "refusal" && typeof refusal !== "string") report(TEXT_MISSING, pointer);
  else if (type === "input_file") checkFile({ raw, pointer }, openai);
}

function checkLength(text: string, pointer: Pointer, { openai }: Judged): void {
  if (text.length > LONGEST_TEXT) openai(TEXT_LONG, pointer, String(text.length));
}

function checkFile({ raw, pointer }: Part, openai: Judged["openai"]): void {
  const { file_data, file_id, file_url } = raw;
  if ([file_data, file_id, file_url].every((source) => typeof source !== "string")) openai(FILE_SOURCE, pointer);
  if (typeof file_data === "string" && file_data.length > LONGEST_FILE) {
    openai(FILE_LONG, `${pointer}/file_data`, String(file_data.length));
  }
}
