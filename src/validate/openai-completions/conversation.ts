/** The body as its checks look at it: every message and part knows where it stands. */
import { isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import { type Json, type Message, type Spot, spotsIn } from "../spots.ts";
import type { Report } from "../types.ts";
import type { CompletionsDemands, Maker } from "./dialects.ts";

/** What a check is given. */
export interface Judged {
  readonly body: Json;
  /** The entries of the list, whatever they are. */
  readonly entries: readonly unknown[];
  /** Those of them that are objects. */
  readonly messages: readonly Message[];
  readonly demands: CompletionsDemands;
  /** The model's id, lower-cased; empty when nobody named one. */
  readonly modelId: string;
  readonly maker: Maker | undefined;
  /** What every server demands. */
  readonly report: Report;
  /** What OpenAI's own validator demands. */
  readonly openai: Report;
  /** What the maker of the model demands, where the server passes requests on. */
  readonly ofMaker: Report;
}

/** The messages of a list. */
export function readMessages(entries: readonly unknown[]): readonly Message[] {
  return entries.flatMap((value, index) =>
    isRecord(value) ? [{ value, pointer: `/messages/${index}`, role: value["role"] }] : [],
  );
}

/** The parts of a content that is a list; what is no object is passed over. */
export function partsOf({ value, pointer }: Spot): readonly Spot[] {
  return spotsIn(value["content"], `${pointer}/content`);
}

/** The calls of an assistant message. */
export function callsOf(message: Message): readonly Spot[] {
  return message.role === "assistant" ? spotsIn(message.value["tool_calls"], `${message.pointer}/tool_calls`) : [];
}

/** Has the assistant message calls, of the new kind or the old? */
export function hasCalls({ value }: Spot): boolean {
  const { tool_calls, function_call } = value;
  return (Array.isArray(tool_calls) && tool_calls.length > 0) || isRecord(function_call);
}

/** The pointer of a field, or of the object that lacks it. */
export function fieldOf({ value, pointer }: Spot, key: string): Pointer {
  return Object.hasOwn(value, key) ? `${pointer}/${key}` : pointer;
}

/** A value from the body as it is shown to people. */
export function shown(value: unknown): string {
  return String(value).slice(0, 100);
}
