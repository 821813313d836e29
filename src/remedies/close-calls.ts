/**
 * Puts what the assistant said behind its calls behind their results.
 *
 * Why: "No tool output found for tool call": servers look for the output directly behind the call, and a status line or an
 * empty message stands between them.
 *
 * Leaves alone: other formats, which have calls and text in one message. Blank texts go.
 *
 * @example { "finding": "call-unanswered", "place": 1, "format": "openai-responses",
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}},{"type":"text","text":"note"},{"type":"text","text":""}]},{"role":"toolResult","toolCallId":"a","content":[]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"a","content":[]},{"role":"assistant","content":[{"type":"text","text":"note"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { spotAt } from "../contract/spots.ts";
import { isToolCall } from "../transcript/calls.ts";
import { type Block, blocksOf, isBlankText, isRecord } from "../transcript/message.ts";
import { placesOf, type Turn } from "../transcript/place.ts";

const BEHIND: Why = { text: "Results stand directly behind their calls.", lossy: false };
const BLANK: Why = { text: "A blank text says nothing.", lossy: false };

export const closeCalls: Remedy = {
  id: "close-calls",
  for: ["call-unanswered"],
  cost: 0,
  summary: "Puts what the assistant said behind its calls behind their results.",
  whys: [BEHIND, BLANK],
  apply(turns, { at }, report, { format }) {
    const spot = format === "openai-responses" ? spotAt(turns, at) : undefined;
    if (spot?.turn.message.role !== "assistant") return turns;
    const { turn, index } = spot;
    const blocks = blocksOf(turn.message);
    const first = blocks.findIndex(isToolCall);
    if (first < 0) return turns;
    const late = (position: number): boolean => position > first && !isToolCall(blocks[position]);
    const order = [...blocks.keys()];
    const said = order.filter((one) => late(one) && isSaid(blocks[one]));
    if (said.length === 0) return turns;
    const gone = new Set(said);
    let end = index + 1;
    while (turns[end]?.message.role === "toolResult") end++;
    const kept = said.filter((one) => !isBlank(blocks[one]));
    const places = placesOf(turn);
    const edited = report.edit(turn, (message, note) => {
      for (const one of said) note.drop(one, isBlank(blocks[one]) ? BLANK : BEHIND);
      return { ...message, content: blocks.filter((_, position) => !gone.has(position)) };
    });
    const out: Turn[] = turns.with(index, edited) as Turn[];
    if (kept.length === 0) return out;
    const content = kept.map((one) => blocks[one] as Block);
    const made = report.make(
      { role: "assistant", content },
      BEHIND,
      turn,
      kept.map((one) => places[one]),
    );
    return out.toSpliced(end, 0, made);
  },
};

/** A text, or a message without any. */
function isSaid(block: unknown): boolean {
  return isRecord(block) && (block["type"] === "text" || isEmptyMessage(block));
}

function isBlank(block: unknown): boolean {
  return isBlankText(block) || (isRecord(block) && isEmptyMessage(block));
}

function isEmptyMessage({ type, kind }: Readonly<Record<string, unknown>>): boolean {
  return type === "opaque" && kind === "message";
}
