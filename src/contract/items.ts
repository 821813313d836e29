/** What remedies share about items of the Responses API: how a block loses the id of its item. */
import { isToolCall } from "../transcript/calls.ts";
import { type Block, isFilled, isRecord, isThinking } from "../transcript/message.ts";
import { pairTurns } from "../transcript/pairing.ts";
import type { Turn } from "../transcript/place.ts";
import { parseObject } from "../transcript/signatures.ts";
import { without } from "./blocks.ts";
import { renameResult } from "./results.ts";
import type { Note, TurnReport, Why } from "./rule.ts";

/** The id of a call without that of its item; undefined when it has none. */
export function unpairedId(id: unknown): string | undefined {
  const bar = typeof id === "string" ? id.indexOf("|") : -1;
  return bar > 0 ? (id as string).slice(0, bar) : undefined;
}

/** The block without the id of its item; the same block when it has none. A text keeps its phase. */
export function unpairBlock(block: Block, index: number, note: Note, why: Why): Block {
  if (!isRecord(block)) return block;
  if (isToolCall(block)) {
    if (isFilled(block["itemId"])) {
      note.rewrite(index, "itemId", why);
      return without(block, "itemId");
    }
    const id = unpairedId(block.id);
    if (id === undefined) return block;
    note.rewrite(index, "id", why);
    return { ...block, id };
  }
  const key = block.type === "thinking" ? "thinkingSignature" : "textSignature";
  const bare = withoutId(block[key]);
  if (bare === block[key]) return block;
  note.rewrite(index, key, why);
  return bare === undefined ? without(block, key) : { ...block, [key]: bare };
}

/** Did the reasoning at `block` lead to what stands at an index: behind it, and before the next? */
export function ledBy(blocks: readonly Block[], block: number): (index: number) => boolean {
  const next = blocks.findIndex((one, index) => index > block && isThinking(one));
  return (index) => index > block && (next < 0 || index < next);
}

/** The turns with the results of calls that lost the id of their item: each names its call as it is now. */
export function followCalls(
  turns: readonly Turn[],
  index: number,
  isUnpaired: (block: number) => boolean,
  report: TurnReport,
  why: Why,
): readonly Turn[] {
  const out = [...turns];
  const frame = pairTurns(turns).frames.find(({ turn }) => turn === index);
  for (const { block, result, call } of frame?.occurrences ?? []) {
    const id = isUnpaired(block) && !isFilled(call["itemId"]) ? unpairedId(call.id) : undefined;
    if (result === undefined || id === undefined) continue;
    out[result] = report.edit(turns[result] as Turn, (message, note) => renameResult(message, id, note, why));
  }
  return out;
}

/** A signature without the id in it; undefined when there was nothing else. What is no such signature stays. */
function withoutId(signature: unknown): unknown {
  if (typeof signature !== "string") return signature;
  const parsed = parseObject(signature);
  if (!parsed) return signature.startsWith("msg_") ? undefined : signature;
  if (parsed["id"] === undefined) return signature;
  const { id: _, ...rest } = parsed;
  return Object.keys(rest).every((key) => key === "v") ? undefined : JSON.stringify(rest);
}
