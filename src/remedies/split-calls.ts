/**
 * Puts the text of an assistant turn with calls into a turn of its own before it, with a short user turn between them.
 *
 * Why: "Conversation blocks and tool use blocks cannot be provided in the same turn", as Llama and older models of
 * Mistral say on Bedrock.
 *
 * Leaves alone: other formats, and reasoning, which belongs to the calls.
 *
 * @example { "finding": "call-position", "place": 1,
 *   "in": [{"role":"assistant","content":[{"type":"text","text":"Let me look."},{"type":"toolCall","id":"a","name":"r","arguments":{}}]}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"Let me look."}]},{"role":"user","content":[{"type":"text","text":"(continue)"}]},{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { spotAt } from "../contract/spots.ts";
import { isToolCall } from "../transcript/calls.ts";
import { type Block, blocksOf, isRecord } from "../transcript/message.ts";
import { placesOf } from "../transcript/place.ts";
import { CONTINUE } from "../transcript/placeholders.ts";

const APART: Why = {
  text: "Text may not stand in one turn with calls; it stands in a turn before them.",
  lossy: false,
};
const BETWEEN: Why = { text: "A user turn stands between two assistant turns.", lossy: false };

export const splitCalls: Remedy = {
  id: "split-calls",
  for: ["call-position"],
  cost: 1,
  summary: "Puts the text of a turn with calls into a turn before it.",
  whys: [APART, BETWEEN],
  apply(turns, { at }, report, { format }) {
    const spot = format === "bedrock-converse" ? spotAt(turns, at) : undefined;
    if (spot?.turn.message.role !== "assistant") return turns;
    const { turn, index } = spot;
    const blocks = blocksOf(turn.message);
    const texts = [...blocks.keys()].filter((one) => isText(blocks[one]));
    if (texts.length === 0 || !blocks.some(isToolCall)) return turns;
    const places = placesOf(turn);
    const edited = report.edit(turn, (message, note) => {
      for (const one of texts) note.drop(one, APART);
      return { ...message, content: blocks.filter((block) => !isText(block)) };
    });
    const said = report.make(
      { role: "assistant", content: texts.map((one) => blocks[one] as Block) },
      APART,
      turn,
      texts.map((one) => places[one]),
    );
    const asked = report.make({ role: "user", content: [{ type: "text", text: CONTINUE }] }, BETWEEN, turn);
    return turns.toSpliced(index, 1, said, asked, edited);
  },
};

function isText(block: unknown): boolean {
  return isRecord(block) && block["type"] === "text";
}
