import { expect, test } from "vitest";
import { parseArguments, UsageError } from "../../src/adapters/deno/arguments.ts";
import { cut, harmless, harmlessJson } from "../../src/adapters/deno/harmless.ts";
import { toSessionText } from "../../src/adapters/deno/session-text.ts";
import { readSession } from "../../src/session/read.ts";

const options = { name: { value: "N", help: "" }, flag: { help: "" } };

test.each([
  [["a", "-", "b"], ["a", "-", "b"], {}],
  [["a", "--name", "x", "--flag"], ["a"], { name: "x", flag: "" }],
  [["--name=x=y", "--name="], [], { name: "" }],
  [["--name", "-", "--", "--flag"], ["--flag"], { name: "-" }],
])("%j", (args, operands, given) => {
  const parsed = parseArguments(args, options);
  expect(parsed.operands).toEqual(operands);
  expect(Object.fromEntries(parsed.given)).toEqual(given);
});

test.each([["--nope"], ["-f"], ["--name"], ["--name --flag"], ["--flag=x"], ["--__proto__"], ["--constructor"]])(
  "refused: %s",
  (line) => {
    expect(() => parseArguments(line.split(" "), options)).toThrow(UsageError);
  },
);

test("nothing that steers a terminal is left", () => {
  expect(harmless("a\u001b[31m\r\n\u009b\u202e\u2066é😀")).toBe("a\\u001b[31m\\r\\n\\u009b\\u202e\\u2066é😀");
  const value = { "k\u009b": "\u001b\u202e\n" };
  const json = harmlessJson(JSON.stringify(value, null, 2));
  expect(["\u001b", "\u009b", "\u202e"].filter((character) => json.includes(character))).toEqual([]);
  expect(JSON.parse(json)).toEqual(value);
});

test("a cut leaves characters whole", () => {
  expect([cut("abc", 3), cut("abcd", 3), cut("😀😀😀", 3), cut("😀😀😀", 2)]).toEqual(["abc", "ab…", "😀😀😀", "😀…"]);
});

test("a written session reads back as the same messages and models", () => {
  const messages = [
    { role: "compactionSummary", summary: "s", tokensBefore: 1 },
    { role: "user", content: "a\u2028b\ud800", timestamp: 1000 },
    { role: "user", content: "c", timestamp: "yesterday" },
  ];
  const modelSnapshots = [{ timestamp: 5, provider: "openai", modelApi: "openai-responses", modelId: "m" }];
  const fallback = { id: "new", now: "2026-01-05T09:30:00.000Z" };
  const text = toSessionText(messages, { modelSnapshots }, fallback);
  expect(readSession(text)).toMatchObject({
    format: "session",
    header: { type: "session", version: 3, id: "new", timestamp: fallback.now },
    messages,
    modelSnapshots,
    problems: [],
  });
  expect(text).toContain('"timestamp":"1970-01-01T00:00:01.000Z","message"');

  const header = { type: "session", id: "s", version: 4, timestamp: "t", cwd: "/w", extra: 1 } as const;
  expect(readSession(toSessionText([], { header, modelSnapshots: [] }, fallback)).header).toEqual(header);
});
