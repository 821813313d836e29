/**
 * Makes image blocks what they claim to be: canonical base64 of an image under its true media type. What is no image
 * becomes a text that says so, in the same place.
 *
 * Why: "Image does not match the provided media type image/png", "Could not process image", "invalid base64 data",
 * "image cannot be empty": one such block fails every later request of the session.
 *
 * A `data:` URL is unwrapped, the url-safe alphabet translated, white space removed, missing padding added, a wrong
 * label corrected by the bytes. Nothing is decoded.
 *
 * Leaves alone: images that are right, other fields of a block, media that is not inline. Whether an image is too large
 * for the target is judged when images are planned.
 *
 * @example { "in": [{"role":"user","content":[{"type":"image","data":"R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs","mimeType":"image/png","name":"a.gif"}]}],
 *   "out": [{"role":"user","content":[{"type":"image","data":"R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=","mimeType":"image/gif","name":"a.gif"}]}] }
 * @example { "in": [{"role":"user","content":[{"type":"image","mimeType":"image/png"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"[session:history] omitted image payload: missing data or mimeType"}]}] }
 * @example { "in": [{"role":"user","content":[{"type":"image","data":"  ","mimeType":"image/png"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"[session:history] omitted empty image payload"}]}] }
 * @example { "in": [{"role":"user","content":[{"type":"image","data":"PGh0bWw+NDA0PC9odG1sPg==","mimeType":"image/jpeg"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"[session:history] omitted image payload: Error: Unable to determine image dimensions; refusing to process"}]}] }
 */
import { asText, mapBlocks, withContent } from "../contract/blocks.ts";
import type { ImageFault, ImageRepair } from "../contract/images.ts";
import type { LocalRule, Note, RuleContext, Why } from "../contract/rule.ts";
import { type Block, isRecord } from "../transcript/message.ts";
import { imageText } from "../transcript/placeholders.ts";

const MISSING: Why = { text: "An image block without data or media type.", lossy: false };
const TOO_LARGE: Why = { text: "The image is larger than any that is looked at.", lossy: true };
const EMPTY: Why = { text: "The image is empty.", lossy: false };
const INVALID: Why = { text: "The data is not base64.", lossy: true };
const UNKNOWN: Why = { text: "The bytes are no image.", lossy: true };
const FAULTS: Readonly<Record<ImageFault, Why>> = {
  missing: MISSING,
  "too-large": TOO_LARGE,
  empty: EMPTY,
  invalid: INVALID,
  unknown: UNKNOWN,
};

const UNWRAPPED: Why = { text: "The data was a data: URL; only the base64 behind it is read.", lossy: false };
const ALPHABET: Why = { text: "The data was in the url-safe alphabet.", lossy: false };
const SPACE: Why = { text: "White space within the data.", lossy: false };
const PADDING: Why = { text: "The padding at the end of the data was missing.", lossy: false };
const LABEL: Why = { text: "The media type was not that of the bytes.", lossy: false };
const REPAIRS: Readonly<Record<ImageRepair, Why>> = {
  "data-url": UNWRAPPED,
  "url-safe": ALPHABET,
  "white-space": SPACE,
  padding: PADDING,
  label: LABEL,
};

export const imagePayloads: LocalRule = {
  id: "image-payloads",
  kind: "local",
  stage: "history",
  summary: "Makes image data canonical base64 under its true media type; what is no image becomes a text.",
  whys: [MISSING, TOO_LARGE, EMPTY, INVALID, UNKNOWN, UNWRAPPED, ALPHABET, SPACE, PADDING, LABEL],
  applies: () => true,
  message: (message, _at, note, context) =>
    Array.isArray(message.content) ? withContent(message, mapBlocks(message, visit, note, context)) : message,
};

function visit(block: Block, index: number, note: Note, context: RuleContext): Block {
  if (!isRecord(block) || block.type !== "image") return block;
  const reading = context.images.read(block);
  if (reading.fault !== undefined) {
    note.rewrite(index, "type", FAULTS[reading.fault]);
    return asText(block, imageText(context.options.imageLabel, reading.text));
  }
  const { data, mimeType, repairs } = reading;
  if (repairs.length === 0) return block;
  const ofData = repairs.find((repair) => repair !== "label");
  if (ofData) note.rewrite(index, "data", REPAIRS[ofData]);
  if (repairs.includes("label")) note.rewrite(index, "mimeType", LABEL);
  return { ...block, data, mimeType };
}
