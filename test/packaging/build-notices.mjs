// @ts-check
// The licenses of the codecs' WASM, for whatever carries the files.
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where npm puts the codecs' packages. */
export const packages = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** What the file with the licenses is called. */
export const noticesName = "THIRD-PARTY-NOTICES.txt";

/** A package without a license file of its own, whose code is of a project that another package has the license of. */
const borrowed = new Map([["@cwasm/jpeg-turbo", "@jsquash/jpeg/codec/LICENSE.codec.md"]]);

/**
 * The list of files with what they were taken from, then every license text once.
 *
 * @param {readonly string[]} files as paths in node_modules
 */
export function notices(files) {
  /** @type {Map<string, string[]>} */
  const usersOf = new Map();
  const rows = files.map((file) => {
    const name = file.split("/").slice(0, 2).join("/");
    const { version, license } = JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8"));
    for (const path of licensesOf(file, name)) {
      const text = readFileSync(join(packages, path), "utf8").trim();
      usersOf.set(text, [...(usersOf.get(text) ?? []), basename(file)]);
    }
    return `${basename(file)}: ${name} ${version}, ${license}`;
  });
  const texts = [...usersOf].map(([text, users]) => `${"=".repeat(80)}\nFor ${users.join(", ")}:\n\n${text}`);
  return `${[
    "These WASM files are the unchanged files of npm packages. The license texts follow.",
    "This software is based in part on the work of the Independent JPEG Group.",
    rows.join("\n"),
    ...texts,
  ].join("\n\n")}\n`;
}

/** What the file with the licenses of packages within scripts is called. */
export const scriptNoticesName = "SCRIPT-NOTICES.txt";

/**
 * The packages whose code is within scripts, each with its license.
 *
 * @param {readonly string[]} names
 */
export function scriptNotices(names) {
  const parts = names.map((name) => {
    const { version, license } = JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8"));
    const texts = licensesOf(`${name}/package.json`, name).map((path) =>
      readFileSync(join(packages, path), "utf8").trim(),
    );
    return `${"=".repeat(80)}\n${name} ${version}, ${license}\n\n${texts.join("\n\n")}`;
  });
  return `The scripts of this page hold code of these npm packages.\n\n${parts.join("\n\n")}\n`;
}

/**
 * The license files on the way from a file up to its package, as paths in node_modules.
 *
 * @param {string} path
 * @param {string} name of the package
 */
function licensesOf(path, name) {
  const found = [borrowed.get(name) ?? []].flat();
  for (let folder = dirname(path); folder.startsWith(name); folder = dirname(folder)) {
    for (const file of readdirSync(join(packages, folder))) {
      if (file.startsWith("LICENSE")) found.push(`${folder}/${file}`);
    }
  }
  if (found.length === 0) throw new Error(`${name} has no license file`);
  return found;
}
