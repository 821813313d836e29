/** The body as its checks look at it: neighbors of one role are one turn, and every block knows where it stands. */
import { isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import type { Json } from "../spots.ts";
import type { Report } from "../types.ts";
import type { AnthropicDemands } from "./dialects.ts";

/** A block and where it stands. */
export interface Spot {
  readonly block: Json;
  readonly pointer: Pointer;
  /** Is it a text that was the whole content, so that it has no fields? */
  readonly isBare?: true;
}

/** Neighboring messages of one role, which the API reads as one turn. */
export interface WireRun {
  readonly role: string;
  /** The pointer of its first message. */
  readonly pointer: Pointer;
  /** The blocks of all its messages, in order. A string is one text. */
  readonly blocks: readonly Spot[];
}

/** What a check is given. */
export interface Judged {
  readonly body: Json;
  readonly messages: readonly unknown[];
  readonly runs: readonly WireRun[];
  readonly demands: AnthropicDemands;
  /** The model's id, lower-cased; empty when nobody named one. */
  readonly modelId: string;
  /** `thinking.type`; undefined while thinking is off. */
  readonly thinking: string | undefined;
  /** What every server demands. */
  readonly report: Report;
  /** What Anthropic's own validator demands. */
  readonly anthropic: Report;
}

/** The runs of the messages that can be read. */
export function readRuns(messages: readonly unknown[]): readonly WireRun[] {
  const runs: { role: string; pointer: Pointer; blocks: Spot[] }[] = [];
  messages.forEach((message, index) => {
    if (!isRecord(message) || typeof message["role"] !== "string") return;
    const { role, content } = message;
    const pointer = `/messages/${index}`;
    let run = runs.at(-1);
    if (!run || run.role !== role) {
      run = { role, pointer, blocks: [] };
      runs.push(run);
    }
    for (const spot of blocksAt(content, `${pointer}/content`)) run.blocks.push(spot);
  });
  return runs;
}

/** The blocks of a content; what is no object is passed over. */
export function blocksAt(content: unknown, pointer: Pointer): readonly Spot[] {
  if (typeof content === "string") return [{ block: { type: "text", text: content }, pointer, isBare: true }];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: unknown, index) =>
    isRecord(block) ? [{ block, pointer: `${pointer}/${index}` }] : [],
  );
}

/** The pointer of a field, or of the block that lacks it. */
export function fieldOf({ block, pointer, isBare }: Spot, key: string): Pointer {
  return !isBare && Object.hasOwn(block, key) ? `${pointer}/${key}` : pointer;
}

/** Is it one of the blocks that a client's tool call consists of? */
export function isCall({ block }: Spot): boolean {
  return block["type"] === "tool_use";
}

/** Is it what a client's tool returned? */
export function isResult({ block }: Spot): boolean {
  return block["type"] === "tool_result";
}

/** `thinking` or `redacted_thinking`. */
export function isThought({ block }: Spot): boolean {
  return block["type"] === "thinking" || block["type"] === "redacted_thinking";
}
