/** Writes tool results as function responses. */
import { isToolCall, resultIdOf } from "../../transcript/calls.ts";
import { type Block, blocksOf, contentList, isRecord, type SessionMessage } from "../../transcript/message.ts";
import { type Pointer, placesOf, type Turn } from "../../transcript/place.ts";
import { spelled } from "../../transcript/spelled.ts";
import { type BlockWriter, isSameList, type Placed, writeItems } from "../content.ts";
import { setAt, type WireObject, withKey } from "../lens.ts";
import type { Shape } from "../shape.ts";
import type { GoogleDialect } from "./dialects.ts";
import { isRestated } from "./keys.ts";
import { OF_RESPONSE, writeSaying } from "./responses.ts";

/** A call as it stands in the body that is written. */
interface SentCall {
  readonly name: unknown;
  /** Its id, if it has one there. */
  readonly id: unknown;
}

/** The calls of a transcript by id. */
export type SentCalls = ReadonlyMap<string, SentCall>;

/** What results are written with. */
export interface ResultWriter extends BlockWriter {
  readonly dialect: GoogleDialect;
  readonly calls: SentCalls;
}

/** How each call stands in the body: those without an id there are answered without one. */
export function sentCalls(turns: readonly Turn[], shape: Shape | undefined, { callIds }: GoogleDialect): SentCalls {
  const calls = new Map<string, SentCall>();
  for (const turn of turns) {
    const places = placesOf(turn);
    blocksOf(turn.message).forEach((block, index) => {
      if (!isToolCall(block) || typeof block.id !== "string" || calls.has(block.id.trim())) return;
      const node = shape?.node(places[index] as number);
      const isRead = node !== undefined && (node.read as Block).type === block.type;
      const isSent = isRead ? node.lenses?.["id"] !== undefined : callIds;
      calls.set(block.id.trim(), { name: block.name, id: isSent ? block.id : undefined });
    });
  }
  return calls;
}

/** The blocks of a turn with their places. */
export function placedBlocks(turn: Turn): readonly Placed[] {
  const places = placesOf(turn);
  return contentList(turn.message).map((block, index) => ({ block, place: places[index] as number }));
}

/**
 * The part of a result.
 *
 * @returns `late`: media that the model does not take in a response, for the content around it
 */
export function writeResult(
  turn: Turn,
  pointer: Pointer,
  writer: ResultWriter,
): { readonly part: unknown; readonly late: readonly Placed[] } {
  const { message, at } = turn;
  const { shape, places } = writer;
  const node = shape?.node(at);
  const raw = isRecord(node?.raw) && isRecord(spelled(node.raw, "functionResponse").value) ? node.raw : undefined;
  places.set(at, pointer, node?.lenses);
  const placed = placedBlocks(turn);
  if (raw && node?.read === message) {
    for (const { place } of placed) keepPlace(place, pointer, node.pointer, writer);
    return { part: raw, late: [] };
  }
  const texts = placed.filter(({ block }) => block.type === "text");
  const others = placed.filter(({ block }) => block.type !== "text");
  if (raw) return { part: rewriteResult(turn, raw, texts, others, pointer, writer), late: [] };
  const { dialect, calls } = writer;
  const id = resultIdOf(message);
  const call = id === undefined ? undefined : calls.get(id);
  const sentId = call ? call.id : dialect.callIds ? id : undefined;
  const inner = dialect.mediaInResponses ? others.filter(({ block }) => !isLater(block)) : [];
  const parts: unknown[] = [];
  writeItems(inner, parts, `${pointer}/functionResponse/parts`, writer);
  const response = {
    ...(sentId !== undefined && { id: sentId }),
    name: call?.name ?? message["toolName"],
    response: writeTexts(texts, message, undefined, `${pointer}/functionResponse`, writer),
    ...(parts.length > 0 && { parts }),
  };
  return { part: { functionResponse: response }, late: others.filter((one) => !inner.includes(one)) };
}

/** What no response takes: it is written behind it, or lost there. */
function isLater({ type }: Block): boolean {
  return type === "thinking" || isToolCall({ type });
}

