/**
 * Replaces lone surrogates and NUL in texts, names, arguments, tools and parameters by the replacement character.
 *
 * Why: they are no valid Unicode text; a parser refuses the whole request. Truncation in the middle of an emoji makes
 * them.
 *
 * Leaves alone: signed thinking, which must stay as it was.
 *
 * @example { "finding": "string-invalid", "place": 1,
 *   "in": [{"role":"user","content":[{"type":"text","text":"a\u0000b"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"a\ufffdb"}]}] }
 * @example { "finding": "string-invalid", "place": 0,
 *   "in": [{"role":"user","content":"a\u0000b"}], "out": [{"role":"user","content":"a\ufffdb"}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Note, Why } from "../contract/rule.ts";
import { spotAt, withTurn } from "../contract/spots.ts";
import { type Block, blocksOf, isRecord, isThinking } from "../transcript/message.ts";
import { isSigned } from "../transcript/signatures.ts";
import { withoutBrokenText } from "../transcript/unicode.ts";

const REPLACED: Why = { text: "Half of a surrogate pair, or NUL, is no valid text.", lossy: true };

export const replaceBrokenText: Remedy = {
  id: "replace-broken-text",
  for: ["string-invalid"],
  cost: 1,
  summary: "Replaces what is no valid Unicode text.",
  whys: [REPLACED],
  apply(turns, { at }, report, { request }) {
    const spot = spotAt(turns, at);
    if (!spot) {
      for (const key of ["system", "tools", "params"] as const) {
        const mended = withoutBrokenText(request[key]);
        if (mended !== request[key]) report.request(key, mended as never, REPLACED);
      }
      return turns;
    }
    const edited = report.edit(spot.turn, (message, note) => {
      const text = message.content;
      if (typeof text === "string") {
        const mended = withoutBrokenText(text);
        if (mended === text) return message;
        note.set("content", REPLACED);
        return { ...message, content: mended as string };
      }
      const content = blocksOf(message);
      const mended = content.map((block, index) => mend(block, index, note));
      return mended.every((block, index) => block === content[index]) ? message : { ...message, content: mended };
    });
    return withTurn(turns, spot.index, edited);
  },
};

function mend(block: Block, index: number, note: Note): Block {
  if (!isRecord(block) || (isThinking(block) && isSigned(block))) return block;
  let mended = block;
  for (const [key, value] of Object.entries(block)) {
    const after = withoutBrokenText(value);
    if (after === value || key === "__proto__") continue;
    note.rewrite(index, key, REPLACED);
    mended = { ...mended, [key]: after };
  }
  return mended;
}
