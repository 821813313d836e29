/** The content blocks of Bedrock's Converse API: how each is read, and where its fields stand. */
import { jsonText } from "../../transcript/json-text.ts";
import { type Block, isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import type { Lens, Lenses, WireObject } from "../lens.ts";
import type { ReadBlock } from "../shape.ts";
import { asBase64, bytesAt } from "./bytes.ts";
import { MEMBERS } from "./keys.ts";
import { type Item, itemsOf, markerOf } from "./markers.ts";
import { documentFormatOf, documentTypeOf, imageFormatOf } from "./types.ts";

const at = (...path: readonly string[]): Lens => ({ at: path });
const REASONING = ["reasoningContent", "reasoningText"] as const;

/** By type of the session block. */
const LENSES: Readonly<Record<string, Lenses>> = {
  text: { text: at("text") },
  thinking: {
    thinking: at(...REASONING, "text"),
    thinkingSignature: at(...REASONING, "signature"),
    form: { at: [...REASONING, "text"], write: (_form, _raw, { thinking }) => thinking },
  },
  redacted_thinking: { data: bytesAt("reasoningContent", "redactedContent") },
  toolCall: { id: at("toolUse", "toolUseId"), name: at("toolUse", "name"), arguments: at("toolUse", "input") },
  image: {
    data: bytesAt("image", "source", "bytes"),
    mimeType: { at: ["image", "format"], write: imageFormatOf },
  },
  media: { url: at("image", "source", "s3Location", "uri") },
  document: {
    name: at("document", "name"),
    mimeType: { at: ["document", "format"], write: documentFormatOf },
    data: bytesAt("document", "source", "bytes"),
    text: at("document", "source", "text"),
    url: at("document", "source", "s3Location", "uri"),
  },
};

/** A result in JSON is a text whose value stands beside it. Whoever changes the text makes it one. */
const AS_TEXT: Lens = { at: ["json"], write: () => undefined };
const JSON_TEXT: Lenses = {
  text: { at: ["text"], also: AS_TEXT },
  json: at("json"),
  form: { at: ["text"], write: (_form, _raw, { text }) => text, also: AS_TEXT },
};

/** Reasoning one level too high, as some clients store it. */
const FLAT_THINKING: Lenses = {
  thinking: at("reasoningContent", "text"),
  thinkingSignature: at("reasoningContent", "signature"),
  form: {
    at: ["reasoningContent"],
    write: (_form, _raw, { thinking, thinkingSignature: signature }) => ({
      reasoningText: { text: thinking, ...(signature !== undefined && { signature }) },
    }),
  },
};

/** The fields of a `toolResult`, by field of the result's message. */
export const RESULT_LENSES: Lenses = {
  toolCallId: at("toolResult", "toolUseId"),
  isError: { at: ["toolResult", "status"], write: (isError) => (isError === true ? "error" : "success") },
  content: at("toolResult", "content"),
};

/** What holds blocks. Calls stand with the assistant alone, reasoning not in results. */
export type Holder = "user" | "assistant" | "system" | "result";

const ELSEWHERE: Readonly<Record<Holder, readonly string[]>> = {
  user: ["toolUse"],
  assistant: [],
  system: ["toolUse"],
  result: ["toolUse", "reasoningContent"],
};

/** Reads content: a list; a string is one text, an object that should stand in a list is one block. */
export function readContent(content: unknown, pointer: Pointer, holder: Holder): readonly ReadBlock[] {
  if (typeof content === "string") return [{ raw: content, read: { type: "text", text: content }, pointer }];
  if (Array.isArray(content)) return itemsOf(content, pointer).map((item) => readItem(item, holder));
  return content === undefined || content === null ? [] : [readItem({ raw: content, pointer, riders: [] }, holder)];
}

/** Reads one block with its cache points. What is not known, or has no business there, is opaque. */
export function readItem({ raw, pointer, riders }: Item, holder: Holder): ReadBlock {
  const { read, lenses } = isRecord(raw)
    ? readRecord(raw, holder)
    : { read: { type: "opaque", kind: raw === null ? "null" : typeof raw }, lenses: undefined };
  return {
    raw,
    read: riders.length === 0 ? read : { ...read, ...markerOf(riders) },
    pointer,
    ...(lenses && { lenses }),
    ...(riders.length > 0 && { riders }),
  };
}

interface ReadRecord {
  readonly read: Block;
  readonly lenses: Lenses | undefined;
}

function readRecord(raw: WireObject, holder: Holder): ReadRecord {
  const members = Object.keys(raw).filter((key) => MEMBERS.has(key) || key === "json");
  const [member] = members;
  const value = member === undefined ? undefined : raw[member];
  if (member === undefined || members.length > 1) return opaque(member ?? String(raw["type"]));
  if (ELSEWHERE[holder].includes(member)) return opaque(member);
  if (member === "json") return readJson(value);
  if (member === "text") return typeof value === "string" ? known({ type: "text", text: value }) : opaque(member);
  return (isRecord(value) ? readMember(member, value) : undefined) ?? opaque(member, value);
}

function known(read: Block, lenses: Lenses | undefined = LENSES[read.type]): ReadRecord {
  return { read, lenses };
}

/** Server tools and their results stand or fall together. */
function opaque(kind: string, value?: unknown): ReadRecord {
  const pair = isRecord(value) && (kind === "toolUse" || kind === "toolResult") ? value["toolUseId"] : undefined;
  return { read: { type: "opaque", kind, ...(typeof pair === "string" && { pair }) }, lenses: {} };
}

function readMember(member: string, value: WireObject): ReadRecord | undefined {
  switch (member) {
    case "toolUse":
      return value["type"] === undefined ? known(callOf(value)) : undefined;
    case "reasoningContent":
      return readReasoning(value);
    case "image":
      return known(imageOf(value));
    case "document":
      return known(documentOf(value));
    default:
      return undefined;
  }
}

function readJson(json: unknown): ReadRecord {
  const text = jsonText(json);
  return text === undefined ? opaque("json") : known({ type: "text", text, json }, JSON_TEXT);
}

function callOf({ toolUseId, name, input }: WireObject): Block {
  return {
    type: "toolCall",
    ...(toolUseId !== undefined && { id: toolUseId }),
    ...(name !== undefined && { name }),
    ...(input !== undefined && { arguments: input }),
  };
}

function readReasoning({ reasoningText, redactedContent, text, signature }: WireObject): ReadRecord | undefined {
  if (isRecord(reasoningText)) return known(thinkingOf(reasoningText["text"], reasoningText["signature"]));
  const data = asBase64(redactedContent);
  if (data !== undefined) return known({ type: "redacted_thinking", data });
  if (typeof text === "string") return known(thinkingOf(text, signature), FLAT_THINKING);
  return undefined;
}

/** Without a text it is empty: there is a signature alone. */
function thinkingOf(text: unknown, signature: unknown): Block {
  return {
    type: "thinking",
    thinking: typeof text === "string" ? text : "",
    ...(typeof signature === "string" && { thinkingSignature: signature }),
  };
}

/** An image in a bucket is no `image`: there are no bytes that a rule could look at. */
function imageOf({ format, source }: WireObject): Block {
  const { bytes, s3Location } = isRecord(source) ? source : ({} as WireObject);
  const uri = isRecord(s3Location) ? s3Location["uri"] : undefined;
  if (typeof uri === "string") return { type: "media", kind: "image", url: uri };
  // What is missing is empty, so that a rule can say or find what it is.
  return { type: "image", data: asBase64(bytes) ?? "", mimeType: typeof format === "string" ? `image/${format}` : "" };
}

function documentOf({ format, name, source }: WireObject): Block {
  const { bytes, text, s3Location } = isRecord(source) ? source : ({} as WireObject);
  const mimeType = documentTypeOf(format);
  const data = asBase64(bytes);
  const uri = isRecord(s3Location) ? s3Location["uri"] : undefined;
  return {
    type: "document",
    ...(mimeType !== undefined && { mimeType }),
    ...(typeof name === "string" && { name }),
    ...(data !== undefined && { data }),
    ...(typeof text === "string" && { text }),
    ...(typeof uri === "string" && { url: uri }),
  };
}
