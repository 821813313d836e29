/** Writes an assistant message as the items of an answer: messages, reasoning, calls, in their order. */
import { deepEqual } from "../../transcript/equal.ts";
import { type Block, isRecord } from "../../transcript/message.ts";
import type { Pointer, Turn } from "../../transcript/place.ts";
import { isSameList, type Placed } from "../content.ts";
import { rewrite, setAt, type WireObject } from "../lens.ts";
import type { Shape, WireNode, WireTurn } from "../shape.ts";
import type { Places } from "../written.ts";
import { buildItem, buildSaid, type Replay } from "./build.ts";
import { readTextSignature, type TextSignature } from "./ids.ts";
import { placedBlocks } from "./turns.ts";

/** What is needed to write answers. */
export interface AnswerWriter {
  readonly shape: Shape | undefined;
  readonly places: Places;
  readonly replay: Replay;
  /** The messages of the body whose own fields are written already: an id may stand once. */
  readonly written: Set<WireTurn>;
}

/** A message that is being put together. */
interface OpenMessage {
  readonly holder: WireTurn | undefined;
  readonly signature: TextSignature;
  readonly parts: (Placed & { readonly value: unknown })[];
}

/** Appends the items of a turn. */
export function writeAnswer(turn: Turn, list: unknown[], writer: AnswerWriter): void {
  const { places, shape } = writer;
  const begin = list.length;
  const lost: Placed[] = [];
  let open: OpenMessage | undefined;
  const close = (): void => {
    if (open) list.push(writeMessage(open, list, writer));
    open = undefined;
  };
  for (const placed of placedBlocks(turn)) {
    const node = nodeOf(placed, shape);
    const isPart = node ? node.holder !== undefined : placed.block.type === "text";
    const value = isPart ? partOf(placed, node) : itemOf(placed, node, writer.replay);
    if (value === undefined && node?.read !== placed.block) {
      lost.push(placed);
      continue;
    }
    if (isPart) {
      const signature = readTextSignature(placed.block["textSignature"]);
      if (!open || !continues(open, node?.holder, signature)) {
        close();
        open = { holder: node?.holder, signature, parts: [] };
      }
      open.parts.push({ ...placed, value });
      continue;
    }
    close();
    places.set(placed.place, `/input/${list.length}`, node?.lenses);
    list.push(value);
  }
  close();
  if (list.length > begin) {
    places.list(turn.at, `/input/${begin}`);
    for (const { place, block } of lost) places.lose(place, `a ${block.type} block`);
  } else if (lost.length > 0) places.lose(turn.at, `an assistant message of ${lost[0]?.block.type} alone`);
}

/** What the block was read from, if it is still of that kind and stood in an answer. */
function nodeOf({ block, place }: Placed, shape: Shape | undefined): WireNode | undefined {
  const node = shape?.node(place);
  if (!node || (node.read as Block).type !== block.type) return undefined;
  return block.type === "text" && !node.holder ? undefined : node;
}

function partOf({ block }: Placed, node: WireNode | undefined): unknown {
  return node ? written(block, node) : buildSaid(block);
}

function itemOf({ block }: Placed, node: WireNode | undefined, replay: Replay): unknown {
  return (node && written(block, node)) ?? buildItem(block, replay);
}

/** The very value, or that value with what changed; undefined: it has to be built. */
function written(block: Block, { read, raw, lenses }: WireNode): unknown {
  if (read === block) return raw;
  if (isRecord(raw) && lenses) return rewrite(raw, read as WireObject, block, lenses);
  if (typeof raw === "string" && block.type === "text") return block["text"];
  return deepEqual(read, block) ? raw : undefined;
}

/** Parts of one message stay together; new texts do when they say that they are of one. */
function continues({ holder, signature }: OpenMessage, other: WireTurn | undefined, next: TextSignature): boolean {
  if (holder || other) return holder === other;
  return signature.id === next.id && signature.phase === next.phase;
}

function writeMessage(
  { holder, signature, parts }: OpenMessage,
  list: readonly unknown[],
  writer: AnswerWriter,
): unknown {
  const { shape, places, written: used } = writer;
  const pointer: Pointer = `/input/${list.length}`;
  const raw = holder && !used.has(holder) ? holder.raw : undefined;
  if (holder) used.add(holder);
  const before = raw?.["content"];
  const [only] = parts;
  places.hold(
    parts.map(({ place }) => place),
    pointer,
    "id",
  );
  const isRestated = parts.some(({ block }) => block["form"] === "canonical");
  const isLone = parts.length === 1 && isAlone(before) && !(isRestated && isRecord(before));
  const items = parts.map(({ value, block }) => (typeof value === "string" ? buildSaid(block) : value));
  parts.forEach(({ place }, index) => {
    places.set(place, `${pointer}/content${isLone ? "" : `/${index}`}`, shape?.node(place)?.lenses);
  });
  if (raw) {
    const content = isLone ? only?.value : Array.isArray(before) && isSameList(before, items) ? before : items;
    const message = withSignature(Object.is(content, before) ? raw : { ...raw, content }, parts, shape);
    return isRestated && message["id"] === "" ? setAt(message, ["id"], undefined) : message;
  }
  const { id, phase } = signature;
  const isNamed = !holder && id !== undefined && writer.replay.itemIds && isReasoning(list.at(-1));
  return {
    type: "message",
    role: "assistant",
    ...(isNamed && { id, status: "completed" }),
    ...(phase !== undefined && { phase }),
    content: items,
  };
}

/** The message with the id and the phase that its texts have, where a rule changed them. */
function withSignature(raw: WireObject, parts: readonly Placed[], shape: Shape | undefined): WireObject {
  let message = raw;
  for (const { block, place } of parts) {
    const before = (shape?.node(place)?.read as Block | undefined)?.["textSignature"];
    const now = block["textSignature"];
    if (before === now) continue;
    const { id, phase } = readTextSignature(now);
    if (message["id"] !== id) message = setAt(message, ["id"], id);
    if (message["phase"] !== phase) message = setAt(message, ["phase"], phase);
    break;
  }
  return message;
}

/** Did one part stand where a list belongs? */
function isAlone(content: unknown): boolean {
  return content !== undefined && content !== null && !Array.isArray(content);
}

function isReasoning(item: unknown): boolean {
  return isRecord(item) && item["type"] === "reasoning";
}
