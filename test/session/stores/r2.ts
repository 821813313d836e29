// A worker that runs the suite over its R2 bucket and answers with the rows. Bundled and run by stores.test.ts.

import { createR2Store, type R2BucketLike } from "../../../src/adapters/r2/index.ts";
import { openSession } from "../../../src/index.ts";
import { damagedFile, type Faults, type Host, runFaults } from "./suite.ts";

interface Bucket extends R2BucketLike {
  list(options: { prefix: string }): Promise<{ objects: { key: string }[] }>;
  get(
    key: string,
    options?: object,
  ): Promise<(Awaited<ReturnType<R2BucketLike["get"]>> & { text(): Promise<string> }) | null>;
  put(
    key: string,
    value: ReadableStream<Uint8Array> | Uint8Array | string,
    options?: object,
  ): Promise<{ size: number; etag: string } | null>;
}

function faulty(bucket: Bucket, faults: Faults): R2BucketLike {
  const kind = (key: string): string => (key.includes(".bak-") ? "backup" : "object");
  return {
    head: (key) => faults.call(`${kind(key)}: head`, () => bucket.head(key)),
    get: (key, options) => faults.call(`${kind(key)}: get`, () => bucket.get(key, options)),
    put: (key, value, options) =>
      faults.call(
        `${kind(key)}: put`,
        () => bucket.put(key, value, options),
        async () => {
          // Takes a part of the content, then gives up.
          if (!(value instanceof ReadableStream)) return;
          const reader = value.getReader();
          await reader.read();
          await reader.cancel("half");
        },
      ),
    delete: (key) => faults.call(`${kind(key)}: delete`, () => bucket.delete(key)),
  };
}

let number = 0;
const hostOf = (bucket: Bucket): Host => ({
  name: "r2",
  // The condition is checked by the bucket itself, so no rival is overlooked.
  blind: [],
  creates: ["backup: put"],
  async make(text, faults) {
    const folder = `${number++}/`;
    const path = `${folder}session.jsonl`;
    await bucket.put(path, text, { customMetadata: { owner: "me" } });
    return {
      store: createR2Store(faulty(bucket, faults)),
      path,
      read: async (key) => (await bucket.get(key))?.text(),
      write: async (rival) => void (await bucket.put(path, rival)),
      list: async () => (await bucket.list({ prefix: folder })).objects.map(({ key }) => key),
    };
  },
});

/** The binding itself, without anything between. */
async function runPlain(bucket: Bucket): Promise<object> {
  const { original, repaired } = damagedFile(5000);
  await bucket.put("plain/session.jsonl", original, { customMetadata: { owner: "me" } });
  const store = createR2Store(bucket);
  const { messages, repair } = await openSession({ store, path: "plain/session.jsonl" });
  const after = await bucket.get("plain/session.jsonl");
  const { objects } = await bucket.list({ prefix: "plain/" });
  return {
    messages: messages.length,
    repaired: repair.repaired,
    isRepaired: (await after?.text()) === repaired,
    metadata: after?.customMetadata,
    keys: objects.map(({ key }) => key),
    missing: (await openSession({ store, path: "plain/none.jsonl" })).repair.reason,
  };
}

export default {
  async fetch(_request: Request, env: { SESSIONS: Bucket }): Promise<Response> {
    try {
      return Response.json({ plain: await runPlain(env.SESSIONS), rows: await runFaults(hostOf(env.SESSIONS), 300) });
    } catch (error) {
      return Response.json({ error: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) });
    }
  },
};
