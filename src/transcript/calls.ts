/** Tool calls and tool results: how to recognize them and which id ties them together. */
import { type Block, blocksOf, isFilled, isRecord, type SessionMessage, type ToolCallBlock } from "./message.ts";

/** Result ids in the order in which they count. All of them are rewritten together. */
export const RESULT_ID_KEYS = ["toolCallId", "toolUseId", "tool_call_id", "tool_use_id", "callId", "call_id"] as const;

/** Is it a call of a tool, whichever way it is spelled? */
export function isToolCall(block: unknown): block is ToolCallBlock {
  if (!isRecord(block)) return false;
  switch (block["type"]) {
    case "toolCall":
    case "toolUse":
    case "functionCall":
    case "tool_call":
    case "tool_use":
    case "function_call":
      return true;
    default:
      return false;
  }
}

/** A call that a result can answer: it has a non-blank id. */
export function isAnswerable(block: unknown): block is ToolCallBlock {
  return isToolCall(block) && isFilled(block.id);
}

/** The calls of an assistant message that a result can answer. */
export function callsOf(message: SessionMessage): readonly ToolCallBlock[] {
  return message.role === "assistant" ? blocksOf(message).filter(isAnswerable) : [];
}

/** Has the message a call that a result can answer? */
export function hasCalls(message: SessionMessage): boolean {
  return message.role === "assistant" && blocksOf(message).some(isAnswerable);
}

/** The id by which a tool result names its call, trimmed; undefined when it names none. */
export function resultIdOf(message: SessionMessage | Block): string | undefined {
  for (const key of RESULT_ID_KEYS) {
    const value = message[key];
    if (typeof value === "string" && value.trim() !== "") return value.trim();
  }
  return undefined;
}
