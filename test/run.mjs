// @ts-check
// npm test: one suite on every runtime, one line each. JavaScript, since Node 20 runs no TypeScript.
// `npm test -- deno workerd` runs a part. CHROMIUM and FIREFOX name other binaries.
// A missing browser is skipped on a developer's machine and is a failure where CI=true.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { build } from "esbuild";
import { wasmFiles } from "./conformance/wasm-files.mjs";
import { generate } from "./generate.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (/** @type {string} */ name) => join(root, "node_modules/.bin", name);
const chromium = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const firefox = process.env["FIREFOX"] ?? "/usr/bin/firefox-esr";
const limit = 1_200_000;
const ci = process.env["CI"] === "true";
/** @type {NodeJS.ProcessEnv} */
const env = {
  ...process.env,
  NO_COLOR: "1",
  DENO_NO_UPDATE_CHECK: "1",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
};
delete env["FORCE_COLOR"]; // Deno would obey it before NO_COLOR

/**
 * @typedef {import("./conformance/suite.ts").Outcome} Outcome
 * @typedef {{ passed: number, failed: number, skipped?: readonly string[], outcome?: Outcome, log: string }} Result
 * @typedef {{ name: string, needs?: string, run: () => Promise<Result> }} Job
 */

/** The longest first, so that two at a time end together. @type {Job[]} */
const jobs = [
  { name: "node", run: () => vitest("node") },
  { name: "page", needs: chromium, run: runPage },
  { name: "extension", needs: chromium, run: runExtension },
  { name: "chromium", needs: chromium, run: () => vitest("chromium") },
  { name: "firefox", needs: firefox, run: runFirefox },
  { name: "deno", run: runDeno },
  { name: "workerd", run: runWorkerd },
];

const only = process.argv.slice(2);
const unknown = only.filter((name) => !jobs.some((job) => job.name === name));
if (unknown.length > 0) {
  console.error(`no job ${unknown.join(", ")}; there are ${jobs.map((job) => job.name).join(", ")}`);
  process.exit(2);
}
const begun = Date.now();
await generate();
let [passed, failed, skipped] = [0, 0, 0];
/** @type {Outcome[]} */
const outcomes = [];
const queue = jobs.filter((job) => only.length === 0 || only.includes(job.name));
await Promise.all([work(), work()]);
compareOutcomes();
console.log(`all       ${seconds(begun)}`);
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

async function work() {
  for (let job = queue.shift(); job; job = queue.shift()) {
    const name = job.name.padEnd(9);
    if (job.needs && !existsSync(job.needs)) {
      if (ci) failed++;
      else skipped++;
      console.log(`${name} ${ci ? "FAIL" : "SKIPPED"}: there is no ${job.needs}`);
      continue;
    }
    const start = Date.now();
    /** @type {Result} */
    const result = await job.run().catch((error) => failure(String(error?.stack ?? error)));
    passed += result.passed;
    failed += result.failed;
    const left = result.skipped ?? [];
    if (ci) failed += left.length;
    else skipped += left.length;
    if (result.outcome) outcomes.push(result.outcome);
    const counts = `${result.passed} passed, ${result.failed} failed`;
    console.log(`${name} ${result.failed ? "FAIL " : ""}${counts}  ${seconds(start)}`);
    for (const title of left) console.log(`${name} ${ci ? "FAIL, SKIPPED" : "SKIPPED"}: ${title}`);
    if (result.failed) console.log(excerpt(result.log));
  }
}

/** The same input must give the same bytes everywhere. */
function compareOutcomes() {
  const [first, ...others] = outcomes;
  for (const other of others) {
    if (!first || other.fingerprint === first.fingerprint) continue;
    failed++;
    const names = Object.keys({ ...first.digests, ...other.digests });
    const differing = names.filter((name) => first.digests[name] !== other.digests[name]);
    const shown = differing.slice(0, 5).join(", ");
    console.log(`FAIL ${first.runtime} and ${other.runtime} disagree on ${differing.length} checks: ${shown}`);
  }
}

/** @param {number} start */
function seconds(start) {
  return `${((Date.now() - start) / 1000).toFixed(1)} s`;
}

