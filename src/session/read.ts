/**
 * Reads a session file: JSON Lines with a header and a tree of entries, of which the last one and its ancestors are the
 * active branch. Lists of bare messages are read too. Nothing is repaired here, nothing is thrown, and whatever stands
 * in the file and is not in the messages is reported.
 */
import { activeBranch } from "./branch.ts";
import { messagesOf, modelSnapshotsOf } from "./context.ts";
import { sortEntries } from "./entries.ts";
import { type Records, readRecords } from "./records.ts";
import type { Located, ReportProblem, SessionContent, SessionFormat, SessionProblem } from "./types.ts";

export type {
  SessionContent,
  SessionEntry,
  SessionFormat,
  SessionHeader,
  SessionProblem,
  SessionProblemCode,
} from "./types.ts";

/**
 * Reads the text of a session file.
 *
 * @example
 * const { messages, modelSnapshots, problems } = readSession(text);
 * const result = await prepareReplay(messages, { target: { provider: "anthropic" }, modelSnapshots });
 */
export function readSession(text: string): SessionContent {
  const problems: SessionProblem[] = [];
  const report: ReportProblem = (at, code, severity, message, path = "") => {
    const { line, offset } = at;
    const whole = at.path + path;
    problems.push({ code, severity, line, offset, ...(whole !== "" && { path: whole }), message });
  };

  const { form, records } = readRecords(text, report);
  const { header, entries, bare } = sortEntries(records, report);
  if (header === undefined && entries.length === 0) return unreadable(text, form, records);
  const branch = activeBranch(entries, header?.id, report);
  const messages = messagesOf(branch, report);
  return {
    format: bare ? formatOf(form) : "session",
    ...(header && { header }),
    entries: entries.map(({ value }) => value),
    messages,
    modelSnapshots: modelSnapshotsOf(branch),
    problems: problems.sort((first, second) => first.line - second.line),
  };
}

function formatOf(form: Records["form"]): SessionFormat {
  return form === "lines" ? "message-lines" : form === "array" ? "message-array" : "message-object";
}

/** One problem says it all: a list of all lines of a picture helps nobody. An empty list of messages is no problem. */
function unreadable(text: string, form: Records["form"], records: readonly Located<unknown>[]): SessionContent {
  const nothing = { entries: [], messages: [], modelSnapshots: [] };
  if (form !== "lines" && records.length === 0) return { format: formatOf(form), ...nothing, problems: [] };
  const empty = text.replace(/^\uFEFF/, "").trim() === "";
  const message = empty
    ? "There is nothing in the text."
    : "Nothing in the text is a session entry or a message. A session file holds one JSON object a line.";
  const code = empty ? "empty" : "not-a-session";
  return { format: "none", ...nothing, problems: [{ code, severity: "error", line: 1, offset: 0, message }] };
}
