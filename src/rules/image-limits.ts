/**
 * Puts the images that were made to fit in place of those that were not, and a text in place of those that could not be
 * made to fit or that the request has no room for. What is done to which image was planned before; see the image plan.
 *
 * Why: "image exceeds 5 MB maximum", "At least one of the image dimensions exceed max allowed size: 8000 pixels",
 * "exceed max allowed size for many-image requests: 2000 pixels", "413 Request exceeds the maximum size".
 *
 * Leaves alone: images within the limits, byte by byte; other fields of a block.
 *
 * The example has no engine, so that nothing can be made smaller.
 *
 * @example { "options": {"label":"read:a.gif","images":{"maxDimensionPx":4}},
 *   "in": [{"role":"user","content":[{"type":"image","data":"R0lGODlhBQAFAAAAACwAAAAAAQABAAACAkQBADs=","mimeType":"image/gif"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"[read:a.gif] omitted image payload: Error: Image processor unavailable"}]}] }
 */
import { asText, withContent } from "../contract/blocks.ts";
import type { ImageOutcome } from "../contract/images.ts";
import type { LocalRule, Note, Why } from "../contract/rule.ts";
import { type Block, blocksOf } from "../transcript/message.ts";

const RESIZED: Why = { text: "The image was made smaller: its sides were over the limit.", lossy: true };
const COMPRESSED: Why = { text: "The image was compressed: its bytes were over the limit.", lossy: true };
const CONVERTED: Why = { text: "The image was converted into a format that the target reads.", lossy: false };
const FAILED: Why = { text: "The image could not be made to fit; a text says why.", lossy: true };
const NO_ROOM: Why = { text: "The request has no room for the image.", lossy: true };
const DONE = { resized: RESIZED, compressed: COMPRESSED, converted: CONVERTED };

export const imageLimits: LocalRule = {
  id: "image-limits",
  kind: "local",
  stage: "images",
  summary: "Puts the images in place that were made to fit, and a text where that could not be done.",
  whys: [RESIZED, COMPRESSED, CONVERTED, FAILED, NO_ROOM],
  rewinds: "anywhere",
  applies: () => true,
  message(message, at, note, { outcomes }) {
    const own = outcomes?.get(at);
    if (!own) return message;
    const blocks = blocksOf(message);
    return withContent(
      message,
      blocks.map((block, index) => replace(block, index, own.get(index), note)),
    );
  },
};

function replace(block: Block, index: number, outcome: ImageOutcome | undefined, note: Note): Block {
  if (!outcome) return block;
  if (outcome.kind === "text") {
    note.rewrite(index, "type", outcome.reason === "failed" ? FAILED : NO_ROOM);
    return asText(block, outcome.text);
  }
  const { data, mimeType, done } = outcome;
  note.rewrite(index, "data", DONE[done]);
  if (mimeType !== block["mimeType"]) note.rewrite(index, "mimeType", DONE[done]);
  return { ...block, data, mimeType };
}
