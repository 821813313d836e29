/** What rules and remedies share about tool results: how one is renamed, and how one is made. */
import { RESULT_ID_KEYS } from "../transcript/calls.ts";
import { isFilled, type SessionMessage } from "../transcript/message.ts";
import { type Occurrence, SYNTHETIC_KEY } from "../transcript/pairing.ts";
import { UNKNOWN_OUTCOME } from "../transcript/placeholders.ts";
import type { Note, RuleContext, Why } from "./rule.ts";

/** The result that stands for a missing one. Its time is that of the turn it answers. */
export function standIn(
  { call, id }: Pick<Occurrence, "call" | "id">,
  assistant: SessionMessage,
  { policy, options }: RuleContext,
): SessionMessage {
  const fallback = policy.responsesItems ? "aborted" : UNKNOWN_OUTCOME;
  return {
    role: "toolResult",
    toolCallId: id,
    toolName: isFilled(call.name) ? call.name : "unknown",
    content: [{ type: "text", text: options.missingResultText?.(call) ?? fallback }],
    details: { [SYNTHETIC_KEY]: true, reason: "missing_tool_result" },
    isError: true,
    ...(assistant["timestamp"] !== undefined && { timestamp: assistant["timestamp"] }),
  };
}

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
