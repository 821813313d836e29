/** The body as its checks look at it: every part knows where it stands, whichever way its fields are spelled. */
import type { GeminiModel } from "../../transcript/gemini-models.ts";
import { isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import type { Report } from "../types.ts";
import type { GoogleDemands } from "./dialects.ts";

/** An object of the wire. */
export type Json = Readonly<Record<string, unknown>>;

/** A part and where it stands. */
export interface Spot {
  readonly part: Json;
  readonly pointer: Pointer;
}

/** A content. One whose role is not known stands between others and has no parts. */
export interface Content {
  readonly side: "user" | "model" | "other";
  readonly pointer: Pointer;
  readonly parts: readonly Spot[];
}

/** What a check is given. */
export interface Judged {
  readonly body: Json;
  /** The object that has the contents, and where it stands. */
  readonly inner: Json;
  readonly base: Pointer;
  /** The object that has the system prompt and the tools, and where it stands. */
  readonly settings: Json;
  readonly settingsBase: Pointer;
  /** The contents as a list, and as they are read. */
  readonly entries: readonly unknown[];
  readonly contents: readonly Content[];
  readonly demands: GoogleDemands;
  /** The model; undefined when it is no Gemini or nobody named one. */
  readonly model: GeminiModel | undefined;
  /** Is a model named at all? */
  readonly isNamed: boolean;
  readonly report: Report;
}

/** A field under either of its names, and the name. */
export function field(object: Json, camel: string): { readonly key: string; readonly value: unknown } {
  const snake = camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const key = [camel, snake].find((name) => Object.hasOwn(object, name) && object[name] !== undefined);
  return { key: key ?? camel, value: key === undefined ? undefined : object[key] };
}

/** The object under a field, and the pointer of it; undefined when there is none. */
export function objectIn({ part, pointer }: Spot, camel: string): Spot | undefined {
  const { key, value } = field(part, camel);
  return isRecord(value) ? { part: value, pointer: `${pointer}/${key}` } : undefined;
}

/** The pointer of a field, or of the object that lacks it. */
export function fieldOf({ part, pointer }: Spot, key: string): Pointer {
  return Object.hasOwn(part, key) ? `${pointer}/${key}` : pointer;
}

/** The function call of a part. */
export function callOf(spot: Spot): Spot | undefined {
  return objectIn(spot, "functionCall");
}

/** The function response of a part. */
export function responseOf(spot: Spot): Spot | undefined {
  return objectIn(spot, "functionResponse");
}

/** Where the contents and the settings stand: Code Assist and the SDK have envelopes of their own. */
export function openBody(body: Json): Pick<Judged, "inner" | "base" | "settings" | "settingsBase"> {
  const { request } = body;
  const isWrapped = isRecord(request) && body["contents"] === undefined;
  const inner = isWrapped ? request : body;
  const base = isWrapped ? "/request" : "";
  const { config } = inner;
  const isSdk =
    isRecord(config) && inner["tools"] === undefined && field(inner, "systemInstruction").value === undefined;
  return { inner, base, settings: isSdk ? config : inner, settingsBase: isSdk ? `${base}/config` : base };
}

/** Where an entry of the contents stands. */
export function entryPointer({ inner, base }: Pick<Judged, "inner" | "base">, index: number): Pointer {
  return Array.isArray(inner["contents"]) ? `${base}/contents/${index}` : `${base}/contents`;
}

/** The contents as they are read. */
export function readContents(opened: Pick<Judged, "inner" | "base">, entries: readonly unknown[]): readonly Content[] {
  return entries.map((entry, index): Content => {
    const pointer = entryPointer(opened, index);
    const { role, parts } = isRecord(entry) ? entry : ({ role: "" } as Json);
    const side = sideOf(role);
    return { side, pointer, parts: side === "other" ? [] : spotsAt(parts, `${pointer}/parts`) };
  });
}

function sideOf(role: unknown): Content["side"] {
  if (role === "model" || role === "assistant") return "model";
  return role === undefined || role === null || role === "user" || role === "function" || role === "tool"
    ? "user"
    : "other";
}

/** The parts of a list; an object stands for a list of one, and what is no object is passed over. */
export function spotsAt(parts: unknown, pointer: Pointer): readonly Spot[] {
  if (isRecord(parts)) return [{ part: parts, pointer }];
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part: unknown, index) => (isRecord(part) ? [{ part, pointer: `${pointer}/${index}` }] : []));
}

/** A value from the body as it is shown to people. */
export function shown(value: unknown): string {
  return String(value).slice(0, 100);
}
