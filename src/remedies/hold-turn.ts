/**
 * Gives an assistant turn that says nothing a sentence, where it stands between two turns of the user: without it, roles
 * would no longer alternate.
 *
 * Why: "contents.parts must not be empty", and Gemini wants user and model to alternate.
 *
 * @example { "finding": "content-empty", "place": 1048576,
 *   "in": [{"role":"user","content":[{"type":"text","text":"a"}]},{"role":"assistant","content":[]},{"role":"user","content":[{"type":"text","text":"b"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"a"}]},{"role":"assistant","content":[{"type":"text","text":"[assistant turn failed before producing content]"}]},{"role":"user","content":[{"type":"text","text":"b"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { isUserSideTurn, spotAt, withTurn } from "../contract/spots.ts";
import { blocksOf, isBlankText } from "../transcript/message.ts";
import { FAILED_TURN } from "../transcript/placeholders.ts";

const HELD: Why = { text: "An empty assistant turn is refused; a sentence keeps its place.", lossy: false };
const FORMATS: ReadonlySet<unknown> = new Set(["google-generative-ai", "bedrock-converse"]);

export const holdTurn: Remedy = {
  id: "hold-turn",
  for: ["content-empty", "text-empty", "text-blank", "part-empty"],
  cost: 0,
  summary: "Gives an empty assistant turn between user turns a sentence.",
  whys: [HELD],
  apply(turns, { at }, report, { format }) {
    const spot = FORMATS.has(format) ? spotAt(turns, at) : undefined;
    if (spot?.turn.message.role !== "assistant") return turns;
    const { turn, index } = spot;
    const blocks = blocksOf(turn.message);
    const [before, after] = [turns[index - 1], turns[index + 1]];
    if (!before || !after || !isUserSideTurn(before) || !isUserSideTurn(after) || !blocks.every(isBlankText))
      return turns;
    const edited = report.edit(turn, (message, note) => {
      for (const position of blocks.keys()) note.drop(position, HELD);
      note.insert(blocks.length, HELD);
      return { ...message, content: [{ type: "text", text: FAILED_TURN }] };
    });
    return withTurn(turns, index, edited);
  },
};
