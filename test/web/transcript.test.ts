import { describe, expect, test } from "vitest";
import { policyCatalog, prepareReplay, resolveTranscriptPolicy, ruleCatalog } from "../../src/index.ts";
import { examples } from "../../web/examples.ts";
import { presets, toReplayTarget } from "../../web/presets.ts";
import { groupChanges, pageOfChanges, Touched } from "../../web/summary.ts";
import { readTranscript, UnreadableError } from "../../web/transcript.ts";

describe("examples", () => {
  test.each(examples)("$label needs a repair and gets it", async ({ text, target }) => {
    const { messages, modelSnapshots } = readTranscript(text);
    const result = await prepareReplay(messages, { target: toReplayTarget(target), modelSnapshots });
    expect(result.status).toBe("repaired");
    expect(result.changes.length).toBeGreaterThan(0);
  });

  test("the first one shows every kind of thing there is to see", async () => {
    const [example] = examples;
    if (!example) throw new Error("no example");
    const transcript = readTranscript(example.text);
    const result = await prepareReplay(transcript.messages, { target: toReplayTarget(example.target) });
    expect(new Set(result.changes.map(({ action }) => action))).toEqual(
      new Set(["drop", "insert", "rewrite", "merge"]),
    );
    expect(result.changes.some(({ lossy }) => lossy)).toBe(true);
    expect(transcript.problems).toEqual([expect.objectContaining({ severity: "error", line: 2 })]);
  });
});

test("every preset belongs to a family of the catalog", () => {
  const families = new Set(policyCatalog.map(({ id }) => id));
  for (const preset of presets) expect(families).toContain(resolveTranscriptPolicy(toReplayTarget(preset)).family);
});

describe("what cannot be read is said", () => {
  test.each([
    ["nothing", ""],
    ["white space", " \n\n "],
    ["prose", "hello there"],
    ["a number", "42"],
    ["an empty list", "[]"],
    ["an object without messages", '{"contents":[]}'],
    ["broken JSON", '[{"role":"user"'],
  ])("%s", (_name, text) => {
    expect(() => readTranscript(text)).toThrow(UnreadableError);
  });
});

test("a request body is read, with a warning", () => {
  const { problems } = readTranscript(
    '[{"role":"user","content":"x"},{"role":"tool","tool_call_id":"a","content":"y"}]',
  );
  expect(problems[0]).toMatchObject({ severity: "warning", message: expect.stringContaining("request body") });
});

describe("the summary", () => {
  const change = (rule: string, lossy: boolean, to?: string) => ({
    rule,
    stage: "history" as const,
    action: "insert" as const,
    from: [],
    message: "",
    lossy,
    ...(to !== undefined && { to }),
  });
  const changes = [
    change("unknown-rule", false, "/1"),
    change("tool-call-ids", true, "/1/content/0"),
    change("tool-call-ids", false, "/12/content/0"),
    change("blank-user-turns", true),
  ];

  test("has rules in the order they run, unknown ones last", () => {
    const groups = groupChanges(changes, ruleCatalog, 1);
    expect(groups.map(({ rule, count, lossy, first }) => [rule, count, lossy, first.length])).toEqual([
      ["blank-user-turns", 1, 1, 1],
      ["tool-call-ids", 2, 1, 1],
      ["unknown-rule", 1, 0, 1],
    ]);
  });

  test("pages within a rule", () => {
    const page = { rule: "tool-call-ids", offset: 0, limit: 10, onlyLossy: false };
    expect(pageOfChanges(changes, page).map(({ number }) => number)).toEqual([1, 2]);
    expect(pageOfChanges(changes, { ...page, onlyLossy: true }).map(({ number }) => number)).toEqual([1]);
    expect(pageOfChanges(changes, { ...page, offset: 1 }).map(({ number }) => number)).toEqual([2]);
  });

  test("says which messages a rule made or touched", () => {
    const touched = new Touched(changes);
    const row = (index: number) => touched.row({ role: "user", content: "x".repeat(1000) }, index);
    expect(row(1)).toMatchObject({ changes: 2, made: true });
    expect(row(12)).toMatchObject({ changes: 1, made: false });
    expect(row(0)).toMatchObject({ changes: 0, made: false });
    expect(row(0).summary.length).toBeLessThan(300);
  });

  test("takes whatever JSON can hold", () => {
    const trap = { toString: 1, valueOf: 1 };
    const touched = new Touched([]);
    for (const content of [trap, [trap], [[trap]], [{ type: trap, name: trap, mimeType: trap }], null, 7, "x"]) {
      expect(() => touched.row({ role: "user", content }, 0)).not.toThrow();
    }
  });

  test("never holds the bytes of a picture", () => {
    const data = "A".repeat(100_000);
    const image = { type: "image", data, mimeType: "image/png" };
    const row = new Touched([]).row({ role: "user", content: [image, null, 7, "x"] }, 0);
    expect(JSON.stringify(row).length).toBeLessThan(500);
    expect(row.summary).toContain("image image/png");
  });
});
