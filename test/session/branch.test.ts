import { describe, expect, test } from "vitest";
import { readSession } from "../../src/session/read.ts";

const header = { type: "session", version: 3, id: "s", timestamp: "2026-01-05T09:30:00.000Z", cwd: "/w" };

function entry(id: string | undefined, parentId: unknown, text = id ?? "-"): object {
  return { type: "message", id, parentId, message: { role: "user", content: text } };
}

function readEntries(...entries: readonly unknown[]): { texts: unknown[]; problems: string[] } {
  return read([header, ...entries]);
}

function read(values: readonly unknown[]): { texts: unknown[]; problems: string[] } {
  const session = readSession(jsonl(values));
  return {
    texts: session.messages.map((message) => message["summary"] ?? message.content),
    problems: session.problems.map(({ code, line }) => `${line} ${code}`),
  };
}

function jsonl(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join("\n");
}

describe("the active branch", () => {
  test("leads from the last entry to the root", () => {
    const session = readEntries(entry("a", null), entry("b", "a"), entry("c", "b"), entry("d", "a"), entry("e", "d"));
    expect(session).toEqual({ texts: ["a", "d", "e"], problems: [] });
  });

  test("a second root begins anew", () => {
    expect(readEntries(entry("a", null), entry("b", null))).toEqual({ texts: ["b"], problems: [] });
  });

  test("the header may be named as the root", () => {
    expect(readEntries(entry("a", "s"), entry("b", "a"))).toEqual({ texts: ["a", "b"], problems: [] });
    expect(readEntries(entry("a", "s"), entry("b", "s"))).toEqual({ texts: ["b"], problems: [] });
  });

  test("entries without ids stand in the order of the file", () => {
    const old = [entry(undefined, undefined, "1"), entry(undefined, undefined, "2")];
    expect(readEntries(...old)).toEqual({ texts: ["1", "2"], problems: [] });
    expect(readEntries(...old, entry("a", null), entry("b", "a")).texts).toEqual(["1", "2", "a", "b"]);
  });

  test("an entry without an id continues the line before it, and its successor continues it", () => {
    const loose = entry(undefined, undefined, "x");
    expect(readEntries(entry("a", null), loose, entry("b", "a")).texts).toEqual(["a", "x", "b"]);
    expect(readEntries(entry("a", null), loose, loose, entry("b", undefined)).texts).toEqual(["a", "x", "x", "b"]);
    expect(readEntries(entry("a", null), entry("b", "a"), loose, entry("c", "a")).texts).toEqual(["a", "c"]);
  });

  test.each([["gone"], ["b"], ["c"]])("a parent that is not there before: %s", (parentId) => {
    const session = readEntries(entry("a", null), entry("b", parentId), entry("c", "b"));
    expect(session).toEqual({ texts: ["a", "b", "c"], problems: ["3 missing-parent"] });
  });

  test("a parent on a bad line is bridged", () => {
    const session = readEntries(entry("a", null), "{bad", entry("c", "b"));
    expect(session).toEqual({ texts: ["a", "c"], problems: ["3 bad-json", "4 missing-parent"] });
  });

  test("a parent that is no string is reported and bridged", () => {
    const session = readEntries(entry("a", null), entry("b", 7));
    expect(session).toEqual({ texts: ["a", "b"], problems: ["3 unexpected-shape"] });
  });

  test("an id given twice means the later entry", () => {
    const session = readEntries(entry("a", null), entry("b", "a", "cut"), entry("b", "a", "whole"), entry("c", "b"));
    expect(session).toEqual({ texts: ["a", "whole", "c"], problems: ["4 duplicate-id"] });
  });

  test("a chain of 100,000 entries, and as many cycles", () => {
    const count = 100_000;
    const chain = Array.from({ length: count }, (_, index) => entry(`${index}`, index === 0 ? null : `${index - 1}`));
    expect(read([header, ...chain])).toMatchObject({ texts: { length: count }, problems: [] });
    const cycle = Array.from({ length: count }, (_, index) => entry(`${index}`, `${index + 1}`));
    expect(read([header, ...cycle])).toMatchObject({ texts: { length: count }, problems: { length: count } });
    const same = Array.from({ length: count }, () => entry("x", "x"));
    expect(read([header, ...same])).toMatchObject({ texts: { length: count }, problems: { length: count } });
  });
});

