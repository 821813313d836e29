// The edge worker in raw workerd. All that it asks for goes to one local server, by the names and paths of the real ones.
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
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
  /** Host and port of the server that stands for all others. */
  readonly upstream: string;
  /** Variables and secrets. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The most that its heap may hold, in MiB. Without a limit, as isolates have one, V8 puts off collecting. */
  readonly heap?: number;
  /** The script; default: the worker itself. */
  readonly entry?: string;
}

/** A running worker. */
export interface RunningWorker {
  readonly origin: string;
  readonly pid: number;
  /** Everything it wrote so far. */
  log(): string;
  stop(): Promise<void>;
}

const text = (value: string): string => JSON.stringify(value);

function configOf({ upstream, variables = {}, heap }: WorkerOptions, wasm: readonly string[]): string {
  const modules = wasm.map((name) => `(name = ${text(name)}, wasm = embed ${text(name)}),`);
  const bindings = Object.entries(variables).map(([name, value]) => `(name = ${text(name)}, text = ${text(value)}),`);
  return `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = [${heap === undefined ? "" : text(`--max-heap-size=${heap}`)}],
  services = [
    (name = "main", worker = .main),
    (name = "assets", worker = .assets),
    (name = "upstream", external = (address = ${text(upstream)}, http = (style = proxy))),
  ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "main") ],
);
const main :Workerd.Worker = (
  modules = [ (name = "worker.js", esModule = embed "worker.js"), ${modules.join(" ")} ],
  bindings = [ (name = "ASSETS", service = "assets"), ${bindings.join(" ")} ],
  globalOutbound = "upstream",
  compatibilityDate = "2026-04-26",
  compatibilityFlags = [],
);
const assets :Workerd.Worker = (
  modules = [ (name = "assets.js", esModule = "export default { fetch: () => new Response('asset') };") ],
  compatibilityDate = "2026-04-26",
);
`;
}

/** Bundles a worker as for any web standard runtime, and starts it on a free port. */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const folder = await mkdtemp(join(tmpdir(), "replaysafe-gateway-"));
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

/** The memory that a process has in the machine, in MiB: now, and the most since it was asked to begin anew. */
export async function memoryOf(pid: number): Promise<{ readonly now: number; readonly peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const mib = (name: string): number => Number(new RegExp(`^${name}:\\s*(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
  return { now: mib("VmRSS"), peak: mib("VmHWM") };
}

/** The processor time that a process has used, in milliseconds. */
export async function processorTimeOf(pid: number): Promise<number> {
  // Behind the name, which may hold anything: of its own and of the system, in hundredths of a second.
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ").at(-1)?.split(" ") ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** Begins anew with the peak. */
export async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, "5");
}
