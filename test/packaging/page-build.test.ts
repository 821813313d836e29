// The page is built from its sources alone: whoever builds it gets the same bytes.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** The digest of every file of a new build. */
async function build(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), "replaysafe-build-"));
  try {
    // In a process of its own: a test runner's NODE_ENV would give the development build.
    const env = { ...process.env, NODE_ENV: "production" };
    const vite = join(root, "node_modules/.bin/vite");
    await run(vite, ["build", "--outDir", folder, "--logLevel", "error"], { cwd: root, env });
    const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const digests = names.map(async ({ parentPath, name }) => {
      const bytes = await readFile(join(parentPath, name));
      return [join(parentPath, name).slice(folder.length), createHash("sha256").update(bytes).digest("hex")] as const;
    });
    return Object.fromEntries(await Promise.all(digests));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test("two builds are the same, byte by byte", { timeout: 180_000 }, async () => {
  const [first, second] = [await build(), await build()];
  expect(Object.keys(first)).toEqual(expect.arrayContaining(["/index.html", "/transcript-inspector.js"]));
  expect(second).toEqual(first);
});
