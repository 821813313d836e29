/** Recognizes a JSON document by its shape: request bodies, alone or in records of logs, and HAR. */
import { detectWireFormat, type ReplayTarget, type WireFormat } from "../../src/index.ts";
import type { Answer } from "../capture/call.ts";
import { safeUrl, withoutCredentials } from "../capture/redact.ts";
import { providerAt, targetOf } from "../capture/target.ts";
import { answerOf, isHar, readHar } from "./har.ts";
import { isObject, type JsonObject, own, ownText, tryJson } from "./json.ts";
import { requestLabel } from "./label.ts";
import type { FoundRequest, InputLimits } from "./types.ts";

/** Under which keys logs keep the body they tell of. */
const BODY_KEYS = [
  "body",
  "request",
  "request_body",
  "requestBody",
  "raw_request",
  "rawRequest",
  "raw_request_body",
  "payload",
  "params",
  "kwargs",
  "json",
  "data",
  "input",
];
const ANSWER_KEYS = ["response", "response_body", "responseBody", "raw_response", "error", "output"];
const DEEPEST_RECORD = 3;

/** Requests that were found in a value; none when it holds none. */
export function requestsIn(value: unknown, limits: InputLimits): { found: FoundRequest[]; notes: string[] } {
  if (isHar(value)) return readHar(value, limits);
  const one = requestOf(value, DEEPEST_RECORD);
  if (one) return { found: [one], notes: [] };
  if (!Array.isArray(value)) return { found: [], notes: [] };
  const list = wireList(value);
  if (list) return { found: [list], notes: ["A list of messages without a request around it: the rest is not known."] };
  const found = value.slice(0, limits.requests).flatMap((item) => requestOf(item, DEEPEST_RECORD) ?? []);
  const beyond = value.length - limits.requests;
  return { found, notes: beyond > 0 ? [`Only the first ${limits.requests} records were looked at.`] : [] };
}

/** A request of a known format, whatever the body looks like. */
export function requestAs(format: WireFormat, value: unknown): FoundRequest {
  return requestFrom(withoutCredentials(value), format, {});
}

function requestOf(value: unknown, depth: number): FoundRequest | undefined {
  if (!isObject(value) || isSessionLike(value)) return undefined;
  const format = detectWireFormat(value);
  if (format !== undefined) return requestFrom(withoutCredentials(value), format, {});
  if (depth === 0) return undefined;
  for (const key of BODY_KEYS) {
    const inner = own(value, key);
    const body = typeof inner === "string" && /^\s*\{/.test(inner) ? tryJson(inner) : inner;
    const found = requestOf(body, depth - 1);
    if (found) return withRecord(found, value);
  }
  return undefined;
}

function requestFrom(body: unknown, format: WireFormat, more: { url?: string; answer?: Answer }): FoundRequest {
  const target = targetOf(more.url ?? "", body, format);
  return {
    kind: "request",
    label: requestLabel(format, body, target.modelId ?? undefined, more.answer?.status),
    name: `${format}.json`,
    body,
    format,
    target,
    ...more,
  };
}

/** The request with what a record around it tells of its server and its answer. */
function withRecord(found: FoundRequest, record: JsonObject): FoundRequest {
  const url = ownText(record, "url") ?? ownText(record, "endpoint") ?? ownText(record, "uri") ?? "";
  const provider = ownText(record, "provider");
  const answer = found.answer ?? answerIn(record);
  const target: Partial<ReplayTarget> = {
    ...found.target,
    ...(providerAt(url) === undefined ? {} : targetOf(url, found.body, found.format)),
    ...(provider !== undefined && { provider: provider.slice(0, 100) }),
  };
  return {
    ...found,
    label: requestLabel(found.format, found.body, target.modelId ?? undefined, answer?.status),
    target,
    ...(safeUrl(url) !== "" && { url: safeUrl(url) }),
    ...(answer && { answer }),
  };
}

function answerIn(record: JsonObject): Answer | undefined {
  const status = [own(record, "status"), own(record, "status_code"), own(record, "statusCode")].find(
    (value) => typeof value === "number",
  );
  for (const key of ANSWER_KEYS) {
    const value = own(record, key);
    if (isObject(own(value, "content")) && typeof own(value, "status") === "number") return answerOf(value);
    const text = isObject(value) ? JSON.stringify(value) : typeof value === "string" ? value : undefined;
    if (text !== undefined)
      return { status: typeof status === "number" ? status : 0, mimeType: "application/json", text };
  }
  return typeof status === "number" ? { status, mimeType: "" } : undefined;
}

/** Messages of sessions have roles and blocks that no provider knows. */
function isSessionLike(value: JsonObject): boolean {
  const messages = own(value, "messages");
  if (own(value, "type") === "session") return true;
  return Array.isArray(messages) && messages.some(isSessionMessage);
}

function isSessionMessage(message: unknown): boolean {
  if (own(message, "role") === "toolResult") return true;
  return blocksOf(message).some((block) => ["toolCall", "functionCall"].includes(String(own(block, "type"))));
}

function blocksOf(message: unknown): readonly unknown[] {
  const content = own(message, "content");
  return Array.isArray(content) ? content : [];
}

/** A list of messages, contents or items that only a provider's body has. */
function wireList(list: readonly unknown[]): FoundRequest | undefined {
  if (list.some(isSessionMessage)) return undefined;
  if (list.some((item) => Array.isArray(own(item, "parts")))) return requestOf({ contents: list }, 0);
  if (list.some(isResponsesItem)) return requestOf({ input: list }, 0);
  return list.some(isWireMessage) ? requestOf({ messages: list }, 0) : undefined;
}

function isResponsesItem(item: unknown): boolean {
  const type = ownText(item, "type") ?? "";
  return /^(?:function_call|function_call_output|reasoning|custom_tool_call|computer_call)$/.test(type);
}

function isWireMessage(message: unknown): boolean {
  if (["tool", "developer", "function", "system"].includes(String(own(message, "role")))) return true;
  if (Array.isArray(own(message, "tool_calls"))) return true;
  return blocksOf(message).some(
    (block) =>
      ["tool_result", "image_url", "input_text", "redacted_thinking"].includes(String(own(block, "type"))) ||
      isObject(own(block, "toolUse")) ||
      isObject(own(block, "toolResult")) ||
      isObject(own(block, "source")),
  );
}
