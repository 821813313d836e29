/**
 * The ids of the Responses API as sessions keep them.
 *
 * A call has two: `call_...`, by which its output names it, and that of its item, `fc_...`; a session keeps them as
 * `call_...|fc_...`. A text keeps the id and the phase of its message as JSON in `textSignature`.
 */
import { isFilled, isRecord } from "../../transcript/message.ts";
import { parseObject } from "../../transcript/signatures.ts";

/** Both ids as one. What is no id stays as it is. */
export function joinIds(callId: unknown, itemId: unknown): unknown {
  return isFilled(callId) && isFilled(itemId) ? `${callId}|${itemId}` : callId;
}

/** The part of an id by which an output names its call. */
export function callPart(id: unknown): unknown {
  return typeof id === "string" ? id.slice(0, barIn(id)) : id;
}

/** The id of the item in the id of its call. */
export function itemPart(id: unknown): string | undefined {
  const bar = typeof id === "string" ? barIn(id) : undefined;
  return bar === undefined ? undefined : (id as string).slice(bar + 1);
}

/** Where the two parts meet; a bar at either end parts nothing. */
function barIn(id: string): number | undefined {
  const bar = id.indexOf("|");
  return bar > 0 && bar < id.length - 1 ? bar : undefined;
}

/** What a text keeps of the message that it stood in. */
export interface TextSignature {
  readonly id?: string;
  readonly phase?: string;
}

/** The signature as a session keeps it; undefined when there is nothing to keep. */
export function writeTextSignature(id: unknown, phase: unknown): string | undefined {
  const kept = { ...(isFilled(id) && { id }), ...(isFilled(phase) && { phase }) };
  return Object.keys(kept).length > 0 ? JSON.stringify({ v: 1, ...kept }) : undefined;
}

/** Reads a signature; older sessions hold the id alone. */
export function readTextSignature(signature: unknown): TextSignature {
  if (!isFilled(signature)) return {};
  const parsed = parseObject(signature);
  if (!parsed) return { id: signature };
  const { id, phase } = parsed;
  return { ...(isFilled(id) && { id }), ...(isFilled(phase) && { phase }) };
}

/** The item that a thinking signature is; undefined when it is none of this API. */
export function reasoningItem(signature: unknown): Readonly<Record<string, unknown>> | undefined {
  const item = typeof signature === "string" ? parseObject(signature) : signature;
  return isRecord(item) && (item["type"] === undefined || item["type"] === "reasoning") ? item : undefined;
}
