// @ts-check
// `node test/packaging/build-wasm.mjs [LIBRARY]`, the second step of `npm run build:lib`: puts the codecs' WASM and their licenses
// beside the compiled library, and points the host files of the engine `jsquash` there. In the sources they name the
// files in the codecs' packages.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { notices, noticesName, packages } from "./build-notices.mjs";

const library = process.argv[2] ?? fileURLToPath(new URL("../../dist/lib", import.meta.url));
const hosts = join(library, "adapters/jsquash");
const target = join(library, "wasm");

/** @type {Set<string>} */
const files = new Set();
for (const name of readdirSync(hosts).filter((name) => name.endsWith(".js"))) {
  const path = join(hosts, name);
  const text = readFileSync(path, "utf8").replace(/"(@[\w./-]+\.wasm)"/g, (_, /** @type {string} */ file) => {
    files.add(file);
    return `"../../wasm/${basename(file)}"`;
  });
  writeFileSync(path, text);
}
if (files.size === 0) throw new Error(`no host file in ${hosts} names a .wasm file of a package`);

mkdirSync(target, { recursive: true });
const sorted = [...files].sort();
for (const file of sorted) copyFileSync(join(packages, file), join(target, basename(file)));
writeFileSync(join(target, noticesName), notices(sorted));
