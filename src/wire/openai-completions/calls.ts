/** Tool calls: how each is read, and where its fields stand. */
import { type Block, isFilled, isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import { readArguments, writeArguments } from "../arguments.ts";
import { type Lens, type Lenses, setAt, valueAt, type WireObject } from "../lens.ts";
import { opaque } from "../messages/content.ts";
import type { ReadBlock } from "../shape.ts";
import { detailsIn } from "./reasoning.ts";

/** Where servers put the thought signature of a call, the usual place first. */
const SIGNATURES: readonly (readonly string[])[] = [
  ["extra_content", "google", "thought_signature"],
  ["extra_content", "vertex", "thought_signature"],
  ["provider_specific_fields", "thought_signature"],
];

/** Arguments that were an object stay one. */
const ARGUMENTS: Lens = {
  at: ["function", "arguments"],
  write: (value, raw) => {
    const before = isRecord(raw["function"]) ? raw["function"]["arguments"] : undefined;
    return isRecord(before) && isRecord(value) ? value : writeArguments(value);
  },
};

/** The fields of a call, by where its thought signature stands. */
export const FUNCTION_LENSES: readonly Lenses[] = SIGNATURES.map((path) => ({
  id: { at: ["id"] },
  name: { at: ["function", "name"] },
  arguments: ARGUMENTS,
  thoughtSignature: { at: path },
}));

/** The input of a custom tool is free text, kept as `{ input }`. */
const CUSTOM_LENSES: Lenses = {
  id: { at: ["id"] },
  name: { at: ["custom", "name"] },
  arguments: { at: ["custom", "input"], write: (value) => customInput(value) },
};

/** Reads a call. What is no call that is known is opaque. */
export function readCall(raw: unknown, pointer: Pointer): ReadBlock {
  if (!isRecord(raw)) return { raw, read: opaque(raw === null ? "null" : typeof raw), pointer };
  const { type, id, custom } = raw;
  const known = { type: "toolCall", ...(id !== undefined && { id }) };
  if (type === "custom" && isRecord(custom)) {
    const { name, input } = custom;
    const read: Block = {
      ...known,
      ...(name !== undefined && { name }),
      ...(input !== undefined && { arguments: { input } }),
      kind: "custom",
    };
    return { raw, read, pointer, lenses: CUSTOM_LENSES };
  }
  const inner = isRecord(raw["function"]) ? raw["function"] : undefined;
  if (!inner && type !== "function" && type !== undefined) return { raw, read: opaque(String(type)), pointer };
  const { name, arguments: given } = inner ?? ({} as WireObject);
  const [signature, where] = signatureOf(raw);
  const read: Block = {
    ...known,
    ...(name !== undefined && { name }),
    ...(given !== undefined && { arguments: typeof given === "string" ? readArguments(given) : given }),
    ...(signature !== undefined && { thoughtSignature: signature }),
  };
  return { raw, read, pointer, lenses: FUNCTION_LENSES[where] as Lenses };
}

/** The signature, and which of the places it stands in. */
function signatureOf(raw: WireObject): readonly [string | undefined, number] {
  for (const [index, path] of SIGNATURES.entries()) {
    const value = valueAt(raw, `/${path.join("/")}`);
    if (typeof value === "string") return [value, index];
  }
  return [undefined, 0];
}

/** Builds a call; undefined when its arguments cannot be said in JSON. */
export function buildCall(block: Block, withSignature: boolean): WireObject | undefined {
  const { id, name, kind, thoughtSignature } = block;
  const given = block["arguments"] ?? block["input"];
  if (kind === "custom") return { id, type: "custom", custom: { name, input: customInput(given) } };
  const text = writeArguments(typeof given === "string" && given.trim() === "" ? {} : given);
  if (text === undefined) return undefined;
  const call: WireObject = { id, type: "function", function: { name, arguments: text } };
  // What some hosts keep there is no signature of the call, but reasoning.
  if (!withSignature || !isFilled(thoughtSignature) || detailsIn(thoughtSignature)) return call;
  return setAt(call, SIGNATURES[0] as readonly string[], thoughtSignature);
}

/** A call in the form that the API documents: it has a type, and its arguments are text. */
export function restateCall(item: unknown): unknown {
  if (!isRecord(item) || item["type"] === "custom") return item;
  const inner = isRecord(item["function"]) ? item["function"] : {};
  const text = writeArguments(inner["arguments"] ?? {});
  return { ...item, type: "function", function: { ...inner, ...(text !== undefined && { arguments: text }) } };
}

function customInput(value: unknown): unknown {
  const input = isRecord(value) && Object.keys(value).length === 1 ? value["input"] : undefined;
  return typeof input === "string" ? input : (writeArguments(value) ?? "");
}
