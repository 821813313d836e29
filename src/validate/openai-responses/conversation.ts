/** The body as its checks look at it: a list of items, of which those of one answer stand side by side. */
import { isFilled, isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import type { Json } from "../spots.ts";
import type { Report } from "../types.ts";
import type { ResponsesDemands } from "./dialects.ts";

/** What an item is. `answer` is any item of an answer that is none of the others. */
export type Kind = "message" | "said" | "reasoning" | "call" | "output" | "answer" | "client";

/** An item that can be read, and where it stands. */
export interface Item {
  readonly raw: Json;
  readonly kind: Kind;
  readonly pointer: Pointer;
  readonly index: number;
}

/** What a check is given. */
export interface Judged {
  readonly body: Json;
  /** The list; empty when the input is a text. */
  readonly list: readonly unknown[];
  readonly items: readonly Item[];
  readonly demands: ResponsesDemands;
  /** The model's id, lower-cased; empty when nobody named one. */
  readonly modelId: string;
  /** May the provider keep items that the list does not show? */
  readonly isContinued: boolean;
  /** Is nothing stored? */
  readonly isStateless: boolean;
  /** What every server demands. */
  readonly report: Report;
  /** What OpenAI's own validator demands. */
  readonly openai: Report;
}

/** The calls that the client answers, and the types of output that answer each. */
export const OUTPUTS_OF: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["function_call", ["function_call_output"]],
  ["custom_tool_call", ["custom_tool_call_output"]],
  ["local_shell_call", ["local_shell_call_output", "function_call_output"]],
  ["computer_call", ["computer_call_output"]],
  ["apply_patch_call", ["apply_patch_call_output"]],
]);

const OUTPUTS: ReadonlySet<unknown> = new Set([...OUTPUTS_OF.values()].flat());

/** Other items that the client adds. */
const CLIENT: ReadonlySet<unknown> = new Set([
  "shell_call_output",
  "mcp_approval_response",
  "additional_tools",
  "compaction_trigger",
]);

/** The items of a list that can be read. */
export function readItems(list: readonly unknown[]): readonly Item[] {
  return list.flatMap((raw, index) => {
    const kind = isRecord(raw) ? kindOf(raw) : undefined;
    return isRecord(raw) && kind ? [{ raw, kind, pointer: `/input/${index}`, index }] : [];
  });
}

function kindOf(raw: Json): Kind | undefined {
  const { type, role, id } = raw;
  const isUntyped = type === undefined || type === null;
  if (type === "message" || (isUntyped && role !== undefined)) return role === "assistant" ? "said" : "message";
  if (type === "reasoning") return "reasoning";
  if (OUTPUTS_OF.has(type)) return "call";
  if (OUTPUTS.has(type)) return "output";
  if (CLIENT.has(type)) return "client";
  return typeof type === "string" || (isUntyped && isFilled(id)) ? "answer" : undefined;
}

/** Is it an item of an answer of the model's? */
export function isAnswer({ kind }: Item): boolean {
  return kind === "said" || kind === "reasoning" || kind === "call" || kind === "answer";
}

/** Does it stand for an item that the provider keeps? */
export function isReference({ kind, raw }: Item): boolean {
  return kind === "answer" && (raw["type"] === "item_reference" || typeof raw["type"] !== "string");
}

/** The pointer of a field, or of the item that lacks it. */
export function fieldOf({ raw, pointer }: Pick<Item, "raw" | "pointer">, key: string): Pointer {
  return Object.hasOwn(raw, key) ? `${pointer}/${key}` : pointer;
}

/** A value from the body as it is shown to people. */
export function shown(value: unknown): string {
  return String(value).slice(0, 100);
}
