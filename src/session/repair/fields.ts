/** The few fields of a record that decide what becomes of it, found while the record is scanned. */
import { BACKSLASH, decode, encode, NOTHING, OPEN_BRACE, QUOTE } from "./bytes.ts";
import type { JsonScanner, MemberVisitor } from "./scan.ts";

/** Where a value stands in the bytes. */
export interface Span {
  /** Its first byte; -1 when it stands nowhere. */
  start: number;
  /** Behind its last byte. */
  end: number;
}

/** Spans with the names of their fields, quotes included, by the length of the name. */
type Names = readonly (readonly (readonly [name: Uint8Array, span: Span])[] | undefined)[];

/** The fields of one object, or of a message within it, as they are found. */
export class Fields<Name extends string> implements MemberVisitor {
  /** Where each field's value stands. */
  readonly spans: Readonly<Record<Name, Span>>;
  /** Was none of them found so far? */
  isEmpty = true;

  readonly #all: readonly Span[];
  readonly #names: Names;
  #bytes: Uint8Array = NOTHING;

  constructor(...names: readonly Name[]) {
    this.spans = Object.fromEntries(names.map((name) => [name, { start: -1, end: -1 }])) as Record<Name, Span>;
    this.#all = Object.values(this.spans);
    this.#names = byLength(this.spans);
  }

  /** Forgets what was found; what is found next is found in these bytes. */
  reset(bytes: Uint8Array): void {
    this.#bytes = bytes;
    if (this.isEmpty) return;
    this.isEmpty = true;
    for (let index = 0; index < this.#all.length; index++) (this.#all[index] as Span).start = -1;
  }

  member(depth: number, keyStart: number, keyEnd: number, valueStart: number, valueEnd: number): void {
    if (depth === 1) this.note(keyStart, keyEnd, valueStart, valueEnd);
  }

  /** Takes down a member if it is one of the fields; says where. */
  note(keyStart: number, keyEnd: number, valueStart: number, valueEnd: number): Span | undefined {
    const span =
      keyStart < 0
        ? findEscaped(this.#names, this.#bytes, ~keyStart, keyEnd)
        : find(this.#names, this.#bytes, keyStart, keyEnd);
    if (span === undefined) return undefined;
    span.start = valueStart;
    span.end = valueEnd;
    this.isEmpty = false;
    return span;
  }

  /** Takes over what the other one found. */
  copy(other: Fields<Name>): void {
    this.reset(other.#bytes);
    if (other.isEmpty) return;
    this.isEmpty = false;
    for (let index = 0; index < this.#all.length; index++) {
      const span = this.#all[index] as Span;
      const found = other.#all[index] as Span;
      span.start = found.start;
      span.end = found.end;
    }
  }
}

/** Fields that records of session files have, of whatever agent, and parts of records do not. */
const MARKS = ["parentId", "timestamp", "payload", "uuid", "parentUuid", "sessionId", "leafUuid"] as const;
type OuterName = "type" | "id" | "message" | (typeof MARKS)[number];
type InnerName = "role" | "content" | "stopReason";

/** The fields of the record that was read last. A key that is given twice counts as it does to `JSON.parse`. */
export class RecordFields implements MemberVisitor {
  readonly #outer = new Fields<OuterName>("type", "id", "message", ...MARKS);
  readonly #found = new Fields<InnerName>("role", "content", "stopReason");
  readonly #inner = new Fields<InnerName>("role", "content", "stopReason");
  #bytes: Uint8Array = NOTHING;

  /** The record's own fields. */
  get record(): Readonly<Record<OuterName, Span>> {
    return this.#outer.spans;
  }

  /** The fields of its message. */
  get message(): Readonly<Record<InnerName, Span>> {
    return this.#inner.spans;
  }

  /** Is there a message, and is it an object? */
  get hasMessage(): boolean {
    const { start } = this.record.message;
    return start >= 0 && this.#bytes[start] === OPEN_BRACE;
  }

  /** Is it a record of its own rather than a part of one? */
  get isEntry(): boolean {
    const { record } = this;
    if (record.type.start < 0 || this.#bytes[record.type.start] !== QUOTE) return false;
    return this.hasMessage || MARKS.some((name) => record[name].start >= 0);
  }

  /** Scans a value and takes down its fields; the result is the scanner's. */
  read(scanner: JsonScanner, bytes: Uint8Array, at: number, end: number, lenient: boolean): number {
    this.#bytes = bytes;
    this.#outer.reset(bytes);
    this.#inner.reset(bytes);
    this.#found.reset(bytes);
    return scanner.scan(bytes, at, end, lenient, this);
  }

  member(depth: number, keyStart: number, keyEnd: number, valueStart: number, valueEnd: number): void {
    if (depth > 1) {
      this.#found.note(keyStart, keyEnd, valueStart, valueEnd);
      return;
    }
    // What was found within this member is the message's if this is the message, else nobody's.
    const span = this.#outer.note(keyStart, keyEnd, valueStart, valueEnd);
    if (span !== undefined && span === this.record.message) this.#inner.copy(this.#found);
    this.#found.reset(this.#bytes);
  }
}

/** The string that stands there; undefined when there is none. */
export function textAt(bytes: Uint8Array, { start, end }: Span): string | undefined {
  const value = valueAt(bytes, { start, end });
  return typeof value === "string" ? value : undefined;
}

/** The value that stands there; undefined when there is none, or when it is nested deeper than the runtime can read. */
export function valueAt(bytes: Uint8Array, { start, end }: Span): unknown {
  if (start < 0) return undefined;
  try {
    return JSON.parse(decode(bytes.subarray(start, end)));
  } catch {
    return undefined;
  }
}

/** Is the value the string that these bytes spell, quotes included? */
export function isText(bytes: Uint8Array, span: Span, text: Uint8Array): boolean {
  if (span.start < 0 || bytes[span.start] !== QUOTE) return false;
  if (equals(bytes, span.start, span.end, text)) return true;
  return hasEscape(bytes, span.start, span.end) && textAt(bytes, span) === JSON.parse(decode(text));
}

function byLength(spans: Readonly<Record<string, Span>>): Names {
  const names: [Uint8Array, Span][][] = [];
  for (const [name, span] of Object.entries(spans)) {
    const quoted = encode(`"${name}"`);
    const others = names[quoted.length];
    if (others === undefined) names[quoted.length] = [[quoted, span]];
    else others.push([quoted, span]);
  }
  // Without holes, which are slow to ask for.
  return Array.from(names);
}

function find(names: Names, bytes: Uint8Array, start: number, end: number): Span | undefined {
  const length = end - start;
  const candidates = length < names.length ? names[length] : undefined;
  if (candidates === undefined) return undefined;
  for (let index = 0; index < candidates.length; index++) {
    const [name, span] = candidates[index] as readonly [Uint8Array, Span];
    if (equals(bytes, start, end, name)) return span;
  }
  return undefined;
}

function findEscaped(names: Names, bytes: Uint8Array, start: number, end: number): Span | undefined {
  const plain = encode(JSON.stringify(valueAt(bytes, { start, end }) ?? ""));
  return find(names, plain, 0, plain.length);
}

function equals(bytes: Uint8Array, start: number, end: number, other: Uint8Array): boolean {
  if (end - start !== other.length) return false;
  for (let i = 0; i < other.length; i++) if (bytes[start + i] !== other[i]) return false;
  return true;
}

/** Is there a backslash? */
export function hasEscape(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] === BACKSLASH) return true;
  return false;
}
