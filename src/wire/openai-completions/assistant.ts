/** Writes assistant messages: reasoning, content, refusal and calls stand in fields of their own. */
import { isToolCall } from "../../transcript/calls.ts";
import { deepEqual } from "../../transcript/equal.ts";
import { type Block, isFilled, isRecord } from "../../transcript/message.ts";
import type { Place, Pointer, Turn } from "../../transcript/place.ts";
import { writeArguments } from "../arguments.ts";
import { isSameList, type Placed, writeBlock } from "../content.ts";
import type { WireObject } from "../lens.ts";
import type { WireNode } from "../shape.ts";
import { buildCall, FUNCTION_LENSES, restateCall } from "./calls.ts";
import type { CompletionsDialect } from "./dialects.ts";
import {
  contentBefore,
  type Fields,
  isNothing,
  isRestated,
  type MessageWriter,
  patch,
  placedBlocks,
  restateMessage,
  writeBlocks,
} from "./message.ts";
import {
  buildReasoning,
  detailsIn,
  findReasoning,
  joinReasoning,
  OPAQUE_KEY,
  type Reasoning,
  rewriteReasoning,
} from "./reasoning.ts";

/** The fields that blocks of an assistant message stand in. */
type Container = "reasoning" | "content" | "refusal" | "audio" | "function_call" | "tool_calls";

/** Writes an assistant message. */
export function writeAssistant(
  turn: Turn,
  raw: WireObject | undefined,
  pointer: Pointer,
  writer: MessageWriter,
): WireObject {
  const blocks = sort(placedBlocks(turn), writer);
  const calls = writeCalls(blocks.tool_calls, turn.at, raw?.["tool_calls"], `${pointer}/tool_calls`, writer);
  const content = writeAssistantContent(blocks, contentBefore(turn, raw), `${pointer}/content`, writer);
  const nothing = isNothing(calls) ? "" : (writer.dialect.emptyContent ?? null);
  // Null, an empty text and an empty list are the same nothing: what was there stays.
  const isKept = !isNothing(content) || (raw && isNothing(raw["content"]));
  const fields: Fields = [
    ["role", "assistant"],
    ["content", isKept ? content : nothing],
    ...writeReasoning(blocks, turn.at, raw, pointer, writer),
    ["refusal", writeRefusal(blocks.refusal, raw?.["refusal"], `${pointer}/refusal`, writer)],
    ["audio", writeOne(blocks.audio, raw?.["audio"], `${pointer}/audio`, writer)],
    ["function_call", writeOne(blocks.function_call, raw?.["function_call"], `${pointer}/function_call`, writer)],
    ["tool_calls", calls],
  ];
  const message = patch(raw ?? {}, fields);
  if (!isRestated(turn.message)) return message;
  const restated = patch(restateMessage(message), isNothing(calls) ? [["tool_calls", undefined]] : []);
  return isNothing(restated["content"]) ? patch(restated, [["content", nothing]]) : restated;
}

function sort(blocks: readonly Placed[], writer: MessageWriter): Readonly<Record<Container, readonly Placed[]>> {
  const sorted: Record<Container, Placed[]> = {
    reasoning: [],
    content: [],
    refusal: [],
    audio: [],
    function_call: [],
    tool_calls: [],
  };
  for (const placed of blocks) sorted[containerOf(placed, writer)].push(placed);
  return sorted;
}

/** Where a block was read from, while it still is of that kind; else where blocks of its kind stand. */
function containerOf({ block, place }: Placed, { shape, dialect }: MessageWriter): Container {
  const node = nodeOf(block, shape?.node(place));
  const field = node?.pointer.split("/")[3];
  if (node && isRecord(block)) {
    if (field === "content" || field === "audio" || field === "function_call" || field === "tool_calls") return field;
    if (field === "refusal" && block["refusal"] === true) return field;
    if (field !== "refusal") return "reasoning";
  }
  if (!isRecord(block)) return "content";
  if (isToolCall(block)) return "tool_calls";
  if (block["refusal"] === true) return "refusal";
  return block.type === "thinking" && !dialect.requiresThinkingAsText ? "reasoning" : "content";
}

/** What the block was read from, if it is still of the same kind. */
function nodeOf(block: Block, node: WireNode | undefined): WireNode | undefined {
  return node && isRecord(block) && (node.read as Block).type === block.type ? node : undefined;
}

function writeReasoning(
  { reasoning, tool_calls }: Readonly<Record<Container, readonly Placed[]>>,
  at: Place,
  raw: WireObject | undefined,
  pointer: Pointer,
  { shape, places, dialect }: MessageWriter,
): Fields {
  const found: { readonly place: Place; readonly fields: WireObject }[] = [];
  for (const { block, place } of reasoning) {
    const node = nodeOf(block, shape?.node(place));
    const fields = node ? rewritten(node, block) : buildReasoning(block, dialect);
    if (fields) found.push({ place, fields });
    else places.lose(place, "reasoning that was not made by this server");
  }
  if (found.filter(({ fields }) => Object.hasOwn(fields, OPAQUE_KEY)).length > 1) {
    places.lose(at, "the opaque part of a second reasoning");
  }
  const joined = joinReasoning(
    found.map(({ fields }) => fields),
    dialect,
  );
  for (const { place } of found) if (joined) places.set(place, `${pointer}/${joined.primary}`);
  const before = raw ? (findReasoning(raw, dialect)?.fields ?? {}) : {};
  const details = dialect.reasoningDetails ? detailsOfCalls(tool_calls, joined, shape) : undefined;
  const after: WireObject = { ...joined?.fields, ...details };
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((key) => [key, after[key]] as const);
}

