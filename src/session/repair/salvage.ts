/** Finds whole records on a line that is not JSON: spliced ones, and those behind or before a record that breaks off. */
import { BACKSLASH, ByteWriter, encode, NUL, OPEN_BRACE, QUOTE, SPACE, skipSpace } from "./bytes.ts";
import type { RecordFields } from "./fields.ts";
import type { RepairAction } from "./report.ts";
import type { JsonScanner } from "./scan.ts";

/** What is on a damaged line. */
export interface Salvage {
  /** The records, in order. */
  readonly records: readonly FoundRecord[];
  /** Does the line break off within a string, so that it may go on behind the line feed? */
  readonly inString: boolean;
}

/** A record, which may hold NUL bytes and raw control characters. */
export interface FoundRecord {
  readonly start: number;
  readonly end: number;
}

/** A record that was spliced into a broken string is noticed at its first key, which is this many bytes into it. */
const NOTICED_WITHIN = 8;

/**
 * Looks for records from left to right, each byte a few times at most. A record must be followed by the next one or by
 * the end of the line: what is followed by anything else is part of a record that broke off. Behind such a part only
 * records of a session file count, for a nested object may end where the line does.
 */
export function findRecords(
  bytes: Uint8Array,
  start: number,
  end: number,
  scanner: JsonScanner,
  fields: RecordFields,
): Salvage {
  const records: FoundRecord[] = [];
  const first = skipFiller(bytes, start, end);
  let inString = false;
  let whole = true;
  let at = first;
  while (at < end) {
    if (bytes[at] !== OPEN_BRACE) {
      whole = false;
      at = nextBrace(bytes, at, end);
      continue;
    }
    const to = fields.read(scanner, bytes, at, end, true);
    if (to >= 0) {
      const next = skipFiller(bytes, to, end);
      if ((whole || fields.isEntry) && beginsNext(bytes, next, end)) {
        records.push({ start: at, end: to });
        at = next;
      } else {
        whole = false;
        at = nextBrace(bytes, next, end);
      }
      continue;
    }

    const fault = ~to;
    whole = false;
    if (at === first) inString = scanner.inString;
    if (fault < end) {
      at = nextBrace(bytes, Math.max(at + 1, fault - NOTICED_WITHIN), end);
      continue;
    }
    // All that is left is well formed but not complete: a record may stand where the broken one wanted a value.
    const { objectStart, objectEnd } = scanner;
    if (
      objectStart > at &&
      skipFiller(bytes, objectEnd, end) === end &&
      fields.read(scanner, bytes, objectStart, objectEnd, true) >= 0 &&
      fields.isEntry
    ) {
      records.push({ start: objectStart, end: objectEnd });
    }
    break;
  }
  return { records, inString: inString && records.length === 0 };
}

/** The first byte that is neither white space nor NUL nor part of a byte order mark. */
export function skipFiller(bytes: Uint8Array, start: number, end: number): number {
  let i = skipSpace(bytes, start, end, true);
  while (i + 2 < end && bytes[i] === 0xef && bytes[i + 1] === 0xbb && bytes[i + 2] === 0xbf) {
    i = skipSpace(bytes, i + 3, end, true);
  }
  return i;
}

const ESCAPED_CONTROLS: readonly Uint8Array[] = Array.from({ length: SPACE }, (_, code) =>
  encode(JSON.stringify(String.fromCharCode(code)).slice(1, -1)),
);

/** The record without NUL bytes, and with control characters within strings as escapes; and which of that was done. */
export function cleanRecord(
  bytes: Uint8Array,
  { start, end }: FoundRecord,
): { readonly clean: Uint8Array; readonly actions: readonly RepairAction[] } {
  const actions = new Set<RepairAction>();
  const clean = new ByteWriter(end - start + 16);
  let from = start;
  let inString = false;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] as number;
    if (byte === QUOTE) inString = !inString;
    // Behind a backslash stands the letter of an escape.
    else if (byte === BACKSLASH) i++;
    else if (byte === NUL || (inString && byte < SPACE)) {
      clean.push(bytes.subarray(from, i));
      if (byte !== NUL) clean.push(ESCAPED_CONTROLS[byte] as Uint8Array);
      actions.add(byte === NUL ? "removed-nul" : "escaped-control");
      from = i + 1;
    }
  }
  clean.push(bytes.subarray(from, end));
  return { clean: clean.written, actions: [...actions] };
}

function beginsNext(bytes: Uint8Array, at: number, end: number): boolean {
  return at === end || bytes[at] === OPEN_BRACE;
}

function nextBrace(bytes: Uint8Array, from: number, end: number): number {
  // Not in the bytes as a whole: it would be looked for in all lines behind this one, for each line.
  const at = bytes.subarray(from, end).indexOf(OPEN_BRACE);
  return at < 0 ? end : from + at;
}
