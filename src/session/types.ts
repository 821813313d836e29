/** What reading a session file gives: its entries, the messages of the active branch, and what is wrong with it. */
import type { SessionMessage } from "../transcript/message.ts";
import type { Pointer } from "../transcript/place.ts";
import type { ModelSnapshot } from "../transcript/snapshot.ts";

/** The first line of a session file. */
export interface SessionHeader {
  /** Says that this is the header. */
  readonly type: "session";
  /** The session's id. */
  readonly id?: string;
  /** The version of the format; absent in the oldest files, whose entries have no ids. */
  readonly version?: number;
  /** When the session began, ISO 8601. */
  readonly timestamp?: string;
  /** The folder the session worked in. */
  readonly cwd?: string;
  /** Whatever else the writer put there. */
  readonly [key: string]: unknown;
}

/** One line of a session file after the header. A bare message counts as an entry that has only the message. */
export interface SessionEntry {
  /** What the entry is, such as `message`, `compaction`, `custom`. */
  readonly type: string;
  /** The entry's name; absent in the oldest files. */
  readonly id?: string;
  /** The entry this one continues; null at the root. */
  readonly parentId?: string | null;
  /** When it was written, ISO 8601 or milliseconds since 1970. */
  readonly timestamp?: string | number;
  /** What entries of this type hold. */
  readonly [key: string]: unknown;
}

/**
 * How the text was understood: a header and entries with ids (`session`), a project file of Claude Code, a rollout of
 * Codex, bare messages one a line (`message-lines`), a JSON array of messages, an object with `messages`, or nothing of
 * the kind.
 */
export type SessionFormat =
  | "session"
  | "claude-code"
  | "codex"
  | "message-lines"
  | "message-array"
  | "message-object"
  | "none";

/** The program that wrote a session. pi and OpenClaw share a format: it is OpenClaw's when something in it says so. */
export type SessionAgent = "openclaw" | "pi" | "claude-code" | "codex";

/** What can be wrong with a session file. */
export type SessionProblemCode =
  | "empty"
  | "not-a-session"
  | "missing-header"
  | "invalid-header"
  | "extra-header"
  | "bad-json"
  | "torn-line"
  | "not-an-entry"
  | "invalid-message"
  | "invalid-summary"
  | "unexpected-shape"
  | "duplicate-id"
  | "missing-parent"
  | "missing-kept-entry"
  | "unknown-records";

/** Something wrong with a session file. Reading goes on. */
export interface SessionProblem {
  /** What is wrong, for programs. */
  readonly code: SessionProblemCode;
  /** `error`: something that stands in the file is missing from the messages; `warning`: it was understood after all. */
  readonly severity: "error" | "warning";
  /** The line, counted from 1. */
  readonly line: number;
  /** Where the line begins in the text, in UTF-16 code units. */
  readonly offset: number;
  /** The spot within the JSON value of the line. */
  readonly path?: Pointer;
  /** What is wrong and what was done about it, for people. */
  readonly message: string;
}

/** What a session file holds. */
export interface SessionContent {
  /** How the text was understood. */
  readonly format: SessionFormat;
  /** The program that wrote it; absent where the format does not tell. */
  readonly agent?: SessionAgent;
  /** The header, if there is one; of other agents' files, what they say of it in their own words. */
  readonly header?: SessionHeader;
  /** All entries in the order of the file, those of left branches too. */
  readonly entries: readonly SessionEntry[];
  /** What a model would be shown: the active branch, with what was compacted away replaced by its summary. */
  readonly messages: readonly SessionMessage[];
  /** The models that were in use on the active branch, oldest first. */
  readonly modelSnapshots: readonly ModelSnapshot[];
  /** What is wrong with the file, in the order of its lines. */
  readonly problems: readonly SessionProblem[];
}

/** A value of the file with the place where it stands. Not public. */
export interface Located<T> {
  readonly value: T;
  readonly line: number;
  readonly offset: number;
  /** How many non-blank lines stand before it: what old compactions count by. */
  readonly ordinal: number;
  /** Where the value stands within the JSON value of the line; empty for entries one a line. */
  readonly path: Pointer;
}

/** An entry with its place. Not public. */
export interface LocatedEntry extends Located<SessionEntry> {
  /** Where the entry's message stands within the value: nowhere deeper when the line is the message itself. */
  readonly messagePath: Pointer;
}

/** Takes down a problem; `path` leads on from the place. Not public. */
export type ReportProblem = (
  at: Pick<Located<unknown>, "line" | "offset" | "path">,
  code: SessionProblemCode,
  severity: SessionProblem["severity"],
  message: string,
  path?: Pointer,
) => void;
