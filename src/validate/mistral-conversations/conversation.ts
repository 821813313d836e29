/** The body as its checks look at it: every message and chunk knows where it stands, whichever way names are spelled. */
import { isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import { spelled } from "../../transcript/spelled.ts";
import { type Json, type Message, type Spot, spotsIn } from "../spots.ts";
import type { Report } from "../types.ts";
import type { MistralDemands } from "./dialects.ts";

/** What a check is given. */
export interface Judged {
  readonly body: Json;
  /** The entries of the list, whatever they are. */
  readonly entries: readonly unknown[];
  /** Those of them that are objects. */
  readonly messages: readonly Message[];
  readonly demands: MistralDemands;
  readonly report: Report;
  /** What is refused only where fields that the API does not have are. */
  readonly strict: Report;
}

/** The messages of a list. */
export function readMessages(entries: readonly unknown[]): readonly Message[] {
  return entries.flatMap((value, index) => {
    if (!isRecord(value)) return [];
    const { role } = value;
    return [{ value, pointer: `/messages/${index}`, role: role === "developer" ? "system" : role }];
  });
}

/** The chunks of a content, or the one that stands where a list belongs. */
export function chunksOf({ value, pointer }: Spot): readonly Spot[] {
  const { content } = value;
  if (isRecord(content)) return [{ value: content, pointer: `${pointer}/content` }];
  return spotsIn(content, `${pointer}/content`);
}

/** The calls of an assistant message. */
export function callsOf({ role, value, pointer }: Message): readonly Spot[] {
  const { key, value: calls } = spelled(value, "toolCalls", "snake");
  return role === "assistant" ? spotsIn(calls, `${pointer}/${key}`) : [];
}

/** Has an assistant message calls? */
export function hasCalls(message: Message): boolean {
  const { value: calls } = spelled(message.value, "toolCalls", "snake");
  return message.role === "assistant" && Array.isArray(calls) && calls.length > 0;
}

/** The pointer of a field, or of the object that lacks it. */
export function fieldOf({ value, pointer }: Spot, key: string): Pointer {
  return Object.hasOwn(value, key) ? `${pointer}/${key}` : pointer;
}

/** A value from the body as it is shown to people. */
export function shown(value: unknown): string {
  return String(value).slice(0, 100);
}
