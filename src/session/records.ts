/** From text to JSON values, each with its place. Lines that are no JSON are reported and left out. */
import { isRecord } from "../transcript/message.ts";
import type { Pointer } from "../transcript/place.ts";
import type { Located, ReportProblem } from "./types.ts";

/** The JSON values of a text, and whether they stood one a line or in one document. */
export interface Records {
  readonly form: "lines" | "array" | "object";
  readonly records: readonly Located<unknown>[];
}

const BYTE_ORDER_MARK = "\uFEFF";
const NOT_JSON: unique symbol = Symbol();

/** Reads JSON Lines, a JSON array, or an object with `messages`. */
export function readRecords(text: string, report: ReportProblem): Records {
  const start = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  return readDocument(text.slice(start)) ?? { form: "lines", records: readLines(text, start, report) };
}

function readLines(text: string, start: number, report: ReportProblem): Located<unknown>[] {
  const records: Located<unknown>[] = [];
  let line = 0;
  let ordinal = 0;
  let end = start - 1;
  while (end < text.length) {
    const offset = end + 1;
    const newline = text.indexOf("\n", offset);
    end = newline < 0 ? text.length : newline;
    line += 1;
    // U+2028 does not end a line, and a carriage return before the newline is white space to JSON.
    const source = text.slice(offset, end);
    if (source.trim() === "") continue;
    const value = parse(source);
    const at = { line, offset, ordinal, path: "" };
    ordinal += 1;
    if (value !== NOT_JSON) records.push({ ...at, value });
    else if (newline < 0) {
      report(at, "torn-line", "error", "The last line breaks off; it was left out. The writer may have been stopped.");
    } else {
      const nul = source.includes("\0") ? " It has NUL characters, as files have after a crash." : "";
      report(at, "bad-json", "error", `The line is not JSON; it was left out.${nul}`);
    }
  }
  return records;
}

/** The values of a text that is one JSON document rather than lines. */
function readDocument(text: string): Records | undefined {
  const body = text.trim();
  const newline = body.indexOf("\n");
  const value = body.startsWith("[")
    ? parse(body)
    : // An object is a document of its own only if its first line is not one.
      body.startsWith("{") && (newline < 0 || parse(body.slice(0, newline)) === NOT_JSON)
      ? parse(body)
      : NOT_JSON;
  if (Array.isArray(value)) return { form: "array", records: locate(value, "") };
  if (!isRecord(value) || typeof value["type"] === "string" || !Array.isArray(value["messages"])) return undefined;
  return { form: "object", records: locate(value["messages"], "/messages") };
}

function locate(values: readonly unknown[], prefix: Pointer): Located<unknown>[] {
  return values.map((value, index) => ({ value, line: 1, offset: 0, ordinal: index, path: `${prefix}/${index}` }));
}

/** The reason that `JSON.parse` gives differs by runtime, so it is not passed on. */
function parse(source: string): unknown {
  if (!mayBeJson(source)) return NOT_JSON;
  try {
    return JSON.parse(source);
  } catch {
    return NOT_JSON;
  }
}

/** Throwing costs far more than parsing, so what is plainly no JSON is not tried: think of a picture's "lines". */
function mayBeJson(source: string): boolean {
  const text = source.trim();
  const last = text.charAt(text.length - 1);
  switch (text.charAt(0)) {
    case "{":
      return last === "}";
    case "[":
      return last === "]";
    default:
      return /^["\d\-tfn]/.test(text);
  }
}
