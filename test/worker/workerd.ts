// The edge worker in raw workerd: no wrangler and no Node compatibility between the test and the code.
import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** @param wasm the names of the WASM modules beside the script */
const configOf = (wasm: readonly string[], v8Flags: readonly string[]): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = [${v8Flags.map((flag) => `"${flag}"`).join(", ")}],
  services = [ (name = "main", worker = .main), (name = "assets", worker = .assets) ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "main") ],
);
const main :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    ${wasm.map((name) => `(name = "${name}", wasm = embed "${name}"),`).join("\n    ")}
  ],
  bindings = [ (name = "ASSETS", service = "assets") ],
  compatibilityDate = "2026-04-26",
  compatibilityFlags = [],
);
const assets :Workerd.Worker = (
  modules = [ (name = "assets.js", esModule = embed "assets.js") ],
  compatibilityDate = "2026-04-26",
);
`;

/** Stands for the static files. */
const assets = `export default {
  fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === "/missing") return new Response(null, { status: 404 });
    const type = pathname.endsWith(".js") ? "text/javascript" : "text/html";
    return new Response("asset " + pathname, { headers: { "content-type": type, etag: '"1"' } });
  },
};`;

/** A running worker. */
export interface RunningWorker {
  readonly origin: string;
  /** Its process. */
  readonly pid: number;
  /** Everything it wrote so far. */
  log(): string;
  stop(): Promise<void>;
}

/**
 * Bundles the worker as for any web standard runtime, and starts it on a free port.
 *
 * @param v8Flags for the engine, such as `--max-heap-size=100`
 */
export async function startWorkerd(v8Flags: readonly string[] = []): Promise<RunningWorker> {
  const folder = await mkdtemp(join(tmpdir(), "replaysafe-worker-"));
  await build({
    absWorkingDir: root,
    entryPoints: ["worker/index.ts"],
    outfile: join(folder, "worker.js"),
    bundle: true,
    platform: "neutral",
    mainFields: ["module", "main"],
    format: "esm",
    target: "es2022",
    loader: { ".wasm": "copy" },
    logLevel: "silent",
  });
  const wasm = (await readdir(folder)).filter((name) => name.endsWith(".wasm"));
  await writeFile(join(folder, "assets.js"), assets);
  await writeFile(join(folder, "config.capnp"), configOf(wasm, v8Flags));
  const args = ["serve", join(folder, "config.capnp"), "--control-fd=3"];
  const child = spawn(join(root, "node_modules/.bin/workerd"), args, {
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    detached: true,
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      log += text;
    });
  }
  const ended = new Promise<void>((resolve) => {
    child.on("close", () => resolve());
  });
  const port = await new Promise<number>((resolve, reject) => {
    (child.stdio[3] as Readable).setEncoding("utf8").on("data", (text: string) => {
      const found = /"port":(\d+)/.exec(text)?.[1];
      if (found) resolve(Number(found));
    });
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`workerd ended\n${log}`)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    log: () => log,
    async stop() {
      if (child.pid) process.kill(-child.pid, "SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
