// The edge worker with a bucket that counts and takes its time; beside it the same appends without the one writer.
import worker, { SessionWriter as Writer } from "../../worker/index.ts";
import { additionOf } from "../../worker/sessions/additions.ts";
import { appendAll } from "../../worker/sessions/append.ts";
import type { Bucket } from "../../worker/sessions/bucket.ts";

/** What was asked of the bucket. */
export interface Counts {
  gets: number;
  puts: number;
  /** Puts whose condition was not met. */
  conflicts: number;
}

/** What a write takes, in the manner of a bucket far away. */
const PUT_MS = 60;

let counts: Counts = { gets: 0, puts: 0, conflicts: 0 };

function counting(bucket: Bucket): Bucket {
  return {
    head: (key) => bucket.head(key),
    delete: (key) => bucket.delete(key),
    async get(key, options) {
      counts.gets++;
      return bucket.get(key, options);
    },
    async put(key, value, options) {
      counts.puts++;
      await sleep(PUT_MS);
      const put = await bucket.put(key, value, options);
      if (put === null) counts.conflicts++;
      return put;
    },
  };
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

type Env = Parameters<typeof worker.fetch>[1];

export class SessionWriter extends Writer {
  constructor(state: unknown, env: Env) {
    super(state, { ...env, SESSIONS: counting(env.SESSIONS as Bucket) });
  }
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/counts") {
      const before = counts;
      counts = { gets: 0, puts: 0, conflicts: 0 };
      return Response.json(before);
    }
    if (!pathname.startsWith("/direct/")) return worker.fetch(request, env);
    try {
      const addition = { ...(await additionOf(await request.json(), null)), size: 100 };
      const bucket = counting(env.SESSIONS as Bucket);
      const common = { maxBytes: 1e7, now: () => Date.now(), sleep };
      await appendAll({
        bucket,
        key: `direct/${pathname.slice(8)}.jsonl`,
        sessionId: "s",
        additions: [addition],
        ...common,
      });
      return new Response(null, { status: 200 });
    } catch {
      return new Response(null, { status: 409 });
    }
  },
};
