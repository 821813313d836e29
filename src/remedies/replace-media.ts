/**
 * Replaces a reference to an image by a sentence, for models that read no images.
 *
 * Why: "unknown variant `image_url`, expected `text`". What is behind the reference is not there to be looked at or made
 * to fit.
 *
 * Leaves alone: images whose bytes are in the request; a rule replaces those.
 *
 * @example { "finding": "image-input", "place": 1,
 *   "in": [{"role":"user","content":[{"type":"media","kind":"image","url":"https://example.com/a.png"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"(image omitted: model does not support images)"}]}] }
 */
import { asText } from "../contract/blocks.ts";
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { blockAt, withTurn } from "../contract/spots.ts";
import { blocksOf } from "../transcript/message.ts";
import { imageText, NO_IMAGES, NO_TOOL_IMAGES } from "../transcript/placeholders.ts";

const NOT_SEEN: Why = { text: "The target does not take the reference to an image.", lossy: true };

export const replaceMedia: Remedy = {
  id: "replace-media",
  for: ["image-input", "image-invalid"],
  cost: 2,
  summary: "Replaces a reference to an image by a sentence.",
  whys: [NOT_SEEN],
  apply(turns, { at, code }, report) {
    const spot = blockAt(turns, at);
    if (!spot || spot.block === undefined || spot.value.type !== "media") return turns;
    const { block, turn, index, value } = spot;
    const unseen = turn.message.role === "toolResult" ? NO_TOOL_IMAGES : NO_IMAGES;
    const text = code === "image-input" ? unseen : imageText(undefined, "omitted image reference: it is no URL");
    const edited = report.edit(turn, (message, note) => {
      note.rewrite(block, "type", NOT_SEEN);
      return { ...message, content: blocksOf(message).with(block, asText(value, text)) };
    });
    return withTurn(turns, index, edited);
  },
};
