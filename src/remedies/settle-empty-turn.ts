/**
 * Settles a turn that says nothing: the user's gets a placeholder, that of the assistant or the system goes. One that
 * has reasoning and nothing else gets a sentence beside it; so does what was all lost when it was written, because the
 * format has no words for it.
 *
 * Why: "Invalid value for 'content': expected a string, got null"; "the message at position 4 with role 'assistant' must
 * not be empty".
 *
 * @example { "finding": "content-empty", "place": 0,
 *   "in": [{"role":"user","content":[]}], "out": [{"role":"user","content":[{"type":"text","text":"[empty content omitted]"}]}] }
 * @example { "finding": "text-blank", "place": 1,
 *   "in": [{"role":"assistant","content":[{"type":"text","text":" "}]},{"role":"user","content":[{"type":"text","text":"a"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"a"}]}] }
 * @example { "finding": "content-empty", "place": 0,
 *   "in": [{"role":"assistant","content":[{"type":"thinking","thinking":"t"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"[assistant reasoning omitted]"}]}] }
 * @example { "finding": "content-empty", "place": 0,
 *   "in": [{"role":"user","content":[{"type":"media","kind":"video"}]}],
 *   "out": [{"role":"user","content":[{"type":"media","kind":"video"},{"type":"text","text":"[empty content omitted]"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { spotAt, withTurn } from "../contract/spots.ts";
import { isToolCall } from "../transcript/calls.ts";
import { type Block, contentList, isBlankText, isRecord, isThinking } from "../transcript/message.ts";
import { EMPTY_CONTENT, NO_OUTPUT, REASONING_OMITTED } from "../transcript/placeholders.ts";

const NOTHING: Why = { text: "The turn says nothing.", lossy: false };
const PLACEHOLDER: Why = { text: "Empty content is refused; a placeholder stands for it.", lossy: false };
const UNSAID: Why = { text: "The format has no words for what is here; a placeholder stands beside it.", lossy: false };
const SENTENCE: Why = { text: "Reasoning alone is no content; a sentence stands beside it.", lossy: false };

export const settleEmptyTurn: Remedy = {
  id: "settle-empty-turn",
  for: ["content-empty", "text-empty", "text-blank"],
  cost: 1,
  summary: "Gives an empty turn a placeholder, or drops it.",
  whys: [NOTHING, PLACEHOLDER, UNSAID, SENTENCE],
  apply(turns, { at, code }, report) {
    const spot = spotAt(turns, at);
    if (!spot) return turns;
    const { turn, index } = spot;
    const { role } = turn.message;
    const blocks = contentList(turn.message);
    const rest = blocks.filter((block) => !isBlankText(block));
    const isThought = rest.every(isThinking);
    if (
      !isThought &&
      !(code === "content-empty" && spot.block === undefined && rest.every((one) => isLosable(one, role)))
    )
      return turns;
    if (rest.length === 0 && (role === "assistant" || role === "system")) {
      report.drop(turn, NOTHING);
      return turns.toSpliced(index, 1);
    }
    const placeholders: Readonly<Record<string, string>> = { user: EMPTY_CONTENT, toolResult: NO_OUTPUT };
    const text = rest.length === 0 ? placeholders[role] : isThought ? REASONING_OMITTED : EMPTY_CONTENT;
    if (text === undefined) return turns;
    const why = rest.length === 0 ? PLACEHOLDER : isThought ? SENTENCE : UNSAID;
    const edited = report.edit(turn, (message, note) => {
      blocks.forEach((block, position) => {
        if (isBlankText(block)) note.drop(position, NOTHING);
      });
      note.insert(blocks.length, why);
      return { ...message, content: [...rest, { type: "text", text } as Block] };
    });
    return withTurn(turns, index, edited);
  },
};

/**
 * May a block have been lost when it was written? Text and the assistant's calls are not, and what is opaque is written
 * as it came.
 */
function isLosable(block: unknown, role: string): boolean {
  if (!isRecord(block)) return true;
  const { type, text } = block;
  if (isToolCall(block)) return role !== "assistant";
  return type !== "opaque" && !(type === "text" && typeof text === "string");
}
