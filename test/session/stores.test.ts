// One suite of failures over every store: each call of a repair fails in each way, in the runtime the store is made for.
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { chromium } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumLaunch } from "../chromium.ts";
import { memoryHost } from "./stores/memory.ts";
import { damagedFile, describeRows, type Row, runFaults } from "./stores/suite.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const deno = join(root, "node_modules/.bin/deno");
const run = promisify(execFile);
const noBrowser = !existsSync(chromiumLaunch.executablePath) && process.env["CI"] !== "true";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "replaysafe-stores-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [`test/session/stores/${entry}`],
    bundle: true,
    write: false,
    platform: "neutral",
    mainFields: ["module", "main"],
    format: "esm",
    target: "es2022",
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

/** No call that fails may leave anything but the file as it was, the repaired one, or what somebody else wrote. */
function expectSafe(rows: readonly Row[], steps: number): void {
  console.log(describeRows(rows));
  expect(new Set(rows.map(({ step }) => step)).size).toBeGreaterThanOrEqual(steps);
  expect(rows.filter(({ content, wrong }) => content === "MIXED" || content === "LOST" || wrong !== "")).toEqual([]);
  expect(rows.filter(({ content }) => content === "-").length).toBeLessThan(rows.length / 10);
}

test("memory", async () => {
  expectSafe(await runFaults(memoryHost), 3);
});

const flags = ["run", "--no-lock", "--no-remote", "--no-prompt"];

test("Deno", async () => {
  const own = join(folder, "deno");
  await mkdir(own);
  const allowed = ["--allow-read", `--allow-write=${own}`];
  const { stdout } = await run(deno, [...flags, ...allowed, "test/session/stores/deno.ts", own], { cwd: root });
  expectSafe(JSON.parse(stdout), 15);
}, 240_000);

test("R2, in workerd", async () => {
  const script = await bundle("r2.ts");
  const worker = new Miniflare({
    modules: true,
    script,
    compatibilityDate: "2026-04-26",
    r2Buckets: ["SESSIONS"],
    cf: false,
  });
  try {
    const response = await worker.dispatchFetch("http://worker/");
    const outcome = (await response.json()) as { plain: object; rows: Row[]; error?: string };
    expect(outcome.error).toBeUndefined();
    expect(outcome.plain).toEqual({
      messages: 5000,
      repaired: true,
      isRepaired: true,
      metadata: { owner: "me" },
      keys: ["plain/session.jsonl"],
      missing: "missing session file",
    });
    expectSafe(outcome.rows, 5);
  } finally {
    await worker.dispose();
  }
}, 240_000);

test.skipIf(noBrowser)(
  "OPFS, in Chromium",
  async () => {
    const script = await bundle("opfs.ts");
    const server = createServer(({ url }, response) => {
      const isScript = url === "/page.js";
      response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
      response.end(isScript ? script : '<!doctype html><script type="module" src="page.js"></script>');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const browser = await chromium.launch(chromiumLaunch);
    try {
      const page = await browser.newPage();
      const address = server.address();
      await page.goto(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`);
      await page.waitForFunction(() => "outcome" in globalThis);
      const { plain, rows } = await page.evaluate(() => globalThis.outcome);
      expect(plain).toEqual({
        messages: 500,
        isRepaired: true,
        isBackedUp: true,
        backupPath: expect.stringMatching(/^a\/b\/s\.jsonl\.bak-[0-9a-f]{8}-\d+$/),
        missing: "missing session file",
      });
      expectSafe(rows, 8);
    } finally {
      await browser.close();
      server.close();
    }
  },
  240_000,
);

describe("files of Deno", () => {
  const program = join(root, "test/session/stores/open.ts");

  interface Opened {
    readonly messages: number;
    readonly repair: { repaired: boolean; reason?: string; backupPath?: string };
  }

  async function open(path: string, more: readonly string[] = [], allowed = ["--allow-write"]): Promise<Opened> {
    const { stdout } = await run(deno, [...flags, "--allow-read", ...allowed, program, path, ...more], { cwd: root });
    return JSON.parse(stdout);
  }

  const { original, repaired } = damagedFile(120);

  async function make(name: string, text = original): Promise<string> {
    const own = join(folder, name);
    await mkdir(own);
    const path = join(own, "session.jsonl");
    await writeFile(path, text);
    return path;
  }

  test("the mode is kept, also for the backup", async () => {
    const path = await make("mode");
    await chmod(path, 0o640);
    const { messages, repair } = await open(path, ["keep"]);
    expect(messages).toBe(120);
    expect(repair.backupPath).toMatch(/\/session\.jsonl\.bak-\d+-\d+$/);
    expect(await readFile(repair.backupPath ?? "", "utf8")).toBe(original);
    expect(await readFile(path, "utf8")).toBe(repaired);
    for (const file of [path, repair.backupPath ?? ""]) expect((await stat(file)).mode & 0o7777).toBe(0o640);
  });

  test("a link stays a link; its target is repaired", async () => {
    const path = await make("link");
    const link = join(folder, "link.jsonl");
    await symlink(path, link);
    expect((await open(link)).repair).toMatchObject({ repaired: true });
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readFile(path, "utf8")).toBe(repaired);
    expect(await readdir(join(folder, "link"))).toEqual(["session.jsonl"]);
  });

  test("a file that may not be written is read all the same", async () => {
    const path = await make("forbidden");
    const { messages, repair } = await open(path, [], []);
    expect(messages).toBe(120);
    expect(repair).toMatchObject({ repaired: false, reason: expect.stringMatching(/^repair failed: .*write access/) });
    expect(await readFile(path, "utf8")).toBe(original);
    expect(await readdir(join(folder, "forbidden"))).toEqual(["session.jsonl"]);
  });

  test("an intact file is not touched, and a folder is no file", async () => {
    const path = await make("intact", repaired);
    const before = await stat(path);
    expect(await open(path)).toMatchObject({ messages: 120, repair: { repaired: false } });
    const after = await stat(path);
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
    expect((await open(folder)).repair.reason).toBe("failed to read session file: It is no file.");
    expect((await open(join(folder, "none.jsonl"))).repair.reason).toBe("missing session file");
  });

  test("a process that is killed leaves the file as it was or repaired", async () => {
    const large = damagedFile(40_000);
    const states: string[] = [];
    // Killed as soon as a file of that name is there, and a moment later.
    for (const sign of [/\.bak-/, /\.tmp$/]) {
      for (const delay of [0, 20, 60, 150]) {
        const path = await make(`killed-${states.length}`, large.original);
        const child = spawn(deno, [...flags, "--allow-read", "--allow-write", program, path], { cwd: root });
        const ended = new Promise((resolve) => child.on("close", resolve));
        while (child.exitCode === null && !(await readdir(dirname(path))).some((name) => sign.test(name))) {
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        await new Promise((resolve) => setTimeout(resolve, delay));
        child.kill("SIGKILL");
        await ended;
        const text = await readFile(path, "utf8");
        states.push(text === large.original ? "original" : text === large.repaired ? "repaired" : "MIXED");
        await rm(dirname(path), { recursive: true });
      }
    }
    expect(states).not.toContain("MIXED");
    expect(states[0]).toBe("original");
  }, 120_000);
});
