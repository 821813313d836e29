/**
 * Puts a text before a document that stands alone.
 *
 * Why: "A text block must be included when using documents."
 *
 * @example { "finding": "document-without-text", "place": 0,
 *   "in": [{"role":"user","content":[{"type":"document","mimeType":"application/pdf"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"(see attached document)"},{"type":"document","mimeType":"application/pdf"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { spotAt, withTurn } from "../contract/spots.ts";
import { blocksOf, isRecord } from "../transcript/message.ts";
import { SEE_DOCUMENT } from "../transcript/placeholders.ts";

const NEEDED: Why = { text: "A document needs a text beside it.", lossy: false };

export const addText: Remedy = {
  id: "add-text",
  for: ["document-without-text"],
  cost: 0,
  summary: "Puts a text before a document that stands alone.",
  whys: [NEEDED],
  apply(turns, { at }, report) {
    const spot = spotAt(turns, at);
    if (!spot || blocksOf(spot.turn.message).some((block) => isRecord(block) && block.type === "text")) return turns;
    const edited = report.edit(spot.turn, (message, note) => {
      note.insert(0, NEEDED);
      return { ...message, content: [{ type: "text", text: SEE_DOCUMENT }, ...blocksOf(message)] };
    });
    return withTurn(turns, spot.index, edited);
  },
};
