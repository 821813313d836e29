/**
 * Replaces a reference to an image by a sentence, for models that read no images.
 *
 * Why: "unknown variant `image_url`, expected `text`". What is behind the reference is not there to be looked at or made
 * to fit.
 *
 * Where there are too many images and some of them are references, the oldest give way to a sentence.
 *
 * Leaves alone: images whose bytes are in the request, where all are; rules replace those.
 *
 * @example { "finding": "image-input", "place": 1,
 *   "in": [{"role":"user","content":[{"type":"media","kind":"image","url":"https://example.com/a.png"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"(image omitted: model does not support images)"}]}] }
 */
import { asText } from "../contract/blocks.ts";
import type { Remedy } from "../contract/remedy.ts";
import type { TurnReport, Why } from "../contract/rule.ts";
import { blockAt, withTurn } from "../contract/spots.ts";
import { type Block, blocksOf, isRecord } from "../transcript/message.ts";
import { type Place, placesOf, type Turn } from "../transcript/place.ts";
import { imageText, NO_IMAGES, NO_TOOL_IMAGES } from "../transcript/placeholders.ts";

const NOT_SEEN: Why = { text: "The target does not take the reference to an image.", lossy: true };

const TOO_MANY: Why = { text: "The target takes fewer images; the oldest give way.", lossy: true };

export const replaceMedia: Remedy = {
  id: "replace-media",
  for: ["image-input", "image-invalid", "image-count"],
  cost: 2,
  summary: "Replaces a reference to an image by a sentence.",
  whys: [NOT_SEEN, TOO_MANY],
  apply(turns, { at, code }, report) {
    if (code === "image-count") return omitOldest(turns, at, report);
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

/** As many of the oldest images become a sentence as stand from the one on that is the first too many. */
function omitOldest(turns: readonly Turn[], at: Place | undefined, report: TurnReport): readonly Turn[] {
  const images = turns.flatMap((turn) => {
    const places = placesOf(turn);
    return blocksOf(turn.message).flatMap((block, index) => (isImage(block) ? [{ block, place: places[index] }] : []));
  });
  const first = images.findIndex(({ place }) => place === at);
  if (first < 0 || images.every(({ block }) => block.type !== "media")) return turns;
  const gone = new Set(images.slice(0, images.length - first).map(({ place }) => place));
  return turns.map((turn) => {
    const places = placesOf(turn);
    if (!places.some((place) => gone.has(place))) return turn;
    return report.edit(turn, (message, note) => {
      const content = blocksOf(message).map((block, index) => {
        if (!gone.has(places[index] as Place)) return block;
        note.rewrite(index, "type", TOO_MANY);
        return asText(block, imageText(undefined, "omitted image: the request has too many"));
      });
      return { ...message, content };
    });
  });
}

function isImage(block: Block): boolean {
  return isRecord(block) && (block.type === "image" || (block.type === "media" && block["kind"] === "image"));
}