/** @param {string} log @returns {Result} */
function failure(log) {
  return { passed: 0, failed: 1, log };
}

/** What a person can read of a log: without the report line, long lines and the tail of a flood. @param {string} log */
function excerpt(log) {
  const lines = stripVTControlCharacters(log)
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("conformance:"));
  const shown = lines.slice(0, 300).map((line) => `  | ${line.length > 600 ? `${line.slice(0, 600)} ...` : line}`);
  if (lines.length > shown.length) shown.push(`  | ... and ${lines.length - shown.length} lines more`);
  return shown.join("\n");
}

/** Runs a command in its own process group, so that a browser's children end with it. @param {string[]} command */
function execute(command) {
  const [file = "", ...args] = command;
  const child = spawn(file, args, { cwd: root, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      log += text;
    });
  }
  const stop = () => {
    try {
      if (child.pid) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  const timer = setTimeout(() => {
    log += `\nstopped after ${limit / 1000} s`;
    stop();
  }, limit);
  /** @type {Promise<{ code: number, log: string }>} */
  const done = new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, log });
    });
  });
  return { done, stop };
}

/** The suite's report in a log, if there is one. @param {string} log @returns {Outcome | undefined} */
function outcomeIn(log) {
  const line = /^conformance:(\{.*\})$/m.exec(log)?.[1];
  return line ? JSON.parse(line) : undefined;
}

/** Runs a launcher that prints the suite's report. @param {string[]} command @returns {Promise<Result>} */
async function conformance(command) {
  const { code, log } = await execute(command).done;
  const outcome = outcomeIn(log);
  return outcome ? resultOf(outcome, code, log) : failure(`no report, exit ${code}\n${log}`);
}

/** @param {Outcome} outcome @param {number} code @param {string} log @returns {Result} */
function resultOf(outcome, code, log) {
  const bad = Math.max(outcome.failures.length, code === 0 ? 0 : 1);
  return { passed: outcome.passed, failed: bad, outcome, log: [...outcome.failures, log].join("\n") };
}

/** The failed tests of a vitest report, each with the start of its message. @param {any} json @returns {string[]} */
function failedTests(json) {
  const failed = [];
  for (const { name, assertionResults, message } of json.testResults) {
    if (assertionResults.length === 0 && message) failed.push(`${name}\n${message}`);
    for (const test of assertionResults) {
      if (test.status === "failed") failed.push(`${test.fullName}\n${String(test.failureMessages[0]).slice(0, 800)}`);
    }
  }
  return failed;
}

/** The tests of a vitest report that were not run, by name. @param {any} json @returns {string[]} */
function skippedTests(json) {
  const tests = json.testResults.flatMap((/** @type {any} */ { assertionResults }) => assertionResults);
  const left = tests.filter((/** @type {any} */ { status }) => ["skipped", "pending", "todo"].includes(status));
  return left.map((/** @type {any} */ { fullName }) => fullName);
}

/** A vitest project: its own tests count, and the suite's checks in place of the one test that runs the suite.
 * @param {"node" | "chromium" | "page" | "extension"} project @returns {Promise<Result>} */
