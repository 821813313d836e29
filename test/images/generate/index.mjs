// @ts-check
// Writes ../fixtures.js: every kind of image that a transcript may hold, good and bad, as base64, since Deno without
// permissions, workerd and browsers read no files. Made anew when a file of this folder or the encoder has changed.
import { createHash } from "node:crypto";
import { open, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const target = fileURLToPath(new URL("../fixtures.js", import.meta.url));

/** Safe to call from several processes at once: the file is replaced in one step. */
export async function generateImages() {
  const stamp = `// ${await stampOf()}\n`;
  if (stamp === (await start(target, stamp.length))) return;
  const { labels } = await import("./labels.mjs");
  const { jpegs } = await import("./jpegs.mjs");
  const { others } = await import("./others.mjs");
  const { pngs } = await import("./pngs.mjs");
  const fixtures = [...(await jpegs()), ...pngs(), ...(await others()), ...labels()];
  const names = new Set(fixtures.map(({ name }) => name));
  if (names.size < fixtures.length) throw new Error("two fixtures have the same name");
  const text = `export const fixtures = JSON.parse(${JSON.stringify(JSON.stringify(fixtures))});\n`;
  const draft = `${target}.${process.pid}`;
  await writeFile(draft, stamp + text);
  await rename(draft, target);
}

/** Tells whether the file would come out the same. @returns {Promise<string>} */
async function stampOf() {
  const hash = createHash("sha256");
  const folder = new URL("./", import.meta.url);
  for (const name of (await readdir(folder)).sort()) hash.update(name).update(await readFile(new URL(name, folder)));
  const encoder = new URL("../../../node_modules/sharp/package.json", import.meta.url);
  return hash.update(await readFile(encoder)).digest("hex");
}

/** @param {string} path @param {number} length @returns {Promise<string>} its first characters; none without the file */
async function start(path, length) {
  const file = await open(path).catch(() => undefined);
  if (!file) return "";
  const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, 0).finally(() => file.close());
  return new TextDecoder().decode(buffer.subarray(0, bytesRead));
}
