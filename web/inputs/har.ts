/** HAR files: the requests of a browser's network log that went to LLM APIs, with their answers. */
import { isFramed } from "../../src/common/event-stream.ts";
import { type Answer, callOf, mayBeCall } from "../capture/call.ts";
import { isObject, type JsonObject, own, ownText, tryJson } from "./json.ts";
import { requestLabel } from "./label.ts";
import { type FoundRequest, InputError, type InputLimits } from "./types.ts";

/** Is it a HAR file, or one entry of such a file? */
export function isHar(value: unknown): boolean {
  return Array.isArray(own(own(value, "log"), "entries")) || isEntry(value);
}

/** The calls of a HAR file, in its order. @throws InputError when there is none */
export function readHar(value: unknown, limits: InputLimits): { found: FoundRequest[]; notes: string[] } {
  const listed = own(own(value, "log"), "entries");
  const entries: readonly unknown[] = Array.isArray(listed) ? listed : [value];
  const found: FoundRequest[] = [];
  let [others, unread, beyond] = [0, 0, 0];
  for (const entry of entries) {
    const read = isEntry(entry) ? readEntry(entry) : "other";
    if (read === "other") others++;
    else if (read === "unread") unread++;
    else if (found.length >= limits.requests) beyond++;
    else found.push(read);
  }
  const notes = [
    ...(others > 0 ? [`${others} of ${entries.length} requests are none to an LLM API.`] : []),
    ...(unread > 0 ? [`${unread} requests to LLM APIs have no whole body in the file.`] : []),
    ...(beyond > 0 ? [`Only the first ${limits.requests} requests are listed; ${beyond} more were found.`] : []),
  ];
  if (found.length > 0) return { found, notes };
  const seen = `This is a HAR file of ${entries.length} requests; none of them is a readable call of an LLM API.`;
  if (unread === 0) throw new InputError("no-request", seen, "Record the page while it calls the API, and save again.");
  throw new InputError(
    "no-body",
    `${seen} ${notes.at(-1)}`,
    "Save the file with content. Very large bodies are not kept.",
  );
}

function isEntry(value: unknown): value is JsonObject {
  const request = own(value, "request");
  return ownText(request, "url") !== undefined && ownText(request, "method") !== undefined;
}

function readEntry(entry: JsonObject): FoundRequest | "other" | "unread" {
  const request = own(entry, "request");
  const [url, method] = [ownText(request, "url") ?? "", ownText(request, "method") ?? ""];
  const posted = own(request, "postData");
  if (!mayBeCall({ method, url, mimeType: ownText(posted, "mimeType") ?? "" })) return "other";
  const text = textOf(posted);
  const body = text === undefined ? undefined : tryJson(text);
  if (body === undefined) return looksCut(text) ? "unread" : "other";
  const call = callOf(url, body);
  if (!call) return "other";
  const answer = answerOf(own(entry, "response"));
  return {
    kind: "request",
    label: requestLabel(call.format, call.body, call.target.modelId ?? undefined, answer?.status),
    name: `${call.format}.json`,
    method: "POST",
    ...call,
    ...(answer && { answer }),
  };
}

/** A call whose body is cut off or not there. */
function looksCut(text: string | undefined): boolean {
  return text === undefined || /^\s*\{[\s\S]{0,2000}"(?:messages|contents|input|model)"/.test(text.slice(0, 4000));
}

/** The text of a body or an answer; undefined when it is not in the file. */
function textOf(content: unknown): string | undefined {
  const text = ownText(content, "text");
  return text !== undefined && own(content, "encoding") === "base64" ? decodeBase64(text) : text;
}

/** An answer as HAR has it. */
export function answerOf(response: unknown): Answer | undefined {
  if (!isObject(response)) return undefined;
  const status = own(response, "status");
  const content = own(response, "content");
  const mimeType = ((ownText(content, "mimeType") ?? "").split(";")[0] ?? "").trim().toLowerCase();
  const text = isFramed(mimeType) ? ownText(content, "text") : textOf(content);
  return {
    status: typeof status === "number" ? status : 0,
    mimeType,
    ...(text !== undefined && text !== "" && { text }),
  };
}

/** The text in base64; undefined when it is none. */
export function decodeBase64(text: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