async function vitest(project) {
  const folder = await mkdtemp(join(tmpdir(), "vitest-"));
  try {
    const file = join(folder, "report.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile=${file}`];
    const command = [bin("vitest"), "run", "--config", "test/vitest.config.ts", "--project", project, ...reporters];
    const { code, log } = await execute(command).done;
    const json = JSON.parse(await readFile(file, "utf8").catch(() => "null"));
    if (!json) return failure(`no report, exit ${code}\n${log}`);
    let [good, bad] = [json.numPassedTests, json.numFailedTests];
    const outcome = outcomeIn(log);
    if (!outcome && project !== "page" && project !== "extension") return failure(`the suite did not report\n${log}`);
    if (outcome) {
      if (outcome.failures.length > 0) bad--;
      else good--;
      good += outcome.passed;
      bad += outcome.failures.length;
    }
    if (code !== 0) bad = Math.max(bad, 1);
    const text = [
      ...(outcome?.failures ?? []),
      ...failedTests(json),
      ...(bad > 0 && json.numFailedTests === 0 ? [log] : []),
    ].join("\n");
    return { passed: good, failed: bad, skipped: skippedTests(json), log: text, ...(outcome && { outcome }) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The built page in front of the worker, as a person meets them. */
async function runPage() {
  const { code, log } = await execute([bin("vite"), "build", "--logLevel", "warn"]).done;
  return code === 0 ? vitest("page") : failure(log);
}

/** The extension in the developer tools of both browsers, and what is handed to their stores. */
async function runExtension() {
  const { code, log } = await execute([process.execPath, "test/packaging/build-extension.mjs"]).done;
  return code === 0 ? vitest("extension") : failure(log);
}

/** Without a single permission. */
function runDeno() {
  return conformance([bin("deno"), "test", "--no-lock", "--no-remote", "--no-check", "test/conformance/deno.ts"]);
}

/** The proof of a Node-free core: no compatibility flag, and the bundler itself refuses node: imports. */
async function runWorkerd() {
  await bundle("test/conformance/workerd.ts", "dist/test/workerd/suite.js");
  return conformance([bin("workerd"), "test", "test/conformance/workerd.capnp"]);
}

/** @param {string} entry @param {string} outfile */
async function bundle(entry, outfile) {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    external: ["*.wasm"],
    platform: "neutral",
    mainFields: ["module", "main"],
    format: "esm",
    target: "es2022",
    logLevel: "silent",
  });
}

/** Debian's Firefox speaks to no Playwright: open a bare page, which posts its outcome back. @returns {Promise<Result>} */
async function runFirefox() {
  const script = "dist/test/page/suite.js";
  await bundle("test/conformance/page.ts", script);
  const profile = await mkdtemp(join(tmpdir(), "firefox-"));
  const silenced = [
    "browser.shell.checkDefaultBrowser",
    "browser.aboutwelcome.enabled",
    "datareporting.policy.dataSubmissionEnabled",
    "toolkit.telemetry.reportingpolicy.firstRun",
    "app.normandy.enabled",
    "extensions.update.enabled",
    "network.captive-portal-service.enabled",
    "network.connectivity-service.enabled",
  ];
  await writeFile(join(profile, "user.js"), silenced.map((key) => `user_pref("${key}", false);\n`).join(""));
  // A script that fails to load must answer too, or the run would wait for its limit.
  const onError = 'onerror = (text) => fetch("result", { method: "POST", body: JSON.stringify(text) })';
  const page = `<!doctype html><meta charset="utf-8"><script>${onError}</script><script type="module" src="suite.js"></script>`;
  /** What the page may ask for. @type {Map<string, [type: string, path: string]>} */
  const files = new Map([["/suite.js", ["text/javascript", script]]]);
  for (const [name, path] of Object.entries(wasmFiles)) {
    files.set(`/${name}.wasm`, ["application/wasm", join("node_modules", path)]);
  }
  /** @type {(text: string) => void} */
  let arrived = () => {};
  /** @type {Promise<string>} */
  const posted = new Promise((resolve) => {
    arrived = resolve;
  });
  const server = createServer(async (request, response) => {
    const file = files.get(request.url ?? "");
    if (request.method === "POST") {
      request.setEncoding("utf8");
      let text = "";
      for await (const chunk of request) text += chunk;
      response.end();
      arrived(text);
    } else if (file) {
      response.setHeader("content-type", file[0]).end(await readFile(join(root, file[1])));
    } else {
      response.setHeader("content-type", "text/html").end(page);
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const run = execute([firefox, "--headless", "--no-remote", "--profile", profile, `http://127.0.0.1:${port}/`]);
  try {
    const ended = run.done.then(({ log }) => Promise.reject(new Error(`firefox ended early\n${log}`)));
    const outcome = JSON.parse(await Promise.race([posted, ended]));
    return typeof outcome === "string" ? failure(outcome) : resultOf(outcome, 0, "");
  } finally {
    run.stop();
    await run.done.catch(() => {});
    server.close();
    server.closeAllConnections();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