function rewriteResult(
  turn: Turn,
  raw: WireObject,
  texts: readonly Placed[],
  others: readonly Placed[],
  pointer: Pointer,
  writer: ResultWriter,
): WireObject {
  const { message, at } = turn;
  const node = writer.shape?.node(at);
  const read = node?.read as SessionMessage;
  const { key, value } = spelled(raw, "functionResponse");
  let response = value as WireObject;
  if (message["toolName"] !== read["toolName"]) response = setAt(response, ["name"], message["toolName"]);
  response = writeId(response, message, read, writer);
  if (isSameSaying(texts, turn, read, !isRecord(response["response"]), writer)) {
    for (const { place } of texts) keepPlace(place, pointer, node?.pointer ?? "", writer);
  } else {
    const written = writeTexts(texts, message, response["response"], `${pointer}/${key}`, writer);
    response = withKey(response, "response", written);
  }
  const parts: unknown[] = [];
  const kept = others.filter((one) => !keepIfOfResponse(one, pointer, node?.pointer ?? "", writer));
  writeItems(kept, parts, `${pointer}/${key}/parts`, writer);
  const before = response["parts"];
  const isSame = Array.isArray(before) ? isSameList(before, parts) : parts.length === 0;
  if (!isSame) response = setAt(response, ["parts"], parts.length === 0 ? undefined : parts);
  return response === value ? raw : withKey(raw, key, response);
}

/** A response too deep for text stays, while it stands where it stood. */
function keepIfOfResponse({ place }: Placed, pointer: Pointer, from: Pointer, writer: ResultWriter): boolean {
  const node = writer.shape?.node(place);
  if (node?.lenses !== OF_RESPONSE || node.pointer !== from) return false;
  keepPlace(place, pointer, from, writer);
  return true;
}

/** The id, when another call is answered, or the one that was there is not that of the call and should be. */
function writeId(
  response: WireObject,
  message: SessionMessage,
  read: SessionMessage,
  writer: ResultWriter,
): WireObject {
  const isSame = message["toolCallId"] === read["toolCallId"] && !isRestated(message);
  if (isSame || response["id"] === undefined) return response;
  const id = resultIdOf(message);
  const call = id === undefined ? undefined : writer.calls.get(id);
  return setAt(response, ["id"], call ? call.id : id);
}

/**
 * Are the texts those that were read, and the outcome too?
 *
 * @param isBare what was read is no object
 */
function isSameSaying(
  texts: readonly Placed[],
  turn: Turn,
  read: SessionMessage,
  isBare: boolean,
  { shape }: ResultWriter,
): boolean {
  const { message, at } = turn;
  if ((message["isError"] === true) !== (read["isError"] === true)) return false;
  if (isBare && (isRestated(message) || texts.some(({ block }) => isRestated(block)))) return false;
  const before = contentList(read).flatMap((block, index) =>
    block.type === "text" ? [{ block, place: at + 1 + index }] : [],
  );
  return (
    before.length === texts.length &&
    before.every(({ block, place }, index) => {
      const now = texts[index];
      return now?.place === place && shape?.node(place) !== undefined && now.block["text"] === block["text"];
    })
  );
}

function writeTexts(
  texts: readonly Placed[],
  message: SessionMessage,
  before: unknown,
  pointer: Pointer,
  { places }: ResultWriter,
): WireObject {
  const isError = message["isError"] === true;
  const said = texts.filter(({ block, place }) => {
    if (typeof block["text"] === "string") return true;
    places.lose(place, "a text block");
    return false;
  });
  for (const { place } of said) places.set(place, `${pointer}/response/${isError ? "error" : "output"}`);
  return writeSaying({ texts: said.map(({ block }) => String(block["text"])), isError }, before);
}

/** What stands within a response that did not change stands there still. */
function keepPlace(place: number, pointer: Pointer, from: Pointer, { shape, places }: BlockWriter): void {
  const node = shape?.node(place);
  if (node?.pointer.startsWith(from)) places.set(place, pointer + node.pointer.slice(from.length), node.lenses);
}
