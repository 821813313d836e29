// @ts-check
// node bench/session.mjs: what it costs to repair a session file, as a multiple of reading it, and the memory it takes.
// `node bench/session.mjs speed` or `memory` prints a part. The memory part writes files of 1 GB to the temporary folder,
// removes them, and needs Linux, which keeps account of the most memory a process ever had.
//
// Speed: the stream over a file in memory, against decoding, splitting and JSON.parse of each line of the same file, in
// turn in one process; medians. Memory: `repairSessionFileIfNeeded` in Deno over files on disk, the process as a whole.
// Exit code 1: a row is OVER its limit.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * @typedef {import("./session-cell.ts").SessionTask} Task
 * @typedef {import("./session-cell.ts").SessionSamples} Samples
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const cell = join(root, "dist/bench/session-cell.mjs");
const deno = join(root, "node_modules/.bin/deno");
const limit = 1.5;
const MIB = 1024 * 1024;
const longLine = 60 * MIB;

/** @type {Record<string, () => Promise<void>>} */
const parts = { speed, memory };
const only = process.argv.slice(2);
await build({
  absWorkingDir: root,
  entryPoints: ["bench/session-cell.ts"],
  outfile: cell,
  bundle: true,
  platform: "neutral",
  mainFields: ["module", "main"],
  format: "esm",
  target: "es2022",
  logLevel: "error",
});
let over = 0;
for (const [name, part] of Object.entries(parts)) if (only.length === 0 || only.includes(name)) await part();
console.log(over > 0 ? `\n${over} rows over their limit` : "\nno row over its limit");
process.exitCode = over > 0 ? 1 : 0;

async function speed() {
  console.log(`\nspeed: the repair of a file against reading it (limit ${limit}, for ordinary lines in Node)`);
  row("", "MB", "lines", "read ms", "repair ms", "MB/s", "ratio");
  for (const runtime of /** @type {const} */ (["node", "deno"])) {
    for (const [content, damage] of /** @type {const} */ ([
      ["agent", 0],
      ["agent", 500],
      ["images", 0],
      ["thai", 0],
    ])) {
      const { samples } = await run(runtime, { kind: "compare", content, damage, rounds: 9 });
      const [read, repair] = [median(samples.parse), median(samples.repair)];
      const name = `${runtime}, ${content}${damage > 0 ? `, 1 line in ${damage} broken` : ""}`;
      const most = runtime === "node" && content === "agent" ? limit : undefined;
      const megabytes = samples.bytes / 1e6;
      const rate = megabytes / (repair / 1000);
      const shown = [megabytes.toFixed(1), String(samples.lines), read.toFixed(1), repair.toFixed(1), rate.toFixed(0)];
      row(name, ...shown, (repair / read).toFixed(2), verdict(repair / read, most));
    }
  }
}

async function memory() {
  console.log("\nmemory: the most a process of Deno had resident while it repaired a file in its place");
  row("", "MB", "lines", "seconds", "dropped", "MB held", "limit");
  const folder = await mkdtemp(join(tmpdir(), "replaysafe-bench-"));
  try {
    const long = (4 * longLine + 64 * MIB) / 1e6;
    await memoryRow(folder, "a small file", 1, 0);
    await memoryRow(folder, "ordinary lines", 1000, 0, 200);
    await memoryRow(folder, "and one of 60 MiB", 1000, longLine, long);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @param {string} folder @param {string} name @param {number} megabytes @param {number} longest @param {number} [most] */
async function memoryRow(folder, name, megabytes, longest, most) {
  const path = join(folder, `${name.replaceAll(" ", "-")}.jsonl`);
  const { samples: file } = await run("deno", { kind: "write", path, megabytes, longLine: longest });
  for (const state of ["broken", "intact"]) {
    const { samples, resident } = await run("deno", { kind: "repair", path });
    if (samples.repaired !== (state === "broken")) throw new Error(`${name}: ${state}, repaired ${samples.repaired}`);
    const shown = [(file.bytes / 1e6).toFixed(0), String(file.lines), (samples.ms / 1000).toFixed(1)];
    const held = resident / 1e6;
    row(
      `${name}, ${state}`,
      ...shown,
      String(samples.dropped),
      held.toFixed(0),
      most?.toFixed(0) ?? "",
      verdict(held, most),
    );
  }
  await rm(path);
}

/**
 * Runs a task in a process of its own, and sees how much memory it had at most.
 *
 * @template {Task} T
 * @param {"node" | "deno"} runtime
 * @param {T} task
 * @returns {Promise<{ samples: Samples[T["kind"]], resident: number }>}
 */
async function run(runtime, task) {
  const denoFlags = ["run", "--no-lock", "--no-remote", "--no-prompt", "--allow-read", "--allow-write"];
  const [command, ...args] = runtime === "node" ? [process.execPath, cell] : [deno, ...denoFlags, cell];
  const child = spawn(/** @type {string} */ (command), [...args, JSON.stringify(task)], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part) => {
    text += part;
  });
  let resident = 0;
  const look = async () => {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    resident = Math.max(resident, Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024);
  };
  const timer = setInterval(look, 20);
  /** @type {number | null} */
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`exit ${code}: ${JSON.stringify(task)}`);
  return { samples: JSON.parse(text), resident };
}

/** @param {number} value @param {number} [most] */
function verdict(value, most) {
  if (most === undefined) return "";
  if (value > most) over++;
  return value > most ? "OVER" : "PASS";
}

/** @param {string} name @param {string[]} cells */
function row(name, ...cells) {
  console.log(`  ${name.padEnd(36)}${cells.map((text) => `  ${text.padStart(9)}`).join("")}`.trimEnd());
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
