/**
 * Drops a cache marker: the one that the finding is about, else the oldest of the messages. Of the system prompt and the
 * tools, whose markers are entries of their own in Converse, all go at once.
 *
 * Why: "A maximum of 4 blocks with cache_control may be provided. Found 5." The newest cover the longest prefix. "You
 * invoked an unsupported model or your request did not allow prompt caching"; "There is nothing available to cache".
 *
 * @example { "finding": "cache-markers",
 *   "in": [{"role":"user","content":[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}},{"type":"text","text":"b","cache_control":{"type":"ephemeral"}}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b","cache_control":{"type":"ephemeral"}}]}] }
 * @example { "finding": "cache-position", "place": 1, "pointer": "/messages/0/content/0",
 *   "in": [{"role":"user","content":[{"type":"opaque","kind":"cachePoint"},{"type":"text","text":"b"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"b"}]}] }
 * @example { "finding": "cache-markers", "pointer": "/system/1", "request": {"system":[{"text":"s"},{"cachePoint":{"type":"default"}}]},
 *   "in": [{"role":"user","content":[{"type":"text","text":"a"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"a"}]}] }
 */
import { without } from "../contract/blocks.ts";
import type { Remedy } from "../contract/remedy.ts";
import type { RequestFacts, TurnReport, Why } from "../contract/rule.ts";
import { type Spot, spotAt, withTurn } from "../contract/spots.ts";
import { type Block, blocksOf, isRecord } from "../transcript/message.ts";
import type { Pointer, Turn } from "../transcript/place.ts";

const TOO_MANY: Why = { text: "The request has more cache markers than the provider takes.", lossy: false };
const REFUSED: Why = { text: "The provider takes no cache marker there.", lossy: false };

export const dropCacheMarker: Remedy = {
  id: "drop-cache-marker",
  for: ["cache-markers", "cache-position"],
  cost: 0,
  summary: "Drops a cache marker that the provider does not take, or the oldest of too many.",
  whys: [TOO_MANY, REFUSED],
  apply(turns, { at, pointer }, report, { request }) {
    if (at !== undefined) {
      const spot = markedAt(turns, spotAt(turns, at));
      return spot ? withTurn(turns, spot.index, unmarked(spot, REFUSED, report)) : turns;
    }
    if (pointer !== "") {
      dropOfRequest(pointer, request, report);
      return turns;
    }
    for (const [index, turn] of turns.entries()) {
      const spot = markedAt(turns, { index, turn, block: undefined });
      if (spot) return withTurn(turns, index, unmarked(spot, TOO_MANY, report));
    }
    return turns;
  },
};

/** The block or result with a marker; of a turn its first block with one. */
function markedAt(turns: readonly Turn[], spot: Spot | undefined): Spot | undefined {
  if (!spot) return undefined;
  const blocks = blocksOf((turns[spot.index] as Turn).message);
  if (spot.block !== undefined) return isMarked(blocks[spot.block]) ? spot : undefined;
  const block = blocks.findIndex(isMarked);
  if (block >= 0) return { ...spot, block };
  const { message } = spot.turn;
  return message.role === "toolResult" && isRecord(message["cache_control"]) ? spot : undefined;
}

/** A block that carries a marker, or is one. */
function isMarked(block: Block | undefined): boolean {
  return isRecord(block) && (block["cache_control"] !== undefined || isMarker(block));
}

function isMarker(block: Block | undefined): boolean {
  return block?.type === "opaque" && block["kind"] === "cachePoint";
}

function unmarked({ turn, block }: Spot, why: Why, report: TurnReport): Turn {
  return report.edit(turn, (message, note) => {
    if (block === undefined) {
      note.set("cache_control", why);
      const { cache_control: _, ...rest } = message;
      return rest as typeof message;
    }
    const content = blocksOf(message);
    if (isMarker(content[block])) {
      note.drop(block, why);
      return { ...message, content: content.toSpliced(block, 1) };
    }
    note.rewrite(block, "cache_control", why);
    return { ...message, content: content.with(block, without(content[block] as Block, "cache_control")) };
  });
}

/** What stands beside the messages: entries that are markers and nothing else. */
function dropOfRequest(pointer: Pointer, { system, tools }: RequestFacts, report: TurnReport): void {
  if (pointer.startsWith("/system/") && Array.isArray(system)) {
    const kept = system.filter((item: unknown) => !isRecord(item) || item["cachePoint"] === undefined);
    if (kept.length < system.length) report.request("system", kept.length === 0 ? undefined : kept, REFUSED);
  } else if (pointer.startsWith("/toolConfig/tools/") && tools) {
    const kept = tools.filter(({ marker }) => marker !== true);
    if (kept.length < tools.length) report.request("tools", kept, REFUSED);
  }
}
