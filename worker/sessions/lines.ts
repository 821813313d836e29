/** What is added to a session file: whole lines behind whole lines, whatever stands there. */
import { durableHeader } from "../../src/index.ts";
import { Refusal } from "../problem.ts";

/** Something to add. */
export interface Addition {
  readonly kind: "messages" | "entries";
  /** Parsed JSON, one value a line. */
  readonly values: readonly unknown[];
  /** The ids that the entries of messages get, one each; of entries those that they have. */
  readonly ids: readonly string[];
  /** Bytes of the values as JSON, about. */
  readonly size: number;
  /**
   * May it have been made before? `key`: its caller may have sent it twice; `retry`: it was handed over once, and it is
   * not known what became of it.
   */
  readonly repeated: "no" | "key" | "retry";
}

/** How a file is continued. */
export interface Ending {
  /**
   * `session`: a header, then entries; `lines`: bare messages; `foreign`: another agent's records; `empty`: nothing
   * yet; `other`: no lines of JSON, or nothing that is known.
   */
  readonly form: "session" | "lines" | "foreign" | "empty" | "other";
  /** The id of the last entry that has one; null: no entry yet. */
  readonly lastId: string | null | undefined;
  /** Does the last line end? */
  readonly isWhole: boolean;
}

const FEED = 0x0a;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Looks at the first and the last record of a file. */
export function endingOf(bytes: Uint8Array): Ending {
  const isWhole = bytes.length === 0 || bytes[bytes.length - 1] === FEED;
  const first = firstRecord(bytes);
  const form = first === undefined ? (isBlank(bytes) ? "empty" : "other") : formOf(first);
  return { form, isWhole, lastId: form === "session" ? lastIdOf(bytes) : undefined };
}

function formOf(first: Readonly<Record<string, unknown>>): Ending["form"] {
  const durable = durableHeader(first);
  if (durable !== undefined) return durable === "session" ? "session" : "foreign";
  return typeof first["role"] === "string" && first["type"] === undefined ? "lines" : "other";
}

/** The first line that is an object. A torn line before it is the repair's to take out. */
function firstRecord(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(FEED, start);
    const stop = end < 0 ? bytes.length : end;
    const value = recordIn(bytes.subarray(start, stop));
    if (value !== undefined) return value;
    start = stop + 1;
  }
  return undefined;
}

/** The id of the last entry; null when there is none but the header. */
function lastIdOf(bytes: Uint8Array): string | null | undefined {
  for (let end = bytes.length; end > 0; ) {
    const start = bytes.lastIndexOf(FEED, end - 1) + 1;
    const value = recordIn(bytes.subarray(start, end));
    if (value !== undefined) {
      if (value["type"] === "session") return null;
      return typeof value["id"] === "string" ? value["id"] : undefined;
    }
    end = start - 1;
  }
  return null;
}

function recordIn(line: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(decoder.decode(line));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === FEED || byte === 0x0d || byte === 0x20 || byte === 0x09);
}

/** Writes additions behind the end of one file. */
export interface LineWriter {
  /**
   * Adds lines.
   *
   * @returns the ids of the entries, null for those that have none
   * @throws Refusal 409 `not-appendable` when the file takes nothing of this kind; then nothing was added
   */
  add(addition: Addition): readonly (string | null)[];
  /** Bytes that were added. */
  readonly size: number;
  /** The new file. */
  after(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
}

/**
 * Begins to write behind a file.
 *
 * @param sessionId the id in the header of a file that is begun
 * @param now milliseconds since 1970, for what is stamped
 */
export function writeBehind(ending: Ending, sessionId: string, now: number): LineWriter {
  const timestamp = new Date(now).toISOString();
  const pieces: Uint8Array[] = [];
  let size = 0;
  let { form, lastId } = ending;
  const push = (text: string): void => {
    const piece = encoder.encode(text);
    pieces.push(piece);
    size += piece.length;
  };
  const line = (value: unknown): void => {
    if (size === 0 && !ending.isWhole) push("\n");
    push(`${JSON.stringify(value)}\n`);
  };

  function begin({ kind, values }: Addition): void {
    if (form !== "empty") return;
    const own = kind === "entries" ? recordOf(values[0]) : undefined;
    const begins = own === undefined ? undefined : formOf(own);
    if (begins !== undefined && begins !== "other") {
      form = begins;
      return;
    }
    line({ type: "session", version: 3, id: sessionId, timestamp, cwd: "/" });
    form = "session";
    lastId = null;
  }

  return {
    get size() {
      return size;
    },
    add(addition) {
      refuseUnlessFitting(form, addition);
      begin(addition);
      return addition.values.map((value, index) => {
        const id = addition.ids[index];
        if (addition.kind === "messages" && form === "session" && id !== undefined) {
          const parent = lastId === undefined ? {} : { parentId: lastId };
          line({ type: "message", id, ...parent, timestamp, message: value });
          lastId = id;
          return id;
        }
        line(value);
        const own = recordOf(value)?.["id"];
        if (recordOf(value)?.["type"] !== "session") lastId = typeof own === "string" ? own : undefined;
        return typeof own === "string" ? own : null;
      });
    },
    after(bytes) {
      const all = new Uint8Array(bytes.length + size);
      all.set(bytes);
      let at = bytes.length;
      for (const piece of pieces) {
        all.set(piece, at);
        at += piece.length;
      }
      return all;
    },
  };
}

function refuseUnlessFitting(form: Ending["form"], { kind }: Addition): void {
  if (form === "other") {
    const advice = "What is stored is not one JSON record a line: repair it, or store the session anew.";
    throw new Refusal(409, "not-appendable", advice);
  }
  if (form === "foreign" && kind === "messages") {
    const advice = "The file is another agent's: send its own records as entries.";
    throw new Refusal(409, "not-appendable", advice);
  }
  if (form === "lines" && kind === "entries") {
    throw new Refusal(409, "not-appendable", "The file has bare messages: send messages.");
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

/** Could one see in the file that the addition was made? Bare messages have no ids. */
export function leavesIds({ form }: Ending, { ids }: Addition): boolean {
  return form !== "lines" && form !== "foreign" && ids.length > 0;
}

/** Which of some ids stand in a file as the id of an entry. Within a string the quotes would be escaped. */
export function idsIn(bytes: Uint8Array, ids: readonly string[]): ReadonlySet<string> {
  if (ids.length === 0) return new Set();
  const text = decoder.decode(bytes);
  return new Set(ids.filter((id) => text.includes(`"id":"${id}"`)));
}
