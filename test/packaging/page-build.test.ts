// The page is built from its sources alone: whoever builds it gets the same bytes.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { filesIn, parse, specifiersOf } from "./source.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

interface Built {
  readonly digests: Readonly<Record<string, string>>;
  readonly texts: ReadonlyMap<string, string>;
}

/** Every file of a new build. */
async function build(): Promise<Built> {
  const folder = await mkdtemp(join(tmpdir(), "replaysafe-build-"));
  try {
    // In a process of its own: a test runner's NODE_ENV would give the development build.
    const env = { ...process.env, NODE_ENV: "production" };
    const vite = join(root, "node_modules/.bin/vite");
    await run(vite, ["build", "--outDir", folder, "--logLevel", "error"], { cwd: root, env });
    const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const read = names.map(async ({ parentPath, name }) => {
      const bytes = await readFile(join(parentPath, name));
      return [join(parentPath, name).slice(folder.length), bytes] as const;
    });
    const files = await Promise.all(read);
    const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    return {
      digests: Object.fromEntries(files.map(([name, bytes]) => [name, digest(bytes)])),
      texts: new Map(files.map(([name, bytes]) => [name, bytes.toString("utf8")])),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The packages that sources name, besides those of which the page has WASM only. */
function packagesOf(sources: readonly string[]): string[] {
  const bare = sources.flatMap((path) => specifiersOf(parse(path))).filter((name) => !/^(?:\.|.*\.wasm)/.test(name));
  return [...new Set(bare.map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier))];
}

let built: Promise<Built>;
beforeAll(() => {
  built = build();
});

test("two builds are the same, byte by byte", { timeout: 180_000 }, async () => {
  const [first, second] = [await built, await build()];
  expect(Object.keys(first.digests)).toEqual(expect.arrayContaining(["/index.html", "/transcript-inspector.js"]));
  expect(second.digests).toEqual(first.digests);
});

test("no script runs a text as code, and none is within the page", { timeout: 180_000 }, async () => {
  const { texts } = await built;
  const scripts = [...texts].filter(([name]) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(5);
  for (const [name, text] of scripts)
    expect([name, /\beval\(|\bFunction\(/.exec(text)?.[0]]).toEqual([name, undefined]);
  const page = texts.get("/index.html") ?? "";
  expect(page).not.toMatch(/<script(?![^>]* src=)|<style| on\w+=|(?:src|href)="\//);
});

test("every package within the scripts and every codec is listed with its license", { timeout: 180_000 }, async () => {
  const { texts } = await built;
  const listed = texts.get("/SCRIPT-NOTICES.txt") ?? "";
  const elsewhere = /^(?:src\/adapters\/|src\/images\/engines\/avif|web\/extension\/)/;
  const sources = filesIn(["web", "src"], /\.ts$/).filter((path) => !elsewhere.test(path));
  const wanted = packagesOf(sources).filter((name) => !name.startsWith("node:"));
  expect(wanted).toEqual(expect.arrayContaining(["lit", "diff", "zod"]));
  // What Lit consists of.
  wanted.push("lit-element", "lit-html", "@lit/reactive-element");
  const entries = [...listed.matchAll(/^((?:@[\w-]+\/)?[\w-]+) \d[\w.-]*, \w/gm)].map(([, name]) => name);
  expect(entries).toEqual(expect.arrayContaining(wanted));
  const codecs = texts.get("/THIRD-PARTY-NOTICES.txt") ?? "";
  const wasm = sources.flatMap((path) => specifiersOf(parse(path))).filter((name) => /\.wasm(?:\?|$)/.test(name));
  for (const file of wasm) expect(codecs).toContain(`${file.split("?")[0]?.split("/").at(-1)}: `);
});
