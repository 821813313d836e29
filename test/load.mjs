// @ts-check
// Imports TypeScript modules, for scripts: Node 20 runs no TypeScript, so they are bundled first.
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The exports of one or more modules together.
 *
 * @param {readonly string[]} entries paths from the root
 * @param {{ platform?: "neutral" | "node" }} [options] `node`: packages are imported and not bundled
 * @returns {Promise<any>}
 */
export async function load(entries, { platform = "neutral" } = {}) {
  const name = entries[0]?.replaceAll("/", "-").replace(/\.ts$/, ".mjs");
  // As deep as the folders of tests, which look for the root from where they are.
  const outfile = `${root}dist/test/${name}`;
  await build({
    absWorkingDir: root,
    stdin: { contents: entries.map((entry) => `export * from "./${entry}";`).join("\n"), resolveDir: root },
    outfile,
    bundle: true,
    platform,
    ...(platform === "node" ? { packages: "external" } : { mainFields: ["module", "main"] }),
    format: "esm",
    target: "es2022",
    // The package says of its modules that they do nothing by themselves; scripts do.
    ignoreAnnotations: true,
    logLevel: "error",
  });
  return import(pathToFileURL(outfile).href);
}
