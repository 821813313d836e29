/** Recognizes requests to LLM APIs, wherever the server is: by method, URL, content type and the body's shape. */
import { detectWireFormat, type ReplayTarget, type WireFormat } from "../../src/index.ts";
import { isObject, own } from "../inputs/json.ts";
import { safeUrl, withoutCredentials } from "./redact.ts";
import { modelOf, targetOf } from "./target.ts";

/** What came back for a request. */
export interface Answer {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The content type, without parameters. */
  readonly mimeType: string;
  /** The text; absent when the browser did not keep it. Binary event streams are in base64. */
  readonly text?: string;
  /** Is the text cut off by the browser? */
  readonly truncated?: boolean;
}

/** A request as a browser's network log has it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly mimeType: string;
}

/** A request to an LLM API. */
export interface Call {
  readonly format: WireFormat;
  readonly target: Partial<ReplayTarget>;
  /** Without credentials. */
  readonly url: string;
  /** Without credentials. */
  readonly body: unknown;
}

/** Endpoints by the ends of their paths. */
const ENDPOINTS: readonly (readonly [path: RegExp, format: WireFormat])[] = [
  [/\/v\d+\/messages$/, "anthropic-messages"],
  [/\/publishers\/anthropic\/models\/[^/]+:(?:streamR|r)awPredict$/, "anthropic-messages"],
  [/\/model\/[^/]*anthropic[^/]*\/invoke(?:-with-response-stream)?$/, "anthropic-messages"],
  [/\/model\/[^/]+\/converse(?:-stream)?$/, "bedrock-converse"],
  [/\/chat\/completions$/, "openai-completions"],
  [/\/responses$/, "openai-responses"],
  [/:(?:streamG|g)enerateContent$/, "google-generative-ai"],
];

/** Bodies of the same shape that are not asked to be answered. */
const OTHER_ENDPOINTS = /\/(?:count_tokens|batches|embeddings|moderations|rerank|input_tokens|compact)$|:countTokens$/;

/** The format that is spoken at a URL, by its path alone. */
export function formatAt(url: string): WireFormat | undefined {
  const path = pathOf(url);
  return ENDPOINTS.find(([pattern]) => pattern.test(path))?.[1];
}

/** May it be a request to an LLM API? Asked before the body is read. */
export function mayBeCall({ method, url, mimeType }: SeenRequest): boolean {
  if (method.toUpperCase() !== "POST" || !/^https?:/i.test(url) || OTHER_ENDPOINTS.test(pathOf(url))) return false;
  return formatAt(url) !== undefined || isJsonType(mimeType);
}

/** The call that a body makes; undefined when it is none of an LLM API. */
export function callOf(url: string, body: unknown): Call | undefined {
  const format = detectWireFormat(body);
  if (format === undefined || !hasTurns(body) || isOllamas(url, body)) return undefined;
  if (modelOf(url, body) === "" && formatAt(url) === undefined && ownModelKey(body) === undefined) return undefined;
  return { format, target: targetOf(url, body, format), url: safeUrl(url), body: withoutCredentials(body) };
}

/** `text/plain` spares a preflight, and some clients name no type at all. */
function isJsonType(mimeType: string): boolean {
  const type = (mimeType.split(";")[0] ?? "").trim().toLowerCase();
  return type === "" || type === "text/plain" || type === "application/json" || type.endsWith("+json");
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname.slice(0, 2000) : "";
}

function ownModelKey(body: unknown): unknown {
  return own(body, "anthropic_version") ?? own(body, "contents");
}

/** The services of many pages have lists of messages. Those of LLM APIs have roles, types or parts. */
function hasTurns(body: unknown): boolean {
  const inner = isObject(own(body, "request")) ? own(body, "request") : body;
  const list = own(inner, "messages") ?? own(inner, "contents") ?? own(inner, "input");
  if (!Array.isArray(list)) return typeof list === "string" || isObject(list);
  return (
    list.length === 0 || list.some((turn) => isObject(turn) && ["role", "type", "parts"].some((key) => key in turn))
  );
}

/** Ollama's own API looks like Chat Completions, and takes calls without ids. */
function isOllamas(url: string, body: unknown): boolean {
  return (
    /\/api\/chat$/.test(pathOf(url)) && ["options", "keep_alive", "think"].some((key) => own(body, key) !== undefined)
  );
}
