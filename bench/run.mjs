// @ts-check
// npm run bench: what a run costs, as a multiple of structuredClone over the same messages.
// `npm run bench -- main incremental` prints a part. Takes about four minutes.
//
// How to read it: milliseconds depend on the machine and on what else it does; ratios hardly do. Each row is measured
// in a fresh process, runs and clones in turn, young garbage collected in between. `run` and `clone` are lower quartiles of
// processor time for one run, which includes the collector's and the compiler's threads; `wall` is the ratio by wall
// time; `p10-p90` is how far the ratio of a block of runs to the block of clones behind it spreads. A wide spread means
// a busy machine: repeat before believing a verdict. Reports are included everywhere unless a row says otherwise.
// Exit code 1: a row is OVER its limit.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * @typedef {import("./cell.ts").Task} Task
 * @typedef {import("./cell.ts").Samples} Samples
 * @typedef {import("../src/index.ts").ReplayTarget} ReplayTarget
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const cell = "dist/bench/cell.mjs";
const [limit, goal] = [2, 1];
const incrementalLimit = 0.05;

/** @type {Record<string, ReplayTarget>} */
const targets = {
  anthropic: { provider: "anthropic", modelApi: "anthropic-messages", modelId: "claude-opus-4-6" },
  google: { provider: "google", modelApi: "google-generative-ai", modelId: "gemini-2.5-pro" },
  "openai-responses": { provider: "openai", modelApi: "openai-responses", modelId: "gpt-5.4" },
  mistral: { provider: "mistral", modelApi: "mistral-conversations", modelId: "mistral-large-latest" },
  "amazon-bedrock": {
    provider: "amazon-bedrock",
    modelApi: "bedrock-converse-stream",
    modelId: "us.anthropic.claude-opus-4-6-v1",
  },
};
const { anthropic, google } = /** @type {{ anthropic: ReplayTarget, google: ReplayTarget }} */ (targets);

/** @type {Record<string, () => Promise<void>>} */
const tables = { main, growth, cold, incremental, prepare, memory };
const only = process.argv.slice(2);
const unknown = only.filter((name) => !(name in tables));
if (unknown.length > 0) {
  console.error(`no table ${unknown.join(", ")}; there are ${Object.keys(tables).join(", ")}`);
  process.exit(2);
}
await build({
  absWorkingDir: root,
  entryPoints: ["bench/cell.ts"],
  outfile: cell,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "es2022",
  logLevel: "error",
});
let over = 0;
for (const [name, table] of Object.entries(tables)) if (only.length === 0 || only.includes(name)) await table();
console.log(over > 0 ? `\n${over} rows over their limit` : "\nno row over its limit");
process.exitCode = over > 0 ? 1 : 0;

async function main() {
  title(
    "main",
    `sanitizeSessionHistory + validateReplayTurns with reports, 10,000 messages (limit ${limit}, goal ${goal})`,
  );
  await compareAll("stages", 12, limit);
}

async function prepare() {
  title("prepare", "prepareReplay with its report, 10,000 messages (for information)");
  await compareAll("prepare", 7);
}

/** @param {"stages" | "prepare"} work @param {number} blocks @param {number} [most] */
async function compareAll(work, blocks, most) {
  comparisonHeader();
  for (const [name, target] of Object.entries(targets)) {
    comparison(name, await run({ kind: "compare", target, work, count: 10_000, blocks, runs: 3 }), most);
  }
}

async function growth() {
  title("growth", `the same at three sizes (limit ${limit} at each: nothing is quadratic)`);
  comparisonHeader();
  for (const [name, target] of Object.entries({ anthropic, google })) {
    for (const [count, blocks, runs] of /** @type {const} */ ([
      [1000, 12, 30],
      [10_000, 8, 3],
      [100_000, 5, 1],
    ])) {
      const samples = await run({ kind: "compare", target, work: "stages", count, blocks, runs });
      comparison(`${name} ${count / 1000}k`, samples, limit);
    }
  }
}

async function cold() {
  title("cold", "the first call of a process, and a call after a full garbage collection; medians (for information)");
  coldHeader();
  for (const [name, target] of Object.entries({ anthropic, google })) {
    /** @type {Samples["compare"]} */
    const all = { run: { cpu: [], wall: [] }, clone: { cpu: [], wall: [] }, changes: 0 };
    for (let pair = 0; pair < 7; pair++) {
      for (const [work, times] of /** @type {const} */ ([
        ["stages", all.run],
        ["clone", all.clone],
      ])) {
        const { cpu, wall } = await run({ kind: "cold", target, work, count: 10_000 });
        times.cpu.push(cpu);
        times.wall.push(wall);
      }
    }
    coldRow(`${name}, first`, all);
  }
  for (const [name, target] of Object.entries({ anthropic, google })) {
    const task = { kind: /** @type {const} */ ("compare"), work: /** @type {const} */ ("stages"), collected: true };
    coldRow(`${name}, collected`, await run({ ...task, target, count: 10_000, blocks: 12, runs: 1 }));
  }
}

function coldHeader() {
  row("", "run ms", "clone ms", "ratio", "p10-p90", "wall");
}

