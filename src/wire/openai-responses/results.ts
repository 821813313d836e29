/** What tools returned: where the fields of an output stand, and how a result is written. */
import { isToolCall, resultIdOf } from "../../transcript/calls.ts";
import { jsonText } from "../../transcript/json-text.ts";
import { type Block, blocksOf, isRecord } from "../../transcript/message.ts";
import { type Pointer, placesOf, type Turn } from "../../transcript/place.ts";
import { type BlockWriter, writeContent } from "../content.ts";
import { type Lenses, rewrite, setAt, type WireObject } from "../lens.ts";
import type { Shape, WireNode } from "../shape.ts";
import { callPart } from "./ids.ts";
import { isCanonical, isStillNothing, placedBlocks } from "./turns.ts";

const FIELDS: Lenses = { content: { at: ["output"] }, itemId: { at: ["id"] } };

/** The fields of an output, by the field that names its call. */
export const RESULT_LENSES: Readonly<Record<"call_id" | "id", Lenses>> = {
  call_id: { toolCallId: { at: ["call_id"] }, ...FIELDS },
  id: { toolCallId: { at: ["id"] }, content: { at: ["output"] } },
};

/** Was it read from an output? */
export function isOutput(node: WireNode | undefined): node is WireNode & { readonly raw: WireObject } {
  return isRecord(node?.raw) && (node.lenses === RESULT_LENSES.call_id || node.lenses === RESULT_LENSES.id);
}

/** A call as it is written: by what outputs name it, and of what kind it is. */
interface WrittenCall {
  readonly callId: unknown;
  readonly itemId: unknown;
  readonly kind: unknown;
}

/** What is needed to write results. */
export interface ResultWriter extends BlockWriter {
  /** By the id that the session knows them by. */
  readonly calls: ReadonlyMap<unknown, WrittenCall>;
}

/** The calls of the turns. A call that nobody renamed keeps its own id, even one with a bar in it. */
export function writtenCalls(turns: readonly Turn[], shape: Shape | undefined): ReadonlyMap<unknown, WrittenCall> {
  const calls = new Map<unknown, WrittenCall>();
  for (const turn of turns) {
    const places = placesOf(turn);
    blocksOf(turn.message).forEach((block, index) => {
      if (!isToolCall(block)) return;
      const node = shape?.node(places[index] as number);
      const raw = isRecord(node?.raw) && (node.read as Block)["id"] === block.id ? node.raw : undefined;
      const callId = raw ? raw["call_id"] : callPart(block.id);
      calls.set(block.id, { callId, itemId: raw?.["id"], kind: block["kind"] });
    });
  }
  return calls;
}

/** The output of a result. */
export function writeResult(turn: Turn, pointer: Pointer, writer: ResultWriter): unknown {
  const { at, message } = turn;
  const { places, shape, calls } = writer;
  const node = shape?.node(at);
  const id = resultIdOf(message);
  const call = calls.get(message["toolCallId"]) ?? calls.get(id);
  if (isOutput(node)) {
    places.set(at, pointer, node.lenses);
    return rewriteOutput(turn, node, pointer, call, writer);
  }
  places.set(at, pointer, RESULT_LENSES.call_id);
  const output = writeValue(turn, undefined, `${pointer}/output`, writer);
  return { type: typeFor(message["kind"] ?? call?.kind), call_id: call ? call.callId : callPart(id), output };
}

function isOfKind({ type }: WireObject, kind: unknown): boolean {
  return type === typeFor(kind) || (kind === "local_shell" && type === "local_shell_call_output");
}

function typeFor(kind: unknown): string {
  return kind === "custom" ? "custom_tool_call_output" : "function_call_output";
}

function rewriteOutput(
  turn: Turn,
  { raw, read, lenses = {} }: WireNode & { readonly raw: WireObject },
  pointer: Pointer,
  call: WrittenCall | undefined,
  writer: ResultWriter,
): unknown {
  const { message } = turn;
  const before = raw["output"];
  const output = writeValue(turn, before, `${pointer}/output`, writer);
  const { content: _, toolCallId, ...others } = lenses;
  let written = rewrite(raw, read as WireObject, message, others);
  // In the form that the API documents, an output is of the type that its call asks for.
  if (call && isCanonical(turn) && !isOfKind(raw, call.kind)) written = setAt(written, ["type"], typeFor(call.kind));
  const id = message["toolCallId"];
  if (toolCallId && (read as WireObject)["toolCallId"] !== id) {
    const [key = ""] = toolCallId.at;
    const isNamed = call && (raw[key] === call.callId || (key === "id" && raw[key] === call.itemId));
    if (!isNamed) written = setAt(written, toolCallId.at, call ? call.callId : callPart(id));
  }
  return Object.is(output, before) || isStillNothing(output, turn, writer.shape) ? written : { ...written, output };
}

/** One new text is written as a string, which every server takes; so is nothing, and what was neither text nor list. */
function writeValue(turn: Turn, before: unknown, pointer: Pointer, writer: ResultWriter): unknown {
  const { places, shape } = writer;
  const blocks = placedBlocks(turn);
  const [only] = blocks;
  if (only && blocks.length === 1 && before !== undefined && !Array.isArray(before) && isCanonical(turn)) {
    places.set(only.place, pointer);
    return typeof before === "string" ? before : (jsonText(before) ?? "");
  }
  if (blocks.length === 0 && isCanonical(turn)) return "";
  const isBuilt = before === undefined && blocks.every(({ place }) => !shape?.node(place));
  if (only && isBuilt && blocks.length === 1 && typeof only.block["text"] === "string" && only.block.type === "text") {
    places.set(only.place, pointer);
    return only.block["text"];
  }
  const output = writeContent(blocks, before, pointer, writer);
  const isEmptied = Array.isArray(output) && output.length === 0 && !isStillNothing(output, turn, shape);
  return isEmptied ? "" : output;
}
