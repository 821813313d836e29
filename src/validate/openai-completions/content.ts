/** What is demanded of content: that there is some, of what parts it consists, and who may say them. */
import { isRecord } from "../../transcript/message.ts";
import type { Message, Spot } from "../spots.ts";
import type { Demand } from "../types.ts";
import { fieldOf, hasCalls, type Judged, partsOf, shown } from "./conversation.ts";
import * as sources from "./sources.ts";

export const CONTENT_MISSING: Demand = {
  code: "content-empty",
  severity: "error",
  message: "The message has no content.",
  says: "Invalid value for 'content': expected a string, got null.",
  source: sources.CONTENT_NULL,
  evidence: "observed",
};
export const CONTENT_NEEDED: Demand = {
  code: "field-form",
  severity: "error",
  message: "The message has no content beside its calls, which the server wants, if only an empty one.",
  says: "Input error. Field required: input.messages.N.content",
  source: sources.CONTENT_NEEDED_QWEN,
  evidence: "observed",
};
export const CONTENT_INVALID: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The content is neither a text nor a list of parts.",
  says: "Invalid type for 'messages.[0].content': expected one of a string or array of objects.",
  source: sources.CONTENT_OBJECT,
  evidence: "observed",
};
export const CONTENT_OBJECT: Demand = {
  ...CONTENT_INVALID,
  code: "field-form",
  message: "The content is one part where a list of parts belongs.",
};
export const LIST_EMPTY: Demand = {
  code: "content-empty",
  severity: "error",
  message: "The content is an empty list.",
  says: "Invalid 'messages[0].content': empty array. Expected an array with minimum length 1, but got an empty array instead.",
  source: sources.SCHEMA,
  evidence: "schema",
};
export const LIST_EMPTY_BESIDE_CALLS: Demand = {
  ...LIST_EMPTY,
  code: "field-form",
  message: "The content beside calls, a refusal or audio is an empty list. Send none.",
};
export const EMPTY_ASSISTANT: Demand = {
  code: "content-empty",
  severity: "error",
  message: "The assistant message neither says nor calls anything.",
  says: "Invalid request: the message at position 0 with role 'assistant' must not be empty",
  source: sources.EMPTY_KIMI,
  evidence: "observed",
};
export const EMPTY_TEXT: Demand = {
  code: "content-empty",
  severity: "error",
  message: "The message is an empty text, which Claude refuses.",
  says: "messages: text content blocks must be non-empty",
  source: sources.EMPTY_TEXT,
  evidence: "observed",
};
export const EMPTY_PART: Demand = {
  ...EMPTY_TEXT,
  code: "text-empty",
  message: "The text is empty, which Claude refuses. Leave it out.",
};
export const BLANK_TEXT: Demand = {
  code: "text-blank",
  severity: "error",
  message: "The text has nothing but white space, which Claude refuses.",
  says: "messages: text content blocks must contain non-whitespace text",
  source: sources.BLANK_TEXT,
  evidence: "measured",
};
export const NO_PART: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The item is no part of content.",
  says: "Invalid type for 'messages[0].content[0]': expected an object.",
  source: sources.SCHEMA,
  evidence: "schema",
};
export const PART_TYPE: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The API has no parts of the type `{}`.",
  says: "Invalid value: '{}'. Supported values are: 'text', 'image_url', 'input_audio', 'refusal', 'audio', and 'file'.",
  source: sources.PART_TYPE,
  evidence: "observed",
};
export const PART_UNTYPED: Demand = {
  ...PART_TYPE,
  code: "field-form",
  message: "An entry of the result is no part of content. Send it as text.",
  says: "Missing required parameter: 'messages[0].content[0].type'.",
};
export const PART_FORM: Demand = {
  ...PART_TYPE,
  code: "field-form",
  message: "A part of the type `{}` is of another API. Send it in the form of this one.",
};
export const PART_ROLE: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "A part of the type `{}` stands in a message that is not the user's.",
  source: sources.SCHEMA,
  evidence: "schema",
};
export const IMAGE_ROLE: Demand = {
  code: "image-role",
  severity: "error",
  message: "An image stands in a message that is not the user's.",
  says: "Invalid 'messages[0]'. Image URLs are only allowed for messages with role 'user', but this message with role '{}' contains an image URL.",
  source: sources.IMAGE_ROLE,
  evidence: "observed",
};
export const TEXT_MISSING: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The part has no text.",
  says: "Missing required parameter: 'messages[0].content[0].text'.",
  source: sources.SCHEMA,
  evidence: "schema",
};
export const SPEAKER: Demand = {
  code: "field-form",
  severity: "error",
  message: "The name of the speaker has white space or one of `< | \\ / >`.",
  says: "Invalid 'messages[0].name': string does not match pattern. Expected a string that matches the pattern '^[^\\s<|\\\\/>]+$'.",
  source: sources.SPEAKER,
  evidence: "code",
};

