/** The part of an R2 bucket that sessions use. Any binding of a worker fits. */
import type { R2BucketLike, R2ConditionLike } from "../../src/adapters/r2/index.ts";

/** An object that is stored. */
export interface BucketObject {
  readonly size: number;
  /** Names its content. */
  readonly etag: string;
  /** Its content; absent when a condition was not met. */
  readonly body?: ReadableStream<Uint8Array>;
}

/** A bucket. */
export interface Bucket extends R2BucketLike {
  head(key: string): Promise<BucketObject | null>;
  get(
    key: string,
    options?: {
      readonly onlyIf?: R2ConditionLike;
      readonly range?: { readonly offset: number; readonly length?: number };
    },
  ): Promise<BucketObject | null>;
  /** Puts an object, all at once; null when the condition is not met. */
  put(
    key: string,
    value: ReadableStream<Uint8Array> | Uint8Array,
    options?: { readonly onlyIf?: R2ConditionLike },
  ): Promise<BucketObject | null>;
  delete(key: string): Promise<void>;
}

/** Workers have a stream that says its length. */
type FixedLengthStreamClass = new (length: number) => TransformStream<Uint8Array, Uint8Array>;
const { FixedLengthStream } = globalThis as { FixedLengthStream?: FixedLengthStreamClass };

/** The content of an object, as a body that says its length: one that breaks off cannot be taken for the whole. */
export function sized({ body, size }: BucketObject): BodyInit | null {
  if (!body || !FixedLengthStream) return (body ?? null) as BodyInit | null;
  return body.pipeThrough(new FixedLengthStream(size)) as BodyInit;
}

/** The bytes of an object; undefined when a condition was not met. */
export async function bytesOf({ body }: BucketObject): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return body && new Uint8Array(await new Response(body as BodyInit).arrayBuffer());
}
