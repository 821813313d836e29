/**
 * Which session files may be rewritten line by line.
 *
 * A line-durable file is appended to, one JSON record a line, and no reader needs more of a line than that line: a torn
 * line can be dropped and the rest still counts. That holds for sessions with a header (OpenClaw, pi), for the project
 * files of Claude Code, and for the rollouts of Codex. It does not hold for a JSON array or an object with `messages`,
 * and nobody knows it of a text whose first record is not recognized.
 */
import { isFilled, isRecord } from "../../transcript/message.ts";
import { isClaudeCodeRecord } from "./claude-code/records.ts";
import { isOldRolloutHeader, isRolloutRecord } from "./codex/records.ts";

/** A line-durable format. */
export type DurableFormat = "session" | "claude-code" | "codex";

/** The line-durable format that a file's first record shows; undefined when it shows none. Never throws. */
export function durableHeader(firstRecord: unknown): DurableFormat | undefined {
  if (!isRecord(firstRecord)) return undefined;
  if (firstRecord["type"] === "session") return isFilled(firstRecord["id"]) ? "session" : undefined;
  if (isRolloutRecord(firstRecord) || isOldRolloutHeader(firstRecord)) return "codex";
  return isClaudeCodeRecord(firstRecord) ? "claude-code" : undefined;
}

/** May a file of this format be repaired line by line? */
export function isLineDurable(format: string): boolean {
  return format === "session" || format === "claude-code" || format === "codex";
}
