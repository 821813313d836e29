/** Adds to a session file in a bucket: read, continued, and put back only if nobody else wrote to it meanwhile. */
import { Refusal } from "../problem.ts";
import { type Bucket, type BucketObject, bytesOf } from "./bucket.ts";
import { type Addition, endingOf, idsIn, type LineWriter, leavesIds, writeBehind } from "./lines.ts";
import { pauseAfter, unavailable } from "./retry.ts";

/** What became of an addition. */
export interface Appended {
  readonly appended: number;
  /** The ids of the entries, null for those that have none. */
  readonly ids: readonly (string | null)[];
  readonly etag: string;
  /** The size of the file. */
  readonly bytes: number;
  /** Was the session begun by it? */
  readonly created: boolean;
  /** The file that it was appended to, where that is known. */
  readonly from: string | undefined;
}

/** Each addition on its own: one that is refused does not hold up the others. */
export type Outcome = Appended | Refusal;

/** What is to be added to one file at once. */
export interface AppendRequest {
  readonly bucket: Bucket;
  readonly key: string;
  /** The id in the header, when the session begins with this. */
  readonly sessionId: string;
  readonly additions: readonly Addition[];
  /** The largest file. */
  readonly maxBytes: number;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** How often a file is read anew because somebody else wrote to it, or the bucket failed. */
const TRIES = 8;

/**
 * Makes additions. What is returned as appended is stored.
 *
 * A bucket that failed may have stored the file all the same, so the file is looked at again before anything is added
 * a second time.
 *
 * @throws Refusal 409 `conflict` when others kept writing, 503 `storage-unavailable` when the bucket kept failing
 */
export async function appendAll(request: AppendRequest): Promise<readonly Outcome[]> {
  const attempt = new Attempt(request);
  let last: Refusal | undefined;
  for (let tried = 0; tried < TRIES; tried++) {
    if (tried > 0) await request.sleep(pauseAfter(tried));
    try {
      const outcomes = await attempt.run();
      if (outcomes) return outcomes;
      last = new Refusal(409, "conflict", "The session is being written to by others; send the request again.");
    } catch (error) {
      if (error instanceof Refusal) throw error;
      last = unavailable();
    }
  }
  throw last ?? unavailable();
}

type Base = Pick<Appended, "created" | "from">;
type Planned = readonly (string | null)[] | Refusal;

/** Remembers what was put when it is not known whether it arrived. */
class Attempt {
  readonly #request: AppendRequest;
  #unknown: ({ readonly content: Uint8Array; readonly planned: readonly Planned[] } & Base) | undefined;

  constructor(request: AppendRequest) {
    this.#request = request;
  }

  /** Undefined: somebody else wrote to the file. */
  async run(): Promise<readonly Outcome[] | undefined> {
    const { bucket, key, sessionId, additions, now, maxBytes } = this.#request;
    const stored = await bucket.get(key);
    const bytes = (stored && (await bytesOf(stored))) ?? new Uint8Array();
    const arrived = this.#unknown;
    if (stored && arrived && isSame(arrived.content, bytes)) return this.#outcomes(arrived.planned, stored, arrived);
    const ending = endingOf(bytes);
    const writer = writeBehind(ending, sessionId, now());
    const asked = additions.filter(({ repeated }) => arrived !== undefined || repeated !== "no");
    const made = idsIn(
      bytes,
      asked.flatMap(({ ids }) => ids),
    );
    const planned = additions.map((addition): Planned => {
      if (addition.repeated === "retry" && !leavesIds(ending, addition)) return outcomeUnknown();
      // All entries of an addition are put at once, so one of them stands for all.
      if (asked.includes(addition) && addition.ids.some((id) => made.has(id))) return addition.ids;
      return plan(addition, writer, maxBytes - bytes.length);
    });
    const base = { created: stored === null, from: stored?.etag };
    if (writer.size === 0) return this.#outcomes(planned, stored ?? { etag: "", size: 0 }, { ...base, created: false });
    const content = writer.after(bytes);
    const onlyIf = stored ? { etagMatches: stored.etag } : { etagDoesNotMatch: "*" };
    this.#unknown = { content, planned, ...base };
    const put = await bucket.put(key, content, { onlyIf });
    if (put === null) return undefined;
    return this.#outcomes(planned, put, base);
  }

  #outcomes(planned: readonly Planned[], { etag, size }: Pick<BucketObject, "etag" | "size">, base: Base) {
    return planned.map((ids, index): Outcome => {
      if (ids instanceof Refusal) return ids;
      return {
        appended: this.#request.additions[index]?.values.length ?? 0,
        ids,
        etag,
        bytes: size,
        created: base.created,
        from: base.from,
      };
    });
  }
}

function plan(addition: Addition, writer: LineWriter, room: number): Planned {
  if (addition.size + writer.size > room) {
    return new Refusal(413, "session-too-large", "The session has no room for this.");
  }
  try {
    return writer.add(addition);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Are these the same bytes? */
export function isSame(first: Uint8Array, second: Uint8Array): boolean {
  return first.length === second.length && first.every((byte, index) => byte === second[index]);
}

function outcomeUnknown(): Refusal {
  const advice = "The writer ended meanwhile. Read the session to see whether this was stored.";
  return new Refusal(503, "outcome-unknown", advice);
}
