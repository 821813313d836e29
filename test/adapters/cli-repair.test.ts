import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  clean,
  entry,
  header,
  type Outcome,
  reading,
  root,
  run,
  runDeno,
  temporaryFolder,
  user,
} from "./command-line.ts";

const folder = temporaryFolder();

const lines = (...values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join("");
const intact = lines(...clean);
const torn = '{"type":"message","id":"x","parentId":"a","mess';
/** Two records on one line, a torn line in the middle, and one at the end. */
const broken = [
  lines(header, entry("a", null, user("hi"))),
  `${JSON.stringify(entry("b", "a", user("\u2028 two")))}${JSON.stringify(entry("c", "b", user("three")))}\n`,
  `${torn}\n`,
  lines(entry("d", "x", user("four"))),
  torn,
].join("");
const repaired = lines(
  header,
  entry("a", null, user("hi")),
  entry("b", "a", user("\u2028 two")),
  entry("c", "b", user("three")),
  entry("d", "x", user("four")),
);

function repair(...args: readonly string[]): Promise<Outcome> {
  return run(["repair", ...args]);
}

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, text);
  return path;
}

describe("one file", () => {
  test("nothing to do: exit code 0", async () => {
    const file = await write("intact.jsonl", intact);
    const outcome = await repair(file, "--write", "--quarantine", join(folder, "unused"));
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    expect(outcome.stdout).toBe(`file    ${file}\n\nintact: nothing to do\n`);
    expect(await readdir(folder)).not.toContain("unused");
    expect(await readFile(file, "utf8")).toBe(intact);
  });

  test("without --write it needs no permission to write, and writes nothing: exit code 1", async () => {
    const file = await write("dry/broken.jsonl", broken);
    const outcome = await runDeno([...reading, "src/adapters/deno/cli.ts", "repair", file]);
    expect(outcome).toMatchObject({ code: 1, stderr: "" });
    expect(outcome.stdout).toMatch(/^ {2}line 4, byte \d+: 48 bytes, no JSON \(malformed\)$/m);
    expect(outcome.stdout).toMatch(/^ {2}line 6, byte \d+: 47 bytes, a record that breaks off \(torn\)$/m);
    expect(outcome.stdout).toMatch(/^ {2}line 5, byte \d+: its parent x is gone$/m);
    expect(outcome.stdout).toContain("\ndamaged: 2 lines dropped, 2 records recovered\nNothing was written;");
    expect(await readFile(file, "utf8")).toBe(broken);
    expect(await readdir(join(folder, "dry"))).toEqual(["broken.jsonl"]);
  });

  test("--write repairs it, and a second run has nothing to do", async () => {
    const file = await write("wet/broken.jsonl", broken);
    const [dry] = [await repair(file, "--json")];
    const wet = await repair(file, "--write", "--json");
    expect(wet).toMatchObject({ code: 1, stderr: "" });
    const document = JSON.parse(wet.stdout);
    expect(document).toMatchObject({
      written: true,
      files: [{ file, state: "repaired", report: { repaired: true, droppedLines: 2, recoveredRecords: 2 } }],
      summary: { files: 1, damaged: 1, repaired: 1, droppedLines: 2, recoveredRecords: 2, failures: 0 },
    });
    expect(JSON.parse(dry.stdout)).toMatchObject({
      written: false,
      files: [{ file, state: "damaged", report: document.files[0].report }],
    });
    expect(await readFile(file, "utf8")).toBe(repaired);
    expect(await readdir(join(folder, "wet"))).toEqual(["broken.jsonl"]);
    expect(await repair(file)).toMatchObject({ code: 0 });
  });

  test("--keep-backup, --quarantine and --reparent", async () => {
    const file = await write("kept/broken.jsonl", broken);
    const dropped = join(folder, "kept/dropped");
    const options = ["--write", "--reparent", "--keep-backup", "--quarantine", dropped];
    const outcome = await repair(file, ...options);
    expect(outcome).toMatchObject({ code: 1, stderr: "" });
    expect(outcome.stdout).toContain("its parent x is gone, continues a now");
    expect(outcome.stdout).toContain(`\nquarantine ${dropped}\n`);
    expect(await readFile(dropped, "utf8")).toBe(`${torn}\n${torn}`);
    expect((await stat(dropped)).mode & 0o777).toBe(0o600);
    const backup = /^backup +(.*)$/m.exec(outcome.stdout)?.[1] ?? "";
    expect(await readFile(backup, "utf8")).toBe(broken);
    expect(await readFile(file, "utf8")).toBe(repaired.replace('"parentId":"x"', '"parentId":"a"'));

    const again = await repair(await write("kept/other.jsonl", broken), "--write", "--quarantine", dropped);
    expect(again).toMatchObject({ code: 2, stdout: "" });
    expect(again.stderr).toContain("exists already");
    expect(await readFile(join(folder, "kept/other.jsonl"), "utf8")).toBe(broken);
  });

  test("a repair that fails leaves no dropped bytes behind: exit code 3", async () => {
    const file = await write("failed/broken.jsonl", broken);
    const nowhere = join(folder, "failed/no/folder");
    const outcome = await repair(file, "--write", "--quarantine", nowhere);
    expect(outcome).toMatchObject({ code: 3, stderr: "" });
    expect(outcome.stdout).toMatch(/^not repaired: repair failed: /m);
    expect(await readFile(file, "utf8")).toBe(broken);
    expect(await readdir(join(folder, "failed"))).toEqual(["broken.jsonl"]);

    const headless = await write("headless.jsonl", `${torn}\n${lines(user("hi"))}`);
    const refused = await repair(headless, "--write", "--quarantine", join(folder, "failed/dropped"));
    expect(refused).toMatchObject({ code: 3, stderr: "" });
    expect(refused.stdout).toContain("\nnot repaired: invalid session header\n");
    expect(await readdir(join(folder, "failed"))).toEqual(["broken.jsonl"]);
  });

  test("--extras puts in the results that are missing", async () => {
    const open = {
      role: "assistant",
      provider: "openai",
      api: "openai-chatgpt-responses",
      stopReason: "toolUse",
      content: [{ type: "toolCall", id: "call_1|fc_1", name: "read", arguments: {} }],
    };
    const file = await write("extras.jsonl", lines(header, entry("a", null, user("hi")), entry("b", "a", open)));
    expect(await repair(file)).toMatchObject({ code: 0 });
    const outcome = await repair(file, "--extras");
    expect(outcome).toMatchObject({ code: 1, stderr: "" });
    expect(outcome.stdout).toContain("damaged: 1 tool result put in\n");
  });
});