/** @param {string} name @param {Samples["compare"]} samples */
function coldRow(name, { run, clone }) {
  const [one, other] = [quantile(run.cpu, 0.5), quantile(clone.cpu, 0.5)];
  const wall = quantile(run.wall, 0.5) / quantile(clone.wall, 0.5);
  row(name, ms(one), ms(other), (one / other).toFixed(2), spread(run.cpu, clone.cpu), wall.toFixed(2));
}

async function incremental() {
  const most = `${incrementalLimit * 100} %`;
  title(
    "incremental",
    `createReplaySanitizer on 10,000 messages that grow: one run, wall time (limit ${most} of a full run)`,
  );
  row("", "full ms", "run ms", "of full", "p10-p90 ms", "full again");
  for (const [name, target] of Object.entries({ anthropic, google })) {
    for (const append of /** @type {const} */ (["turn", "step"])) {
      for (const [changes, parsed] of [
        [false, false],
        [true, false],
        [false, true],
      ]) {
        const task = { kind: /** @type {const} */ ("growing"), target, append, count: 10_000 };
        const { full, appended } = await run({ ...task, changes: changes === true, parsed: parsed === true });
        const [whole, part] = [quantile(full, 0.25), quantile(appended, 0.5)];
        // Messages that were parsed again are compared first, which takes long too.
        const again = parsed ? "" : `${appended.filter((time) => time > whole / 2).length}/${appended.length}`;
        const label = `${name} ${append}${changes ? ", report" : ""}${parsed ? ", parsed again" : ""}`;
        const of = `${((100 * part) / whole).toFixed(1)} %`;
        const range = `${ms(quantile(appended, 0.1))}-${ms(quantile(appended, 0.9))}`;
        // The limit is for the run; reading the whole report of a long transcript is the caller's choice.
        const bound = parsed || changes ? undefined : incrementalLimit;
        row(label, ms(whole), ms(part), of, range, again, verdict(part / whole, bound));
      }
    }
  }
}

async function memory() {
  title("memory", "one warm run with reports, 10,000 messages, megabytes (for information)");
  row("", "allocated", "kept");
  for (const [name, target] of Object.entries(targets)) await memoryRow(name, target, "stages");
  await memoryRow("structuredClone", anthropic, "clone");
}

/** @param {string} name @param {ReplayTarget} target @param {"stages" | "clone"} work */
async function memoryRow(name, target, work) {
  const { allocated, kept } = await run({ kind: "memory", target, work, count: 10_000 });
  row(name, (allocated / 1e6).toFixed(1), (kept / 1e6).toFixed(1));
}

/** Runs one cell. The young generation is held at a size at which a run's garbage is counted, if that is measured.
 * @template {Task} T @param {T} task @returns {Promise<Samples[T["kind"]]>} */
function run(task) {
  const room = task.kind === "memory" ? ["--min-semi-space-size=128", "--max-semi-space-size=128"] : [];
  const args = ["--expose-gc", "--max-old-space-size=8192", ...room, cell, JSON.stringify(task)];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part) => {
    text += part;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (code) => {
      if (code === 0) resolve(JSON.parse(text));
      else reject(new Error(`exit ${code}: ${JSON.stringify(task)}`));
    });
  });
}

/** @param {string} name @param {string} text */
function title(name, text) {
  console.log(`\n${name}: ${text}`);
}

function comparisonHeader() {
  row("", "run ms", "clone ms", "ratio", "p10-p90", "wall", "changes");
}

/** @param {string} name @param {Samples["compare"]} samples @param {number} [most] */
function comparison(name, { run, clone, changes }, most) {
  const [ran, cloned] = [quantile(run.cpu, 0.25), quantile(clone.cpu, 0.25)];
  const wall = quantile(run.wall, 0.25) / quantile(clone.wall, 0.25);
  const ratio = ran / cloned;
  const shown = [ms(ran), ms(cloned), ratio.toFixed(2), spread(run.cpu, clone.cpu), wall.toFixed(2)];
  row(name, ...shown, String(changes), verdict(ratio, most, goal));
}

/** @param {number} value @param {number} [most] @param {number} [wished] */
function verdict(value, most, wished) {
  if (most === undefined) return "";
  if (value > most) over++;
  if (value > most) return "OVER";
  return wished !== undefined && value > wished ? "PASS (goal missed)" : "PASS";
}

/** @param {string} name @param {string[]} cells */
function row(name, ...cells) {
  console.log(`  ${name.padEnd(32)}${cells.map((text) => `  ${text.padStart(10)}`).join("")}`.trimEnd());
}

/** How far the ratios of neighboring blocks spread. @param {number[]} runs @param {number[]} clones */
function spread(runs, clones) {
  const ratios = runs.map((time, index) => time / /** @type {number} */ (clones[index]));
  return `${quantile(ratios, 0.1).toFixed(2)}-${quantile(ratios, 0.9).toFixed(2)}`;
}

/** @param {number[]} values @param {number} share */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
}

/** @param {number} value */
function ms(value) {
  return value < 10 ? value.toFixed(2) : value.toFixed(1);
}
