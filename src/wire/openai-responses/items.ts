/** The items of the model's own answer that are no message: how each is read, and where its fields stand. */
import { deepEqual } from "../../transcript/equal.ts";
import { type Block, isFilled, isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import { readArguments, writeArguments } from "../arguments.ts";
import type { Lens, Lenses, WireObject } from "../lens.ts";
import type { ReadBlock } from "../shape.ts";
import { callPart, itemPart, joinIds, reasoningItem } from "./ids.ts";

/** What stands in the field for the id of an item: what was no id stays, but for an empty one. */
function idAs(id: unknown, raw: unknown): unknown {
  if (isFilled(id)) return id;
  return isFilled(raw) || raw === "" ? undefined : raw;
}

/** The item's own id goes with the session's. A call without a `call_id` keeps the one that it has. */
const ITEM_ID: Lens = {
  at: ["id"],
  write: (_value, { call_id, id }, now) => idAs(isFilled(call_id) ? itemPart(now["id"]) : now["itemId"], id),
};
const OWN_ID: Lens = { at: ["id"], write: (_value, { id }, now) => idAs(now["itemId"], id) };
const REASONING_ID: Lens = {
  at: ["id"],
  write: (_value, { id }, now) => idAs(reasoningItem(now["thinkingSignature"])?.["id"], id),
};
const CALL_ID: Lens = { at: ["call_id"], write: callPart };

const FUNCTION_CALL: Lenses = {
  id: { ...CALL_ID, also: ITEM_ID },
  itemId: { at: ["id"] },
  name: { at: ["name"] },
  arguments: { at: ["arguments"], write: (value, raw) => argumentsAs(raw["arguments"], value) },
  form: {
    at: ["arguments"],
    write: (_form, raw, now) => argumentsText(raw["arguments"], now["arguments"]),
    also: ITEM_ID,
  },
};

/** The input of a custom tool is free text, kept as `{ input }`. */
const CUSTOM_CALL: Lenses = {
  id: CALL_ID,
  itemId: OWN_ID,
  name: { at: ["name"] },
  arguments: { at: ["input"], write: customInput },
  form: { at: ["input"], write: (_form, _raw, now) => customInput(now["arguments"]), also: OWN_ID },
};

const LOCAL_SHELL_CALL: Lenses = { id: CALL_ID, arguments: { at: ["action"] } };

const NO_NULL: Lens = {
  at: ["status"],
  write: (_form, { status }) => (status === null ? undefined : status),
  also: REASONING_ID,
};

/** The text of reasoning stands in its content, or else in its summary, which may not be absent. */
function reasoningLenses(where: "content" | "summary"): Lenses {
  const type = where === "content" ? "reasoning_text" : "summary_text";
  return {
    thinking: { at: [where], write: (text) => [{ type, text }] },
    thinkingSignature: REASONING_ID,
    form: { at: ["summary"], write: (_form, { summary }) => (Array.isArray(summary) ? summary : []), also: NO_NULL },
  };
}
const REASONING = { content: reasoningLenses("content"), summary: reasoningLenses("summary") };

/** Reads an item. What is not known is opaque. */
export function readItem(raw: WireObject, pointer: Pointer): ReadBlock {
  switch (raw["type"]) {
    case "function_call":
      return { raw, pointer, read: functionCall(raw), lenses: FUNCTION_CALL };
    case "custom_tool_call":
      return { raw, pointer, read: customCall(raw), lenses: CUSTOM_CALL };
    case "local_shell_call":
      return { raw, pointer, read: localShellCall(raw), lenses: LOCAL_SHELL_CALL };
    case "reasoning":
      return { raw, pointer, ...reasoning(raw) };
    default:
      return { raw, pointer, read: opaqueItem(raw) };
  }
}

function functionCall({ call_id, id, name, arguments: given }: WireObject): Block {
  const both = joinIds(call_id, id);
  return {
    type: "toolCall",
    ...(both !== undefined && { id: both }),
    ...(!isFilled(call_id) && isFilled(id) && { itemId: id }),
    ...(name !== undefined && { name }),
    ...(given !== undefined && { arguments: typeof given === "string" ? readArguments(given) : given }),
  };
}

function customCall({ call_id, id, name, input }: WireObject): Block {
  return {
    type: "toolCall",
    ...(call_id !== undefined && { id: call_id }),
    ...(isFilled(id) && { itemId: id }),
    ...(name !== undefined && { name }),
    ...(input !== undefined && { arguments: { input } }),
    kind: "custom",
  };
}

function localShellCall({ call_id, action }: WireObject): Block {
  return {
    type: "toolCall",
    ...(call_id !== undefined && { id: call_id }),
    name: "local_shell",
    ...(action !== undefined && { arguments: action }),
    kind: "local_shell",
  };
}

/** An item without an id and without encrypted content cannot be sent back to who made it, and has no signature. */
function reasoning(raw: WireObject): { readonly read: Block; readonly lenses: Lenses } {
  const { id, encrypted_content, content, summary } = raw;
  const said = textsIn(content);
  const thinking = (said.length > 0 ? said : textsIn(summary)).join("\n\n");
  const signature = isFilled(id) || isFilled(encrypted_content) ? { thinkingSignature: signatureOf(raw) } : undefined;
  return {
    read: { type: "thinking", thinking, ...signature },
    lenses: REASONING[said.length > 0 ? "content" : "summary"],
  };
}

/** The item as JSON; of one that JSON cannot say, what ties it to its provider. */
function signatureOf(raw: WireObject): string {
  const { id, encrypted_content } = raw;
  const bare = {
    type: "reasoning",
    ...(isFilled(id) && { id }),
    ...(isFilled(encrypted_content) && { encrypted_content }),
  };
  return writeArguments(raw) ?? JSON.stringify(bare);
}

function textsIn(parts: unknown): string[] {
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part: unknown) => (isRecord(part) && typeof part["text"] === "string" ? [part["text"]] : []));
}

/** An item that only the provider understands; a call of its own tools and what it returned share `pair`. */
function opaqueItem({ type, id, call_id }: WireObject): Block {
  const pair = isFilled(call_id) ? call_id : id;
  const kind = typeof type === "string" ? type : "item_reference";
  return { type: "opaque", kind, ...(isFilled(pair) && { pair }) };
}

/** Arguments that were no text stay what they were. */
function argumentsAs(before: unknown, value: unknown): unknown {
  if (typeof before !== "string" && before !== undefined && isRecord(value)) return value;
  return writeArguments(value) ?? before;
}

/** Arguments as text: the very text while it says the same. */
function argumentsText(before: unknown, value: unknown): unknown {
  if (typeof before === "string" && deepEqual(readArguments(before), value)) return before;
  return writeArguments(value) ?? before;
}

/** The text of a custom tool's input. */
export function customInput(value: unknown): string {
  if (value === undefined || value === null) return "";
  const input = isRecord(value) && Object.keys(value).length === 1 ? value["input"] : undefined;
  return typeof input === "string" ? input : (writeArguments(value) ?? "");
}
