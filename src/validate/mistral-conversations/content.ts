/** What is demanded of content: that there is some, of what chunks it consists, and who may say them. */
import { isRecord } from "../../transcript/message.ts";
import { spelled } from "../../transcript/spelled.ts";
import type { Message, Spot } from "../spots.ts";
import type { Demand } from "../types.ts";
import { chunksOf, fieldOf, hasCalls, type Judged, shown } from "./conversation.ts";
import * as sources from "./sources.ts";

export const NEITHER: Demand = {
  code: "content-empty",
  severity: "error",
  message: "The assistant message neither says nor calls anything.",
  says: "Assistant message must have either content or tool_calls, but not none.",
  source: sources.NEITHER,
  evidence: "observed",
};
export const NO_SYSTEM: Demand = {
  code: "content-empty",
  severity: "error",
  message: "The system message has no content.",
  says: "System prompt must have content",
  source: sources.VALIDATOR,
  evidence: "schema",
};
export const MISSING: Demand = {
  ...NO_SYSTEM,
  message: "The message has no content.",
  says: "Field required",
  source: sources.SDK,
};
export const INVALID: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The content is neither a text nor a list of chunks.",
  says: "Input should be a valid string",
  source: sources.SDK,
  evidence: "schema",
};
export const LONE_CHUNK: Demand = {
  ...INVALID,
  code: "field-form",
  message: "The content is one chunk where a list of chunks belongs.",
};
export const NO_CHUNK: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The item is no chunk of content.",
  says: "Input should be a valid dictionary or object to extract fields from",
  source: sources.SDK,
  evidence: "schema",
};
export const BARE_TEXT: Demand = {
  ...NO_CHUNK,
  code: "field-form",
  message: "The item is a text where a chunk belongs. Send it as one.",
};
export const TYPE: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The API has no chunks of the type `{}`.",
  says: "Input tag '{}' found using 'type' does not match any of the expected tags",
  source: sources.SDK,
  evidence: "schema",
};
export const TYPE_MISSING: Demand = {
  ...TYPE,
  code: "field-form",
  message: "The chunk has no type. The SDK adds it; on the wire it is needed.",
  says: "Unable to extract tag using discriminator 'type'",
};
export const TYPE_FORM: Demand = {
  ...TYPE,
  code: "field-form",
  message: "A chunk of the type `{}` is of another API. Send it in the form of this one.",
};
export const FIELD: Demand = {
  ...TYPE,
  message: "The chunk does not have what a chunk of the type `{}` has.",
  says: "Field required",
};
export const THINKING_FORM: Demand = {
  code: "field-form",
  severity: "error",
  message: "The thinking is a text where a list of chunks belongs.",
  says: "Input should be a valid list",
  source: sources.THINKING,
  evidence: "documented",
};
export const THINKING_ROLE: Demand = {
  code: "thinking-signature",
  severity: "error",
  message: "Thinking stands in a message that is not the assistant's.",
  says: "Unexpected content chunk types in user message: ['ThinkChunk']",
  source: sources.VALIDATOR,
  evidence: "schema",
};
export const IMAGE_ROLE: Demand = {
  code: "image-role",
  severity: "error",
  message: "An image stands in a message of the role `{}`.",
  says: "Unexpected content chunk types in {} message: ['ImageURLChunk']",
  source: sources.VALIDATOR,
  evidence: "schema",
};
export const DOCUMENT_ROLE: Demand = {
  ...IMAGE_ROLE,
  code: "document-role",
  message: "A document stands in a message of the role `{}`.",
  says: "Unexpected content chunk types in {} message: ['DocumentURLChunk']",
};
export const CHUNK_ROLE: Demand = {
  ...IMAGE_ROLE,
  code: "field-invalid",
  message: "A chunk stands in a message of the role `{}`, which has none of its type.",
  says: "Unexpected content chunk types in {} message",
};
export const IMAGE_IN_RESULT: Demand = {
  ...IMAGE_ROLE,
  message: "An image stands in a result, which holds nothing but text on this server.",
  says: "Input should be <ChunkTypes.text: 'text'>",
  source: sources.TOOL_TEXT,
  evidence: "observed",
};
export const DOCUMENT_IN_RESULT: Demand = {
  ...IMAGE_IN_RESULT,
  code: "document-role",
  message: "A document stands in a result, which holds nothing but text on this server.",
};
export const CHUNK_IN_RESULT: Demand = {
  ...IMAGE_IN_RESULT,
  code: "field-invalid",
  message: "A chunk that is no text stands in a result, which holds nothing else on this server.",
};

