/**
 * Limits of what is sent to a page: long texts are cut, rows that are still too large are replaced by a sentence. The
 * row says so in its marks. The stored session has all of it.
 */
import { isRecord } from "../transcript/message.ts";
import { type Fields, isToolBlock, isToolRow, marksOf } from "./rows.ts";
import type { Row, Settings } from "./types.ts";

const CUT_REMARK = "\n...(truncated)...";
const TOO_LARGE = "[chat.history omitted: message too large]";
const UNAVAILABLE =
  "[chat.history unavailable: transcript too large to display; the full history is preserved on disk]";

/** Fields of a row or block that hold text. */
const ROW_TEXTS = ["text", "summary", "output", "command"] as const;
const BLOCK_TEXTS = ["text", "content", "partialJson", "arguments", "thinking"] as const;

/** What a row keeps that is too large: which tool it was, and where the host finds the whole row. */
const IDENTITY = ["toolCallId", "tool_call_id", "toolUseId", "tool_use_id", "toolName", "tool_name", "name"] as const;
const MARK_IDENTITY = ["id", "seq", "idempotencyKey"] as const;

/** A text of at most so many UTF-16 code units, never cut within a character, with a remark behind it if it was cut. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  // What was cut before is as long as it may be.
  if (text.endsWith(CUT_REMARK) && text.length <= maxChars + CUT_REMARK.length) return text;
  return cutPlain(text, maxChars) + CUT_REMARK;
}

/** The row with its texts cut. */
export function capRow(row: Row, { maxChars }: Settings): Row {
  const inTool = isToolRow(row);
  const cut = inTool ? (text: string) => cutPlain(text, maxChars) : (text: string) => cutText(text, maxChars);
  let shortened = false;
  const shorten: Shorten = (text, how) => {
    const short = how(text);
    shortened ||= short !== text;
    return short;
  };
  const capped: Record<string, unknown> = { ...row };
  for (const key of ROW_TEXTS) if (typeof capped[key] === "string") capped[key] = shorten(capped[key], cut);
  if (typeof row.content === "string") capped["content"] = shorten(row.content, cut);
  if (Array.isArray(row.content)) {
    capped["content"] = row.content.map((block: unknown) => capBlock(block, inTool, maxChars, shorten));
  }
  if (!shortened) return row;
  const marks = marksOf(row);
  const reason = typeof marks["reason"] === "string" ? marks["reason"] : "display-cap";
  return { ...(capped as Row), __openclaw: { ...marks, truncated: true, reason } };
}

/** The row, or a sentence in its place if it is too large. */
export function fitRow(row: Row, { maxBytes }: Settings): Row {
  if (fits(row, maxBytes)) return row;
  const placeholder = placeholderFor(row);
  if (fits(placeholder, maxBytes)) return placeholder;
  return { role: "assistant", content: [{ type: "text", text: UNAVAILABLE }] };
}

/** Applies a way to cut a text, and notes whether it did. */
type Shorten = (text: string, how: (text: string) => string) => string;

function capBlock(block: unknown, inTool: boolean, maxChars: number, shorten: Shorten): unknown {
  if (!isRecord(block)) return block;
  const isTool = inTool || isToolBlock(block);
  const capped: Record<string, unknown> = { ...block };
  for (const key of BLOCK_TEXTS) {
    const value = block[key];
    // The arguments of a call are one JSON text: half of it says nothing.
    if (typeof value !== "string" || (isTool && (key === "partialJson" || key === "arguments"))) continue;
    const plain = isTool && (key === "text" || key === "content");
    capped[key] = shorten(value, (text) => (plain ? cutPlain(text, maxChars) : cutText(text, maxChars)));
  }
  if (isTool && Array.isArray(block["content"])) {
    capped["content"] = block["content"].map((one: unknown) => capBlock(one, true, maxChars, shorten));
  }
  return capped;
}

function cutPlain(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const last = text.charCodeAt(maxChars - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? maxChars - 1 : maxChars);
}

function placeholderFor(row: Row): Row {
  const marks = marksOf(row);
  const { role, timestamp, isError } = row;
  const kept = MARK_IDENTITY.filter((key) => typeof marks[key] === "string" || typeof marks[key] === "number");
  return {
    role: typeof role === "string" ? role : "assistant",
    ...(typeof timestamp === "number" && { timestamp }),
    content: [{ type: "text", text: TOO_LARGE }],
    ...pick(
      row,
      IDENTITY.filter((key) => typeof row[key] === "string"),
    ),
    ...(typeof isError === "boolean" && { isError }),
    __openclaw: { ...pick(marks, kept), truncated: true, reason: "oversized" },
  };
}

function pick(from: Fields, keys: readonly string[]): Fields {
  return Object.fromEntries(keys.map((key) => [key, from[key]]));
}

const encoder = new TextEncoder();

function fits(row: Row, maxBytes: number): boolean {
  let json: string;
  try {
    json = JSON.stringify(row);
  } catch {
    // Nested deeper than the runtime can write.
    return false;
  }
  if (json.length > maxBytes) return false;
  return json.length * 3 <= maxBytes || encoder.encode(json).length <= maxBytes;
}
