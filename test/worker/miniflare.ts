// The edge worker in workerd with real storage beside it: R2, Durable Objects and the cache, as `wrangler dev` has them.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Miniflare, type MiniflareOptions } from "miniflare";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A worker with storage. */
export interface StoringWorker {
  readonly origin: string;
  /** Everything it wrote so far. */
  log(): string;
  /** Ends the process at once, as a crash would, and starts another on the same storage. */
  crash(): Promise<StoringWorker>;
  /** Everything that is stored, by key. */
  stored(): Promise<ReadonlyMap<string, string>>;
  /** Writes past the worker. */
  store(key: string, text: string): Promise<void>;
  stop(): Promise<void>;
}

/** What is started. */
export interface StartOptions {
  readonly bindings?: Readonly<Record<string, string>>;
  /** Another script that has the worker in it. */
  readonly entry?: string;
}

/** Bundles the worker and starts it. */
export async function startStoring({
  bindings = {},
  entry = "worker/index.ts",
}: StartOptions = {}): Promise<StoringWorker> {
  const folder = await mkdtemp(join(tmpdir(), "replaysafe-storing-"));
  const out = join(folder, "out");
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: join(out, "worker.js"),
    bundle: true,
    platform: "neutral",
    mainFields: ["module", "main"],
    format: "esm",
    target: "es2022",
    loader: { ".wasm": "copy" },
    logLevel: "silent",
  });
  const wasm = (await readdir(out)).filter((name) => name.endsWith(".wasm"));
  const options: MiniflareOptions = {
    modulesRoot: out,
    modules: [
      { type: "ESModule", path: join(out, "worker.js"), contents: await readFile(join(out, "worker.js"), "utf8") },
      ...(await Promise.all(
        wasm.map(async (name) => ({
          type: "CompiledWasm" as const,
          path: join(out, name),
          contents: new Uint8Array(await readFile(join(out, name))),
        })),
      )),
    ],
    compatibilityDate: "2026-04-26",
    bindings,
    r2Buckets: ["SESSIONS"],
    r2Persist: join(folder, "r2"),
    durableObjects: { SESSION_WRITERS: { className: "SessionWriter", useSQLite: true } },
    durableObjectsPersist: join(folder, "objects"),
    cachePersist: join(folder, "cache"),
    serviceBindings: { ASSETS: () => new Response("asset") as never },
    cf: false,
    host: "127.0.0.1",
  };
  return start(folder, options);
}

async function start(folder: string, options: MiniflareOptions): Promise<StoringWorker> {
  let log = "";
  const collect = (stream: Readable): void => {
    stream.setEncoding("utf8").on("data", (text: string) => {
      log += text;
    });
  };
  const worker = new Miniflare({
    ...options,
    handleRuntimeStdio: (out: Readable, error: Readable) => [out, error].forEach(collect),
  });
  const bucket = async () => worker.getR2Bucket("SESSIONS");
  return {
    origin: (await worker.ready).origin,
    log: () => log,
    async crash() {
      await worker.dispose();
      return start(folder, options);
    },
    async stored() {
      const { objects } = await (await bucket()).list();
      const texts = objects.map(async ({ key }) => {
        const object = await (await bucket()).get(key);
        return [key, (await object?.text()) ?? ""] as const;
      });
      return new Map(await Promise.all(texts));
    },
    async store(key, text) {
      await (await bucket()).put(key, text);
    },
    async stop() {
      await worker.dispose();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
