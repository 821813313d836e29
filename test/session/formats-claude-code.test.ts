import { describe, expect, test } from "vitest";
import { readSession } from "../../src/session/read.ts";

const T = "2026-03-01T10:00:00.000Z";
const MS = Date.UTC(2026, 2, 1, 10);
const base = { sessionId: "s-1", cwd: "/w", version: "2.1.0", isSidechain: false, timestamp: T };

type Fields = Record<string, unknown>;

function user(uuid: string, parentUuid: string | null, content: unknown, fields: Fields = {}): Fields {
  return { ...base, type: "user", uuid, parentUuid, message: { role: "user", content }, ...fields };
}

function answer(uuid: string, parentUuid: string | null, id: string, block: Fields, fields: Fields = {}): Fields {
  const message = { id, role: "assistant", model: "claude-opus-4-6", content: [block], stop_reason: null };
  return { ...base, type: "assistant", uuid, parentUuid, requestId: "req_1", message, ...fields };
}

function result(uuid: string, parentUuid: string, id: string, content: unknown, fields: Fields = {}): Fields {
  return user(uuid, parentUuid, [{ type: "tool_result", tool_use_id: id, content }], fields);
}

function text(value: string): Fields {
  return { type: "text", text: value };
}

function call(id: string, name = "Read"): Fields {
  return { type: "tool_use", id, name, input: { path: id } };
}

function read(...records: readonly unknown[]): ReturnType<typeof readSession> {
  return readSession(
    records.map((record) => (typeof record === "string" ? record : JSON.stringify(record))).join("\n"),
  );
}

/** What each message says: its text, the ids of its calls, or the id it answers. */
function outline(...records: readonly unknown[]): string[] {
  return read(...records).messages.map((message) => {
    if (message.role === "toolResult") return `=${String(message["toolCallId"])}`;
    if (message.role === "compactionSummary") return `#${String(message["summary"])}`;
    if (typeof message.content === "string") return message.content;
    const blocks = message.content as { type: string; text?: string; id?: string }[];
    return blocks.map((block) => block.text ?? block.id ?? block.type).join("+");
  });
}

test("a session with a tool", () => {
  const session = read(
    { type: "summary", summary: "A title", leafUuid: "x" },
    { type: "file-history-snapshot", messageId: "m", snapshot: {}, isSnapshotUpdate: false },
    user("u1", null, "read it"),
    answer("a1", "u1", "msg_1", { type: "thinking", thinking: "hm", signature: "c2ln" }),
    answer("a2", "a1", "msg_1", text("Reading.")),
    answer("a3", "a2", "msg_1", call("toolu_1")),
    result("u2", "a3", "toolu_1", "body", { toolUseResult: { stdout: "body" } }),
    { ...base, type: "system", subtype: "turn_duration", uuid: "y1", parentUuid: "u2", content: "1s" },
    answer("a4", "y1", "msg_2", text("Done.")),
    { type: "last-prompt", lastPrompt: "read it", sessionId: "s-1" },
  );
  const from = { api: "anthropic-messages", provider: "anthropic", model: "claude-opus-4-6", timestamp: MS };
  expect(session).toMatchObject({
    format: "claude-code",
    agent: "claude-code",
    header: { type: "session", id: "s-1", cwd: "/w", timestamp: T },
    problems: [],
    modelSnapshots: [
      { timestamp: MS, provider: "anthropic", modelApi: "anthropic-messages", modelId: "claude-opus-4-6" },
    ],
  });
  expect(session.entries).toHaveLength(10);
  expect(session.messages).toEqual([
    { role: "user", content: "read it", timestamp: MS },
    {
      role: "assistant",
      ...from,
      content: [
        { type: "thinking", thinking: "hm", thinkingSignature: "c2ln" },
        text("Reading."),
        { type: "toolCall", id: "toolu_1", name: "Read", arguments: { path: "toolu_1" } },
      ],
    },
    {
      role: "toolResult",
      toolCallId: "toolu_1",
      toolName: "Read",
      content: [text("body")],
      isError: false,
      timestamp: MS,
      details: { stdout: "body" },
    },
    { role: "assistant", ...from, content: [text("Done.")] },
  ]);
});

