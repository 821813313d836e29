/**
 * Puts a sentence in the place of a document that the provider does not take: one too large or of another format, or the
 * oldest of too many.
 *
 * Why: "You can't include more than 5 documents in a request." All documents of a conversation count, those of turns that
 * are over too.
 *
 * @example { "finding": "document-count", "place": 1,
 *   "in": [{"role":"user","content":[{"type":"document","name":"a","mimeType":"application/pdf"},{"type":"text","text":"sum up"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"[document omitted: a]"},{"type":"text","text":"sum up"}]}] }
 */
import { asText } from "../contract/blocks.ts";
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { blockAt, withTurn } from "../contract/spots.ts";
import { blocksOf, isFilled, isRecord } from "../transcript/message.ts";
import { OMITTED_DOCUMENT } from "../transcript/placeholders.ts";

const OMITTED: Why = { text: "The provider takes no more documents, or none of that size or format.", lossy: true };
const LONGEST_NAME = 200;

export const omitDocument: Remedy = {
  id: "omit-document",
  for: ["document-count", "document-bytes", "document-invalid"],
  cost: 2,
  summary: "Puts a sentence in the place of a document that the provider does not take.",
  whys: [OMITTED],
  apply(turns, { at }, report) {
    const spot = blockAt(turns, at);
    if (!spot || spot.block === undefined || !isRecord(spot.value) || spot.value.type !== "document") return turns;
    const { block, turn, index, value } = spot;
    const { name } = value;
    const text = isFilled(name) ? `[${OMITTED_DOCUMENT}: ${name.slice(0, LONGEST_NAME)}]` : `[${OMITTED_DOCUMENT}]`;
    const edited = report.edit(turn, (message, note) => {
      note.rewrite(block, "type", OMITTED);
      return { ...message, content: blocksOf(message).with(block, asText(value, text)) };
    });
    return withTurn(turns, index, edited);
  },
};
