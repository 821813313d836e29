/**
 * Reads a session file: JSON Lines with a header and a tree of entries, of which the last one and its ancestors are the
 * active branch. Project files of Claude Code, rollouts of Codex, and lists of bare messages are read too, all of them
 * into the same messages. Nothing is repaired here, and whatever stands in the file and is not in the messages is
 * reported.
 */
import { expectText } from "../transcript/errors.ts";
import { isRecord } from "../transcript/message.ts";
import { activeBranch } from "./branch.ts";
import { messagesOf, modelSnapshotsOf } from "./context.ts";
import { sortEntries } from "./entries.ts";
import { readClaudeCode } from "./formats/claude-code/index.ts";
import { readCodex } from "./formats/codex/index.ts";
import { foreignFormat, ownFormat, sessionAgentOf } from "./formats/detect.ts";
import { type Records, readRecords } from "./records.ts";
import type { ReportProblem, SessionContent, SessionProblem } from "./types.ts";

export { type DetectedSession, sessionFormatOf } from "./formats/detect.ts";
export { type DurableFormat, durableHeader, isLineDurable } from "./formats/durable.ts";
export type {
  SessionAgent,
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
 * @throws TranscriptInputError for what is no string
 * @example
 * const { messages, modelSnapshots, problems } = readSession(text);
 * const result = await prepareReplay(messages, { target: { provider: "anthropic" }, modelSnapshots });
 */
export function readSession(text: string): SessionContent {
  expectText(text);
  const problems: SessionProblem[] = [];
  const report: ReportProblem = (at, code, severity, message, path = "") => {
    const { line, offset } = at;
    const whole = at.path + path;
    problems.push({ code, severity, line, offset, ...(whole !== "" && { path: whole }), message });
  };

  const read = readRecords(text, report);
  const session = readForeign(read, report) ?? readOwn(read, report);
  if (session === undefined) return unreadable(text, read);
  return { ...session, problems: problems.sort((first, second) => first.line - second.line) };
}

type ReadContent = Omit<SessionContent, "problems">;

function readForeign(read: Records, report: ReportProblem): ReadContent | undefined {
  const format = foreignFormat(read);
  if (format === undefined) return undefined;
  const session = format === "codex" ? readCodex(read.records, report) : readClaudeCode(read.records, report);
  return { format, agent: format, ...session };
}

/** Sessions of pi and OpenClaw, and bare messages; undefined when there is nothing of the kind. */
function readOwn({ form, records }: Records, report: ReportProblem): ReadContent | undefined {
  const { header, entries, bare } = sortEntries(records, report);
  if (header === undefined && entries.length === 0) return undefined;
  const branch = activeBranch(entries, header?.id, report);
  return {
    format: ownFormat(form, bare),
    ...(!bare && { agent: sessionAgentOf(header, entries) }),
    ...(header && { header }),
    entries: entries.map(({ value }) => value),
    messages: messagesOf(branch, report),
    modelSnapshots: modelSnapshotsOf(branch),
  };
}

const UNDERSTOOD =
  "Understood are sessions of pi and OpenClaw, project files of Claude Code, rollouts of Codex, and messages with a role.";

/** One problem says it all: a list of all lines of a picture helps nobody. An empty list of messages is no problem. */
function unreadable(text: string, { form, records }: Records): SessionContent {
  const nothing = { entries: [], messages: [], modelSnapshots: [] };
  if (form !== "lines" && records.length === 0) return { format: ownFormat(form, true), ...nothing, problems: [] };
  const empty = text.replace(/^\uFEFF/, "").trim() === "";
  const message = empty
    ? "There is nothing in the text."
    : `Nothing in the text is of a session. ${found(records)} ${UNDERSTOOD}`;
  const code = empty ? "empty" : "not-a-session";
  return { format: "none", ...nothing, problems: [{ code, severity: "error", line: 1, offset: 0, message }] };
}

const KEYS_NAMED = 8;
const LONGEST_KEY = 40;

/** What was found instead: how many objects, and their first keys. */
function found(records: Records["records"]): string {
  const objects = records.map(({ value }) => value).filter(isRecord);
  if (objects.length === 0) return "It holds no JSON object, whole or one a line.";
  const keys = [...new Set(objects.slice(0, KEYS_NAMED).flatMap((value) => Object.keys(value).slice(0, KEYS_NAMED)))];
  const named = keys.slice(0, KEYS_NAMED).map((key) => JSON.stringify(key.slice(0, LONGEST_KEY)));
  const many = objects.length === 1 ? "One JSON object was found" : `${objects.length} JSON objects were found`;
  return named.length === 0 ? `${many}, without keys.` : `${many}, with the keys ${named.join(", ")}.`;
}
