/**
 * Takes off what hosts wrapped around texts for the model: runtime context, inbound metadata, time stamps, and around
 * user texts the envelope of the channel. The name of the sender is kept as `senderLabel`.
 */
import { senderLabelOf, stripLeadingTimestamp } from "../transcript/inbound-metadata.ts";
import { isFilled, isRecord } from "../transcript/message.ts";
import { stripInternalContext } from "../transcript/runtime-context.ts";
import { blockList, roleOf } from "./rows.ts";
import type { Row } from "./types.ts";

const CHANNELS =
  "WebChat|WhatsApp|Telegram|Signal|Slack|Discord|Google Chat|iMessage|Teams|Matrix|Zalo|Zalo Personal|BlueBubbles";
const HEADER = /^\[([^\]]{1,1024})\]\s*/;
const HAS_TIME = /\d{4}-\d\d-\d\d(?:T\d\d:\d\dZ| \d\d:\d\d)\b/;
const HAS_CHANNEL = new RegExp(`^(?:${CHANNELS}) `);

const MESSAGE_ID_LINE = /^\s{0,32}\[message_id:\s{0,32}[^\]]{1,1024}\]\s*$/i;
const FENCE = /^ {0,3}(?:`{3}|~{3})/;

/** The row as its writer meant it. */
export function withoutEnvelope(row: Row): Row {
  const role = roleOf(row);
  const strip = role === "user" ? stripUserText : stripText;
  const label = role === "user" ? senderOf(row) : undefined;
  const labeled = label !== undefined && label !== row["senderLabel"] ? { ...row, senderLabel: label } : row;
  return stripped(labeled, role, strip);
}

/** What a host added to any text is gone: runtime context, inbound metadata, the time stamp at the start. */
function stripText(text: string): string {
  return stripLeadingTimestamp(stripInternalContext(stripLeadingTimestamp(text)));
}

/**
 * A user's text as it was typed. Besides what a host added, one header in brackets goes from the start, if it names a
 * channel or has a date and time, and lines go that hold nothing but a message id, unless they stand in code.
 */
export function stripUserText(text: string): string {
  const bare = stripText(text);
  const header = bare.startsWith("[") ? HEADER.exec(bare) : null;
  const title = header?.[1] ?? "";
  const isEnvelope = HAS_TIME.test(title) || HAS_CHANNEL.test(title);
  return withoutMessageIds(header !== null && isEnvelope ? bare.slice(header[0].length) : bare);
}

function withoutMessageIds(text: string): string {
  if (!/\[message_id:/i.test(text)) return text;
  let inCode = false;
  const lines = text.split("\n");
  const kept = lines.filter((line) => {
    if (FENCE.test(line)) inCode = !inCode;
    return inCode || !MESSAGE_ID_LINE.test(line);
  });
  if (kept.length === lines.length) return text;
  // The line breaks before a last line that went do not end anything any more.
  return kept.join("\n");
}

/** The row with one of its texts changed: of the content, else of `text`, else of `summary`. */
function stripped(row: Row, role: string, strip: (text: string) => string): Row {
  const { content, text, summary } = row;
  if (typeof content === "string") return withField(row, "content", strip(content));
  if (Array.isArray(content)) {
    const blocks = content.map((block: unknown) => withoutBlockEnvelope(block, role, strip));
    return blocks.some((block, index) => block !== content[index]) ? { ...row, content: blocks } : row;
  }
  if (isRecord(content)) return withField(row, "content", withoutBlockEnvelope(content, role, strip));
  if (typeof text === "string") return withField(row, "text", strip(text));
  return typeof summary === "string" ? withField(row, "summary", strip(summary)) : row;
}

function withField(row: Row, key: string, value: unknown): Row {
  return value === row[key] ? row : { ...row, [key]: value };
}

function withoutBlockEnvelope(block: unknown, role: string, strip: (text: string) => string): unknown {
  if (!isRecord(block)) return block;
  const { type, text, thinking } = block;
  if (typeof text === "string" && isRoleText(type, role)) {
    const bare = strip(text);
    return bare === text ? block : { ...block, text: bare };
  }
  if (type !== "thinking" || typeof thinking !== "string") return block;
  // Models repeat the context they were given while they think about it.
  const bare = stripInternalContext(thinking);
  return bare === thinking ? block : { ...block, thinking: bare };
}

function isRoleText(type: unknown, role: string): boolean {
  if (type === "text") return true;
  return type === "input_text"
    ? role === "user" || role === "assistant"
    : type === "output_text" && role === "assistant";
}

/** Who sent the message: the label it has, else the first one in the metadata of its texts. */
function senderOf(row: Row): string | undefined {
  const { senderLabel, content, text } = row;
  if (isFilled(senderLabel)) return senderLabel.trim();
  if (typeof content === "string") return senderLabelOf(content);
  for (const block of blockList(row)) {
    const label = isRecord(block) && typeof block["text"] === "string" ? senderLabelOf(block["text"]) : undefined;
    if (label !== undefined) return label;
  }
  return typeof text === "string" ? senderLabelOf(text) : undefined;
}
