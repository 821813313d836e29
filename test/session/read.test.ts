import { describe, expect, test } from "vitest";
import { readSession } from "../../src/session/read.ts";

const header = { type: "session", version: 3, id: "s", timestamp: "2026-01-05T09:30:00.000Z", cwd: "/w" };
const at = "2026-01-05T09:30:00.000Z";

function user(text: string): object {
  return { role: "user", content: [{ type: "text", text }] };
}

function entry(id: string | undefined, parentId: string | null | undefined, text = id ?? "-"): object {
  return { type: "message", id, parentId, timestamp: at, message: user(text) };
}

function jsonl(...values: unknown[]): string {
  return values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join("\n");
}

/** The texts of the messages, or the summaries of those that have one. */
function textsOf(text: string): unknown[] {
  return readSession(text).messages.map((message) => {
    const blocks = message.content as { text: string }[] | undefined;
    return message["summary"] ?? blocks?.[0]?.text;
  });
}

function codesOf(text: string): string[] {
  return readSession(text).problems.map(({ code, line }) => `${line} ${code}`);
}

describe("formats", () => {
  const messages = [user("a"), user("b")];
  test.each([
    ["session", jsonl(header, entry("a", null), entry("b", "a"))],
    ["message-lines", jsonl(...messages)],
    ["message-array", JSON.stringify(messages)],
    ["message-array", JSON.stringify(messages, null, 2)],
    ["message-object", JSON.stringify({ model: "m", messages })],
    ["message-object", JSON.stringify({ messages }, null, 2)],
    ["session", JSON.stringify([header, entry("a", null), entry("b", "a")], null, 2)],
  ])("%s", (format, text) => {
    const session = readSession(text);
    expect(session.format).toBe(format);
    expect(session.messages).toEqual(messages);
    expect(session.problems).toEqual([]);
  });

  test("bare messages between entries", () => {
    expect(textsOf(jsonl(header, entry("a", null), user("x"), entry("b", "a")))).toEqual(["a", "x", "b"]);
  });

  test("an empty list is no problem, nothing at all is one", () => {
    expect(readSession("[]")).toMatchObject({ format: "message-array", problems: [] });
    expect(codesOf("")).toEqual(["1 empty"]);
    expect(codesOf("\uFEFF \r\n\n")).toEqual(["1 empty"]);
    expect(readSession(jsonl(header))).toMatchObject({ format: "session", header, messages: [], problems: [] });
  });

  test.each([
    "\u0089PNG\r\n\u001a\n\0\0\0",
    "hello\nworld",
    "42\nnull\n[]",
    "{}",
    "[1,2]",
    '{"role":""}',
    '{"messages":1}',
    "[",
  ])("no session: %j", (text) => {
    const session = readSession(text);
    expect(session.problems).toMatchObject([{ code: "not-a-session", severity: "error", line: 1, offset: 0 }]);
    expect(session).toMatchObject({ format: "none", messages: [], entries: [] });
  });
});

