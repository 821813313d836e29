/** Function responses: what a tool returned, as an object that says `output` or `error`, and the media beside it. */
import { jsonText } from "../../transcript/json-text.ts";
import { type Block, isRecord, type SessionMessage } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import { spelled } from "../../transcript/spelled.ts";
import type { Lenses, WireObject } from "../lens.ts";
import type { ReadBlock } from "../shape.ts";
import { readPart } from "./parts.ts";

/** Marks what stands in a response and cannot stand as a part of a content. */
export const OF_RESPONSE: Lenses = {};

/** Which value of a response is its text: that of a key, or all of it. */
interface Said {
  readonly key?: "output" | "error";
  readonly value: unknown;
}

/** A response as it was read. */
export interface ReadResponse {
  readonly message: SessionMessage;
  readonly blocks: readonly ReadBlock[];
  readonly lenses: Lenses;
}

/** Reads the response in a part. */
export function readResponse(part: WireObject, pointer: Pointer, id: string): ReadResponse {
  const { key, value } = spelled(part, "functionResponse");
  const response = value as WireObject;
  const { name, parts } = response;
  const given = response["response"];
  const texts = readTexts(given, pointer, key);
  const media = Array.isArray(parts)
    ? parts.map((raw, index) => readPart(raw, `${pointer}/${key}/parts/${index}`, () => ""))
    : [];
  const blocks = [...texts, ...media];
  return {
    message: {
      role: "toolResult",
      toolCallId: id,
      ...(typeof name === "string" && { toolName: name }),
      content: blocks.map(({ read }) => read),
      ...(isError(given) && { isError: true }),
    },
    blocks,
    lenses: {
      toolCallId: { at: [key, "id"] },
      toolName: { at: [key, "name"] },
      content: { at: [key, "response"] },
      isError: { at: [key, "response"] },
    },
  };
}

/** A failed tool says `error`. */
function isError(response: unknown): boolean {
  return isRecord(response) && response["error"] !== undefined && response["error"] !== null;
}

function saidIn(response: unknown): Said | undefined {
  if (response === undefined || response === null) return undefined;
  if (!isRecord(response)) return { value: response };
  const { output, error } = response;
  const has = (value: unknown): boolean => value !== undefined && value !== null;
  if (has(output) !== has(error))
    return has(output) ? { key: "output", value: output } : { key: "error", value: error };
  return Object.keys(response).length === 0 ? undefined : { value: response };
}

/** A text stands where it stands; what is structured is read as JSON, and stands for the whole response. */
function readTexts(response: unknown, pointer: Pointer, key: string): readonly ReadBlock[] {
  const said = saidIn(response);
  if (!said) return [];
  if (typeof said.value === "string") {
    const at = `${pointer}/${key}/response${said.key === undefined ? "" : `/${said.key}`}`;
    return [{ raw: said.value, read: { type: "text", text: said.value }, pointer: at }];
  }
  const text = jsonText(said.value);
  const read: Block = text === undefined ? { type: "opaque", kind: "response" } : { type: "text", text };
  return [{ raw: text, read, pointer, lenses: OF_RESPONSE }];
}

/** What a response says now. */
export interface Saying {
  readonly texts: readonly string[];
  readonly isError: boolean;
}

/**
 * The `response` of a response: its text under `output` or `error`.
 *
 * @param before what it was: keys beside those two stay, unless all of it was the text
 */
export function writeSaying({ texts, isError: failed }: Saying, before: unknown): WireObject {
  const said = saidIn(before);
  const { output: _output, error: _error, ...others } = isRecord(before) && said?.key ? before : ({} as WireObject);
  if (failed) return { ...others, error: texts.join("\n") };
  const isNothing = texts.length === 0 && Object.keys(others).length === 0;
  return isNothing ? {} : { ...others, output: texts.join("\n") };
}
