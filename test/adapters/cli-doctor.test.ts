import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  answer,
  call,
  clean,
  dangling,
  entry,
  header,
  type Outcome,
  reading,
  runDeno,
  temporaryFolder,
  user,
  writeLines,
} from "./command-line.ts";

const folder = temporaryFolder();

/** It may read, and nothing else. */
function doctor(args: readonly string[], input = ""): Promise<Outcome> {
  return runDeno([...reading, "src/adapters/deno/cli.ts", "doctor", ...args], input);
}

function write(name: string, ...values: readonly unknown[]): Promise<string> {
  return writeLines(join(folder, name), ...values);
}

// A picture of one pixel.
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const picture = { role: "user", content: [{ type: "image", mimeType: "image/png", data: pixel }], timestamp: 1 };
const other = { ...call, provider: "openai", api: "openai-responses", model: "gpt-5.4" };

const branched = [
  header,
  entry("a", null, user("hi")),
  entry("left", "a", answer),
  { type: "model_change", id: "m", parentId: "a", provider: "openai", modelId: "gpt-5.4" },
  { type: "compaction", id: "k", parentId: "m", summary: "all of it", firstKeptEntryId: "m", tokensBefore: 9 },
  entry("b", "k", picture),
  entry("c", "b", other),
];

test("what is in a session", async () => {
  const file = await write("branched.jsonl", ...branched, '{"type":"mess');
  const before = await readFile(file, "utf8");
  const outcome = await doctor([file, "--json"]);
  expect(outcome).toMatchObject({ code: 1, stderr: "" });
  const { providers, ...session } = JSON.parse(outcome.stdout);
  expect(session).toMatchObject({
    format: "session",
    agent: "pi",
    header: { version: 3 },
    entries: { message: 4, model_change: 1, compaction: 1 },
    branches: 2,
    compactions: 1,
    messages: { compactionSummary: 1, user: 1, assistant: 1 },
    models: [{ provider: "openai", api: "openai-responses", model: "gpt-5.4", turns: 1 }],
    images: { count: 1, bytes: Buffer.from(pixel, "base64").length },
    danglingCalls: [{ id: "toolu_1", tool: "read" }],
    wellFormed: true,
    repair: { droppedLines: 1, dropped: [{ line: 8 }] },
    problems: [],
  });
  const names = ["anthropic", "openai", "google", "amazon-bedrock", "mistral", "openrouter"];
  expect(providers.map(({ provider }: { provider: string }) => provider)).toEqual(names);
  // The model is the one that this provider was asked for last.
  expect(providers[1].target).toMatchObject({ modelId: "gpt-5.4", modelApi: "openai-responses" });
  expect(providers[0].target).toMatchObject({ provider: "anthropic", modelId: "" });
  for (const { status, rules, changes } of providers) {
    expect(status).toBe("repaired");
    expect(rules).toContainEqual({ rule: "tool-result-pairing", stage: "history", changes: 1, lossy: 0 });
    expect(rules.reduce((sum: number, rule: { changes: number }) => sum + rule.changes, 0)).toBe(changes);
  }
  expect(await readFile(file, "utf8")).toBe(before);
  expect(await readdir(folder)).toEqual(["branched.jsonl"]);
});

test("for people: the providers as a table with their rules", async () => {
  const file = await write("dangling.jsonl", ...dangling);
  const outcome = await doctor([file, "--provider", "mistral/mistral-large-latest", "--provider=openai"]);
  expect(outcome).toMatchObject({ code: 1, stderr: "" });
  const [facts = "", table = ""] = outcome.stdout.split("\n\n");
  for (const line of ["branches   1", "compacted  0 times", "damaged    no", "open calls 1: read toolu_1"]) {
    expect(facts.split("\n")).toContain(line);
  }
  const rows = table
    .trimEnd()
    .split("\n")
    .map((line) => line.trim().split(/ {2,}/));
  expect(rows[0]).toEqual(["provider", "policy", "status", "changes", "lossy"]);
  expect(rows[1]?.slice(0, 3)).toEqual(["mistral/mistral-large-latest", "mistral", "repaired"]);
  expect(rows).toContainEqual(["tool-call-ids", "history", "1", "0"]);
  expect(rows.filter(([name]) => name === "tool-result-pairing")).toHaveLength(2);
});

test("nothing to do: exit code 0; damage alone: exit code 1", async () => {
  const args = ["--provider", "anthropic"];
  expect(await doctor([await write("clean.jsonl", ...clean), ...args])).toMatchObject({ code: 0, stderr: "" });
  const damaged = await doctor([await write("damaged.jsonl", ...clean, "{oops"), ...args]);
  expect(damaged).toMatchObject({ code: 1, stderr: "" });
  expect(damaged.stdout).toContain("damaged    1 line dropped; repaired in memory, the file is as it was\n");
  const list = await doctor(["-", ...args], JSON.stringify([user("hi")]));
  expect(list).toMatchObject({ code: 0, stderr: "" });
  expect(list.stdout).toContain("damaged    not looked for: ");
});

test("an error is left: exit code 3 and what it is", async () => {
  const body = [
    { role: "user", content: "hi" },
    { role: "assistant", content: null, tool_calls: [{ id: "1" }] },
  ];
  const outcome = await doctor(["-", "--provider", "openai"], JSON.stringify(body));
  expect(outcome).toMatchObject({ code: 3, stderr: "" });
  expect(outcome.stdout).toMatch(/^openai +openai +unrepairable/m);
  expect(outcome.stdout).toMatch(/^Left for openai\n {2}error \/1/m);
});

test("bad input: exit code 2 and what to do", async () => {
  const file = await write("input.jsonl", ...clean);
  const cases: [string[], string][] = [
    [[], "Name the session file"],
    [[file, file], "One file at a time"],
    [[file, "--provider", ""], "Name a provider"],
    [[file, "--provider", "openai/"], "Name a provider"],
    [[join(folder, "none")], "It does not exist."],
    [["/dev/null"], "There is nothing in the text."],
  ];
  const outcomes = await Promise.all(cases.map(([args]) => doctor(args)));
  expect(outcomes.map(({ code, stdout }) => [code, stdout])).toEqual(cases.map(() => [2, ""]));
  expect(outcomes.filter(({ stderr }, index) => !stderr.includes(cases[index]?.[1] ?? ""))).toEqual([]);
}, 60_000);
