/** What is demanded of blocks as such: their kind, their place, their texts and cache markers. */
import { isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import type { Demand } from "../types.ts";
import { blocksAt, fieldOf, isThought, type Judged, type Spot } from "./conversation.ts";
import * as sources from "./sources.ts";

export const NO_BLOCK: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The item is no content block.",
  says: "Input should be a valid dictionary or object to extract fields from",
  source: sources.SDK,
  evidence: "schema",
};
export const TYPE_FOREIGN: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The API has no blocks of the type `{}`.",
  says: "Input tag '{}' found using 'type' does not match any of the expected tags",
  source: sources.SDK,
  evidence: "schema",
};
export const TYPE_UNKNOWN: Demand = {
  ...TYPE_FOREIGN,
  severity: "warning",
  message: "The type `{}` is not one that is known here; the API may know it.",
};
export const TEXT_MISSING: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The text block has no text.",
  says: "text.text: Field required",
  source: sources.SDK,
  evidence: "schema",
};
export const TEXT_EMPTY: Demand = {
  code: "text-empty",
  severity: "error",
  message: "The text block is empty. Leave it out.",
  says: "messages: text content blocks must be non-empty",
  source: sources.NON_EMPTY_TEXT,
  evidence: "observed",
};
export const TEXT_BLANK: Demand = {
  code: "text-blank",
  severity: "error",
  message: "The text block has nothing but white space. Leave it out.",
  says: "messages: text content blocks must contain non-whitespace text",
  source: sources.NON_BLANK_TEXT,
  evidence: "observed",
};
export const TEXT_BLANK_IN_RESULT: Demand = {
  ...TEXT_BLANK,
  severity: "warning",
  message: "A text block of the result has nothing but white space, which may be refused.",
  evidence: "inferred",
};
export const CACHED_EMPTY: Demand = {
  code: "cache-empty-text",
  severity: "error",
  message: "A cache marker stands on an empty text. Put it on the block before.",
  says: "cache_control cannot be set for empty text blocks",
  source: sources.CACHED_EMPTY_TEXT,
  evidence: "observed",
};
export const CACHED_THINKING: Demand = {
  code: "cache-position",
  severity: "error",
  message: "A cache marker stands on thinking, which takes none.",
  says: "cache_control: Extra inputs are not permitted",
  source: sources.CACHING,
  evidence: "documented",
};
export const IMAGE_OF_ASSISTANT: Demand = {
  code: "image-role",
  severity: "error",
  message: "An image stands in an assistant turn.",
  says: "'image' blocks are not permitted within assistant turns",
  source: sources.IMAGE_ROLE,
  evidence: "observed",
};

/** Kinds of blocks that the API has. New ones come often, so one that is not here is only warned of. */
const KNOWN: ReadonlySet<unknown> = new Set([
  "text",
  "image",
  "document",
  "search_result",
  "thinking",
  "redacted_thinking",
  "tool_use",
  "tool_result",
  "tool_reference",
  "server_tool_use",
  "mcp_tool_use",
  "mcp_tool_result",
  "container_upload",
  "compaction",
]);

/** Kinds of blocks of other APIs and of session files. */
const FOREIGN: ReadonlySet<unknown> = new Set([
  "image_url",
  "input_text",
  "output_text",
  "input_image",
  "input_file",
  "input_audio",
  "refusal",
  "reasoning",
  "function_call",
  "function_call_output",
  "tool_call",
  "toolCall",
  "toolUse",
  "functionCall",
  "toolResult",
]);

/** Every block of the system prompt, of messages and of results. */
export function checkContent(judged: Judged): void {
  const { body, messages, runs, anthropic } = judged;
  checkItems(body["system"], "/system", judged);
  for (const spot of blocksAt(body["system"], "/system")) checkText(spot, false, judged);
  messages.forEach((message, index) => {
    if (isRecord(message)) checkItems(message["content"], `/messages/${index}/content`, judged);
  });
  for (const { role, blocks } of runs) {
    for (const spot of blocks) {
      const { block, pointer } = spot;
      // A content that is an empty text is an empty content.
      if (!(spot.isBare && block["text"] === "")) checkText(spot, false, judged);
      if (role === "assistant" && block["type"] === "image") anthropic(IMAGE_OF_ASSISTANT, pointer);
      if (isThought(spot) && isRecord(block["cache_control"])) anthropic(CACHED_THINKING, `${pointer}/cache_control`);
      if (block["type"] !== "tool_result") continue;
      const inner = `${pointer}/content`;
      checkItems(block["content"], inner, judged);
      if (typeof block["content"] === "string") continue;
      for (const part of blocksAt(block["content"], inner)) checkText(part, true, judged);
    }
  }
}

/** Each item of a list is a block of a known kind. */
function checkItems(content: unknown, pointer: Pointer, { report, anthropic }: Judged): void {
  if (!Array.isArray(content)) return;
  content.forEach((item: unknown, index) => {
    const at = `${pointer}/${index}`;
    if (!isRecord(item)) {
      report(NO_BLOCK, at);
      return;
    }
    const { type } = item;
    if (KNOWN.has(type) || (typeof type === "string" && type.endsWith("_tool_result"))) return;
    const isForeign = typeof type !== "string" || FOREIGN.has(type);
    anthropic(isForeign ? TYPE_FOREIGN : TYPE_UNKNOWN, at, String(type).slice(0, 100));
  });
}

function checkText(spot: Spot, isInResult: boolean, { report, anthropic }: Judged): void {
  const { block, pointer } = spot;
  if (block["type"] !== "text") return;
  const { text } = block;
  if (typeof text !== "string") {
    report(TEXT_MISSING, pointer);
    return;
  }
  if (text === "") {
    anthropic(TEXT_EMPTY, fieldOf(spot, "text"));
    if (isRecord(block["cache_control"])) anthropic(CACHED_EMPTY, `${pointer}/cache_control`);
  } else if (text.trim() === "") {
    anthropic(isInResult ? TEXT_BLANK_IN_RESULT : TEXT_BLANK, fieldOf(spot, "text"));
  }
}
