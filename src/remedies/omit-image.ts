/**
 * Puts a sentence in the place of an image that the provider could not read, though its bytes look like an image.
 *
 * Why: "Could not process image", of a file that is cut off or damaged within. Every later request of the session would
 * be refused for it.
 *
 * Leaves alone: images that only the body's own check finds wrong. What can be done about those keeps the image.
 *
 * @example { "finding": "image-invalid", "place": 1, "refused": true,
 *   "in": [{"role":"user","content":[{"type":"image","data":"AAAA","mimeType":"image/png"},{"type":"text","text":"see"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"(image omitted: the provider could not read it)"},{"type":"text","text":"see"}]}] }
 */
import { asText } from "../contract/blocks.ts";
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { blockAt, withTurn } from "../contract/spots.ts";
import { blocksOf } from "../transcript/message.ts";
import { UNREAD_IMAGE } from "../transcript/placeholders.ts";

const UNREAD: Why = { text: "The provider could not read the image.", lossy: true };

export const omitImage: Remedy = {
  id: "omit-image",
  for: ["image-invalid"],
  cost: 2,
  summary: "Puts a sentence in the place of an image that the provider could not read.",
  whys: [UNREAD],
  apply(turns, { at, refused }, report) {
    const spot = refused ? blockAt(turns, at) : undefined;
    if (!spot || spot.block === undefined || spot.value.type !== "image") return turns;
    const { block, turn, index, value } = spot;
    const edited = report.edit(turn, (message, note) => {
      note.rewrite(block, "type", UNREAD);
      return { ...message, content: blocksOf(message).with(block, asText(value, UNREAD_IMAGE)) };
    });
    return withTurn(turns, index, edited);
  },
};
