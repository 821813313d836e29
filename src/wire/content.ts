/** Writing the content of a turn: a list of items, or a string where it was one. */
import type { Block } from "../transcript/message.ts";
import { isRecord } from "../transcript/message.ts";
import type { Place, Pointer } from "../transcript/place.ts";
import { rewrite, type WireObject } from "./lens.ts";
import type { Shape } from "./shape.ts";
import type { Places } from "./written.ts";

/** How a format builds a block that it did not read; undefined: it has no words for it. */
export type BuildBlock = (block: Block) => WireObject | undefined;

/** What is needed to write blocks. */
export interface BlockWriter {
  readonly shape: Shape | undefined;
  readonly places: Places;
  readonly build: BuildBlock;
}

/** A block and its place. */
export interface Placed {
  readonly block: Block;
  readonly place: Place;
}

/** The item of a block: the very value it was read from, that value with what changed, or a new one. */
export function writeBlock({ block, place }: Placed, { shape, build }: BlockWriter): unknown {
  const node = shape?.node(place);
  if (!node || !isSameKind(node.read as Block, block)) return build(block);
  if (node.read === block) return node.raw;
  return isRecord(node.raw) && node.lenses
    ? rewrite(node.raw, node.read as WireObject, block, node.lenses)
    : build(block);
}

function isSameKind(read: Block, now: Block): boolean {
  return read.type === now.type;
}

/**
 * The content of a turn or a result.
 *
 * @param raw what it was; a string stays one while it is a single text with nothing else to it
 * @param pointer of the content
 * @param build one item of a text that was a string
 */
export function writeContent(blocks: readonly Placed[], raw: unknown, pointer: Pointer, writer: BlockWriter): unknown {
  const lone = writeLoneText(blocks, raw, pointer, writer);
  if (lone !== undefined) return lone;
  const items: unknown[] = [];
  writeItems(blocks, items, pointer, writer);
  return Array.isArray(raw) && isSameList(raw, items) ? raw : items;
}

/** The string that a content was and still is: one text with nothing else to it. */
export function writeLoneText(
  blocks: readonly Placed[],
  raw: unknown,
  pointer: Pointer,
  { places, shape }: BlockWriter,
): string | undefined {
  const [only] = blocks;
  if (typeof raw !== "string" || !only || blocks.length > 1 || shape?.node(only.place)?.raw !== raw) return undefined;
  const text = bareText(only.block);
  if (text !== undefined) places.set(only.place, pointer);
  return text;
}

/** Appends the items of blocks. What the format has no words for is lost, and said so. */
export function writeItems(blocks: readonly Placed[], items: unknown[], pointer: Pointer, writer: BlockWriter): void {
  const { places, shape } = writer;
  for (const placed of blocks) {
    const item = itemOf(placed, writer);
    if (item === undefined) {
      places.lose(placed.place, `a ${placed.block.type} block`);
      continue;
    }
    places.set(placed.place, `${pointer}/${items.length}`, shape?.node(placed.place)?.lenses);
    items.push(item);
    for (const rider of shape?.node(placed.place)?.riders ?? []) items.push(rider);
  }
}

/** A string that was the whole content is an item of its own beside others. */
function itemOf(placed: Placed, writer: BlockWriter): unknown {
  const item = writeBlock(placed, writer);
  return typeof item === "string" && placed.block.type === "text" ? writer.build(placed.block) : item;
}

/** The text of a block that has nothing but text. */
function bareText(block: Block): string | undefined {
  const { type, text, ...rest } = block;
  return type === "text" && typeof text === "string" && Object.keys(rest).length === 0 ? text : undefined;
}

/** Are they the same values in the same order? */
export function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, index) => Object.is(value, b[index]));
}
