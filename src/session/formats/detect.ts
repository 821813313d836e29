/** Which program wrote a session file, as its first records show. */
import { isFilled, isRecord } from "../../transcript/message.ts";
import { sortEntries } from "../entries.ts";
import { type Records, readRecords } from "../records.ts";
import type { LocatedEntry, SessionAgent, SessionFormat, SessionHeader } from "../types.ts";
import { isBareItem } from "./codex/records.ts";
import { durableHeader, isLineDurable } from "./durable.ts";

/** How a text would be understood. */
export interface DetectedSession {
  /** How `readSession` would understand it. */
  readonly format: SessionFormat;
  /** The program that wrote it, as far as the first records show. */
  readonly agent?: SessionAgent;
  /** May the file be repaired line by line? */
  readonly lineDurable: boolean;
}

/** Records may be lost, and notes may stand before the first record that tells. */
const LOOKED_AT = 50;

/** OpenClaw's sessions have this version; pi stopped before it. */
const OPENCLAW_VERSION = 4;

/**
 * Tells by its first lines how a text would be understood, without reading all of it. The whole text is looked at only
 * when its first lines are none of a session.
 *
 * @example sessionFormatOf(text).agent // "claude-code"
 */
export function sessionFormatOf(text: string): DetectedSession {
  const head = firstLines(text, LOOKED_AT);
  const found = detect(head);
  return found.format === "none" && head.length < text.length ? detect(text) : found;
}

/** The agent whose own format the records have: not that of pi and OpenClaw, and not bare messages. */
export function foreignFormat({ form, records }: Records): "claude-code" | "codex" | undefined {
  for (const { value } of records.slice(0, LOOKED_AT)) {
    const format = durableHeader(value) ?? (form === "lines" && isBareItem(value) ? "codex" : undefined);
    if (format !== undefined) return format === "session" ? undefined : format;
  }
  return undefined;
}

/** The format of records that are of pi, OpenClaw, or bare messages. */
export function ownFormat(form: Records["form"], bare: boolean): SessionFormat {
  if (!bare) return "session";
  return form === "lines" ? "message-lines" : form === "array" ? "message-array" : "message-object";
}

/** Who wrote a session with a header: OpenClaw if something in it says so. */
export function sessionAgentOf(header: SessionHeader | undefined, entries: readonly LocatedEntry[]): SessionAgent {
  const isOpenClaws = header?.version === OPENCLAW_VERSION || entries.some(({ value }) => hasOpenClawMark(value));
  return isOpenClaws ? "openclaw" : "pi";
}

function detect(text: string): DetectedSession {
  const read = readRecords(text, () => undefined);
  const foreign = foreignFormat(read);
  if (foreign !== undefined) return { format: foreign, agent: foreign, lineDurable: read.form === "lines" };
  const { header, entries, bare } = sortEntries(read.records, () => undefined);
  if (header === undefined && entries.length === 0) {
    const isEmptyList = read.form !== "lines" && read.records.length === 0;
    return { format: isEmptyList ? ownFormat(read.form, true) : "none", lineDurable: false };
  }
  const format = ownFormat(read.form, bare);
  const agent = bare ? {} : { agent: sessionAgentOf(header, entries) };
  return { format, ...agent, lineDurable: read.form === "lines" && isLineDurable(format) };
}

function firstLines(text: string, count: number): string {
  let end = 0;
  for (let line = 0; line < count; line += 1) {
    const newline = text.indexOf("\n", end);
    if (newline < 0) return text;
    end = newline + 1;
  }
  return text.slice(0, end);
}

function hasOpenClawMark(entry: Readonly<Record<string, unknown>>): boolean {
  const { customType, message } = entry;
  if (typeof customType === "string" && (customType === "model-snapshot" || customType.startsWith("openclaw")))
    return true;
  if (!isRecord(message)) return false;
  return message["provider"] === "openclaw" || isRecord(message["provenance"]) || hasOpenClawField(message);
}

function hasOpenClawField(message: Readonly<Record<string, unknown>>): boolean {
  return isFilled(message["customType"])
    ? message["customType"].startsWith("openclaw")
    : Object.keys(message).some((key) => key === "__openclaw" || key.startsWith("openclaw"));
}
