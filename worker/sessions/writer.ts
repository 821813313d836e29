/**
 * The one writer of a session, a Durable Object: all changes to a file go through it, one after the other, and those
 * who watch the file are told by it. It keeps nothing itself. What it writes is conditional all the same, so nothing is
 * lost if there are two of it for a moment, or somebody else writes to the bucket.
 */
import { createR2Store } from "../../src/adapters/r2/index.ts";
import { type RepairOptions, type RepairReport, repairSessionFileIfNeeded } from "../../src/index.ts";
import { readSettings, type Variables } from "../config.ts";
import { matches } from "../etag.ts";
import { jsonResponse, Refusal } from "../problem.ts";
import { type Appended, appendAll, isSame, type Outcome } from "./append.ts";
import { type Bucket, type BucketObject, bytesOf } from "./bucket.ts";
import { KEY_HEADER, type SessionBindings } from "./host.ts";
import type { Addition } from "./lines.ts";
import { pauseAfter, sleep, unavailable, untilDone } from "./retry.ts";
import { Watchers } from "./watchers.ts";

/** What is handed to a writer to append. */
export interface AppendOrder extends Omit<Addition, "size"> {
  readonly sessionId: string;
}

interface Waiting {
  readonly addition: Addition;
  readonly sessionId: string;
  readonly settle: (outcome: Outcome) => void;
}

/** Bytes that are added at once. */
const MOST_AT_ONCE = 8 * 2 ** 20;
const REPAIR_TRIES = 4;

