/** Calls of the Responses API in the words of our sessions. */
import { isFilled, isRecord, type ToolCallBlock } from "../../../transcript/message.ts";
import { parseObject } from "../../../transcript/signatures.ts";
import type { Fields } from "./records.ts";

/** A call, and the id by which its output names it. */
export interface FoundCall {
  readonly block: ToolCallBlock;
  readonly callId: string | undefined;
}

/**
 * A call as a block. The id of the call's item, where it is one of a function call, stands behind that of the call:
 * `call_x|fc_y`. Free text of a custom tool becomes `{ input }`, a shell command its action.
 */
export function callFrom(item: Fields): FoundCall {
  const { type, id, call_id: callId, name, arguments: json, input, action } = item;
  const own = isFilled(callId) ? callId : isFilled(id) ? id : undefined;
  const itemId = type === "function_call" && isFilled(callId) && isFilled(id) && id.startsWith("fc_") ? `|${id}` : "";
  const base = { type: "toolCall", id: own === undefined ? "" : own + itemId };
  if (type === "local_shell_call") {
    return { callId: own, block: { ...base, name: "local_shell", arguments: isRecord(action) ? action : {} } };
  }
  const given = type === "custom_tool_call" ? (typeof input === "string" ? { input } : undefined) : argumentsFrom(json);
  const called = typeof name === "string" ? name : "";
  return { callId: own, block: { ...base, name: called, ...(given !== undefined && { arguments: given }) } };
}

/** Arguments are JSON text; text that is no object stays as it is, for the rules to judge. */
function argumentsFrom(json: unknown): unknown {
  return typeof json === "string" ? (parseObject(json) ?? json) : json;
}
