/** What is demanded of items as such: their type, their role, and content at all. */
import { isRecord } from "../../transcript/message.ts";
import type { Demand } from "../types.ts";
import { fieldOf, type Item, type Judged, shown } from "./conversation.ts";
import * as sources from "./sources.ts";

export const NO_ITEM: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The entry is no item.",
  says: "Invalid type for 'input[{}]': expected an input item",
  source: sources.SDK,
  evidence: "schema",
};
export const ROLE_UNKNOWN: Demand = {
  code: "role-unknown",
  severity: "error",
  message: "The role is not `user`, `assistant`, `system` or `developer`.",
  says: "Invalid value: '{}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
  source: sources.SDK,
  evidence: "schema",
};
export const TYPE_FOREIGN: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The API has no items of the type `{}`.",
  says: "Invalid value: '{}'. Supported values are the types of input items.",
  source: sources.SDK,
  evidence: "schema",
};
export const TYPE_UNKNOWN: Demand = {
  ...TYPE_FOREIGN,
  severity: "warning",
  message: "The type `{}` is not one that is known here; the API may know it.",
};
export const CONTENT_MISSING: Demand = {
  code: "content-empty",
  severity: "error",
  message: "The message has no content.",
  says: "Missing required parameter: 'input[{}].content'.",
  source: sources.NULL_CONTENT,
  evidence: "observed",
};
export const CONTENT_EMPTY: Demand = {
  code: "content-empty",
  severity: "warning",
  message: "The content is an empty list, at which some servers fail.",
  source: sources.EMPTY_CONTENT,
  evidence: "code",
};
export const CONTENT_INVALID: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The content is neither a text nor a list of parts.",
  says: "Invalid type for 'input[{}].content': expected one of a string or an array of parts",
  source: sources.SDK,
  evidence: "schema",
};
export const CONTENT_OBJECT: Demand = {
  ...CONTENT_INVALID,
  code: "field-form",
  message: "The content is one part instead of a list of parts.",
};
export const SYSTEM_ROLE: Demand = {
  code: "field-form",
  severity: "error",
  message: "The server takes no message of the role `system`: say it as `developer` or in `instructions`.",
  says: "System messages are not allowed",
  source: sources.SYSTEM_ROLE,
  evidence: "observed",
};

const ROLES: ReadonlySet<unknown> = new Set(["user", "assistant", "system", "developer"]);

/** Types of items of answers that the API has. New ones come often, so one that is not here is only warned of. */
const KNOWN: ReadonlySet<unknown> = new Set([
  "item_reference",
  "web_search_call",
  "file_search_call",
  "code_interpreter_call",
  "image_generation_call",
  "mcp_list_tools",
  "mcp_call",
  "mcp_approval_request",
  "shell_call",
  "tool_search_call",
  "tool_search_output",
  "compaction",
  "program",
  "program_output",
]);

/** Types of blocks and messages of other APIs, and of the parts of this one. */
const FOREIGN: ReadonlySet<unknown> = new Set([
  "text",
  "image",
  "image_url",
  "document",
  "thinking",
  "redacted_thinking",
  "tool_use",
  "tool_result",
  "tool_call",
  "toolCall",
  "toolUse",
  "functionCall",
  "function",
  "toolResult",
  "input_text",
  "output_text",
  "input_image",
  "input_file",
  "refusal",
]);

/** Every entry of the list. */
export function checkItems(judged: Judged): void {
  const { list, items, report } = judged;
  const readable = new Set(items.map(({ index }) => index));
  list.forEach((_, index) => {
    if (!readable.has(index)) report(NO_ITEM, `/input/${index}`, String(index));
  });
  for (const item of items) {
    if (item.kind === "message" || item.kind === "said") checkMessage(item, judged);
    else if (item.kind === "answer") checkType(item, judged);
  }
}

function checkType({ raw, pointer }: Item, { openai }: Judged): void {
  const { type } = raw;
  if (typeof type !== "string" || KNOWN.has(type)) return;
  openai(FOREIGN.has(type) ? TYPE_FOREIGN : TYPE_UNKNOWN, pointer, shown(type));
}

function checkMessage(item: Item, { demands, report }: Judged): void {
  const { raw, pointer, index } = item;
  const { role, content } = raw;
  if (!ROLES.has(role)) {
    report(ROLE_UNKNOWN, fieldOf(item, "role"), shown(role));
    return;
  }
  if (demands.stateless && role === "system") report(SYSTEM_ROLE, `${pointer}/role`);
  if (content === undefined || content === null) report(CONTENT_MISSING, pointer, String(index));
  else if (Array.isArray(content)) {
    if (content.length === 0) report(CONTENT_EMPTY, pointer);
  } else if (typeof content !== "string") {
    report(isRecord(content) ? CONTENT_OBJECT : CONTENT_INVALID, `${pointer}/content`, String(index));
  }
}
