/**
 * Recognizes what a person drops, pastes or opens: sessions, request bodies, HAR files, cURL commands and the like, and
 * any of them packed with gzip. By its shape, never by its name. Pure: nothing is fetched, nothing is written.
 */
import { sessionFormatOf, type WireFormat } from "../../src/index.ts";
import { decode, unpack } from "./bytes.ts";
import { isCommand, requestsOfCommands } from "./commands.ts";
import { requestAs, requestsIn } from "./document.ts";
import { isObject, own, ownText, parseJson, tryJson } from "./json.ts";
import { sessionNames } from "./label.ts";
import {
  ACCEPTED,
  type Found,
  type FoundSession,
  type Input,
  InputError,
  type InputLimits,
  inputLimits,
} from "./types.ts";

export {
  type Found,
  type FoundRequest,
  type Input,
  InputError,
  type InputLimits,
  inputLimits,
} from "./types.ts";

/** How much of a file is looked at to tell what it is. */
const HEAD = 256 * 2 ** 10;

/** What a person may say of an input that was taken for something else. */
export interface ReadInputOptions {
  /** The format of the body, or that it is a session. */
  readonly as?: WireFormat | "session";
  readonly limits?: Partial<InputLimits>;
}

/**
 * Recognizes a file or a pasted text. Of a session only the beginning is read: `text` of what was found is the file, or
 * the unpacked one.
 *
 * @param name the file's name, for the names of what is made of it
 * @throws InputError when there is nothing that is understood, with what was seen instead
 */
export async function readInput(blob: Blob, name: string, options: ReadInputOptions = {}): Promise<Input> {
  const limits = { ...inputLimits, ...options.limits };
  const { text, unpacked } = await unpack(blob, limits);
  const notes = unpacked ? ["The file was unpacked (gzip)."] : [];
  const named = (found: Found): Found => ({ ...found, name: found.kind === "session" ? plainName(name) : found.name });
  const input =
    options.as === "session" ? sessionInput(text, await decode(text, HEAD)) : await recognize(text, limits, options.as);
  const [first, ...others] = input.found;
  return { found: [named(first), ...others.map(named)], notes: [...notes, ...input.notes] };
}