describe("lines", () => {
  test("CRLF, blank lines and a byte order mark change nothing", () => {
    const text = `\uFEFF${[header, entry("a", null), entry("b", "a")].map((value) => JSON.stringify(value)).join("\r\n\r\n")}\r\n`;
    expect(textsOf(text)).toEqual(["a", "b"]);
    expect(codesOf(text)).toEqual([]);
  });

  test("U+2028 does not end a line", () => {
    expect(textsOf(jsonl(header, entry("a", null, "x\u2028y")))).toEqual(["x\u2028y"]);
  });

  test("a bad line is reported with its place and left out", () => {
    const text = jsonl(header, entry("a", null), "{oops", "7", entry("c", "a"));
    expect(textsOf(text)).toEqual(["a", "c"]);
    const offset = text.indexOf("{oops");
    expect(readSession(text).problems).toMatchObject([
      { code: "bad-json", severity: "error", line: 3, offset },
      { code: "not-an-entry", severity: "error", line: 4 },
    ]);
  });

  test("a last line without its end is torn", () => {
    const text = jsonl(header, entry("a", null), '{"type":"mess');
    expect(textsOf(text)).toEqual(["a"]);
    expect(codesOf(text)).toEqual(["3 torn-line"]);
    expect(codesOf(`${text}\n`)).toEqual(["3 bad-json"]);
  });

  test("no header, a late one, two of them", () => {
    expect(codesOf(jsonl(entry("a", null)))).toEqual(["1 missing-header"]);
    expect(codesOf(jsonl(entry("a", null), header))).toEqual(["1 missing-header"]);
    expect(codesOf(jsonl(header, entry("a", null), { ...header, id: "t" }))).toEqual(["3 extra-header"]);
    expect(codesOf(jsonl({ ...header, id: "" }, entry("a", null)))).toEqual(["1 invalid-header"]);
  });

  test("keys like __proto__ are data", () => {
    const line =
      '{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"x","__proto__":{"y":1}}}';
    const [message] = readSession(jsonl(header, line)).messages;
    expect(JSON.stringify(message)).toContain('"__proto__":{"y":1}');
    expect(Object.getPrototypeOf(message)).toBe(Object.prototype);
  });
});

describe("shapes", () => {
  function problemsOf(message: unknown): readonly unknown[] {
    return readSession(jsonl(header, { type: "message", id: "a", parentId: null, message })).problems;
  }

  test.each([
    [{ role: "user", content: null }, "/message/content", "a string or a list of blocks"],
    [{ role: "user", content: [{ type: "text" }] }, "/message/content/0/text", "a string"],
    [{ role: "user", content: ["x"] }, "/message/content/0", "an object"],
    [{ role: "user", content: [{}] }, "/message/content/0/type", "a string"],
    [{ role: "assistant", content: [{ type: "toolCall", id: 1, name: "r" }] }, "/message/content/0/id", "a string"],
    [{ role: "toolResult", content: [] }, "/message/toolCallId", "the id of a tool call"],
    [{ role: "bashExecution", command: "ls" }, "/message/output", "a string"],
    [{ role: "user", content: "x", timestamp: {} }, "/message/timestamp", "a time"],
  ])("%j", (message, path, expected) => {
    const problems = problemsOf(message);
    expect(problems).toMatchObject([{ code: "unexpected-shape", severity: "warning", line: 2, path }]);
    expect(JSON.stringify(problems)).toContain(`should be ${expected}`);
  });

  test.each([
    { role: "assistant", content: [{ type: "tool_use", id: "t", name: "r", input: {} }] },
    { role: "toolResult", tool_use_id: "t", content: "x" },
    { role: "planner", content: 7 },
    { role: "user", content: [{ type: "hologram", depth: 3 }] },
  ])("nothing wrong: %j", (message) => {
    expect(problemsOf(message)).toEqual([]);
  });

  test("the message is kept and its first spot is named", () => {
    const message = { role: "user", content: [{ type: "text" }, { type: "image" }], timestamp: null };
    const session = readSession(jsonl(message));
    expect(session.messages).toEqual([message]);
    expect(session.problems).toMatchObject([{ path: "/timestamp" }]);
  });

  test("a message entry without a message is left out", () => {
    const text = jsonl(header, entry("a", null), { type: "message", id: "b", parentId: "a" }, entry("c", "b"));
    expect(textsOf(text)).toEqual(["a", "c"]);
    expect(codesOf(text)).toEqual(["3 invalid-message"]);
  });

  test("entries of unknown types pass, known ones are looked at", () => {
    const base = { id: "b", parentId: "a" };
    expect(codesOf(jsonl(header, entry("a", null), { type: "reset", ...base }))).toEqual([]);
    expect(codesOf(jsonl(header, entry("a", null), { type: "label", ...base }))).toEqual(["3 unexpected-shape"]);
  });

  test("in a list the path leads from the top", () => {
    const text = JSON.stringify({ messages: [user("a"), { role: "user", content: [7] }, 8] });
    expect(readSession(text).problems.map(({ path }) => path)).toEqual(["/messages/2", "/messages/1/content/0"]);
  });
});
