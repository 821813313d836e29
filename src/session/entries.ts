/** Tells header, entries and bare messages apart, and reports what has not the documented shape. */
import { isFilled, isRecord, type SessionMessage } from "../transcript/message.ts";
import { messageFault, type ShapeFault } from "../transcript/schema.ts";
import { entryFault, headerFault } from "./schema.ts";
import type { Located, LocatedEntry, ReportProblem, SessionEntry, SessionHeader } from "./types.ts";

/** The values of a file, told apart. */
export interface SortedEntries {
  readonly header?: SessionHeader;
  readonly entries: readonly LocatedEntry[];
  /** Is there nothing but bare messages? */
  readonly bare: boolean;
}

/** Sorts the values of a file into a header and entries. */
export function sortEntries(records: readonly Located<unknown>[], report: ReportProblem): SortedEntries {
  const entries: LocatedEntry[] = [];
  let header: Located<SessionHeader> | undefined;
  let bare = true;
  for (const record of records) {
    const { value } = record;
    if (!isRecord(value)) {
      report(record, "not-an-entry", "error", "Not an object; it was left out.");
    } else if (value["type"] === "session") {
      bare = false;
      if (header === undefined) header = { ...record, value: value as SessionHeader };
      else report(record, "extra-header", "warning", "A second header; the first one counts.");
    } else if (isFilled(value["type"])) {
      bare = false;
      const messagePath = value["type"] === "message" ? "/message" : "";
      entries.push({ ...record, value: value as SessionEntry, messagePath });
    } else if (isFilled(value["role"])) {
      entries.push({ ...record, value: { type: "message", message: value }, messagePath: "" });
    } else {
      report(record, "not-an-entry", "error", "An object with neither a type nor a role; it was left out.");
    }
  }

  const [first] = records;
  if (!bare && first !== undefined && header?.ordinal !== 0) {
    report(first, "missing-header", "warning", "The file does not begin with a session header.");
  }
  if (header !== undefined) checkHeader(header, report);
  for (const entry of entries) checkEntry(entry, report);
  return { entries, bare, ...(header && { header: header.value }) };
}

/** The message of a `message` entry, or undefined when it has none. */
export function messageOf(entry: SessionEntry): SessionMessage | undefined {
  const message = entry["message"];
  if (!isRecord(message) || !isFilled(message["role"])) return undefined;
  // Version 2 of the format had another name for the role.
  if (message["role"] === "hookMessage") return { ...message, role: "custom" };
  return message as SessionMessage;
}

function checkHeader(header: Located<SessionHeader>, report: ReportProblem): void {
  const fault = headerFault(header.value);
  if (fault) report(header, "invalid-header", "warning", sentence("The header's", fault), fault.path);
}

function checkEntry(entry: LocatedEntry, report: ReportProblem): void {
  const { value } = entry;
  const fault = entryFault(value);
  if (isSummary(value) && typeof value["summary"] !== "string") {
    report(entry, "invalid-summary", "error", `The ${value.type} entry has no summary; it was left out.`, "/summary");
  } else if (fault) {
    report(entry, "unexpected-shape", "warning", sentence("The entry's", fault), fault.path);
  }
  if (value.type === "message") {
    const message = messageOf(value);
    if (message) checkMessage(entry, message, report);
    else
      report(entry, "invalid-message", "error", "The entry has no message with a role; it was left out.", "/message");
  } else if (value.type === "custom_message" && !fault) {
    checkMessage(entry, { ...value, role: "custom" }, report);
  }
}

function checkMessage(entry: LocatedEntry, message: SessionMessage, report: ReportProblem): void {
  const fault = messageFault(message);
  if (!fault) return;
  const text = sentence("The message's", fault);
  report(entry, "unexpected-shape", "warning", text, entry.messagePath + fault.path);
}

function isSummary(entry: SessionEntry): boolean {
  return entry.type === "compaction" || entry.type === "branch_summary";
}

function sentence(owner: string, { path, expected }: ShapeFault): string {
  return `${owner} ${path.slice(1)} should be ${expected}; it was kept as it is.`;
}
