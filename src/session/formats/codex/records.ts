/**
 * The records of a rollout of Codex, one a line. Rollouts of late 2025 and after wrap each record in `timestamp`, `type`
 * and `payload`; older ones begin with a line about the session, and then have the items of the Responses API bare.
 */
import { isFilled, isRecord } from "../../../transcript/message.ts";

/** An object of whatever fields. */
export type Fields = Readonly<Record<string, unknown>>;

const RECORD_TYPES: ReadonlySet<unknown> = new Set([
  "session_meta",
  "response_item",
  "event_msg",
  "turn_context",
  "compacted",
]);

/** Items that only old rollouts hold bare. */
const BARE_ITEMS: ReadonlySet<unknown> = new Set([
  "reasoning",
  "function_call",
  "function_call_output",
  "local_shell_call",
  "custom_tool_call",
  "custom_tool_call_output",
]);

/** The blocks by which a message of the Responses API is told from those of other programs. */
const MESSAGE_BLOCKS: ReadonlySet<unknown> = new Set(["input_text", "output_text", "input_image"]);

/** Is it a wrapped record? */
export function isRolloutRecord(value: unknown): value is Fields & { readonly payload: Fields } {
  return isRecord(value) && RECORD_TYPES.has(value["type"]) && isRecord(value["payload"]);
}

/** Is it the first line of an old rollout: the session's id, its time and its instructions, without a type? */
export function isOldRolloutHeader(value: unknown): value is Fields {
  return (
    isRecord(value) &&
    value["type"] === undefined &&
    value["role"] === undefined &&
    isFilled(value["id"]) &&
    isFilled(value["timestamp"]) &&
    Object.hasOwn(value, "instructions")
  );
}

/** Is it, bare, an item that only a rollout holds? */
export function isBareItem(value: unknown): value is Fields {
  if (!isRecord(value)) return false;
  const { type, role, content } = value;
  if (type !== "message") return BARE_ITEMS.has(type) && value["message"] === undefined;
  return (
    isFilled(role) &&
    Array.isArray(content) &&
    content.some((block) => isRecord(block) && MESSAGE_BLOCKS.has(block["type"]))
  );
}
