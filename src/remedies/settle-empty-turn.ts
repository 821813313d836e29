/**
 * Settles a turn that says nothing: the user's gets a placeholder, that of the assistant or the system goes. One that
 * has reasoning and nothing else gets a sentence beside it.
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
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { spotAt, withTurn } from "../contract/spots.ts";
import { type Block, contentList, isBlankText, isThinking } from "../transcript/message.ts";
import { EMPTY_CONTENT, NO_OUTPUT, REASONING_OMITTED } from "../transcript/placeholders.ts";

const NOTHING: Why = { text: "The turn says nothing.", lossy: false };
const PLACEHOLDER: Why = { text: "Empty content is refused; a placeholder stands for it.", lossy: false };
const SENTENCE: Why = { text: "Reasoning alone is no content; a sentence stands beside it.", lossy: false };

export const settleEmptyTurn: Remedy = {
  id: "settle-empty-turn",
  for: ["content-empty", "text-empty", "text-blank"],
  cost: 1,
  summary: "Gives an empty turn a placeholder, or drops it.",
  whys: [NOTHING, PLACEHOLDER, SENTENCE],
  apply(turns, { at }, report) {
    const spot = spotAt(turns, at);
    if (!spot) return turns;
    const { turn, index } = spot;
    const { role } = turn.message;
    const blocks = contentList(turn.message);
    const rest = blocks.filter((block) => !isBlankText(block));
    if (!rest.every(isThinking)) return turns;
    if (rest.length === 0 && (role === "assistant" || role === "system")) {
      report.drop(turn, NOTHING);
      return turns.toSpliced(index, 1);
    }
    const placeholders: Readonly<Record<string, string>> = { user: EMPTY_CONTENT, toolResult: NO_OUTPUT };
    const text = rest.length > 0 ? REASONING_OMITTED : placeholders[role];
    if (text === undefined) return turns;
    const edited = report.edit(turn, (message, note) => {
      blocks.forEach((block, position) => {
        if (isBlankText(block)) note.drop(position, NOTHING);
      });
      note.insert(blocks.length, rest.length > 0 ? SENTENCE : PLACEHOLDER);
      return { ...message, content: [...rest, { type: "text", text } as Block] };
    });
    return withTurn(turns, index, edited);
  },
};
