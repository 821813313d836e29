/**
 * Moves images, and all else that is no text, out of results of failed tools into the user turn that follows, for targets that take only text there.
 *
 * Why: "all content must be type `text` if `is_error` is true". The image itself is fine: a browser tool returned a
 * screenshot of the error.
 *
 * A result that had nothing but images says where they are. When no user turn follows, one is made behind the results.
 *
 * Leaves alone: results of tools that did not fail, text of failed ones.
 *
 * @example { "options": {"target":{"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-sonnet-4-5"}},
 *   "in": [{"role":"toolResult","toolCallId":"c","toolName":"shot","content":[{"type":"text","text":"failed"},{"type":"image","data":"R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=","mimeType":"image/gif"}],"isError":true}],
 *   "out": [{"role":"toolResult","toolCallId":"c","toolName":"shot","content":[{"type":"text","text":"failed"}],"isError":true},{"role":"user","content":[{"type":"text","text":"Attached to the failed tool result (shot):"},{"type":"image","data":"R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=","mimeType":"image/gif"}]}] }
 */
import type { SequenceRule, TurnReport, Why } from "../contract/rule.ts";
import { type Block, blocksOf, isRecord, type SessionMessage } from "../transcript/message.ts";
import { type Place, placesOf, type Turn } from "../transcript/place.ts";
import { FAILED_RESULT_IMAGE } from "../transcript/placeholders.ts";

const TEXT_ONLY: Why = { text: "The result of a failed tool may hold only text; its image follows it.", lossy: false };
const MOVED_HERE: Why = { text: "The images of failed tools stand behind the results.", lossy: false };
const SEE_BELOW = "(see attached image)";
const LONGEST_NAME = 64;

export const errorResultImages: SequenceRule = {
  id: "error-result-images",
  kind: "sequence",
  stage: "payload",
  summary: "Moves images of failed tool results behind the results.",
  whys: [TEXT_ONLY, MOVED_HERE],
  applies: (policy) => policy.textOnlyErrorResults,
  turns(turns, report) {
    if (!turns.some(({ message }) => hasImagesOfError(message))) return turns;
    const out: Turn[] = [];
    let taken: Taken[] = [];
    for (const turn of turns) {
      if (taken.length > 0 && turn.message.role !== "toolResult") {
        out.push(place(taken, report));
        taken = [];
      }
      if (hasImagesOfError(turn.message)) {
        taken.push({ turn, places: imagePlaces(turn) });
        out.push(report.edit(turn, withoutImages));
      } else out.push(turn);
    }
    if (taken.length > 0) out.push(place(taken, report));
    return out;
  },
};

/** A result, as it was, and the places of its images. */
interface Taken {
  readonly turn: Turn;
  readonly places: readonly Place[];
}

/** An image, or anything else that is no text. */
function isAttachment(block: unknown): boolean {
  return isRecord(block) && block["type"] !== "text";
}

function hasImagesOfError(message: SessionMessage): boolean {
  return message.role === "toolResult" && message["isError"] === true && blocksOf(message).some(isAttachment);
}

function imagePlaces(turn: Turn): readonly Place[] {
  const blocks = blocksOf(turn.message);
  return placesOf(turn).filter((_, index) => isAttachment(blocks[index]));
}

const withoutImages: Parameters<TurnReport["edit"]>[1] = (message, note) => {
  const blocks = blocksOf(message);
  blocks.forEach((block, index) => {
    if (isAttachment(block)) note.drop(index, TEXT_ONLY);
  });
  const content = blocks.filter((block) => !isAttachment(block));
  if (content.length > 0) return { ...message, content };
  note.insert(0, TEXT_ONLY);
  return { ...message, content: [{ type: "text", text: SEE_BELOW }] };
};

/** The user turn behind the results. When another follows, merging makes one of them. */
function place(taken: readonly Taken[], report: TurnReport): Turn {
  const content: Block[] = [];
  const places: (Place | undefined)[] = [];
  for (const { turn, places: images } of taken) {
    const name = String(turn.message["toolName"] ?? "").slice(0, LONGEST_NAME);
    content.push({ type: "text", text: `${FAILED_RESULT_IMAGE}${name === "" ? "" : ` (${name})`}:` } as Block);
    places.push(undefined);
    content.push(...blocksOf(turn.message).filter(isAttachment));
    places.push(...images);
  }
  const { turn } = taken.at(-1) as Taken;
  const { timestamp } = turn.message;
  const message = { role: "user", content, ...(timestamp !== undefined && { timestamp }) };
  return report.make(message, MOVED_HERE, turn, places);
}
