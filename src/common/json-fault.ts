/** Where a text stops being JSON: each runtime says it in other words, and not always where. */
import { decode, encode, skipSpace } from "../session/repair/bytes.ts";
import { JsonScanner } from "../session/repair/scan.ts";

/** A fault in a text that is no JSON. */
export interface JsonFault {
  /** Index in the text of what cannot stand there; the length of the text when that breaks off. */
  readonly at: number;
  /** Counted from 1, in UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** Such as `line 3, column 16, where "," cannot stand`. */
  readonly words: string;
}

/** The first fault in a text that `JSON.parse` refuses. */
export function jsonFault(text: string): JsonFault {
  const bytes = encode(text);
  const end = new JsonScanner().scan(bytes, 0, bytes.length, false);
  // A value that ends is followed by something else.
  const before = decode(bytes.subarray(0, end < 0 ? ~end : skipSpace(bytes, end, bytes.length, false)));
  const at = before.length;
  const lines = before.split("\n");
  const [line, column] = [lines.length, (lines.at(-1)?.length ?? 0) + 1];
  const place = `line ${line}, column ${column}`;
  const words =
    at < text.length ? `${place}, where ${JSON.stringify(text.slice(at, at + 1))} cannot stand` : `its end, ${place}`;
  return { at, line, column, words };
}
