// @ts-check
// What a page pays for the library: `node test/packaging/size.mjs` prints it, size.test.ts holds it to the limit.
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Bytes of src/index.ts as one minified script, gzipped. */
export const limit = 45_000;

/** Bundles without a platform: an import of a Node module fails here. */
export async function measure() {
  const result = await build({
    absWorkingDir: root,
    entryPoints: ["src/index.ts"],
    bundle: true,
    minify: true,
    platform: "neutral",
    mainFields: ["module", "main"],
    format: "esm",
    target: "es2022",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const text = result.outputFiles[0]?.text ?? "";
  const [output] = Object.values(result.metafile.outputs);
  const inputs = Object.entries(output?.inputs ?? {}).filter(([, input]) => input.bytesInOutput > 0);
  return { text, inputs: inputs.map(([path]) => path), bytes: text.length, gzip: gzipSync(text, { level: 9 }).length };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { bytes, gzip } = await measure();
  const kB = (/** @type {number} */ n) => `${(n / 1000).toFixed(1)} kB`;
  console.log(`src/index.ts ${kB(bytes)} minified, ${kB(gzip)} gzip (limit ${kB(limit)})`);
  if (gzip > limit) process.exitCode = 1;
}