describe("compaction", () => {
  const compaction = {
    type: "compaction",
    id: "k",
    parentId: "b",
    summary: "S",
    firstKeptEntryId: "b",
    tokensBefore: 9,
  };

  test("the summary stands first, then what was kept, then what follows", () => {
    const session = readEntries(entry("a", null), entry("b", "a"), compaction, entry("c", "k"));
    expect(session).toEqual({ texts: ["S", "b", "c"], problems: [] });
  });

  test("the summary as a message", () => {
    const stamped = { ...compaction, timestamp: "1970-01-01T00:00:01.000Z" };
    const text = jsonl([header, entry("a", null), entry("b", "a"), stamped]);
    const summary = { role: "compactionSummary", summary: "S", tokensBefore: 9, timestamp: 1000 };
    expect(readSession(text).messages[0]).toEqual(summary);
  });

  test("the latest one covers the earlier ones, also where they stand among what was kept", () => {
    const second = { ...compaction, id: "l", parentId: "c", summary: "T" };
    const session = readEntries(
      entry("a", null),
      entry("b", "a"),
      compaction,
      entry("c", "k"),
      second,
      entry("d", "l"),
    );
    expect(session.texts).toEqual(["T", "b", "c", "d"]);
  });

  test("files without ids count lines, the header being line 0", () => {
    const lines = ["1", "2", "3"].map((text) => entry(undefined, undefined, text));
    const old = { type: "compaction", summary: "S", firstKeptEntryIndex: 2 };
    expect(readEntries(...lines, old, entry(undefined, undefined, "4")).texts).toEqual(["S", "2", "3", "4"]);
    // A line that got lost still counts.
    expect(readEntries(lines[0], "{bad", lines[2], old).texts).toEqual(["S", "3"]);
  });

  test.each([{ firstKeptEntryId: "gone" }, { firstKeptEntryId: undefined }, { firstKeptEntryId: "c" }])(
    "what it kept is not on the branch: %j",
    (change) => {
      const session = readEntries(entry("a", null), entry("b", "a"), { ...compaction, ...change }, entry("c", "k"));
      expect(session).toEqual({ texts: ["S", "c"], problems: ["4 missing-kept-entry"] });
    },
  );

  test("without a summary nothing was compacted", () => {
    const session = readEntries(entry("a", null), entry("b", "a"), { ...compaction, summary: 1 }, entry("c", "k"));
    expect(session).toEqual({ texts: ["a", "b", "c"], problems: ["4 invalid-summary"] });
  });
});

test("other entries that a model is shown", () => {
  const timestamp = "1970-01-01T00:00:01.000Z";
  const lines = [
    header,
    { type: "branch_summary", id: "a", parentId: null, timestamp, summary: "left", fromId: "z" },
    { type: "custom_message", id: "b", parentId: "a", timestamp, customType: "t", content: "c", display: true },
    { type: "custom", id: "c", parentId: "b", timestamp, customType: "t", data: {} },
    { type: "message", id: "d", parentId: "c", message: { role: "hookMessage", customType: "t", content: "h" } },
  ];
  const session = readSession(jsonl(lines));
  expect(session.problems).toEqual([]);
  expect(session.messages).toEqual([
    { role: "branchSummary", summary: "left", fromId: "z", timestamp: 1000 },
    { role: "custom", customType: "t", content: "c", display: true, timestamp: 1000 },
    { role: "custom", customType: "t", content: "h" },
  ]);
});

describe("model snapshots", () => {
  function snapshotsOf(...entries: object[]): unknown {
    return readSession(jsonl([header, ...entries])).modelSnapshots;
  }

  test("are those of the active branch, oldest first", () => {
    const data = { timestamp: 5, provider: "openai", modelApi: "openai-responses", modelId: "gpt-5.4" };
    expect(
      snapshotsOf(
        { type: "model_change", id: "a", parentId: null, timestamp: "t", provider: "google", modelId: "g" },
        { type: "model_change", id: "x", parentId: "a", timestamp: "t", provider: "left", modelId: "l" },
        { type: "custom", id: "b", parentId: "a", customType: "model-snapshot", data },
      ),
    ).toEqual([{ timestamp: "t", provider: "google", modelId: "g" }, data]);
  });

  test("the turns behind a change of model say which API it spoke", () => {
    const message = { role: "assistant", content: [], provider: "google", model: "g", api: "google-generative-ai" };
    expect(
      snapshotsOf(
        { type: "model_change", id: "a", parentId: null, provider: "google", modelId: "g" },
        { type: "message", id: "b", parentId: "a", message },
        { type: "model_change", id: "c", parentId: "b", provider: "google", modelId: "h" },
      ),
    ).toEqual([
      { provider: "google", modelApi: "google-generative-ai", modelId: "g" },
      { provider: "google", modelId: "h" },
    ]);
  });

  test("broken ones are passed over or taken for what they say", () => {
    const custom = { type: "custom", id: "a", parentId: null, customType: "model-snapshot" };
    expect(snapshotsOf(custom)).toEqual([]);
    expect(snapshotsOf({ ...custom, data: { provider: 1, modelId: "m", modelApi: null } })).toEqual([{ modelId: "m" }]);
  });
});
