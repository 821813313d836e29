// The edge worker with a bucket that fails when it is told to.
import worker, { SessionWriter as Writer } from "../../worker/index.ts";
import type { Bucket, BucketObject } from "../../worker/sessions/bucket.ts";

/** How a call of the bucket fails. */
export type Fault =
  /** It throws and has done nothing. */
  | "fails"
  /** It has done what it was asked, and throws. */
  | "fails after"
  /** Its content breaks off. */
  | "breaks off"
  /** Somebody else writes to the file just before. */
  | "conflict"
  /** The writer's process is ended before the call. */
  | "writer ends"
  /** The writer's process is ended after the call. */
  | "writer ends after";

/** Which calls fail. */
export interface Plan {
  readonly call: "get" | "head" | "put" | "delete";
  readonly fault: Fault;
  /** How many calls, from the first on. */
  readonly times: number;
}

/** A line of somebody else. */
const OTHERS = '{"type":"custom","customType":"other","id":"other-';

let plan: Plan | undefined;
let fired = 0;

interface State {
  abort(reason: string): void;
}

function faulty(bucket: Bucket, state?: State): Bucket {
  const around = async <T>(call: Plan["call"], key: string, work: () => Promise<T>): Promise<T> => {
    if (plan?.call !== call || fired >= plan.times) return work();
    fired++;
    switch (plan.fault) {
      case "fails":
        throw new Error("a secret of the storage");
      case "fails after":
        await work();
        throw new Error("a secret of the storage");
      case "conflict": {
        const stored = await bucket.get(key);
        const text = stored ? await new Response(stored.body as BodyInit).text() : "";
        await bucket.put(key, new TextEncoder().encode(`${text}${OTHERS}${fired}"}\n`));
        return work();
      }
      case "breaks off":
        return brokenOff(await work()) as T;
      case "writer ends":
        state?.abort("ended by the test");
        return work();
      default: {
        const result = await work();
        state?.abort("ended by the test");
        return result;
      }
    }
  };
  return {
    get: (key, options) => around("get", key, () => bucket.get(key, options)),
    head: (key) => around("head", key, () => bucket.head(key)),
    put: (key, value, options) => around("put", key, () => bucket.put(key, value, options)),
    delete: (key) => around("delete", key, () => bucket.delete(key)),
  };
}

function brokenOff(object: unknown): BucketObject | null {
  const { body, size, etag } = object as BucketObject;
  const reader = body?.getReader();
  const broken = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = await reader?.read();
      if (chunk?.value) controller.enqueue(chunk.value.subarray(0, chunk.value.length / 2));
      controller.error(new Error("a secret of the storage"));
    },
  });
  return { size, etag, body: broken };
}

type Env = Parameters<typeof worker.fetch>[1];

function withFaults(env: Env, state?: State): Env {
  const bucket = env.SESSIONS as Bucket;
  return { ...env, SESSIONS: faulty(bucket, state) };
}

export class SessionWriter extends Writer {
  constructor(state: State, env: Env) {
    super(state, withFaults(env, state));
  }
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    if (new URL(request.url).pathname !== "/faults") return worker.fetch(request, withFaults(env));
    const before = fired;
    plan = (await request.json()) as Plan;
    fired = 0;
    console.log("plan set");
    return Response.json({ fired: before });
  },
};
