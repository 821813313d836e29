/**
 * Cache points: blocks that say nothing by themselves. One stands behind the block that it belongs to, so it is the
 * `cache_control` of that block in the session model, and goes where the block goes. One that stands first is a block.
 */
import { deepEqual } from "../../transcript/equal.ts";
import { isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import type { WireObject } from "../lens.ts";
import type { WireNode } from "../shape.ts";
import { MEMBERS } from "./keys.ts";

/** An item of a list, and the cache points behind it. */
export interface Item {
  readonly raw: unknown;
  readonly pointer: Pointer;
  readonly riders: readonly unknown[];
}

/** The items of a list of blocks. */
export function itemsOf(list: readonly unknown[], pointer: Pointer): readonly Item[] {
  const items: { raw: unknown; pointer: Pointer; riders: unknown[] }[] = [];
  list.forEach((raw, index) => {
    const last = items.at(-1);
    if (last && isCachePoint(raw)) last.riders.push(raw);
    else items.push({ raw, pointer: `${pointer}/${index}`, riders: [] });
  });
  return items;
}

/** A block that is a cache point and nothing else. */
export function isCachePoint(raw: unknown): boolean {
  if (!isRecord(raw) || !isRecord(raw["cachePoint"])) return false;
  return Object.keys(raw).every((key) => key === "cachePoint" || !MEMBERS.has(key));
}

/** The marker that cache points are to the session model, as a field of what they stand behind. */
export function markerOf(riders: readonly unknown[]): { readonly cache_control?: WireObject } {
  const [first] = riders;
  const point = isRecord(first) ? first["cachePoint"] : undefined;
  if (!isRecord(point)) return {};
  const { ttl } = point;
  return { cache_control: { type: "ephemeral", ...(typeof ttl === "string" && { ttl }) } };
}

/**
 * The cache points that stand behind a block or result: those it was read with while its marker is the same.
 *
 * @param now the block or result as it is
 */
export function ridersOf(node: WireNode | undefined, now: WireObject): readonly unknown[] {
  const marker = now["cache_control"];
  const read = (node?.read as WireObject | undefined)?.["cache_control"];
  if (node?.riders && deepEqual(read, marker)) return node.riders;
  if (!isRecord(marker)) return [];
  const { ttl } = marker;
  return [{ cachePoint: { type: "default", ...(typeof ttl === "string" && { ttl }) } }];
}