async function recognize(blob: Blob, limits: InputLimits, as: WireFormat | undefined): Promise<Input> {
  const head = (await decode(blob, HEAD)).trimStart();
  if (head === "") throw new InputError("empty", "There is nothing in it.", ACCEPTED);
  if (as === undefined && /^[{[]/.test(head) && isSessionLines(head)) return sessionInput(blob, head);
  if (blob.size > limits.bytes) {
    const size = `${Math.round(blob.size / 2 ** 20)} MiB`;
    const most = `${Math.round(limits.bytes / 2 ** 20)} MiB`;
    throw new InputError("too-large", `It has ${size}; up to ${most} are read.`, "Open a part of it.");
  }
  const text = (await decode(blob)).trim();
  if (as !== undefined) return { found: [requestAs(as, parseJson(text))], notes: [] };
  if (/^[{[]/.test(text)) return recognizeJson(text, blob, limits);
  if (isCommand(text)) return requestsOfCommands(text, limits);
  if (sessionFormatOf(text).format !== "none") return sessionInput(blob, text);
  throw unknownText(text);
}

/** More than one line, of which the first ones are of a session. */
function isSessionLines(head: string): boolean {
  const end = head.lastIndexOf("\n");
  if (end < 0) return false;
  const first = tryJson(head.slice(0, head.indexOf("\n")));
  if (first !== undefined && requestsIn(first, { ...inputLimits, requests: 1 }).found.length > 0) return false;
  const { format, lineDurable } = sessionFormatOf(head.slice(0, end));
  return format !== "none" && (lineDurable || format === "message-lines");
}

function recognizeJson(text: string, blob: Blob, limits: InputLimits): Input {
  const lines = text.includes("\n") ? requestLines(text, limits) : undefined;
  if (lines) return lines;
  const value = tryJson(text);
  if (value !== undefined) {
    const { found, notes } = requestsIn(value, limits);
    if (found.length > 0) return { found: found as [Found, ...Found[]], notes };
    const other = fromProvider(value);
    if (other) throw other;
  }
  // Damaged files are read line by line.
  if (sessionFormatOf(text).format !== "none") return sessionInput(blob, text);
  throw unknownValue(parseJson(text));
}

/** Requests one a line, as batches and logs have them. Undefined when the first line is none. */
function requestLines(text: string, limits: InputLimits): Input | undefined {
  const first = tryJson(text.slice(0, text.indexOf("\n")));
  if (!isObject(first) || requestsIn(first, limits).found.length === 0) return undefined;
  const found: Found[] = [];
  let [others, beyond] = [0, 0];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const value = found.length < limits.requests ? tryJson(line) : undefined;
    if (value === undefined && found.length >= limits.requests) beyond++;
    const read = value === undefined ? [] : requestsIn(value, limits).found;
    if (read.length === 0) others++;
    found.push(...read);
  }
  const notes = [
    ...(others > beyond ? [`${others - beyond} lines are no requests.`] : []),
    ...(beyond > 0
      ? [`Only the first ${limits.requests} requests are listed; ${beyond} lines more were not read.`]
      : []),
  ];
  return { found: found.slice(0, limits.requests) as unknown as [Found, ...Found[]], notes };
}

function sessionInput(text: Blob, head: string): Input {
  const { format, agent } = sessionFormatOf(head);
  const session: FoundSession = {
    kind: "session",
    label: agent === undefined ? sessionNames[format] : agentNames[agent],
    name: "session.jsonl",
    text,
    format,
    ...(agent && { agent }),
  };
  return { found: [session], notes: [] };
}

const agentNames = {
  openclaw: "session of OpenClaw",
  pi: "session of pi",
  "claude-code": "session of Claude Code",
  codex: "session of Codex",
} as const;

/** The name without folders and the ending of a packed file. */
function plainName(name: string): string {
  const [last = ""] = name.split(/[\\/]/).slice(-1);
  return last.replace(/\.gz$/i, "").slice(0, 200) || "session.jsonl";
}

const KEYS_NAMED = 8;
const LONGEST_KEY = 40;
const LONGEST_EXCERPT = 60;

function unknownText(text: string): InputError {
  const excerpt = JSON.stringify(text.slice(0, LONGEST_EXCERPT).replace(/\s+/g, " "));
  if (/^<(?:!doctype|html|\?xml)/i.test(text)) {
    return new InputError("unknown-shape", "This is an HTML or XML document.", ACCEPTED);
  }
  if (
    /\b(?:invalid_request_error|ValidationException|INVALID_ARGUMENT|status code 4\d\d)\b/.test(text.slice(0, 4000))
  ) {
    return new InputError("provider-error", `This looks like the error of a provider: ${excerpt}.`, EXPLAIN);
  }
  return new InputError("unknown-shape", `It is neither JSON nor a command. It begins with ${excerpt}.`, ACCEPTED);
}

const EXPLAIN = "Paste it where errors are explained, and open the request that it answers.";

/** What providers say, which is not what they were sent. */
function fromProvider(value: unknown): InputError | undefined {
  if (own(value, "error") !== undefined || own(value, "type") === "error") {
    return new InputError("provider-error", "This is the error that a provider answered with.", EXPLAIN);
  }
  const isAnswer =
    Array.isArray(own(value, "choices")) ||
    Array.isArray(own(value, "candidates")) ||
    (ownText(value, "type") === "message" && Array.isArray(own(value, "content"))) ||
    own(value, "object") === "response";
  if (isAnswer) {
    const advice = "Open the request instead: it holds the transcript.";
    return new InputError("provider-answer", "This is what a provider answered, not what it was sent.", advice);
  }
  return undefined;
}

function unknownValue(value: unknown): InputError {
  if (Array.isArray(value)) {
    const what = value.length === 0 ? "an empty list" : `a list of ${value.length} values that are no messages`;
    return new InputError("unknown-shape", `This is ${what}.`, ACCEPTED);
  }
  if (!isObject(value)) return new InputError("unknown-shape", "This is JSON, but no object.", ACCEPTED);
  const keys = Object.keys(value)
    .slice(0, KEYS_NAMED)
    .map((key) => JSON.stringify(key.slice(0, LONGEST_KEY)));
  const seen = keys.length === 0 ? "an empty object" : `an object with the keys ${keys.join(", ")}`;
  return new InputError("unknown-shape", `This is ${seen}, of no known shape.`, ACCEPTED);
}
