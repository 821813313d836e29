/**
 * Turns that are no durable records, in sessions with a header: message entries without a message or a role, failed
 * turns that hold nothing, and user turns of blank text. They are told by their bytes; nothing else of a line changes.
 *
 * Why: a reader cannot use an entry without a role; Bedrock refuses `content: []`, and every provider a blank text.
 *
 * Leaves alone: entries of other types, unknown roles, assistant turns that ended in any other way, and whatever is not
 * text. What an assistant delivered is never touched.
 */
import { encode, isBlankText, NOTHING, OPEN_BRACE, OPEN_BRACKET, QUOTE } from "./bytes.ts";
import { Fields, isText, type RecordFields, type Span } from "./fields.ts";
import { isEmptyList, rewriteItems } from "./items.ts";
import type { JsonScanner } from "./scan.ts";

/** New content for a turn. */
export interface Rewrite {
  /** Whose turn it is. */
  readonly action: "rewrote-assistant" | "rewrote-user";
  /** The JSON of the content. */
  readonly content: Uint8Array;
}

/** What a failed turn says that said nothing. */
export const FAILED_TURN = "[assistant turn failed before producing content]";
/** What a user says that said nothing. */
export const CONTINUE = "(continue)";

const MESSAGE = encode('"message"');
const ASSISTANT = encode('"assistant"');
const USER = encode('"user"');
const ERROR = encode('"error"');
const TEXT = encode('"text"');

const FAILED_CONTENT = encode(JSON.stringify([{ type: "text", text: FAILED_TURN }]));
const CONTINUE_CONTENT = encode(JSON.stringify([{ type: "text", text: CONTINUE }]));
const CONTINUE_TEXT = encode(JSON.stringify(CONTINUE));

/** Of the block that is looked at. */
const block = new Fields("type", "text");

/** Is it a message entry? */
export function isMessageEntry(bytes: Uint8Array, fields: RecordFields): boolean {
  return isText(bytes, fields.record.type, MESSAGE);
}

/** What a message entry needs: nothing, other content, or to go. */
export function judgeTurn(
  bytes: Uint8Array,
  fields: RecordFields,
  scanner: JsonScanner,
): Rewrite | "invalid-message" | undefined {
  const { role, content, stopReason } = fields.message;
  if (!fields.hasMessage || role.start < 0 || bytes[role.start] !== QUOTE) return "invalid-message";
  if (isText(bytes, role, ASSISTANT)) {
    const failed = isText(bytes, stopReason, ERROR) && isEmptyList(bytes, content);
    return failed ? { action: "rewrote-assistant", content: FAILED_CONTENT } : undefined;
  }
  if (isText(bytes, role, USER)) {
    const filled = fillUserContent(bytes, content, scanner);
    return filled && { action: "rewrote-user", content: filled };
  }
  return isBlankText(bytes, role.start, role.end) ? "invalid-message" : undefined;
}

/** The content without blank text; undefined when there is none in it. */
function fillUserContent(bytes: Uint8Array, content: Span, scanner: JsonScanner): Uint8Array | undefined {
  if (isBlankValue(bytes, content)) return CONTINUE_TEXT;
  if (content.start < 0 || bytes[content.start] !== OPEN_BRACKET) return undefined;
  if (isEmptyList(bytes, content)) return CONTINUE_CONTENT;
  return rewriteItems(bytes, content, scanner, block, CONTINUE_CONTENT, (start) => {
    const { type, text } = block.spans;
    return bytes[start] === OPEN_BRACE && isText(bytes, type, TEXT) && isBlankValue(bytes, text) ? NOTHING : undefined;
  });
}

function isBlankValue(bytes: Uint8Array, { start, end }: Span): boolean {
  return start >= 0 && bytes[start] === QUOTE && isBlankText(bytes, start, end);
}
