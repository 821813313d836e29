/** Lists in JSON, rewritten item by item: what stays is copied byte by byte. */
import { ByteWriter, CLOSE_BRACKET, COMMA, encode, OPEN_BRACKET, skipSpace } from "./bytes.ts";
import type { Fields, Span } from "./fields.ts";
import type { JsonScanner } from "./scan.ts";

const OPEN = encode("[");
const SEPARATOR = encode(",");
const CLOSE = encode("]");

/** Is it a list of nothing? */
export function isEmptyList(bytes: Uint8Array, { start, end }: Span): boolean {
  return start >= 0 && bytes[start] === OPEN_BRACKET && skipSpace(bytes, start + 1, end, false) === end - 1;
}

/**
 * The list with some items replaced; undefined when none is. `replace` is asked for each item, whose fields are found
 * by then; no bytes at all remove it. `whenEmpty` stands for a list of which nothing is left.
 */
export function rewriteItems<Name extends string>(
  bytes: Uint8Array,
  list: Span,
  scanner: JsonScanner,
  fields: Fields<Name>,
  whenEmpty: Uint8Array,
  replace: (start: number, end: number) => Uint8Array | undefined,
): Uint8Array | undefined {
  const written = new ByteWriter(list.end - list.start);
  const write = (piece: Uint8Array): void => {
    written.push(written.length === 0 ? OPEN : SEPARATOR);
    written.push(piece);
  };
  let changed = false;
  // The stretch of items that stays and is not written yet.
  let from = -1;
  let to = -1;
  let i = list.start + 1;
  while (bytes[i] !== CLOSE_BRACKET) {
    const start = skipSpace(bytes, i, list.end, false);
    fields.reset(bytes);
    const end = scanner.scan(bytes, start, list.end, false, fields);
    const replacement = replace(start, end);
    if (replacement === undefined) {
      if (from < 0) from = start;
      to = end;
    } else {
      if (from >= 0) write(bytes.subarray(from, to));
      from = -1;
      changed = true;
      if (replacement.length > 0) write(replacement);
    }
    i = skipSpace(bytes, end, list.end, false);
    if (bytes[i] === COMMA) i++;
  }
  if (!changed) return undefined;
  if (from >= 0) write(bytes.subarray(from, to));
  if (written.length === 0) return whenEmpty;
  written.push(CLOSE);
  return written.written;
}