function rewritten(node: WireNode, block: Block): WireObject {
  const read = node.read as Block;
  const fields = node.raw as WireObject;
  return read === block ? fields : rewriteReasoning(fields, read, block);
}

/** Some hosts keep the details of a message on the calls that they belong to. */
function detailsOfCalls(
  calls: readonly Placed[],
  reasoning: Reasoning | undefined,
  shape: MessageWriter["shape"],
): WireObject | undefined {
  const details = calls.flatMap(({ block, place }) =>
    shape?.node(place) ? [] : (detailsIn(block["thoughtSignature"]) ?? []),
  );
  const before = reasoning?.fields["reasoning_details"];
  if (details.length === 0) return undefined;
  return { reasoning_details: [...(Array.isArray(before) ? before : []), ...details] };
}

/** The content: thinking is said as text where the server has no other place for it. */
function writeAssistantContent(
  blocks: Readonly<Record<Container, readonly Placed[]>>,
  raw: unknown,
  pointer: Pointer,
  writer: MessageWriter,
): unknown {
  const thoughts = blocks.content.filter(({ block, place }) => isThoughtAloud(block, place, writer));
  for (const { place } of thoughts) writer.places.lose(place, "reasoning as such: it is sent as text");
  const first = thoughts
    .map(({ block }): WireObject => ({ type: "text", text: String(block["thinking"] ?? "") }))
    .filter(({ text }) => text !== "");
  const spoken = blocks.content.filter((placed) => !thoughts.includes(placed));
  return writeBlocks(spoken, raw, pointer, "assistant", writer, first);
}

function isThoughtAloud(block: Block, place: Place, { dialect, shape }: MessageWriter): boolean {
  return dialect.requiresThinkingAsText === true && block?.type === "thinking" && !shape?.node(place);
}

/** Texts of refusals, as one. */
function writeRefusal(blocks: readonly Placed[], raw: unknown, pointer: Pointer, { places }: MessageWriter): unknown {
  for (const { place } of blocks) places.set(place, pointer);
  if (blocks.length > 0) return blocks.map(({ block }) => String(block["text"] ?? "")).join("\n");
  return typeof raw === "string" && raw !== "" ? undefined : raw;
}

/** A field that holds one thing; a second has no place. */
function writeOne(blocks: readonly Placed[], raw: unknown, pointer: Pointer, writer: MessageWriter): unknown {
  const [first, ...others] = blocks;
  for (const { place, block } of others) writer.places.lose(place, `a second ${String(block["kind"])}`);
  if (!first) return isRecord(raw) ? undefined : raw;
  writer.places.set(first.place, pointer);
  return writer.shape?.node(first.place)?.raw;
}

function writeCalls(
  blocks: readonly Placed[],
  at: Place,
  raw: unknown,
  pointer: Pointer,
  { shape, places, dialect }: MessageWriter,
): unknown {
  const items: unknown[] = [];
  for (const placed of blocks) {
    const { block, place } = placed;
    const node = nodeOf(block, shape?.node(place));
    const build = (): WireObject | undefined => buildCall(block, dialect.thoughtSignatures === true);
    const item = canBeSaid(block, node) ? writeBlock(placed, { shape, places, build }) : undefined;
    if (item === undefined && node?.read !== block) {
      places.lose(place, "a call whose arguments JSON cannot say");
      continue;
    }
    if (!node && losesSignature(block, dialect)) places.lose(at, "the thought signature of a call");
    places.set(place, `${pointer}/${items.length}`, node?.lenses ?? FUNCTION_LENSES[0]);
    items.push(isRecord(block) && isRestated(block) ? restateCall(item) : item);
  }
  if (Array.isArray(raw) && isSameList(raw, items)) return raw;
  if (items.length > 0) return items;
  return Array.isArray(raw) ? undefined : raw;
}

/** A call that is built has its signature where the server looks for one. */
function losesSignature(block: Block, { thoughtSignatures, reasoningDetails }: CompletionsDialect): boolean {
  const signature = block["thoughtSignature"];
  if (!isFilled(signature) || thoughtSignatures) return false;
  return !(reasoningDetails && detailsIn(signature));
}

/** Arguments that nobody changed are said as they were. */
function canBeSaid(block: Block, node: WireNode | undefined): boolean {
  if (!node || node.read === block) return true;
  const { arguments: before } = node.read as Block;
  const now = block["arguments"];
  return Object.is(before, now) || deepEqual(before, now) || writeArguments(now) !== undefined;
}
