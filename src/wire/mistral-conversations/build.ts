/** Builds chunks and calls that were not read from a body of this format, and says others as the API documents them. */
import { type Block, isFilled, isRecord, type SessionMessage } from "../../transcript/message.ts";
import { type Spelling, snakeOf } from "../../transcript/spelled.ts";
import { writeArguments } from "../arguments.ts";
import type { BuildBlock } from "../content.ts";
import { dataUrl } from "../data-url.ts";
import type { WireObject } from "../lens.ts";
import { typeOf } from "./chunks.ts";
import type { MistralDialect } from "./dialects.ts";
import { thinkingList } from "./thinking.ts";

/** Builds the chunks of a message. Undefined is what the format has no words for. */
export function chunkBuilder(
  message: SessionMessage,
  { mediaInResults }: MistralDialect,
  spelling: Spelling,
): BuildBlock {
  const { role } = message;
  const takesMedia = role === "user" || (role === "toolResult" && mediaInResults);
  const takesThinking = role === "assistant" && isOfMistral(message);
  return (block) => {
    const { type, text } = block;
    if (type === "text") return typeof text === "string" ? { type, text } : undefined;
    if (type === "thinking") return takesThinking ? buildThinking(block) : undefined;
    if (type === "document" && typeof text === "string") return { type: "text", text };
    return takesMedia ? buildMedia(block, spelling) : undefined;
  };
}

/** Was the message made by a model of Mistral's, or by nobody that is known? Another's reasoning means nothing there. */
function isOfMistral({ api, provider }: SessionMessage): boolean {
  const makers = [api, provider].filter(isFilled);
  return makers.length === 0 || makers.some((name) => name.startsWith("mistral"));
}

function buildThinking({ thinking, thinkingSignature }: Block): WireObject | undefined {
  if (typeof thinking !== "string" || (thinking === "" && !isFilled(thinkingSignature))) return undefined;
  return {
    type: "thinking",
    thinking: thinkingList(thinking),
    closed: true,
    ...(isFilled(thinkingSignature) && { signature: thinkingSignature }),
  };
}

/** Pictures, documents and files. */
export function buildMedia(block: Block, spelling: Spelling): WireObject | undefined {
  const key = (camel: string): string => (spelling === "camel" ? camel : snakeOf(camel));
  const { type, kind, name, data, mimeType, url, fileId } = block;
  const link = dataUrl(mimeType, data) ?? (typeof url === "string" ? url : undefined);
  if (type === "image" || (type === "media" && kind === "image")) {
    return link === undefined ? undefined : { type: "image_url", [key("imageUrl")]: { url: link } };
  }
  if (type !== "document") return undefined;
  if (isFileId(fileId)) return { type: "file", [key("fileId")]: fileId };
  if (link === undefined) return undefined;
  return { type: "document_url", [key("documentUrl")]: link, ...(isFilled(name) && { [key("documentName")]: name }) };
}

/** A file of another provider means nothing here: Mistral's have UUIDs. */
function isFileId(id: unknown): boolean {
  return typeof id === "string" && /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id);
}

/** Builds a call; undefined when its arguments cannot be said in JSON. */
export function buildCall(block: Block): WireObject | undefined {
  const { id, name } = block;
  const given = block["arguments"] ?? block["input"];
  const text = writeArguments(typeof given === "string" && given.trim() === "" ? {} : given);
  if (text === undefined) return undefined;
  return { ...(id !== undefined && { id }), type: "function", function: { name, arguments: text } };
}

/** A call with the fields that the API has. Its arguments may be an object or the text of one. */
export function restateCall(item: unknown, block: Block): unknown {
  if (!isRecord(item)) return item;
  const { id, index } = item;
  const inner = item["function"];
  if (!isRecord(inner)) return buildCall(block);
  const { name, arguments: given = {} } = inner;
  return {
    ...(id !== undefined && { id }),
    type: "function",
    function: { name, arguments: given },
    ...(index !== undefined && { index }),
  };
}

/** The fields that the API has, by type of chunk and in the SDK's spelling. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  image_url: ["imageUrl"],
  document_url: ["documentUrl", "documentName"],
  file: ["fileId"],
  reference: ["referenceIds"],
  input_audio: ["inputAudio"],
  thinking: ["thinking", "signature", "closed"],
};

/** Has the API such a field in chunks of a type? */
export function isChunkField(type: string, key: string): boolean {
  return key === "type" || (FIELDS[type]?.some((name) => key === name || key === snakeOf(name)) ?? false);
}

/** A chunk in the form that the API documents. */
export function restateChunk(item: unknown, block: Block, spelling: Spelling): unknown {
  if (!isRecord(item)) return item;
  if (block.type === "document" && isRecord(item["file"])) return buildMedia(block, spelling) ?? item;
  const type = block.type === "text" ? "text" : String(typeOf(item));
  if (!Object.hasOwn(FIELDS, type)) return item;
  const kept = Object.fromEntries(Object.entries(item).filter(([key]) => isChunkField(type, key)));
  const chunk: WireObject = { ...kept, type };
  return type === "thinking" ? { ...chunk, thinking: thinkingList(chunk["thinking"]) } : chunk;
}