describe("the main chain", () => {
  test("is that of the last message; left branches are not on it", () => {
    const start = [user("u1", null, "a"), answer("a1", "u1", "m1", text("b"))];
    expect(outline(...start, user("u2", "a1", "left"), user("u3", "a1", "taken"))).toEqual(["a", "b", "taken"]);
  });

  test("leaves subagents out, but reads a file of one", () => {
    const side = { isSidechain: true };
    const main = [user("u1", null, "a"), answer("a1", "u1", "m1", text("b"))];
    const sub = [user("s1", null, "sub", side), answer("s2", "s1", "m9", text("subbed"), side)];
    expect(outline(...main, ...sub)).toEqual(["a", "b"]);
    expect(outline(...sub)).toEqual(["sub", "subbed"]);
    const streamed = user("s1", null, "sub", { parent_tool_use_id: "toolu_1" });
    expect(outline(...main, streamed)).toEqual(["a", "b"]);
  });

  test("passes through records that are no messages", () => {
    const between = { ...base, type: "progress", uuid: "p1", parentUuid: "u1", data: {} };
    const unknown = { ...base, type: "hologram", uuid: "p2", parentUuid: "p1" };
    const session = [user("u1", null, "a"), between, unknown, answer("a1", "p2", "m1", text("b"))];
    expect(outline(...session)).toEqual(["a", "b"]);
    expect(read(...session).problems).toEqual([]);
  });

  test("goes on at the record before when a parent is lost", () => {
    const records = [user("u1", null, "a"), '{"type":"assistant","uu', user("u2", "gone", "c")];
    expect(outline(...records)).toEqual(["a", "c"]);
    expect(read(...records).problems.map(({ code, line, path }) => [line, code, path])).toEqual([
      [2, "bad-json", undefined],
      [3, "missing-parent", "/parentUuid"],
    ]);
  });

  test("records without parents follow each other, as streamed output has them", () => {
    const { parentUuid: _, ...first } = user("u1", null, "a");
    const { parentUuid: __, uuid: ___, ...second } = answer("a1", null, "m1", text("b"));
    expect(outline({ ...base, type: "system", subtype: "init", uuid: "i" }, first, second)).toEqual(["a", "b"]);
  });
});

describe("answers stored in parts", () => {
  test("parallel calls fork: results beside the chain are found", () => {
    const records = [
      user("u1", null, "both"),
      answer("a1", "u1", "m1", call("t1")),
      answer("a2", "a1", "m1", call("t2")),
      result("r1", "a1", "t1", "one"),
      result("r2", "a2", "t2", "two"),
      answer("a3", "r2", "m2", text("done")),
    ];
    expect(outline(...records)).toEqual(["both", "t1+t2", "=t2", "=t1", "done"]);
  });

  test("a part beside the chain belongs to its answer", () => {
    const records = [
      user("u1", null, "both"),
      answer("a1", "u1", "m1", call("t1")),
      answer("a2", "a1", "m1", call("t2")),
      result("r2", "a2", "t2", "two"),
      result("r1", "a1", "t1", "one"),
      answer("a3", "r1", "m2", text("done")),
    ];
    expect(outline(...records)).toEqual(["both", "t1+t2", "=t1", "=t2", "done"]);
  });

  test("results between the parts do not end the answer", () => {
    const records = [
      user("u1", null, "both"),
      answer("a1", "u1", "m1", call("t1")),
      result("r1", "a1", "t1", "one"),
      answer("a2", "r1", "m1", call("t2")),
      result("r2", "a2", "t2", "two"),
    ];
    expect(outline(...records)).toEqual(["both", "t1+t2", "=t1", "=t2"]);
  });

  test("a block that was stored twice counts once", () => {
    const records = [
      user("u1", null, "a"),
      answer("a1", "u1", "m1", text("same")),
      answer("a2", "a1", "m1", text("same")),
      answer("a3", "a2", "m1", call("t1")),
      answer("a4", "a3", "m1", call("t1")),
    ];
    expect(outline(...records)).toEqual(["a", "same+t1"]);
  });

  test("how and with what usage the answer ended, the last part says", () => {
    const last = answer("a2", "a1", "m1", text("y"));
    Object.assign(last["message"] as Fields, { stop_reason: "max_tokens", usage: { output_tokens: 9 } });
    const [, message] = read(user("u1", null, "a"), answer("a1", "u1", "m1", text("x")), last).messages;
    expect(message).toMatchObject({ stopReason: "length", usage: { output_tokens: 9 } });
  });
});

