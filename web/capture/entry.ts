/** From an entry of the browser's network log to a captured request: recognized, complete or not, without credentials. */
import { isFramed } from "../../src/common/event-stream.ts";
import type { ReplayTarget, WireFormat } from "../../src/index.ts";
import { answerOf, decodeBase64 } from "../inputs/har.ts";
import { own, ownText, tryJson } from "../inputs/json.ts";
import { turnsOf } from "../inputs/label.ts";
import { type Answer, callOf, formatAt, mayBeCall } from "./call.ts";
import { safeUrl } from "./redact.ts";
import { targetOf } from "./target.ts";

/** Where Firefox cuts bodies off, in bytes. */
export const FIREFOX_LIMIT = 1_048_576;

/**
 * What is there of a body: all of it; a part, since the browser cut it off; nothing, since the browser did not keep it;
 * or something that is no JSON. Only the first is ever judged.
 */
export type BodyState = "whole" | "truncated" | "missing" | "unreadable";

/** A request to an LLM API, as it is kept. */
export interface Captured {
  /** Counts requests in the order in which they were captured. */
  readonly id: number;
  /** When it was sent, milliseconds since 1970. */
  readonly sentAt: number;
  /** How long it took, in milliseconds; 0 when that is not known. */
  readonly milliseconds: number;
  readonly url: string;
  readonly format: WireFormat;
  readonly target: Partial<ReplayTarget>;
  readonly state: BodyState;
  /** The JSON of the body; only of one that is whole. */
  readonly text?: string;
  /** How many bytes of the body were seen. */
  readonly bytes: number;
  /** How many bytes were sent, where a header says it. */
  readonly declaredBytes?: number;
  /** How many messages, contents or items it has. */
  readonly turns?: number;
  readonly answer: Answer;
}

/** The same in base64. */
const FRAMED_LIMIT = Math.ceil(FIREFOX_LIMIT / 3) * 4;
/** Answers are kept up to this length; what is longer is cut off, and said to be. */
const LONGEST_ANSWER = 16 * 2 ** 20;

/** A request before it was given a number. */
export type Seen = Omit<Captured, "id">;

/** The request that an entry of the network log is about; undefined when it is none to an LLM API. */
export function seenRequest(entry: unknown): Seen | undefined {
  const request = own(entry, "request");
  const [url, method] = [ownText(request, "url") ?? "", ownText(request, "method") ?? ""];
  const posted = own(request, "postData");
  if (!mayBeCall({ method, url, mimeType: ownText(posted, "mimeType") ?? "" })) return undefined;
  const text = ownText(posted, "text") ?? "";
  const declaredBytes = contentLength(own(request, "headers"));
  const bytes = text === "" ? 0 : new TextEncoder().encode(text).byteLength;
  const about = {
    sentAt: Date.parse(ownText(entry, "startedDateTime") ?? "") || 0,
    milliseconds: numberOf(own(entry, "time")),
    bytes,
    ...(declaredBytes !== undefined && { declaredBytes }),
    answer: answerOf(own(entry, "response")) ?? { status: 0, mimeType: "" },
  };
  return whole(url, text, about) ?? broken(url, text, about);
}

type About = Pick<Seen, "sentAt" | "milliseconds" | "bytes" | "declaredBytes" | "answer">;

function whole(url: string, text: string, about: About): Seen | undefined {
  if (!/^\s*\{/.test(text) || isCut(about)) return undefined;
  const body = tryJson(text);
  const call = body === undefined ? undefined : callOf(url, body);
  if (!call) return undefined;
  const turns = turnsOf(call.body);
  return {
    ...about,
    url: call.url,
    format: call.format,
    target: call.target,
    state: "whole",
    text: call.body === body ? text : JSON.stringify(call.body),
    ...(turns !== undefined && { turns }),
  };
}

/** Without its body, a request is known by its URL alone. */
function broken(url: string, text: string, about: About): Seen | undefined {
  const format = formatAt(url);
  if (format === undefined) return undefined;
  const parsed = text === "" || isCut(about) ? undefined : tryJson(text);
  if (parsed !== undefined) return undefined;
  const atLimit = Math.abs(about.bytes - FIREFOX_LIMIT) < 8 || text.length === FIREFOX_LIMIT;
  const state = text === "" ? "missing" : isCut(about) || atLimit ? "truncated" : "unreadable";
  const model = /"model"\s*:\s*"([\w./:@-]{1,200})"/.exec(text.slice(0, 4096))?.[1];
  const target = targetOf(url, model === undefined ? {} : { model }, format);
  return { ...about, url: safeUrl(url), format, target, state };
}

/** Is less there than was sent? */
function isCut({ bytes, declaredBytes }: About): boolean {
  return declaredBytes !== undefined && bytes > 0 && bytes < declaredBytes;
}

function contentLength(headers: unknown): number | undefined {
  if (!Array.isArray(headers)) return undefined;
  const header: unknown = headers.find((one) => /^content-length$/i.test(ownText(one, "name") ?? ""));
  const value = Number.parseInt(ownText(header, "value") ?? "", 10);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}

/**
 * The answer with its text.
 *
 * @param content null when the browser did not keep it
 * @param encoding `base64` in Chromium when the text is in base64; Firefox has the content type here
 */
export function withContent(answer: Answer, content: string | null | undefined, encoding: string | undefined): Answer {
  const { status, mimeType } = answer;
  // Bytes stay in base64 until they are judged.
  const isEncoded = encoding === "base64" && !isFramed(mimeType);
  const text = content && isEncoded ? decodeBase64(content) : content;
  if (!text || isBinary(mimeType)) return { status, mimeType };
  const isCutHere = text.length > LONGEST_ANSWER;
  const truncated = isCutHere || text.length === FIREFOX_LIMIT || (isFramed(mimeType) && text.length === FRAMED_LIMIT);
  return { status, mimeType, text: isCutHere ? text.slice(0, LONGEST_ANSWER) : text, ...(truncated && { truncated }) };
}

function isBinary(mimeType: string): boolean {
  return /^(?:image|audio|video)\//.test(mimeType);
}
