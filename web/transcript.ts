/** What a person opens, read with the core's reader, and the words for what cannot be read. */
import { readSession, repairSessionText, type SessionContent } from "../src/index.ts";
import type { FileProblem } from "./protocol.ts";

/** A transcript, ready for the rules. */
export interface Transcript extends Pick<SessionContent, "messages" | "modelSnapshots"> {
  /** What the text turned out to be, for people. */
  readonly format: string;
  readonly problems: readonly FileProblem[];
}

/** The text holds no transcript that can be read. */
export class UnreadableError extends Error {
  readonly code: string;
  readonly advice: string;

  /** @param code what is wrong, for programs @param message for people @param advice what to do about it */
  constructor(code: string, message: string, advice: string) {
    super(message);
    this.name = "UnreadableError";
    this.code = code;
    this.advice = advice;
  }
}

const ACCEPTED = "Open a session file (JSONL), a JSON list of messages, or messages as JSONL, one a line.";

const LOOKS_LIKE_A_BODY =
  "This looks like the request body of a provider. Its messages are read as session messages: what is written in the provider's own way may not be recognized.";

const FORMATS: Readonly<Record<SessionContent["format"], string>> = {
  session: "session file",
  "message-lines": "messages, one a line",
  "message-array": "list of messages",
  "message-object": "object with messages",
  "claude-code": "session of Claude Code",
  codex: "session of Codex",
  none: "unknown",
};

/** Reads a text of any of the accepted formats. Throws {@link UnreadableError} when there is no message in it. */
export function readTranscript(text: string): Transcript {
  const { text: repaired, report } = repairSessionText(text);
  const { format, messages, modelSnapshots, problems } = readSession(repaired);
  if (messages.length === 0) {
    const first = problems[0];
    const line = first && first.line > 1 ? ` (line ${first.line})` : "";
    throw new UnreadableError(
      first?.code ?? "no-messages",
      `No message found. ${first?.message ?? ""}${line}`,
      ACCEPTED,
    );
  }
  const told = problems.map(({ severity, line, message }): FileProblem => ({ severity, line, message }));
  for (const { line, reason } of report.dropped.toReversed()) {
    told.unshift({ severity: "error", line, message: `The line was dropped: ${reason}.` });
  }
  if (messages.some(isWireMessage)) told.unshift({ severity: "warning", message: LOOKS_LIKE_A_BODY });
  return { format: FORMATS[format], messages, modelSnapshots, problems: told };
}

/** A request body looks much like a list of messages: a verdict about it must not be given silently. */
function isWireMessage(message: Transcript["messages"][number]): boolean {
  return message.role === "tool" || message.role === "developer" || Array.isArray(message["tool_calls"]);
}