describe("compaction", () => {
  const before = [user("u1", null, "old"), answer("a1", "u1", "m1", text("older")), user("u2", "a1", "kept")];
  const kept = answer("a2", "u2", "m2", text("kept too"));
  const boundary = (fields: Fields = {}): Fields => ({
    ...base,
    type: "system",
    subtype: "compact_boundary",
    uuid: "b",
    parentUuid: null,
    logicalParentUuid: "a2",
    content: "Conversation compacted",
    compactMetadata: { trigger: "auto", preTokens: 9, ...fields },
  });
  const summary = user("c", "b", "what was", { isCompactSummary: true, isVisibleInTranscriptOnly: true });

  test("the summary stands for what is before it", () => {
    expect(outline(...before, kept, boundary(), summary, user("u3", "c", "new"))).toEqual(["#what was", "new"]);
    const chained = { ...summary, parentUuid: "a2" };
    expect(outline(...before, kept, chained, user("u3", "c", "new"))).toEqual(["#what was", "new"]);
  });

  const segment = { preservedSegment: { headUuid: "u2", tailUuid: "a2", anchorUuid: "c" } };
  test.each(["a2", "c"])("messages that were kept follow it, whether the next names %s as its parent", (parent) => {
    const records = [...before, kept, boundary(segment), summary, user("u3", parent, "new")];
    expect(outline(...records)).toEqual(["#what was", "kept", "kept too", "new"]);
  });

  test.each([
    { headUuid: "a2", tailUuid: "u2", anchorUuid: "c" },
    { headUuid: "u2", tailUuid: "c", anchorUuid: "c" },
    { headUuid: "u2", tailUuid: "a2", anchorUuid: "u1" },
    { headUuid: "gone", tailUuid: "a2", anchorUuid: "c" },
    { headUuid: 7 },
  ])("a segment that can't be is passed over: %j", (preservedSegment) => {
    const records = [...before, kept, boundary({ preservedSegment }), summary, user("u3", "c", "new")];
    expect(outline(...records)).toEqual(["#what was", "new"]);
  });
});

