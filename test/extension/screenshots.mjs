// @ts-check
// `npm run screenshots:extension`: the panel in the real developer tools, docked right and at the bottom, in both themes,
// written to dist/screenshots. Node 20 runs no TypeScript: the script is bundled, then run.
import { build } from "esbuild";

process.env["PW_CHROMIUM_ATTACH_TO_OTHER"] = "1";
const outfile = "dist/test/extension-screenshots.mjs";
await build({
  entryPoints: ["test/extension/screenshots.ts"],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  logLevel: "error",
});
await import(new URL(`../../${outfile}`, import.meta.url).href);
