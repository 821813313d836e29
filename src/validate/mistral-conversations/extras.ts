/** Fields that the API does not have. It refuses them wherever they stand. */
import { isRecord } from "../../transcript/message.ts";
import type { Message, Spot } from "../spots.ts";
import type { Demand } from "../types.ts";
import { callsOf, chunksOf, type Judged } from "./conversation.ts";
import * as sources from "./sources.ts";

export const OF_OTHERS: Demand = {
  code: "field-form",
  severity: "error",
  message: "The message has the field `{}`, which is of another API. Leave it out.",
  says: "Extra inputs are not permitted",
  source: sources.EXTRA,
  evidence: "observed",
};
export const UNKNOWN: Demand = {
  ...OF_OTHERS,
  severity: "warning",
  message: "The message has the field `{}`, which the API is not known to have.",
  evidence: "inferred",
};
export const SPEAKER: Demand = {
  ...OF_OTHERS,
  message: "The message names its speaker, which the API has no field for. Leave the name out.",
  source: sources.EXTRA_NAME,
};
export const CHUNK_UNKNOWN: Demand = {
  ...UNKNOWN,
  message: "The chunk has the field `{}`, which the API is not known to have.",
};
export const CACHE: Demand = {
  code: "cache-position",
  severity: "error",
  message: "There is a cache marker, which the API has no field for. Leave it out.",
  says: "Extra inputs are not permitted",
  source: sources.VALIDATOR,
  evidence: "schema",
};
export const CALL_OF_OTHERS: Demand = {
  ...OF_OTHERS,
  message: "The call has the field `{}`, which is of another API. Leave it out.",
  source: sources.EXTRA_IN_CALL,
};
export const CALL_UNKNOWN: Demand = {
  ...UNKNOWN,
  message: "The call has the field `{}`, which the API is not known to have.",
};

/** The fields of the API, in both spellings, by role. */
const FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  system: new Set(["role", "content"]),
  user: new Set(["role", "content"]),
  assistant: new Set(["role", "content", "tool_calls", "toolCalls", "prefix"]),
  tool: new Set(["role", "content", "tool_call_id", "toolCallId", "name"]),
};
/** Fields of messages that other APIs have. */
const FOREIGN: ReadonlySet<string> = new Set([
  "name",
  "refusal",
  "audio",
  "annotations",
  "function_call",
  "reasoning_content",
  "reasoning",
  "reasoning_text",
  "reasoning_details",
  "reasoning_opaque",
  "thinking_blocks",
  "provider_specific_fields",
  "tool_calls",
  "toolCalls",
  "tool_call_id",
  "toolCallId",
  "prefix",
]);
const CALL_FIELDS: ReadonlySet<string> = new Set(["id", "type", "function", "index"]);
const FUNCTION_FIELDS: ReadonlySet<string> = new Set(["name", "arguments"]);
/** Fields of calls that other APIs have. */
const FOREIGN_IN_CALL: ReadonlySet<string> = new Set([
  "name",
  "arguments",
  "custom",
  "extra_content",
  "provider_specific_fields",
  "thought_signature",
  "parsed_arguments",
]);
const CHUNK_FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  text: new Set(["type", "text"]),
  image_url: new Set(["type", "image_url", "imageUrl"]),
  document_url: new Set(["type", "document_url", "documentUrl", "document_name", "documentName"]),
  file: new Set(["type", "file_id", "fileId"]),
  reference: new Set(["type", "reference_ids", "referenceIds"]),
  thinking: new Set(["type", "thinking", "signature", "closed"]),
};

/** The fields of messages, chunks and calls. */
export function checkExtras(judged: Judged): void {
  for (const message of judged.messages) {
    checkFields(message, judged);
    for (const chunk of chunksOf(message)) checkChunkFields(chunk, judged);
    for (const call of callsOf(message)) checkCallFields(call, judged);
  }
}

function checkFields({ role, value, pointer }: Message, { strict }: Judged): void {
  const known = typeof role === "string" && Object.hasOwn(FIELDS, role) ? FIELDS[role] : undefined;
  if (!known) return;
  for (const key of Object.keys(value)) {
    const at = `${pointer}/${key}`;
    if (known.has(key)) continue;
    if (key === "cache_control") strict(CACHE, at);
    else if (key === "name") strict(SPEAKER, at);
    else if (FOREIGN.has(key)) strict(OF_OTHERS, at, key);
    else strict(UNKNOWN, pointer, key.slice(0, 100));
  }
}

function checkChunkFields({ value, pointer }: Spot, { strict }: Judged): void {
  const type = String(value["type"]);
  const known = Object.hasOwn(CHUNK_FIELDS, type) ? CHUNK_FIELDS[type] : undefined;
  for (const key of Object.keys(value)) {
    if (key === "cache_control") strict(CACHE, `${pointer}/${key}`);
    else if (known && !known.has(key)) strict(CHUNK_UNKNOWN, pointer, key.slice(0, 100));
  }
}

function checkCallFields({ value, pointer }: Spot, { strict }: Judged): void {
  const inner = value["function"];
  if (!isRecord(inner)) return;
  const fields = [
    ...Object.keys(value).filter((key) => !CALL_FIELDS.has(key)),
    ...Object.keys(inner).filter((key) => !FUNCTION_FIELDS.has(key)),
  ];
  for (const key of fields)
    strict(FOREIGN_IN_CALL.has(key) ? CALL_OF_OTHERS : CALL_UNKNOWN, pointer, key.slice(0, 100));
}
