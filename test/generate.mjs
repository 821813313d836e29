// @ts-check
// Writes test/conformance/cases.js: the reference cases as one module, since Deno without permissions, workerd and
// browsers read no files. JSON.parse keeps "__proto__" keys and lone surrogates as they are in the cases. And for the
// same reason test/images/fixtures.js, the images.
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { generateImages } from "./images/generate/index.mjs";

const folder = new URL("cases/reference/", import.meta.url);
const target = fileURLToPath(new URL("conformance/cases.js", import.meta.url));

/** Safe to call from several processes at once: a file is replaced in one step, and only when it differs. */
export async function generate() {
  await generateImages();
  await generateCases();
}

async function generateCases() {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".jsonl")).sort();
  const cases = [];
  for (const name of names) {
    const lines = (await readFile(new URL(name, folder), "utf8")).split("\n").filter((line) => line.trim() !== "");
    for (const line of lines) cases.push(JSON.parse(line));
  }
  const text = `export const cases = JSON.parse(${JSON.stringify(JSON.stringify(cases))});\n`;
  if (text === (await readFile(target, "utf8").catch(() => ""))) return;
  const draft = `${target}.${process.pid}`;
  await writeFile(draft, text);
  await rename(draft, target);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await generate();
