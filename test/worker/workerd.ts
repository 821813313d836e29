// The edge worker in raw workerd: no wrangler and no Node compatibility between the test and the code.
import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** The binary itself, so that its process is the child. */
const { default: workerd } = createRequire(import.meta.url)("workerd") as { readonly default: string };

/** How a worker is started. */
export interface WorkerOptions {
  /** Host and port of the server that stands for all others; absent: the network, of which nothing is asked. */
  readonly upstream?: string;
  /** Variables and secrets. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The most that its heap may hold, in MiB. Without a limit, as isolates have one, V8 puts off collecting. */
  readonly heap?: number;
  /** The script; default: the worker itself. */
  readonly entry?: string;
}

const text = (value: string): string => JSON.stringify(value);

/** @param wasm the names of the WASM modules beside the script */
function configOf({ upstream, variables = {}, heap }: WorkerOptions, wasm: readonly string[]): string {
  const modules = wasm.map((name) => `(name = ${text(name)}, wasm = embed ${text(name)}),`);
  const bindings = Object.entries(variables).map(([name, value]) => `(name = ${text(name)}, text = ${text(value)}),`);
  const external = `(name = "upstream", external = (address = ${text(upstream ?? "")}, http = (style = proxy))),`;
  return `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = [${heap === undefined ? "" : text(`--max-heap-size=${heap}`)}],
  services = [
    (name = "main", worker = .main),
    (name = "assets", worker = .assets),
    ${upstream === undefined ? "" : external}
  ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "main") ],
);
const main :Workerd.Worker = (
  modules = [ (name = "worker.js", esModule = embed "worker.js"), ${modules.join(" ")} ],
  bindings = [ (name = "ASSETS", service = "assets"), ${bindings.join(" ")} ],
  ${upstream === undefined ? "" : 'globalOutbound = "upstream",'}
  compatibilityDate = "2026-04-26",
  compatibilityFlags = [],
);
const assets :Workerd.Worker = (
  modules = [ (name = "assets.js", esModule = embed "assets.js") ],
  compatibilityDate = "2026-04-26",
);
`;
}

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

/** Bundles a worker as for any web standard runtime, and starts it on a free port. */
export async function startWorkerd(options: WorkerOptions = {}): Promise<RunningWorker> {
  const folder = await mkdtemp(join(tmpdir(), "replaysafe-worker-"));
  await build({
    absWorkingDir: root,
    entryPoints: [options.entry ?? "worker/index.ts"],
    outfile: join(folder, "worker.js"),
    bundle: true,
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["worker"],
    format: "esm",
    target: "es2022",
    loader: { ".wasm": "copy" },
    logLevel: "silent",
  });
  const wasm = (await readdir(folder)).filter((name) => name.endsWith(".wasm"));
  await writeFile(join(folder, "assets.js"), assets);
  await writeFile(join(folder, "config.capnp"), configOf(options, wasm));
  const args = ["serve", join(folder, "config.capnp"), "--control-fd=3"];
  const child = spawn(workerd, args, { stdio: ["ignore", "pipe", "pipe", "pipe"] });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (written: string) => {
      log += written;
    });
  }
  const ended = new Promise<void>((resolve) => {
    child.on("close", () => resolve());
  });
  const port = await new Promise<number>((resolve, reject) => {
    (child.stdio[3] as Readable).setEncoding("utf8").on("data", (written: string) => {
      const found = /"port":(\d+)/.exec(written)?.[1];
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
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