describe("folders", () => {
  test("the files of a folder, and with --recursive those below it, in the order of their names", async () => {
    await write("tree/b.jsonl", broken);
    await write("tree/a.jsonl", intact);
    await write("tree/none.jsonl", "");
    await write("tree/notes.txt", torn);
    await write("tree/sub/c.jsonl", broken);
    await write("tree/sub/deep/d.jsonl", broken);
    await symlink("..", join(folder, "tree/sub/loop"));
    await symlink("../b.jsonl", join(folder, "tree/sub/link.jsonl"));
    const tree = join(folder, "tree");

    const flat = await repair(tree);
    expect(flat).toMatchObject({ code: 3, stderr: "" });
    expect(flat.stdout).toBe(
      [
        `${tree}/b.jsonl: damaged: 2 lines dropped, 2 records recovered`,
        `${tree}/none.jsonl: not repaired: empty session file`,
        "3 files, 1 damaged, 0 repaired, 2 lines dropped, 2 records recovered, 1 failure",
        "Nothing was written; --write repairs.",
        "1 folder not looked into; --recursive does.",
        "",
      ].join("\n"),
    );

    // The same files under several names are done once.
    const args = ["--recursive", "--write", "--json", tree, join(tree, "sub"), join(tree, "sub/link.jsonl")];
    const deep = await repair(...args);
    expect(deep).toMatchObject({ code: 3, stderr: "" });
    expect(JSON.parse(deep.stdout)).toMatchObject({
      written: true,
      files: [
        { file: `${tree}/b.jsonl`, state: "repaired" },
        { file: `${tree}/none.jsonl`, state: "failed", failure: "empty session file" },
        { file: `${tree}/sub/c.jsonl`, state: "repaired" },
        { file: `${tree}/sub/deep/d.jsonl`, state: "repaired" },
      ],
      summary: { files: 5, damaged: 3, repaired: 3, droppedLines: 6, recoveredRecords: 6, failures: 1 },
      notes: [],
    });
    for (const name of ["b.jsonl", "sub/c.jsonl", "sub/deep/d.jsonl"]) {
      expect(await readFile(join(tree, name), "utf8")).toBe(repaired);
    }
    expect(await readdir(join(tree, "sub"))).toEqual(["c.jsonl", "deep", "link.jsonl", "loop"]);
    const after = await repair("--recursive", join(tree, "sub"));
    expect(after).toMatchObject({ code: 0, stderr: "" });
    expect(after.stdout).toMatch(/^2 files, 0 damaged, /);
  });

  test("hundreds of files, each looked at once", async () => {
    const names = Array.from({ length: 300 }, (_, index) => `many/${index % 7}/${index}.jsonl`);
    await Promise.all(names.map((name, index) => write(name, index % 3 === 0 ? broken : intact)));
    const outcome = await repair(join(folder, "many"), "--recursive", "--write", "--json");
    expect(outcome).toMatchObject({ code: 1, stderr: "" });
    const { files, summary } = JSON.parse(outcome.stdout);
    expect(summary).toMatchObject({ files: 300, damaged: 100, repaired: 100, droppedLines: 200, failures: 0 });
    const expected = names.filter((_, index) => index % 3 === 0).map((name) => join(folder, name));
    expect(files.map(({ file }: { file: string }) => file).sort()).toEqual(expected.sort());
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    expect(texts.every((text, index) => text === (index % 3 === 0 ? repaired : intact))).toBe(true);
  }, 30_000);
});

