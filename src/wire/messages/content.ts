/** Content as formats with a list of chat messages have it: a text, or a list of typed items. */
import { type Block, isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import type { Lenses, WireObject } from "../lens.ts";
import type { ReadBlock } from "../shape.ts";

/** A block that was read from an item, and how its fields are written. */
export interface ReadItem {
  readonly block: Block;
  readonly lenses: Lenses;
}

/**
 * Reads content: a string is one text, an object that should stand in a list is one item. Nothing is no block.
 *
 * @param read reads one item; what it does not know it makes opaque
 */
export function readItems(
  content: unknown,
  pointer: Pointer,
  read: (raw: WireObject) => ReadItem,
): readonly ReadBlock[] {
  if (content === undefined || content === null || content === "") return [];
  if (typeof content === "string") return [{ raw: content, read: { type: "text", text: content }, pointer }];
  if (!Array.isArray(content)) return [readItem(content, pointer, read)];
  return content.map((raw: unknown, index) => readItem(raw, `${pointer}/${index}`, read));
}

function readItem(raw: unknown, pointer: Pointer, read: (raw: WireObject) => ReadItem): ReadBlock {
  if (!isRecord(raw)) return { raw, read: opaque(raw === null ? "null" : typeof raw), pointer };
  const { cache_control } = raw;
  const { block, lenses } = read(raw);
  return { raw, read: isRecord(cache_control) ? { ...block, cache_control } : block, pointer, lenses };
}

/** A block that the session model has no words for. */
export function opaque(kind: string): Block {
  return { type: "opaque", kind };
}
