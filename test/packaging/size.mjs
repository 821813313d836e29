// @ts-check
// What is paid for what is shipped: `node test/packaging/size.mjs` prints it, size.test.ts holds it to the limits.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/**
 * @typedef {{ name: string, bytes: number, gzip: number }} Part
 * @typedef {{ parts: readonly Part[], text: string, inputs: readonly string[] }} Measured
 * @typedef {{ what: string, limit: number, measure: () => Promise<Measured> }} Budget
 */

/** What the README promises of the library: bytes of src/index.ts as one minified script, gzipped. */
export const limit = 200_000;

/** Limits are bytes after gzip. @type {Readonly<Record<"library" | "frontDoor" | "worker" | "page" | "core", Budget>>} */
export const budgets = {
  library: { what: "src/index.ts as one minified script", limit, measure: measureLibrary },
  frontDoor: { what: "prepareReplay alone, minified", limit: 160_000, measure: measureFrontDoor },
  worker: { what: "the worker with all codecs", limit: 600_000, measure: measureWorker },
  page: { what: "the page's own scripts", limit: 60_000, measure: () => measurePage(/^index-.*\.js$/) },
  core: {
    what: "the core in its Web Worker, without codecs",
    limit: 210_000,
    measure: () => measurePage(/^core\.worker-.*\.js$/),
  },
};

/** @param {Measured} measured */
export function gzipOf({ parts }) {
  return parts.reduce((sum, { gzip }) => sum + gzip, 0);
}

/** Bundled without a platform: an import of a Node module fails here. @returns {Promise<Measured>} */
async function measureLibrary() {
  return bundle({ entryPoints: ["src/index.ts"], minify: true, outdir: "out" });
}

/** What is left when a bundler drops the rest. @returns {Promise<Measured>} */
async function measureFrontDoor() {
  const contents = 'export { prepareReplay } from "./src/index.ts";';
  return bundle({ stdin: { contents, resolveDir: root }, minify: true, outdir: "out" });
}

/** As wrangler bundles: minified, each WASM file beside the script. @returns {Promise<Measured>} */
async function measureWorker() {
  const contents = `
    export { default } from "./worker/index.ts";
    export { createJsquashEngine } from "./src/adapters/jsquash/workerd.ts";
  `;
  return bundle({
    stdin: { contents, resolveDir: root, sourcefile: "worker.ts" },
    minify: true,
    loader: { ".wasm": "copy" },
    conditions: ["workerd", "worker", "browser"],
    outdir: "out",
  });
}

/** @param {import("esbuild").BuildOptions} options @returns {Promise<Measured>} */
async function bundle(options) {
  const { outputFiles = [], metafile } = await build({
    absWorkingDir: root,
    bundle: true,
    platform: "neutral",
    mainFields: ["module", "main"],
    format: "esm",
    target: "es2022",
    write: false,
    metafile: true,
    logLevel: "silent",
    ...options,
  });
  const outputs = Object.values(metafile?.outputs ?? {}).flatMap(({ inputs }) => Object.entries(inputs));
  return {
    parts: outputFiles.map(({ path, contents }) => part(path, contents)),
    text: outputFiles.find(({ path }) => path.endsWith(".js"))?.text ?? "",
    inputs: outputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path),
  };
}

/** A script of the page, with what it imports before it runs. @param {RegExp} entry @returns {Promise<Measured>} */
async function measurePage(entry) {
  const outDir = await mkdtemp(join(tmpdir(), "replaysafe-size-"));
  try {
    // In a process of its own: a test runner's NODE_ENV would give the development build.
    const env = { ...process.env, NODE_ENV: "production" };
    await run(join(root, "node_modules/.bin/vite"), ["build", "--outDir", outDir, "--logLevel", "warn"], {
      cwd: root,
      env,
    });
    const assets = join(outDir, "assets");
    const names = await readdir(assets);
    const scripts = names.filter((name) => entry.test(name));
    const { metafile } = await build({
      absWorkingDir: assets,
      entryPoints: scripts,
      bundle: true,
      splitting: true,
      format: "esm",
      outdir: "out",
      write: false,
      metafile: true,
      logLevel: "silent",
    });
    for (const script of scripts) {
      for (const { path, kind } of metafile.inputs[script]?.imports ?? []) {
        if (kind === "import-statement" && !scripts.includes(path)) scripts.push(path);
      }
    }
    const files = await Promise.all(scripts.map((name) => readFile(join(assets, name))));
    return {
      parts: files.map((contents, i) => part(scripts[i] ?? "", contents)),
      text: files.join("\n"),
      inputs: names,
    };
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** @param {string} path @param {Uint8Array} contents @returns {Part} */
function part(path, contents) {
  return { name: basename(path), bytes: contents.length, gzip: gzipSync(contents, { level: 9 }).length };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const kB = (/** @type {number} */ n) => `${(n / 1000).toFixed(1)} kB`;
  for (const { what, limit, measure } of Object.values(budgets)) {
    const measured = await measure();
    const gzip = gzipOf(measured);
    console.log(`${what}: ${kB(gzip)} gzip (limit ${kB(limit)})`);
    for (const { name, bytes, gzip } of measured.parts) console.log(`  ${name} ${kB(bytes)}, ${kB(gzip)} gzip`);
    if (gzip > limit) process.exitCode = 1;
  }
}
