/**
 * Drops what the provider would not take and nobody here has words for: a part, an item or an entry of a kind that only
 * some provider knows. A call of the provider's own tools and what it returned go together.
 *
 * Why: "Item with id 'msg_...' not found. Items are not persisted when `store` is set to false"; "No tool output found for
 * computer call". A turn that held nothing else goes; that of the user keeps its place with a sentence. So does a call
 * that stands in a turn of the user's.
 *
 * @example { "finding": "item-not-stored", "place": 2,
 *   "in": [{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"opaque","kind":"item_reference"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"a"}]}] }
 * @example { "finding": "call-unanswered", "place": 1,
 *   "in": [{"role":"assistant","content":[{"type":"opaque","kind":"computer_call","pair":"c"}]},{"role":"user","content":[{"type":"text","text":"n"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"n"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { spotAt } from "../contract/spots.ts";
import { isToolCall } from "../transcript/calls.ts";
import { blocksOf, isFilled, isRecord } from "../transcript/message.ts";
import { type Place, placesOf, type Turn } from "../transcript/place.ts";
import { EMPTY_CONTENT } from "../transcript/placeholders.ts";

const REFUSED: Why = { text: "The provider would not take it, and there are no other words for it.", lossy: true };
const PARTNER: Why = { text: "It belongs to what the provider would not take.", lossy: true };

const PLACEHOLDER: Why = {
  text: "Nothing of what the user said can be sent; a placeholder stands for it.",
  lossy: false,
};

export const dropOpaque: Remedy = {
  id: "drop-opaque",
  for: [
    "field-invalid",
    "content-empty",
    "call-position",
    "call-unanswered",
    "call-id-missing",
    "call-id-length",
    "call-id-pattern",
    "call-id-duplicate",
    "result-orphaned",
    "result-duplicate",
    "item-id",
    "item-without-reasoning",
    "item-not-stored",
    "encrypted-content",
    "string-invalid",
  ],
  cost: 2,
  summary: "Drops what the provider would not take and there are no words for.",
  whys: [REFUSED, PARTNER, PLACEHOLDER],
  apply(turns, { at, code }, report) {
    const spot = spotAt(turns, at);
    if (!spot) return turns;
    const { turn, block } = spot;
    const value: unknown = block === undefined ? turn.message : blocksOf(turn.message)[block];
    const isMisplaced = code === "call-position" && turn.message.role === "user" && isToolCall(value);
    if (!isOpaque(value) && !isMisplaced) return turns;
    const place = block === undefined ? turn.at : placesOf(turn)[block];
    const { pair } = value;
    const gone = (one: unknown, where: Place | undefined): Why | undefined => {
      if (where === place) return REFUSED;
      return isFilled(pair) && isOpaque(one) && one["pair"] === pair ? PARTNER : undefined;
    };
    return turns.flatMap((one) => without(one, gone, report));
  },
};

function isOpaque(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && (value["type"] === "opaque" || value["role"] === "opaque");
}

/** The turn without what goes; nothing when it held nothing else. */
function without(
  turn: Turn,
  gone: (value: unknown, place: Place | undefined) => Why | undefined,
  report: Parameters<Remedy["apply"]>[2],
): readonly Turn[] {
  const whole = gone(turn.message, turn.at);
  if (whole) {
    report.drop(turn, whole);
    return [];
  }
  const places = placesOf(turn);
  const blocks = blocksOf(turn.message);
  const whys = blocks.map((block, index) => gone(block, places[index]));
  const [why] = whys.filter((one) => one !== undefined);
  if (!why) return [turn];
  const { role } = turn.message;
  const isEmptied = whys.every((one) => one !== undefined);
  if (isEmptied && role !== "toolResult" && role !== "user") {
    report.drop(turn, why);
    return [];
  }
  const edited = report.edit(turn, (message, note) => {
    whys.forEach((one, index) => {
      if (one) note.drop(index, one);
    });
    const kept = blocks.filter((_, index) => !whys[index]);
    if (!isEmptied || role !== "user") return { ...message, content: kept };
    note.insert(blocks.length, PLACEHOLDER);
    return { ...message, content: [{ type: "text", text: EMPTY_CONTENT }] };
  });
  return [edited];
}
