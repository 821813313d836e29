import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  call,
  clean,
  dangling,
  entry,
  header,
  type Outcome,
  run,
  temporaryFolder,
  user,
  writeLines,
} from "./command-line.ts";

const folder = temporaryFolder();

function sanitize(file: string, ...more: readonly string[]): Promise<Outcome> {
  return run(["sanitize", file, "--provider", "anthropic", "--model", "claude-opus-4-6", ...more]);
}

function write(name: string, ...values: readonly unknown[]): Promise<string> {
  return writeLines(join(folder, name), ...values);
}

describe("sanitize", () => {
  test("nothing to do: exit code 0", async () => {
    const file = await write("clean.jsonl", ...clean);
    const outcome = await sanitize(file);
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    expect(outcome.stdout).toContain(`file    ${file}\n`);
    expect(outcome.stdout).toContain("session, 3 entries, 3 messages on the active branch");
    expect(outcome.stdout).toContain("3 messages in, 3 out, 0 changes (0 lossy): clean\n");
    expect(outcome.stdout).not.toContain("\u001b");
  });

  test("changed: exit code 1 and a table by rule", async () => {
    const file = await write("dangling.jsonl", ...dangling);
    const outcome = await sanitize(file, "--pointers", "1");
    expect(outcome).toMatchObject({ code: 1, stderr: "" });
    expect(outcome.stdout).toMatch(/^rule +stage +changes +lossy +example$/m);
    expect(outcome.stdout).toMatch(/^ {4}insert beside \/1/m);
    expect(outcome.stdout).toMatch(/^3 messages in, 4 out, 1 change \(\d lossy\): repaired$/m);
  });

  test("--json prints one document and nothing else", async () => {
    const file = await write("json.jsonl", ...dangling, "{oops");
    const outcome = await sanitize(file, "--json");
    expect(outcome).toMatchObject({ code: 1, stderr: "" });
    const result = JSON.parse(outcome.stdout);
    expect(result).toMatchObject({ status: "repaired", policy: { family: "anthropic" }, messages: { length: 4 } });
    expect(result.changes.length).toBeGreaterThan(0);
    expect(result).toMatchObject({ problems: [], repair: { dropped: [{ line: 5, reason: "malformed" }] } });
  });

  test("damaged lines are repaired as they are read, and the file stays as it is", async () => {
    const split = `${JSON.stringify(dangling[1])}${JSON.stringify(dangling[2])}`;
    const file = await write("damaged.jsonl", header, split, dangling[3], '{"type":"mess');
    const before = await readFile(file, "utf8");
    const outcome = await sanitize(file);
    expect(outcome).toMatchObject({ code: 1, stderr: "" });
    expect(outcome.stdout).toContain(
      "damaged 1 line dropped, 2 records recovered; repaired in memory, the file is as it was\n",
    );
    expect(outcome.stdout).toMatch(/^3 messages in, 4 out, /m);
    expect(await readFile(file, "utf8")).toBe(before);
  });

  test("--out writes a session over which a second run changes nothing", async () => {
    const snapshot = { timestamp: 5, provider: "openai", modelApi: "openai-responses", modelId: "gpt-5.4" };
    const custom = { type: "custom", id: "d", parentId: "c", customType: "model-snapshot", data: snapshot };
    const file = await write("in.jsonl", ...dangling, custom);
    const out = join(folder, "out.jsonl");
    const first = await sanitize(file, "--out", out, "--json");
    expect(first).toMatchObject({ code: 1, stderr: "" });
    expect(JSON.parse(first.stdout)).not.toHaveProperty("messages");

    const second = await sanitize(out, "--json");
    expect(second).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(second.stdout)).toMatchObject({
      changes: [],
      problems: [],
      source: { modelSnapshots: [snapshot] },
      messages: { length: 4 },
    });
    expect(JSON.parse((await readFile(out, "utf8")).split("\n")[0] ?? "")).toEqual(header);
    expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("--drop-dangling drops the call", async () => {
    const file = await write("drop.jsonl", ...dangling);
    const outcome = await sanitize(file, "--drop-dangling", "--json");
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).not.toContain('"toolResult"');
  });

  test("--out refuses the input file, also under another name", async () => {
    const file = await write("same.jsonl", ...clean);
    const link = join(folder, "link.jsonl");
    await symlink(file, link);
    for (const out of [file, link, join(folder, ".", "same.jsonl")]) {
      expect(await sanitize(file, "--out", out)).toMatchObject({ code: 2, stdout: "" });
    }
    expect((await readFile(file, "utf8")).split("\n").length).toBe(clean.length + 1);
  });

  test("standard input", async () => {
    const input = JSON.stringify([user("hi")]);
    const outcome = await run(["sanitize", "-", "--provider", "anthropic"], input);
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    expect(outcome.stdout).toContain("standard input");
  });

  test("hostile text is not printed raw", async () => {
    const evil = "\u001b]0;owned\u0007\u009b2J\u202e";
    const bad = { ...call, content: [{ type: "toolCall", id: "", name: evil, arguments: {} }] };
    const file = await write("evil.jsonl", ...dangling, entry("d", "c", bad), entry("e", "d", user(evil)), `{"${evil}`);
    const raw = [...evil].filter((character) => !/[ -~]/.test(character));
    for (const more of [["--pointers", "9"], ["--json"]]) {
      const outcome = await sanitize(file, ...more);
      expect(outcome.code).toBe(1);
      expect(raw.filter((character) => (outcome.stdout + outcome.stderr).includes(character))).toEqual([]);
    }
  });

  test("bad input: exit code 2 and what to do", async () => {
    const file = await write("for-errors.jsonl", ...clean);
    const binary = join(folder, "picture.png");
    await writeFile(binary, new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255]));
    const cases: [string[], string][] = [
      [["sanitize"], "Name the session file"],
      [["sanitize", file], "--provider"],
      [["sanitize", file, "--provider", ""], "--provider"],
      [["sanitize", file, file, "--provider", "x"], "One file at a time"],
      [["sanitize", file, "--provider", "x", "--nope"], "no option --nope"],
      [["sanitize", file, "--provider", "x", "--pointers", "many"], "whole number"],
      [["sanitize", join(folder, "none"), "--provider", "x"], "It does not exist."],
      [["sanitize", folder, "--provider", "x"], "It is a folder."],
      [["sanitize", binary, "--provider", "x"], "Nothing in the text"],
      [["sanitize", file, "--provider", "x", "--out", join(folder, "none", "o")], "Its folder does not exist."],
      [["frobnicate"], "There are: sanitize"],
      [["toString"], "There are: sanitize"],
      [[], "Usage:"],
    ];
    const outcomes = await Promise.all(cases.map(([args]) => run(args)));
    expect(outcomes.map(({ code, stdout }) => [code, stdout])).toEqual(cases.map(() => [2, ""]));
    expect(outcomes.filter(({ stderr }, index) => !stderr.includes(cases[index]?.[1] ?? ""))).toEqual([]);
  }, 60_000);

  test("help", async () => {
    const [all, one] = await Promise.all([run(["--help"]), run(["sanitize", "--help"])]);
    expect(all).toMatchObject({ code: 0, stderr: "" });
    expect(all.stdout).toContain("sanitize");
    expect(one).toMatchObject({ code: 0, stderr: "" });
    expect(one.stdout).toContain("--provider P");
  });
});