test("hostile names and texts are not printed raw", async () => {
  const evil = "\u001b]0;owned\u0007\u009b2J\u202e";
  const file = await write(`evil/${evil}.jsonl`, lines(header, entry(evil, null, user("hi")), entry("b", evil, {})));
  await write("evil/child.jsonl", `${lines(header)}{"id":"${"\\u001b"}${evil}\n${lines(entry("b", evil, user("hi")))}`);
  const raw = [...evil].filter((character) => !/[ -~]/.test(character));
  for (const args of [
    [file],
    [join(folder, "evil")],
    [join(folder, "evil/child.jsonl")],
    [join(folder, "evil"), "--json"],
  ]) {
    const outcome = await repair(...args);
    expect(outcome.code).toBe(1);
    expect(raw.filter((character) => (outcome.stdout + outcome.stderr).includes(character))).toEqual([]);
  }
});

test("bad input: exit code 2 and what to do", async () => {
  const file = await write("input.jsonl", broken);
  const cases: [string[], string][] = [
    [[], "Name session files"],
    [["-"], "standard input cannot be repaired in place"],
    [[join(folder, "nothing.jsonl"), file, "--write"], "It does not exist."],
    [["/dev/null"], "neither a file nor a folder"],
    [[file, "--keep-backup"], "--keep-backup needs --write"],
    [[file, "--quarantine", join(folder, "q")], "--quarantine needs --write"],
    [[file, file.replace("input", "intact"), "--write", "--quarantine", join(folder, "q")], "name just one"],
    [[await write("space.jsonl ", broken), "--write"], "ends with a space"],
    [[file, "--provider", "x"], "no option --provider"],
  ];
  const outcomes = await Promise.all(cases.map(([args]) => repair(...args)));
  expect(outcomes.map(({ code, stdout }) => [code, stdout])).toEqual(cases.map(() => [2, ""]));
  expect(outcomes.filter(({ stderr }, index) => !stderr.includes(cases[index]?.[1] ?? ""))).toEqual([]);
  expect(await readFile(file, "utf8")).toBe(broken);
}, 60_000);

describe("the workers", () => {
  /** Runs jobs in workers that say `NAME done`, or die of it; ends after so many results. */
  async function pool(jobs: readonly string[], enough: number): Promise<unknown> {
    const worker = join(folder, "worker.ts");
    const source = `addEventListener("message", ({ data }) => {
      if (data === "stop") return postMessage("stopped");
      if (data.job === "die") throw new Error("no more");
      if (data.job !== "hang") postMessage(data.job + " done");
    });`;
    await writeFile(worker, source);
    const program = `import { runInWorkers } from ${JSON.stringify(new URL(`file://${root}src/adapters/deno/pool.ts`))};
      const controller = new AbortController();
      const results = [];
      const request = {
        script: ${JSON.stringify(new URL(`file://${worker}`))},
        jobs: ${JSON.stringify(jobs)},
        size: 2,
        unfinished: (job, reason) => job + " unfinished: " + reason,
        signal: controller.signal,
      };
      for await (const result of runInWorkers(request)) {
        if (results.push(result) === ${enough}) controller.abort(new Error("enough"));
      }
      console.log(JSON.stringify(results));`;
    const main = join(folder, "main.ts");
    await writeFile(main, program);
    const { code, stdout } = await runDeno([...reading, "--no-check", main]);
    expect(code).toBe(0);
    return JSON.parse(stdout);
  }

  test("one that dies is replaced, and its job is reported", async () => {
    const jobs = ["a", "die", "b", "die", "die", "c", "d"];
    const dead = "die unfinished: Uncaught Error: no more";
    expect(await pool(jobs, jobs.length)).toEqual(["a done", dead, "b done", dead, dead, "c done", "d done"]);
  });

  test("when they are stopped, what is going on may end, and nothing else begins", async () => {
    const stopped = ["a done", "stopped", "stopped", "b unfinished: enough", "c unfinished: enough"];
    expect(await pool(["a", "hang", "hang", "b", "c"], 1)).toEqual(stopped);
  });
});

test("help", async () => {
  const [all, one] = await Promise.all([run(["--help"]), repair("--help")]);
  expect(all.stdout).toMatch(/^ {2}repair +repair session files/m);
  expect(one).toMatchObject({ code: 0, stderr: "" });
  expect(one.stdout).toContain("--quarantine FILE");
});
