// @ts-check
// A real agent behind the gateway: `node test/gateway/agent.mjs` installs the pi coding agent into a temporary folder
// (about 200 MB; AGENT names a folder that has it), has it work through a loop of tools, and prints what happened. Exit
// code 1: it did not come to its end.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
await build({
  absWorkingDir: root,
  entryPoints: ["test/gateway/agent-run.ts"],
  outfile: "dist/test/gateway-agent.mjs",
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "es2022",
  logLevel: "error",
});
const { run } = await import(`${root}dist/test/gateway-agent.mjs`);
process.exit(await run(process.env["AGENT"]));