const OF_USER: ReadonlySet<unknown> = new Set(["image_url", "input_audio", "file", "video_url", "input_video"]);
const OF_ANYONE: ReadonlySet<unknown> = new Set(["text", "refusal", "audio", "thinking", "redacted_thinking"]);
/** Parts of the Responses API that say the same as one of this. */
const OF_RESPONSES: ReadonlySet<unknown> = new Set(["input_text", "output_text"]);
const SPEAKERS: ReadonlySet<unknown> = new Set(["system", "developer", "user", "assistant"]);

/** The content of each message, part by part. */
export function checkContent(judged: Judged): void {
  const { messages, demands, maker, openai } = judged;
  for (const message of messages) {
    checkPresence(message, message === messages.at(-1), judged);
    for (const part of partsOf(message)) checkPart(part, message, judged);
    const { name } = message.value;
    if (SPEAKERS.has(message.role) && typeof name === "string" && !/^[^\s<|\\/>]+$/.test(name)) {
      openai(SPEAKER, `${message.pointer}/name`);
    }
    if (maker === "anthropic" && demands.passesOn) checkTexts(message, judged);
  }
}

/** Is there content, in a form that content may have? */
function checkPresence(message: Message, isLast: boolean, judged: Judged): void {
  const { demands, report, openai } = judged;
  const { role, value, pointer } = message;
  const { content } = value;
  const isAssistant = role === "assistant";
  const isCalling = isAssistant && hasCalls(message);
  if (content === undefined || content === null) {
    if (isCalling) checkNeeded(message, judged);
    else if (!isAssistant || !saysOtherwise(value)) checkMissing(message, judged);
  } else if (Array.isArray(content)) {
    const isBeside = isCalling || (isAssistant && saysOtherwise(value));
    if (content.length === 0)
      openai(isBeside ? LIST_EMPTY_BESIDE_CALLS : LIST_EMPTY, isBeside ? `${pointer}/content` : pointer);
    content.forEach((part: unknown, index) => {
      if (!isRecord(part)) openai(NO_PART, `${pointer}/content/${index}`);
    });
  } else if (isRecord(content)) openai(CONTENT_OBJECT, pointer);
  else if (typeof content !== "string") report(CONTENT_INVALID, `${pointer}/content`);
  else if (content === "" && isAssistant && !isCalling && !isLast && demands.noEmptyAssistant) {
    report({ ...EMPTY_ASSISTANT, source: demands.noEmptyAssistant }, pointer);
  }
}

/** A refusal or an answer as audio stand in fields of their own. */
function saysOtherwise({ refusal, audio }: Readonly<Record<string, unknown>>): boolean {
  return (typeof refusal === "string" && refusal !== "") || isRecord(audio);
}

function checkMissing({ role, pointer }: Message, { demands, report, openai }: Judged): void {
  const { noEmptyAssistant } = demands;
  if (role === "assistant" && noEmptyAssistant) report({ ...EMPTY_ASSISTANT, source: noEmptyAssistant }, pointer);
  else openai(CONTENT_MISSING, pointer);
}

function checkNeeded(message: Message, { demands, report }: Judged): void {
  const { contentNeeded } = demands;
  if (!contentNeeded || (contentNeeded.as === "any" && message.value["content"] === null)) return;
  report({ ...CONTENT_NEEDED, source: contentNeeded.source }, fieldOf(message, "content"));
}

function checkPart({ value, pointer }: Spot, { role }: Message, { report, openai }: Judged): void {
  const { type, text, image_url } = value;
  if (type === undefined && role === "tool") openai(PART_UNTYPED, pointer);
  else if (OF_RESPONSES.has(type) && typeof text === "string") openai(PART_FORM, pointer, shown(type));
  else if (OF_USER.has(type) && role !== "user") {
    openai(type === "image_url" ? IMAGE_ROLE : PART_ROLE, pointer, shown(type === "image_url" ? role : type));
  } else if (!OF_USER.has(type) && !OF_ANYONE.has(type)) openai(PART_TYPE, pointer, shown(type));
  if (type === "text" && typeof text !== "string") report(TEXT_MISSING, pointer);
  if (type === "image_url" && typeof image_url === "string") openai(PART_FORM, pointer, "image_url");
}

/** What Claude says about texts with nothing in them. Results may be empty. */
function checkTexts(message: Message, { ofMaker }: Judged): void {
  const { role, value, pointer } = message;
  if (role === "tool") return;
  const { content } = value;
  if (content === "" && role !== "assistant") ofMaker(EMPTY_TEXT, pointer);
  else if (typeof content === "string" && content !== "" && content.trim() === "")
    ofMaker(BLANK_TEXT, `${pointer}/content`);
  for (const part of partsOf(message)) {
    if (part.value["type"] === "text" && part.value["text"] === "") ofMaker(EMPTY_PART, `${part.pointer}/text`);
  }
}
