/** Where sessions are: the bucket, and the one writer that each of them has. */
import type { Bucket } from "./bucket.ts";

/** A session's writer, as others reach it. */
export interface WriterStub {
  fetch(request: Request): Promise<Response>;
}

/** The part of a namespace of Durable Objects that is used. */
export interface WriterNamespace {
  idFromName(name: string): unknown;
  get(id: never): WriterStub;
}

/** What keeps sessions. */
export interface SessionHost {
  readonly bucket: Bucket;
  readonly writers: WriterNamespace;
}

/** The name of the binding of the bucket, and of that of the writers. */
export interface SessionBindings {
  readonly SESSIONS?: Bucket;
  readonly SESSION_WRITERS?: WriterNamespace;
}

/** What keeps sessions; undefined where a binding is missing. */
export function sessionHostOf({ SESSIONS, SESSION_WRITERS }: SessionBindings): SessionHost | undefined {
  return SESSIONS && SESSION_WRITERS && { bucket: SESSIONS, writers: SESSION_WRITERS };
}

/** The header that tells a writer which object is its own. */
export const KEY_HEADER = "x-session-key";

/** The writer of a session. */
export function writerOf({ writers }: SessionHost, key: string): WriterStub {
  return writers.get(writers.idFromName(key) as never);
}
