import { describe, expect, test } from "vitest";
import { durableHeader, isLineDurable, readSession, sessionFormatOf } from "../../src/session/read.ts";

const header = { type: "session", version: 3, id: "s", timestamp: "2026-01-05T09:30:00.000Z", cwd: "/w" };
const hello = { role: "user", content: "hi" };
const entry = { type: "message", id: "a", parentId: null, message: hello };
const claude = { type: "user", uuid: "u", parentUuid: null, sessionId: "s", message: hello };
const codex = { timestamp: "2026-01-05T09:30:00.000Z", type: "session_meta", payload: { id: "s" } };

function jsonl(...values: readonly unknown[]): string {
  return values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join("\n");
}

describe("what a text is", () => {
  test.each([
    ["pi", jsonl(header, entry), "session", "pi", true],
    ["OpenClaw by its version", jsonl({ ...header, version: 4 }, entry), "session", "openclaw", true],
    [
      "OpenClaw by an entry",
      jsonl(header, entry, { type: "custom", id: "b", parentId: "a", customType: "openclaw.runtime-context" }),
      "session",
      "openclaw",
      true,
    ],
    [
      "OpenClaw by a message",
      jsonl(header, { ...entry, message: { ...hello, provenance: { kind: "external_user" } } }),
      "session",
      "openclaw",
      true,
    ],
    ["Claude Code", jsonl(claude), "claude-code", "claude-code", true],
    ["Claude Code behind a torn line", jsonl("{oops", claude), "claude-code", "claude-code", true],
    ["Codex", jsonl(codex), "codex", "codex", true],
    ["messages, one a line", jsonl(hello, hello), "message-lines", undefined, false],
    ["a list of messages", JSON.stringify([hello]), "message-array", undefined, false],
    ["an empty list", "[]", "message-array", undefined, false],
    ["an object with messages", JSON.stringify({ messages: [hello] }), "message-object", undefined, false],
    ["a list over many lines", JSON.stringify(Array(40).fill(hello), null, 2), "message-array", undefined, false],
    ["a session late in the file", jsonl(...Array(60).fill("{bad"), header, entry), "session", "pi", true],
    ["a list of Claude Code's records", JSON.stringify([claude]), "claude-code", "claude-code", false],
    ["nothing", "", "none", undefined, false],
    ["prose", "hello\nworld", "none", undefined, false],
  ])("%s", (_, text, format, agent, lineDurable) => {
    expect(sessionFormatOf(text)).toEqual({ format, lineDurable, ...(agent !== undefined && { agent }) });
    const session = readSession(text);
    expect(session.format).toBe(format);
    expect(session.agent).toBe(agent);
  });

  test("only the first lines are read of a long text", () => {
    const long = `${jsonl(header, entry)}\n${"{}\n".repeat(60)}${"{bad\n".repeat(1_000_000)}`;
    expect(sessionFormatOf(long).format).toBe("session");
  });
});

describe("lines that stand for themselves", () => {
  test.each([
    [header, "session"],
    [codex, "codex"],
    [{ id: "s", timestamp: "2025-06-01T00:00:00Z", instructions: null }, "codex"],
    [claude, "claude-code"],
    [{ type: "summary", summary: "t", leafUuid: "x" }, "claude-code"],
    [{ type: "file-history-snapshot", messageId: "m", snapshot: {} }, "claude-code"],
    [{ type: "queue-operation", operation: "enqueue", sessionId: "s" }, "claude-code"],
  ])("%j", (record, format) => {
    expect(durableHeader(record)).toBe(format);
    expect(isLineDurable(format)).toBe(true);
  });

  test.each([
    undefined,
    null,
    7,
    [],
    {},
    hello,
    entry,
    { type: "session" },
    { type: "session_meta" },
    { type: "user", message: hello },
    { type: "summary", summary: "x" },
    { id: "s", timestamp: "x", role: "user", instructions: "x" },
  ])("not recognized: %j", (record) => expect(durableHeader(record)).toBeUndefined());

  test.each(["message-lines", "message-array", "message-object", "none", ""])("not durable: %j", (format) => {
    expect(isLineDurable(format)).toBe(false);
  });
});

describe("a text that is none", () => {
  test.each([
    ["hello", "It holds no JSON object, whole or one a line."],
    ['{"a":1,"b":2}\n{"a":1,"c":3}', '2 JSON objects were found, with the keys "a", "b", "c".'],
    ["{}", "One JSON object was found, without keys."],
    [JSON.stringify({ ["k".repeat(90)]: 1 }), `with the keys "${"k".repeat(40)}".`],
  ])("%s", (text, found) => {
    const { problems } = readSession(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain(found);
    expect(problems[0]?.message).toContain("Understood are sessions of pi and OpenClaw");
  });
});
