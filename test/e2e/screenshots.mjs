// @ts-check
// Node 20 runs no TypeScript: the script is bundled, then run.
import { build } from "esbuild";

const outfile = "dist/test/screenshots.mjs";
await build({
  entryPoints: ["test/e2e/screenshots.ts"],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  logLevel: "error",
});
await import(new URL(`../../${outfile}`, import.meta.url).href);
