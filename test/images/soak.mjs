// @ts-check
// Thousands of failures in one process: does every good image still decode, and how much memory is held?
//   node test/images/soak.mjs [--count 3000]
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import sharp from "sharp";
import { bad, damaged } from "./bad.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const outfile = `${root}/dist/test/images/soak.mjs`;
const { values } = parseArgs({ options: { count: { type: "string", default: "3000" } } });
const count = Number(values.count);
const every = 100;

await build({
  absWorkingDir: root,
  stdin: {
    contents: `export { createEngine } from "./src/images/engines/jsquash/engine.ts";
      export { measureCanonical } from "./src/images/measure.ts";`,
    resolveDir: root,
  },
  outfile,
  bundle: true,
  platform: "neutral",
  packages: "external",
  format: "esm",
  target: "es2022",
  logLevel: "error",
});
/** @type {typeof import("../../src/images/engines/jsquash/engine.ts") & typeof import("../../src/images/measure.ts")} */
const { createEngine, measureCanonical } = await import(outfile);

const { resolve } = createRequire(import.meta.url);
/** @param {string} name */
const load = (name) => () => new WebAssembly.Module(readFileSync(resolve(name)));
let held = 0;
const engine = createEngine(
  {
    modules: {
      jpegDecode: load("@cwasm/jpeg-turbo/jpeg-turbo.wasm"),
      jpegEncode: load("@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm"),
      png: load("@jsquash/png/codec/pkg/squoosh_png_bg.wasm"),
      webpDecode: load("@jsquash/webp/codec/dec/webp_dec.wasm"),
    },
  },
  (_, bytes) => {
    held = bytes;
  },
);

/** @param {Uint8Array} file @param {("jpeg" | "png")[]} formats */
function jobOf(file, formats = ["jpeg", "png"]) {
  const data = Buffer.from(file).toString("base64");
  const info = measureCanonical(data);
  if (!info) throw new Error("the file is no image");
  return { data, info, limits: { maxSide: 60, maxBytes: 1 << 20, formats } };
}

const color = sharp({
  create: { width: 200, height: 100, channels: 4, background: { r: 9, g: 99, b: 199, alpha: 0.5 } },
});
const good = [
  jobOf(await color.clone().removeAlpha().jpeg().toBuffer()),
  jobOf(await color.clone().png().toBuffer()),
  jobOf(await color.clone().png({ progressive: true }).toBuffer(), ["png"]),
  jobOf(await color.clone().webp().toBuffer()),
  jobOf(await color.clone().gif().toBuffer()),
];
const first = await results();
const mib = (/** @type {number} */ bytes) => (bytes / 1024 / 1024).toFixed(1).padStart(8);
let failed = 0;
console.log(
  `${"kind".padEnd(28)}${"bad".padStart(8)}${"good".padStart(12)}${"wasm MiB".padStart(10)}${"rss MiB".padStart(9)}${"s".padStart(7)}`,
);
for (const [name, file] of Object.entries({ ...bad, ...damaged })) {
  const job = jobOf(file);
  const begun = performance.now();
  let troubled = 0;
  let most = 0;
  let same = true;
  for (let i = 1; i <= count; i++) {
    const problems = await engine.process(job).then(
      ({ warnings }) => warnings.length,
      () => 1,
    );
    if (problems > 0) troubled++;
    if (i % every === 0 || i === count) {
      same &&= (await results()) === first;
      most = Math.max(most, held);
    }
  }
  const well = same && troubled === count;
  if (!well) failed++;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1).padStart(7);
  const verdict = (well ? "all decode" : "DIFFERENT").padStart(12);
  console.log(
    `${name.padEnd(28)}${String(troubled).padStart(8)}${verdict}${mib(most).padStart(10)}${mib(process.memoryUsage().rss).padStart(9)}${seconds}`,
  );
}
process.exitCode = failed > 0 ? 1 : 0;

/** What the engine makes of the good images, as one text. */
async function results() {
  return JSON.stringify(await Promise.all(good.map((job) => engine.process(job))));
}
