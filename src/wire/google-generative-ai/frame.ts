/**
 * Where things stand in a body: in the body itself; in its `request`, as Code Assist wants it; or with the settings in
 * `config`, as the SDK takes them.
 */
import { isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import { spelled } from "../../transcript/spelled.ts";
import { type WireObject, withKey } from "../lens.ts";

/** A body, taken apart. */
export interface Frame {
  /** The object that has the contents, and where it stands. */
  readonly inner: WireObject;
  readonly base: Pointer;
  /** The object that has the system prompt and the tools, and where it stands. */
  readonly settings: WireObject;
  readonly settingsBase: Pointer;
  /** The contents as a list, and whether a single one stands without a list around it. */
  readonly contents: readonly unknown[];
  readonly isLone: boolean;
  /** The key of the system prompt. */
  readonly systemKey: string;
}

/** Takes a body apart; undefined when it is no object. */
export function frameOf(body: unknown): Frame | undefined {
  if (!isRecord(body)) return undefined;
  const isWrapped = isRecord(body["request"]) && body["contents"] === undefined;
  const inner = isWrapped ? (body["request"] as WireObject) : body;
  const base = isWrapped ? "/request" : "";
  const { config, contents } = inner;
  const hasOwnSettings = inner["tools"] !== undefined || spelled(inner, "systemInstruction").value !== undefined;
  const isSdk = isRecord(config) && !hasOwnSettings;
  const settings = isSdk ? (config as WireObject) : inner;
  const isLone = isRecord(contents);
  return {
    inner,
    base,
    settings,
    settingsBase: isSdk ? `${base}/config` : base,
    contents: Array.isArray(contents) ? contents : isLone ? [contents] : [],
    isLone,
    systemKey: spelled(settings, "systemInstruction").key,
  };
}

/** Where a content stands. */
export function contentPointer({ base, isLone }: Pick<Frame, "base" | "isLone">, index: number): Pointer {
  return isLone ? `${base}/contents` : `${base}/contents/${index}`;
}

/** The body with other contents and settings; the very body when both are the same. */
export function rebuild(body: WireObject, frame: Frame, inner: WireObject): WireObject {
  if (inner === frame.inner) return body;
  return frame.base === "" ? inner : withKey(body, "request", inner);
}
