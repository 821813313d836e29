/** Renaming tool results: each id field that changes is said. */
import { RESULT_ID_KEYS } from "../transcript/calls.ts";
import type { SessionMessage } from "../transcript/message.ts";
import type { Note, Why } from "./rule.ts";

/** The result with every id field that it has set to `id`; `toolCallId` is added when it is missing. */
export function renameResult(message: SessionMessage, id: string, note: Note, why: Why): SessionMessage {
  let changed: Record<string, unknown> | undefined;
  for (const key of RESULT_ID_KEYS) {
    const value = message[key];
    if (value === id || (typeof value !== "string" && key !== "toolCallId")) continue;
    note.set(key, why);
    changed ??= { ...message };
    changed[key] = id;
  }
  return (changed as SessionMessage | undefined) ?? message;
}
