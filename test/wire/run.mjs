// @ts-check
// The laws of the wire adapters on many random bodies.
//   node test/wire/run.mjs [--count 20000] [--seed 1] [--format anthropic-messages]
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const outdir = `${root}/dist/test/wire`;
const { values } = parseArgs({
  options: {
    count: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    format: { type: "string", default: "" },
  },
});
await build({
  absWorkingDir: root,
  entryPoints: { suite: "test/wire/suite.ts", cases: "test/wire/cases/index.ts" },
  outdir,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  platform: "neutral",
  mainFields: ["module", "main"],
  format: "esm",
  target: "es2022",
  logLevel: "error",
});
/** @type {typeof import("./suite.ts")} */
const { describeRow, runLaws } = await import(`${outdir}/suite.mjs`);
/** @type {typeof import("./cases/index.ts")} */
const { lawCases } = await import(`${outdir}/cases.mjs`);
const chosen = lawCases.filter(({ adapter }) => adapter.format.startsWith(values.format));
let failed = chosen.length === 0;
for (const one of chosen) {
  const begun = Date.now();
  const row = runLaws(one, Number(values.count), Number(values.seed));
  console.log(`${describeRow(row)} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  failed ||= row.failures.length > 0;
}
process.exitCode = failed ? 1 : 0;
