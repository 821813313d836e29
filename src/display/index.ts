/**
 * The projection of a transcript for people: what WebChat, a terminal, REST and SSE histories show.
 *
 * Stored transcripts hold more than the conversation: context for the model, signatures, bytes of pictures, errors of
 * providers, what agents say to each other. Nothing stored is changed here; each step makes new rows.
 */
import { TranscriptInputError } from "../transcript/errors.ts";
import { isRecord } from "../transcript/message.ts";
import { hideCoordination } from "./coordination.ts";
import { withoutEnvelope } from "./envelope.ts";
import { withReadableErrors } from "./error-text.ts";
import { asForwarded } from "./forwarded.ts";
import { visibleRows } from "./hidden.ts";
import { capRow, fitRow } from "./limits.ts";
import { withoutRecoveredErrors } from "./recovered-errors.ts";
import { sanitizeRows } from "./sanitize.ts";
import { mergeSpeech } from "./speech.ts";
import type { DisplayMessage, DisplayOptions, Row, Settings } from "./types.ts";

export { type Directives, parseDirectives } from "./directives.ts";
export { type DisplayPage, type PageRequest, pageForDisplay } from "./page.ts";
export type { DisplayMarks, DisplayMessage, DisplayOptions, SenderSession } from "./types.ts";

const MAX_CHARS = 8000;
const MAX_BYTES = 131_072;

/**
 * The rows that people are shown of a transcript, in its order. Entries that are no messages are left out. Projecting
 * the result again changes nothing, except that a second header in brackets before a user's text would be taken for an
 * envelope too.
 *
 * @example
 * const { messages } = readSession(text);
 * const page = pageForDisplay(projectForDisplay(messages));
 *
 * @throws {TranscriptInputError} `messages-not-a-list`, or `invalid-option` when a limit is no positive number
 */
export function projectForDisplay(
  messages: readonly unknown[],
  options: DisplayOptions = {},
): readonly DisplayMessage[] {
  if (!Array.isArray(messages)) {
    throw new TranscriptInputError("messages-not-a-list", "", "The messages are not a list.");
  }
  const settings = settingsFrom(options);
  let rows: readonly Row[] = messages.filter(isRow);
  rows = withoutRecoveredErrors(rows, settings);
  // Behind this, texts are as their writers meant them.
  if (settings.keepEnvelopes !== true) rows = rows.map(withoutEnvelope);
  rows = hideCoordination(rows);
  rows = withReadableErrors(rows, settings);
  rows = sanitizeRows(rows, settings);
  // A forwarded prompt is an agent's, so no rule about what users say may hide it.
  rows = rows.map((row) => asForwarded(row, settings));
  rows = visibleRows(rows, settings);
  // Recordings name the whole text, so it is cut only behind this.
  rows = mergeSpeech(rows);
  return rows.map((row) => fitRow(capRow(row, settings), settings)) as readonly DisplayMessage[];
}

function isRow(value: unknown): value is Row {
  return isRecord(value) && typeof value["role"] === "string";
}

function settingsFrom(options: DisplayOptions): Settings {
  const { maxChars = MAX_CHARS, maxBytes = MAX_BYTES } = options;
  checkLimit("maxChars", maxChars);
  checkLimit("maxBytes", maxBytes);
  return { ...options, maxChars, maxBytes };
}

function checkLimit(name: string, value: unknown): void {
  if (typeof value === "number" && value > 0) return;
  throw new TranscriptInputError("invalid-option", `/${name}`, "The limit is not a positive number.");
}