describe("messages", () => {
  function only(record: Fields): unknown {
    return read(record).messages.at(-1);
  }

  test("what the program wrote in the user's place is not for people", () => {
    expect(only(user("u1", null, "<local-command-caveat>", { isMeta: true }))).toMatchObject({ display: false });
    expect(only(user("u1", null, "hi"))).not.toHaveProperty("display");
  });

  test("an error of the API is a turn that failed", () => {
    const record = answer("a1", null, "m", text("API Error: 529"), { isApiErrorMessage: true });
    expect(only(record)).toMatchObject({ content: [], stopReason: "error", errorMessage: "API Error: 529" });
    expect(read(record).modelSnapshots).toEqual([]);
  });

  test.each([
    ["msg_bdrk_1", "amazon-bedrock"],
    ["msg_vrtx_1", "anthropic-vertex"],
    ["msg_1", "anthropic"],
  ])("the id %s is one of %s", (id, provider) => {
    expect(only(answer("a1", null, id, text("x")))).toMatchObject({ provider });
  });

  test.each([
    [
      { type: "redacted_thinking", data: "QUJD" },
      { type: "redacted_thinking", data: "QUJD" },
    ],
    [
      { type: "thinking", thinking: "t", signature: "" },
      { type: "thinking", thinking: "t" },
    ],
    [
      { type: "tool_use", id: "t", name: "n" },
      { type: "toolCall", id: "t", name: "n" },
    ],
    [
      { type: "server_tool_use", id: "srv", name: "web_search" },
      {
        type: "opaque",
        kind: "server_tool_use",
        pair: "srv",
        raw: { type: "server_tool_use", id: "srv", name: "web_search" },
      },
    ],
  ])("block %j", (block, expected) => {
    expect(only(answer("a1", null, "m", block))).toMatchObject({ content: [expected] });
  });

  test.each([
    [
      { type: "base64", media_type: "image/png", data: "QUJD" },
      { type: "image", data: "QUJD", mimeType: "image/png" },
    ],
    [
      { type: "url", url: "https://a.example/b" },
      { type: "media", kind: "image", url: "https://a.example/b" },
    ],
    [
      { type: "file", file_id: "file_1" },
      { type: "media", kind: "image", fileId: "file_1" },
    ],
  ])("image %j", (source, expected) => {
    expect(only(user("u1", null, [{ type: "image", source }]))).toMatchObject({ content: [expected] });
  });

  test("documents keep their name and bytes", () => {
    const source = { type: "base64", media_type: "application/pdf", data: "QUJD" };
    expect(only(user("u1", null, [{ type: "document", title: "a.pdf", source }]))).toMatchObject({
      content: [{ type: "document", mimeType: "application/pdf", name: "a.pdf", data: "QUJD" }],
    });
  });

  test("results stand before the text of their turn, with pictures and errors", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "QUJD" } };
    const content = [
      text("and now?"),
      { type: "tool_result", tool_use_id: "t1", content: [text("x"), image], is_error: true },
      { type: "tool_result", tool_use_id: "t2" },
    ];
    const record = user("u1", "a2", content, { toolUseResult: {} });
    const { messages } = read(answer("a1", null, "m", call("t1", "Bash")), answer("a2", "a1", "m", call("t2")), record);
    expect(messages.slice(1)).toEqual([
      {
        role: "toolResult",
        toolCallId: "t1",
        toolName: "Bash",
        content: [text("x"), { type: "image", data: "QUJD", mimeType: "image/png" }],
        isError: true,
        timestamp: MS,
      },
      { role: "toolResult", toolCallId: "t2", toolName: "Read", content: [], isError: false, timestamp: MS },
      { role: "user", content: [text("and now?")], timestamp: MS },
    ]);
  });
});

describe("hostile files", () => {
  test("records of unknown types are counted, not listed", () => {
    const strange = [1, 2, 3].map((x) => ({ type: "hologram", x }));
    const { problems } = read(user("u1", null, "a"), ...strange, 7, { x: 1 });
    expect(problems.map(({ line, code, message }) => [line, code, message])).toEqual([
      [2, "unknown-records", '3 records of type "hologram", not known of Claude Code: left out.'],
      [5, "not-an-entry", "Not an object; it was left out."],
      [6, "unknown-records", "A record without a type, not known of Claude Code: left out."],
    ]);
    const many = Array.from({ length: 500 }, (_, index) => ({ type: `t${index}` }));
    expect(read(user("u1", null, "a"), ...many).problems).toHaveLength(21);
  });

  test.each([
    ["a cycle", (index: number) => user(`${index}`, `${index + 1}`, "x")],
    ["a self reference", () => user("x", "x", "x")],
    ["a chain", (index: number) => user(`${index}`, index === 0 ? null : `${index - 1}`, "x")],
    ["one answer", (index: number) => answer(`${index}`, index === 0 ? null : `${index - 1}`, "m", text(`${index}`))],
  ])("50,000 records: %s", (_, record) => {
    const records = Array.from({ length: 50_000 }, (_unused, index) => record(index));
    expect(read(...records).messages.length).toBeGreaterThan(0);
  });

  test.each([
    { type: "user", uuid: "u", parentUuid: 7, message: { content: null } },
    { type: "user", uuid: "u", message: { content: [null, 7, { type: "tool_result" }] } },
    { type: "assistant", uuid: "u", message: { id: 7, content: [{}, { type: 7 }, { type: "image" }] } },
    { type: "assistant", uuid: "u", message: "x" },
    { type: "system", uuid: "u", compactMetadata: { preservedSegment: [] } },
  ])("nothing is thrown: %j", (record) => {
    expect(read(record).format).toBe("claude-code");
  });
});