/** The field that a chunk of each type has, in the SDK's spelling. */
const HELD: Readonly<Record<string, string>> = {
  text: "text",
  image_url: "imageUrl",
  document_url: "documentUrl",
  file: "fileId",
  reference: "referenceIds",
  input_audio: "inputAudio",
  audio_url: "audioUrl",
  thinking: "thinking",
};
const DOCUMENTS: ReadonlySet<unknown> = new Set(["document_url", "file"]);
/** Parts of the Responses API that say the same as one of this. */
const OF_RESPONSES: ReadonlySet<unknown> = new Set(["input_text", "output_text"]);

/** The content of each message, chunk by chunk. */
export function checkContent(judged: Judged): void {
  for (const message of judged.messages) {
    checkPresence(message, judged);
    for (const chunk of chunksOf(message)) checkChunk(chunk, message, judged);
  }
}

/** Is there content, in a form that content may have? */
function checkPresence(message: Message, { report }: Judged): void {
  const { role, value, pointer } = message;
  const { content } = value;
  const isNothing = content === undefined || content === null || content === "";
  if (role === "assistant") {
    if ((isNothing || isEmptyList(content)) && !hasCalls(message)) report(NEITHER, pointer);
  } else if (role === "system" && (content === undefined || content === null)) report(NO_SYSTEM, pointer);
  else if ((role === "user" || role === "tool") && content === undefined) report(MISSING, pointer);
  if (isNothing) return;
  if (isRecord(content)) report(LONE_CHUNK, pointer);
  else if (Array.isArray(content)) checkItems(content, `${pointer}/content`, { report });
  else if (typeof content !== "string") report(INVALID, `${pointer}/content`);
}

function isEmptyList(content: unknown): boolean {
  return Array.isArray(content) && content.length === 0;
}

function checkItems(content: readonly unknown[], pointer: string, { report }: Pick<Judged, "report">): void {
  content.forEach((item, index) => {
    if (isRecord(item)) return;
    const isSaid = typeof item === "string" || typeof item === "number" || typeof item === "boolean";
    report(isSaid ? BARE_TEXT : NO_CHUNK, `${pointer}/${index}`);
  });
}

function checkChunk(chunk: Spot, message: Message, judged: Judged): void {
  const { report } = judged;
  const { value, pointer } = chunk;
  const { type, thinking } = value;
  if (OF_RESPONSES.has(type) && typeof value["text"] === "string") report(TYPE_FORM, pointer, shown(type));
  else if (type === undefined) checkUntyped(chunk, judged);
  else if (typeof type !== "string" || !Object.hasOwn(HELD, type)) report(TYPE, pointer, shown(type));
  else if (type === "thinking" && typeof thinking === "string") report(THINKING_FORM, fieldOf(chunk, "thinking"));
  else if (!isHeld(value, type)) {
    // A file in the form of OpenAI's API can be said in that of this one when its bytes are there.
    const { file } = value;
    const isFile = isRecord(file) && typeof file["file_data"] === "string" && file["file_data"].startsWith("data:");
    report(isFile ? TYPE_FORM : FIELD, pointer, type);
  } else checkRole(chunk, type, message, judged);
}

function checkUntyped({ value, pointer }: Spot, { report }: Judged): void {
  const isTold = Object.entries(HELD).some(([type]) => type !== "audio_url" && isHeld(value, type));
  if (isTold) report(TYPE_MISSING, pointer);
  else report(TYPE, pointer, "undefined");
}

/** Has the chunk what chunks of its type are about? */
function isHeld(value: Spot["value"], type: string): boolean {
  const { value: held } = spelled(value, HELD[type] as string, "snake");
  switch (type) {
    case "image_url":
      return typeof (isRecord(held) ? held["url"] : held) === "string";
    case "thinking":
    case "reference":
      return Array.isArray(held);
    case "input_audio":
    case "audio_url":
      return held !== undefined && held !== null;
    default:
      return typeof held === "string";
  }
}

/** Who may say what. */
function checkRole({ pointer }: Spot, type: string, { role }: Message, { demands, report }: Judged): void {
  if (type === "text") return;
  if (type === "thinking") {
    if (role === "user" || role === "tool") report(THINKING_ROLE, pointer);
  } else if (role === "tool") {
    const { textResults } = demands;
    if (!textResults) return;
    const demand = type === "image_url" ? IMAGE_IN_RESULT : DOCUMENTS.has(type) ? DOCUMENT_IN_RESULT : CHUNK_IN_RESULT;
    report({ ...demand, source: textResults }, pointer);
  } else if ((role === "assistant" && type !== "reference") || role === "system") {
    const demand = type === "image_url" ? IMAGE_ROLE : DOCUMENTS.has(type) ? DOCUMENT_ROLE : CHUNK_ROLE;
    report(demand, pointer, role);
  }
}
