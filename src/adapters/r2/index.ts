/**
 * Session files in a bucket of Cloudflare R2. An object is replaced by one conditional `put`: only while it is the one
 * that was opened, and all at once.
 *
 * @module
 */
import { type SessionStore, SessionStoreError, type StagedSession, type StoredSession } from "../../index.ts";

/** What an object says of itself. Part of `R2Object`. */
export interface R2ObjectLike {
  /** Its size in bytes. */
  readonly size: number;
  /** Names its content. */
  readonly etag: string;
  /** The headers it is served with. */
  readonly httpMetadata?: object;
  /** What its owner noted. */
  readonly customMetadata?: Record<string, string>;
  /** Its content; absent when a condition was not met. */
  readonly body?: ReadableStream<Uint8Array>;
}

/** The condition of a request. */
export interface R2ConditionLike {
  /** Only if the content is this one. */
  readonly etagMatches?: string;
  /** Only if it is not this one; `*` is any. */
  readonly etagDoesNotMatch?: string;
}

/** How an object is put. */
export interface R2PutOptionsLike {
  /** When it is put at all. */
  readonly onlyIf?: R2ConditionLike;
  /** The headers it is served with. */
  readonly httpMetadata?: object;
  /** What its owner noted. */
  readonly customMetadata?: Record<string, string>;
}

/** The part of an R2 bucket that is used: any binding of a worker fits. */
export interface R2BucketLike {
  /** What the object says of itself. */
  head(key: string): Promise<R2ObjectLike | null>;
  /** The object with its content. */
  get(key: string, options: { readonly onlyIf: R2ConditionLike }): Promise<R2ObjectLike | null>;
  /** Puts an object, all at once; null when the condition is not met. */
  put(
    key: string,
    value: ReadableStream<Uint8Array> | Uint8Array,
    options: R2PutOptionsLike,
  ): Promise<R2ObjectLike | null>;
  /** Removes an object. */
  delete(key: string): Promise<void>;
}

/**
 * The store of a bucket's objects. Paths are keys.
 *
 * @example
 * const { messages, repair } = await openSession({ store: createR2Store(env.SESSIONS), path: "user/a.jsonl" });
 */
export function createR2Store(bucket: R2BucketLike): SessionStore {
  return {
    async open(path) {
      const head = await bucket.head(path);
      return head === null ? undefined : new BucketFile(bucket, path, head);
    },
  };
}

class BucketFile implements StoredSession {
  readonly size: number;
  readonly #bucket: R2BucketLike;
  readonly #key: string;
  readonly #head: R2ObjectLike;

  constructor(bucket: R2BucketLike, key: string, head: R2ObjectLike) {
    this.size = head.size;
    this.#bucket = bucket;
    this.#key = key;
    this.#head = head;
  }

  read(): ReadableStream<Uint8Array> {
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    return new ReadableStream(
      {
        pull: async (controller) => {
          reader ??= (await this.#body()).getReader();
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: (reason) => reader?.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }

  async backUp(): Promise<string> {
    // Workers have no process id.
    const key = `${this.#key}.bak-${crypto.randomUUID().slice(0, 8)}-${Date.now()}`;
    const copy = new Upload(this.#bucket, key, this.size, this.#options({ etagDoesNotMatch: "*" }));
    try {
      const reader = this.read().getReader();
      for (let { value } = await reader.read(); value; { value } = await reader.read()) await copy.write(value);
      await copy.end();
    } catch (error) {
      await copy.abort(error);
      throw error;
    }
    return key;
  }

  removeBackup(path: string): Promise<void> {
    return this.#bucket.delete(path);
  }

  async stage(size: number): Promise<StagedSession> {
    const upload = new Upload(this.#bucket, this.#key, size, this.#options({ etagMatches: this.#head.etag }));
    return {
      write: (bytes) => upload.write(bytes),
      commit: () => upload.end(),
      discard: () => upload.abort(new Error("The content was thrown away.")),
    };
  }

  async #body(): Promise<ReadableStream<Uint8Array>> {
    const object = await this.#bucket.get(this.#key, { onlyIf: { etagMatches: this.#head.etag } });
    if (object?.body === undefined) throw changed();
    return object.body;
  }

  /** What is known of the object is kept. */
  #options(onlyIf: R2ConditionLike): R2PutOptionsLike {
    const { httpMetadata, customMetadata } = this.#head;
    return { onlyIf, ...(httpMetadata && { httpMetadata }), ...(customMetadata && { customMetadata }) };
  }
}

/** Workers have a stream that says its length, which R2 asks for. */
type FixedLengthStreamClass = new (length: number) => TransformStream<Uint8Array, Uint8Array>;
const { FixedLengthStream } = globalThis as { FixedLengthStream?: FixedLengthStreamClass };

/** An object that is being put. It is there as a whole, or not at all. */
class Upload {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  /** Ends well when the object was put. */
  readonly #done: Promise<void>;

  constructor(bucket: R2BucketLike, key: string, size: number, options: R2PutOptionsLike) {
    const { readable, writable } = FixedLengthStream ? new FixedLengthStream(size) : new TransformStream();
    this.#writer = writable.getWriter();
    this.#done = put(bucket, key, FixedLengthStream ? readable : collect(readable, size), options);
    // Asked about when there is something to write, or at the end.
    this.#done.catch(() => {});
    this.#writer.closed.catch(() => {});
  }

  /** Adds bytes. */
  write(bytes: Uint8Array): Promise<void> {
    return this.#unlessRefused(this.#writer.write(bytes));
  }

  /** Ends the content, and waits until the object is there. */
  async end(): Promise<void> {
    await this.#unlessRefused(this.#writer.close());
    await this.#done;
  }

  /** Gives up. Nothing is put, unless it was before. */
  async abort(reason: unknown): Promise<void> {
    await this.#writer.abort(reason).catch(() => {});
    await this.#done.catch(() => {});
  }

  /** Waits for the stream. A bucket that gave up takes no more, and it is the one that knows why. */
  async #unlessRefused(work: Promise<void>): Promise<void> {
    try {
      await Promise.race([work, this.#done]);
    } catch (error) {
      await this.#done;
      throw error;
    }
  }
}

async function put(
  bucket: R2BucketLike,
  key: string,
  content: ReadableStream<Uint8Array> | Promise<Uint8Array>,
  options: R2PutOptionsLike,
): Promise<void> {
  if ((await bucket.put(key, await content, options)) === null) throw changed();
}

/** Hosts that are no workers hand over the content as a whole. */
async function collect(stream: ReadableStream<Uint8Array>, size: number): Promise<Uint8Array> {
  const content = new Uint8Array(size);
  let length = 0;
  const reader = stream.getReader();
  for (let { value } = await reader.read(); value; { value } = await reader.read()) {
    content.set(value, length);
    length += value.length;
  }
  return content;
}

function changed(): SessionStoreError {
  return new SessionStoreError("conflict", "The object has changed since it was opened.");
}