/** The class that `wrangler.jsonc` names. */
export class SessionWriter {
  readonly #bucket: Bucket;
  readonly #maxBytes: number;
  readonly #watchers = new Watchers();
  #waiting: Waiting[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(_state: unknown, env: Variables & SessionBindings) {
    if (!env.SESSIONS) throw new TypeError("There is no bucket SESSIONS.");
    this.#bucket = env.SESSIONS;
    this.#maxBytes = readSettings(env).limits.maxBodyBytes;
  }

  /** Takes orders from the worker alone: its paths cannot be reached from outside. */
  async fetch(request: Request): Promise<Response> {
    const key = request.headers.get(KEY_HEADER) ?? "";
    try {
      return await this.#do(new URL(request.url).pathname, key, request);
    } catch (error) {
      if (error instanceof Refusal) return error.toResponse();
      console.error(`replaysafe: session writer, ${error instanceof Error ? error.name : typeof error}`);
      return unavailable().toResponse();
    }
  }

  async #do(path: string, key: string, request: Request): Promise<Response> {
    switch (path) {
      case "/append":
        return this.#append(key, request);
      case "/put":
        return this.#put(key, request);
      case "/delete":
        return this.#inTurn(() => this.#delete(key, request.headers.get("if-match")));
      case "/repair": {
        const options = (await request.json()) as RepairOptions;
        return this.#inTurn(() => this.#repair(key, options, request.headers.get("if-match")));
      }
      default:
        // In turn, so that no change is between what the watcher is told first and what it is told next.
        return this.#inTurn(async () => this.#watchers.add(await this.#head(key)));
    }
  }

  /** One change after the other, in the order in which they were asked for. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  /** All additions that wait while the bucket works are made at once: it takes about one write a second of a file. */
  async #append(key: string, request: Request): Promise<Response> {
    const text = await request.text();
    const { sessionId, ...order } = JSON.parse(text) as AppendOrder;
    const outcome = new Promise<Outcome>((settle) => {
      this.#waiting.push({ addition: { ...order, size: text.length }, sessionId, settle });
    });
    await this.#inTurn(() => this.#appendWaiting(key));
    const result = await outcome;
    if (result instanceof Refusal) throw result;
    const { created, from: _, ...appended } = result;
    return jsonResponse(appended, { status: created ? 201 : 200 });
  }

  async #appendWaiting(key: string): Promise<void> {
    const batch = this.#takeWaiting();
    if (batch.length === 0) return;
    const outcomes: readonly Outcome[] = await this.#appendBatch(key, batch).catch((error: unknown) => {
      const refusal = error instanceof Refusal ? error : unavailable();
      return batch.map((): Outcome => refusal);
    });
    const stored = outcomes.find(isAppended);
    if (stored) this.#watchers.tell({ etag: stored.etag, from: stored.from });
    for (const [index, { settle }] of batch.entries()) settle(outcomes[index] ?? unavailable());
  }

  #appendBatch(key: string, batch: readonly Waiting[]): Promise<readonly Outcome[]> {
    return appendAll({
      bucket: this.#bucket,
      key,
      sessionId: batch[0]?.sessionId ?? "",
      additions: batch.map(({ addition }) => addition),
      maxBytes: this.#maxBytes,
      now: () => Date.now(),
      sleep,
    });
  }

  #takeWaiting(): readonly Waiting[] {
    let size = 0;
    let count = 0;
    for (const { addition } of this.#waiting) {
      size += addition.size;
      if (count > 0 && size > MOST_AT_ONCE) break;
      count++;
    }
    return this.#waiting.splice(0, count);
  }

  async #put(key: string, request: Request): Promise<Response> {
    const bytes = new Uint8Array(await request.arrayBuffer());
    const [ifMatch, ifNoneMatch] = [request.headers.get("if-match"), request.headers.get("if-none-match")];
    return this.#inTurn(async () => {
      const before = await this.#head(key);
      requireMatch(before, ifMatch);
      if (ifNoneMatch !== null && before && matches(ifNoneMatch, before.etag)) throw notMet();
      const onlyIf = before ? { etagMatches: before.etag } : { etagDoesNotMatch: "*" };
      let isUnknown = false;
      const put = await untilDone(async () => {
        const arrived = isUnknown ? await this.#stored(key, bytes) : undefined;
        isUnknown = true;
        return arrived ?? (await this.#bucket.put(key, bytes, { onlyIf }));
      });
      if (put === null) throw conflict();
      this.#watchers.tell({ etag: put.etag });
      return jsonResponse({ etag: put.etag, bytes: put.size }, { status: before ? 200 : 201 });
    });
  }

  /** The object, if its content is this: a put that failed may have arrived. */
  async #stored(key: string, bytes: Uint8Array): Promise<BucketObject | undefined> {
    const object = await this.#bucket.get(key);
    const stored = object?.size === bytes.length ? await bytesOf(object) : undefined;
    return object && stored && isSame(stored, bytes) ? object : undefined;
  }

  #head(key: string): Promise<BucketObject | null> {
    return untilDone(() => this.#bucket.head(key));
  }

  async #delete(key: string, ifMatch: string | null): Promise<Response> {
    const before = requireStored(await this.#head(key));
    requireMatch(before, ifMatch);
    await untilDone(() => this.#bucket.delete(key));
    this.#watchers.tell({});
    return jsonResponse({});
  }

  async #repair(key: string, options: RepairOptions, ifMatch: string | null): Promise<Response> {
    const before = requireStored(await this.#head(key));
    requireMatch(before, ifMatch);
    const report = await this.#repairFile(key, options);
    const after = requireStored(await this.#head(key));
    if (report.repaired) this.#watchers.tell({ etag: after.etag });
    // Where the backup of a failed repair lies is nobody's business outside.
    const { backupPath: _, ...told } = report;
    return jsonResponse({ etag: after.etag, bytes: after.size, report: told });
  }

  /** A repair that fails leaves the file as it was, or repaired, so it can be done again. */
  async #repairFile(key: string, options: RepairOptions): Promise<RepairReport> {
    let last: Refusal | undefined;
    for (let tried = 1; tried <= REPAIR_TRIES; tried++) {
      const request = { store: createR2Store(this.#bucket), path: key, options };
      const report = await repairSessionFileIfNeeded(request);
      const { reason = "" } = report;
      last = reason === "conflict" ? conflict() : isOfStorage(reason) ? unavailable() : undefined;
      if (last === undefined) return report;
      await sleep(pauseAfter(tried));
    }
    throw last ?? unavailable();
  }
}

/** Is this why a repair was not done: that the bucket failed? */
function isOfStorage(reason: string): boolean {
  return /^(failed to read|repair failed)/.test(reason);
}

function isAppended(outcome: Outcome): outcome is Appended {
  return !(outcome instanceof Refusal);
}

/** @throws Refusal 412 when there is a condition and it is not met */
function requireMatch(stored: BucketObject | null, ifMatch: string | null): void {
  if (ifMatch === null) return;
  if (!stored || !matches(ifMatch, stored.etag)) throw notMet();
}

function requireStored(stored: BucketObject | null): BucketObject {
  if (stored) return stored;
  throw new Refusal(404, "no-session", "There is no such session.");
}

function notMet(): Refusal {
  return new Refusal(412, "condition-not-met", "The session is not the one that the condition names.");
}

function conflict(): Refusal {
  return new Refusal(409, "conflict", "Somebody else wrote to the session meanwhile; send the request again.");
}
