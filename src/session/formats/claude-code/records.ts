/**
 * The records of a project file of Claude Code: one a line, told apart by `type`. Those with a `uuid` form a tree by
 * `parentUuid`; the others are notes about the session.
 */
import { isFilled, isRecord } from "../../../transcript/message.ts";

/** An object of whatever fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Types of which only records with a `uuid` are Claude Code's: other programs use the same words. */
const IN_TREE: ReadonlySet<unknown> = new Set(["user", "assistant", "system", "attachment", "progress"]);

/** Notes about the session, each with a field that tells it from other programs' records of that name. */
const NOTES: ReadonlyMap<unknown, string> = new Map([
  ["summary", "leafUuid"],
  ["file-history-snapshot", "messageId"],
  ["queue-operation", "operation"],
  ["last-prompt", "sessionId"],
  ["permission-mode", "sessionId"],
  ["mode", "sessionId"],
  ["custom-title", "sessionId"],
  ["ai-title", "sessionId"],
  ["tag", "sessionId"],
  ["agent-name", "sessionId"],
  ["agent-color", "sessionId"],
  ["agent-setting", "sessionId"],
  ["pr-link", "sessionId"],
  ["worktree-state", "sessionId"],
  ["content-replacement", "sessionId"],
]);

/** Is it a record of Claude Code? */
export function isClaudeCodeRecord(value: unknown): value is Fields {
  if (!isRecord(value)) return false;
  const { type } = value;
  if (IN_TREE.has(type)) return isFilled(value["uuid"]);
  const field = NOTES.get(type);
  return field !== undefined && isFilled(value[field]);
}

/** Does the record take part in the tree? A message without a `uuid` does, too: nobody can name it as parent. */
export function isTreeRecord(value: unknown): value is Fields {
  return isRecord(value) && (isFilled(value["uuid"]) || messageOfRecord(value) !== undefined);
}

/** The message of a `user` or `assistant` record. */
export function messageOfRecord(record: Fields): Fields | undefined {
  const { type, message } = record;
  return (type === "user" || type === "assistant") && isRecord(message) ? message : undefined;
}
