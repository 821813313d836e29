/** Writing the content of a turn: a list of items, or a string where it was one. */
import { deepEqual } from "../transcript/equal.ts";
import type { Block } from "../transcript/message.ts";
import { isRecord } from "../transcript/message.ts";
import type { Place, Pointer } from "../transcript/place.ts";
import { rewrite, type WireObject } from "./lens.ts";
import type { Shape, WireNode } from "./shape.ts";
import type { Places } from "./written.ts";

/** How a format builds a block that it did not read; undefined: it has no words for it. */
export type BuildBlock = (block: Block) => WireObject | undefined;

/** What is needed to write blocks. */
export interface BlockWriter {
  readonly shape: Shape | undefined;
  readonly places: Places;
  readonly build: BuildBlock;
  /** Was the block read where content has another form, so that it has to be built? */
  isForeign?(node: WireNode): boolean;
  /** How an item is said in the form that the API documents, for a block that is asked to be. */
  restate?(item: unknown, block: Block): unknown;
  /** What stands behind a block wherever it goes; absent: what stood behind it when it was read. */
  ridersOf?(placed: Placed): readonly unknown[];
}

/** A block and its place. */
export interface Placed {
  readonly block: Block;
  readonly place: Place;
}

/** The item of a block: the very value it was read from, that value with what changed, or a new one. */
export function writeBlock({ block, place }: Placed, writer: BlockWriter): unknown {
  const { shape, build } = writer;
  const node = shape?.node(place);
  if (!node || !isSameKind(node.read as Block, block) || writer.isForeign?.(node)) return build(block);
  if (node.read === block) return node.raw;
  if (isRecord(node.raw) && node.lenses) return rewrite(node.raw, node.read as WireObject, block, node.lenses);
  // What is written whole is the same as long as it says the same.
  return deepEqual(node.read, block) ? node.raw : build(block);
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
  const lone = writeLoneText(blocks, raw, pointer, writer) ?? writeLoneBlock(blocks, raw, pointer, writer);
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

/** The one block that stood where a list belongs, and still is all there is. */
function writeLoneBlock(blocks: readonly Placed[], raw: unknown, pointer: Pointer, writer: BlockWriter): unknown {
  const [only] = blocks;
  if (typeof raw === "string" || raw === undefined || raw === null || !only || blocks.length > 1) return undefined;
  const node = writer.shape?.node(only.place);
  if (!node || !Object.is(node.raw, raw)) return undefined;
  const written = writeBlock(only, writer);
  if (written !== undefined) writer.places.set(only.place, pointer, node.lenses);
  return written;
}

/** Appends the items of blocks. What the format has no words for is lost, and said so. */
export function writeItems(blocks: readonly Placed[], items: unknown[], pointer: Pointer, writer: BlockWriter): void {
  const { places, shape } = writer;
  for (const placed of blocks) {
    // A session may hold anything where a block belongs.
    const isBlock = isRecord(placed.block);
    const item = isBlock ? itemOf(placed, writer) : undefined;
    if (item === undefined && shape?.node(placed.place)?.read !== placed.block) {
      places.lose(placed.place, isBlock ? `a ${placed.block.type} block` : "what is no block");
      continue;
    }
    places.set(placed.place, `${pointer}/${items.length}`, shape?.node(placed.place)?.lenses);
    items.push(item);
    for (const rider of writer.ridersOf?.(placed) ?? shape?.node(placed.place)?.riders ?? []) {
      places.cover(`${pointer}/${items.length}`, placed.place);
      items.push(rider);
    }
  }
}

/** A string that was the whole content is an item of its own beside others. */
function itemOf(placed: Placed, writer: BlockWriter): unknown {
  const { block } = placed;
  const item = writeBlock(placed, writer);
  if (typeof item === "string" && block.type === "text") return writer.build(block);
  return block["form"] === "canonical" && writer.restate ? writer.restate(item, block) : item;
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
