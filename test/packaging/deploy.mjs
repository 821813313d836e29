// @ts-check
// npm run deploy:dry: what would be deployed, without an account. Fails when it is larger than a free plan takes, or
// starts more slowly than Cloudflare allows.
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** Bytes after gzip that the free plan takes. */
const MOST_BYTES = 3_000_000;
/** Milliseconds that a worker may take to start. */
const MOST_MS = 1000;
const RUNS = 5;

/** @param {string} folder @returns {Promise<number>} bytes after gzip, as wrangler counts them */
async function dryRun(folder) {
  const args = ["deploy", "--dry-run", "--config", "worker/wrangler.jsonc", "--outdir", folder];
  const env = {
    ...process.env,
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_LOG_PATH: folder,
    XDG_CONFIG_HOME: folder,
    NO_COLOR: "1",
  };
  const { stdout, stderr } = await run(join(root, "node_modules/.bin/wrangler"), args, { cwd: root, env });
  console.log(stdout.trim().replaceAll(folder, "OUT"));
  const [, size, unit] = /gzip: ([\d.]+) (KiB|MiB)/.exec(stdout + stderr) ?? [];
  if (size === undefined) throw new Error(`wrangler named no size\n${stdout}${stderr}`);
  return Math.round(Number(size) * (unit === "MiB" ? 2 ** 20 : 2 ** 10));
}

/** @param {string} script @param {readonly string[]} wasm */
const configOf = (script, wasm) => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [ (name = "main", worker = .main) ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "main") ],
);
const main :Workerd.Worker = (
  modules = [
    (name = "${script}", esModule = embed "${script}"),
    ${wasm.map((name) => `(name = "./${name}", wasm = embed "${name}"),`).join("\n    ")}
  ],
  compatibilityDate = "2026-04-26",
);
`;

/** From the start of the process until it listens, in milliseconds. @param {string} config */
async function startOnce(config) {
  const begun = performance.now();
  const child = spawn(join(root, "node_modules/.bin/workerd"), ["serve", config, "--control-fd=3"], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    detached: true,
  });
  let log = "";
  child.stderr?.setEncoding("utf8").on("data", (text) => {
    log += text;
  });
  try {
    return await new Promise((resolve, reject) => {
      child.stdio[3]?.once("data", () => resolve(performance.now() - begun));
      child.on("exit", () => reject(new Error(`workerd ended\n${log}`)));
    });
  } finally {
    child.removeAllListeners("exit");
    const ended = new Promise((resolve) => child.once("exit", resolve));
    if (child.pid) process.kill(-child.pid, "SIGKILL");
    await ended;
  }
}

/** The median of some runs. @param {string} config */
async function startTime(config) {
  const times = [];
  for (let n = 0; n < RUNS; n++) times.push(await startOnce(config));
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
}

/** How much longer it takes to start with this worker than with one that does nothing. @param {string} folder */
async function measureStart(folder) {
  const wasm = (await readdir(folder)).filter((name) => name.endsWith(".wasm"));
  await writeFile(join(folder, "worker.capnp"), configOf("index.js", wasm));
  await writeFile(join(folder, "nothing.js"), "export default { fetch() { return new Response() } };");
  await writeFile(join(folder, "nothing.capnp"), configOf("nothing.js", []));
  return (await startTime(join(folder, "worker.capnp"))) - (await startTime(join(folder, "nothing.capnp")));
}

if (!existsSync(join(root, "dist/web/index.html"))) throw new Error("build the page first: npm run build");
const folder = await mkdtemp(join(tmpdir(), "replaysafe-deploy-"));
try {
  const bytes = await dryRun(folder);
  const start = await measureStart(folder);
  console.log(`compressed: ${(bytes / 1000).toFixed(0)} kB of ${MOST_BYTES / 1000} kB`);
  console.log(`start-up: ${start.toFixed(0)} ms more than an empty worker, of ${MOST_MS} ms (workerd on this machine)`);
  if (bytes > MOST_BYTES || start > MOST_MS) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
