/** What the steps ask of a row. Rows come from files: any field may be anything. */
import { isRecord, isThinking } from "../transcript/message.ts";
import { normalizeInputProvenance } from "../transcript/provenance.ts";
import type { Row } from "./types.ts";

/** An object of whatever fields. */
export type Fields = Readonly<Record<string, unknown>>;

const NO_MARKS: Fields = {};

const TOOL_RESULT_ROLES: ReadonlySet<string> = new Set(["toolresult", "tool_result", "tool", "function"]);
const TOOL_KEYS = ["toolName", "tool_name", "toolCallId", "tool_call_id"] as const;
const TOOL_CALL_TYPES: ReadonlySet<string> = new Set([
  "toolcall",
  "tool_call",
  "tooluse",
  "tool_use",
  "functioncall",
  "function_call",
]);
const TOOL_RESULT_TYPES: ReadonlySet<string> = new Set(["toolresult", "tool_result"]);

/** The host's marks on a row. */
export function marksOf(row: Row): Fields {
  const marks = row["__openclaw"];
  return isRecord(marks) ? marks : NO_MARKS;
}

/** The run that wrote the row, if the host noted it. */
export function runIdOf(row: Row): string | undefined {
  const id = marksOf(row)["runId"];
  return typeof id === "string" && id.trim() !== "" ? id.trim() : undefined;
}

/** Is it a block of visible text, under whatever name? */
export function isTextBlock(block: unknown): block is Fields & { readonly text: string } {
  return isRecord(block) && isTextType(block["type"]) && typeof block["text"] === "string";
}

/** Is it the type of a text block? */
export function isTextType(type: unknown): boolean {
  return type === "text" || type === "input_text" || type === "output_text";
}

/** Is it reasoning, which never counts as something that is said? */
export function isReasoning(block: unknown): boolean {
  return isThinking(block) || (isRecord(block) && block["type"] === "reasoning");
}

/** Is it a tool call or tool result inside of a content? */
export function isToolBlock(block: unknown): boolean {
  const type = typeOf(block);
  return TOOL_CALL_TYPES.has(type) || TOOL_RESULT_TYPES.has(type);
}

/** Is it a tool result inside of a content? */
export function isResultBlock(block: unknown): boolean {
  return TOOL_RESULT_TYPES.has(typeOf(block));
}

/** Is the row what a tool returned? Its text is data: it is never cut with a remark in it. */
export function isToolRow(row: Row): boolean {
  return TOOL_RESULT_ROLES.has(roleOf(row)) || TOOL_KEYS.some((key) => typeof row[key] === "string");
}

/** The role in lower case. */
export function roleOf(row: Row): string {
  return typeof row.role === "string" ? row.role.toLowerCase() : "";
}

/** The blocks of a content that is a list, else none. */
export function blockList(row: Row): readonly unknown[] {
  return Array.isArray(row.content) ? row.content : [];
}

/** Has the assistant's row something to show besides text: a call, a picture, an unknown block? */
export function hasDisplayableBlock(row: Row): boolean {
  return blockList(row).some((block) => isObject(block) && !isTextType(block["type"]) && !isReasoning(block));
}

/** Has the row a block other than text, reasoning included? */
export function hasOtherBlock(row: Row): boolean {
  return blockList(row).some((block) => isObject(block) && !isTextType(block["type"]));
}

/** All texts of a row: of blocks of whatever type, or of the string it is, joined by line breaks. */
export function textOf(row: Row): string {
  const content = row.content ?? row["text"];
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .flatMap((block: unknown) => (isRecord(block) && typeof block["text"] === "string" ? [block["text"]] : []))
    .join("\n");
}

/** Is there nothing in the content but blank text? */
export function isBlankContent(content: unknown): boolean {
  if (typeof content === "string") return content.trim() === "";
  if (!Array.isArray(content)) return false;
  return content.every((block: unknown) => isTextBlock(block) && block.text.trim() === "");
}

/** Did the host note media that belongs to the row? */
export function hasMediaFacts(row: Row): boolean {
  const { media } = marksOf(row);
  return Array.isArray(media) && media.some((fact) => isRecord(fact) && Object.keys(fact).length > 0);
}

/** Is it a prompt that another session sent with `sessions_send`, still in the user's place? */
export function isForwardable(row: Row): boolean {
  return row.role === "user" && isSentBySession(row);
}

/** Is it such a prompt that was put in the assistant's place already? */
export function isForwarded(row: Row): boolean {
  return row.role === "assistant" && isSentBySession(row);
}

/** The row without some of its fields; the same row when it has none of them. */
export function withoutFields(row: Row, keys: readonly string[]): Row {
  const present = keys.filter((key) => Object.hasOwn(row, key));
  if (present.length === 0) return row;
  return Object.fromEntries(Object.entries(row).filter(([key]) => !present.includes(key))) as unknown as Row;
}

function isSentBySession(row: Row): boolean {
  if (row["provenance"] === undefined) return false;
  const provenance = normalizeInputProvenance(row["provenance"]);
  return provenance?.kind === "inter_session" && provenance.sourceTool === "sessions_send";
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function typeOf(block: unknown): string {
  return isRecord(block) && typeof block["type"] === "string" ? block["type"].trim().toLowerCase() : "";
}
