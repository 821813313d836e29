// The rules of session repair, one by one.
import { describe, expect, test } from "vitest";
import { describeRepair, type RepairOptions, repairSessionText, TranscriptInputError } from "../../src/index.ts";
import { assistant, entry, file, HEADER, NOTHING, repair, TIME, user } from "./damaged.ts";

describe("what stays as it is", () => {
  test.each([
    ["a good file", file(HEADER, user("a", null), assistant("b", "a", "hi"))],
    ["no line feed at the end", file(HEADER, user("a", null)).slice(0, -1)],
    ["CRLF and blank lines", `${HEADER}\r\n\r\n${user("a", null)}\r\n \t\n`],
    ["JSON that is no object", file(HEADER, "42", '"x"', "null", "[]", user("a", null))],
    [
      "entries of other types, whatever is in them",
      file(HEADER, '{"type":"custom","customType":"x"}', "{}", '{"type":7}'),
    ],
    ["unknown roles", file(HEADER, entry("a", null, { role: "planner", content: "" }))],
    [
      "a failed turn that says something",
      file(HEADER, assistant("a", null, [{ type: "text", text: "x" }], { stopReason: "error" })),
    ],
    ["an empty turn that did not fail", file(HEADER, assistant("a", null, []))],
    ["a failed turn of other content", file(HEADER, assistant("a", null, "", { stopReason: "error" }))],
    ["a user's text without text", file(HEADER, user("a", null, [{ type: "text" }]), user("b", "a", 7))],
    [
      "numbers, escapes and keys as they are written",
      file(HEADER, '{"type" : "x","n":1.50e+2,"big":12345678901234567890,"s":"\\u0041\\/","n":0}'),
    ],
    ["U+2028, U+2029 and other scripts in strings", file(HEADER, user("a", null, "\u2028 \u2029 ก 😀"))],
    ["halves of surrogate pairs", file(HEADER, user("a", null, "x")).replace("x", "\ud800 y")],
    ["__proto__", file(HEADER, '{"type":"custom","__proto__":{"x":1},"customType":"x"}')],
  ])("%s", (_, text) => {
    const { text: after, report } = repair(text);
    expect(after).toBe(text);
    expect(report).toEqual(NOTHING);
  });
});

describe("lines", () => {
  test("a malformed line goes, wherever it stands", () => {
    const text = file("garbage", HEADER, "{oops", user("a", null), '{"type":"mess');
    const { text: after, report } = repair(text);
    expect(after).toBe(file(HEADER, user("a", null)));
    const at = (line: string): number => text.indexOf(line);
    expect(report).toEqual({
      ...NOTHING,
      repaired: true,
      droppedLines: 3,
      dropped: [
        { line: 1, offset: 0, bytes: 8, reason: "malformed" },
        { line: 3, offset: at("{oops"), bytes: 6, reason: "malformed" },
        { line: 5, offset: at('{"type":"mess\n'), bytes: 14, reason: "malformed" },
      ],
    });
  });

  test("a last line that breaks off is torn", () => {
    const text = `${file(HEADER, user("a", null))}{"type":"mess`;
    const { text: after, report } = repair(text);
    expect(after).toBe(file(HEADER, user("a", null)));
    expect(report).toMatchObject({
      repaired: true,
      droppedLines: 1,
      dropped: [{ line: 3, bytes: 13, reason: "torn" }],
    });
  });

  test("each line keeps its own ending", () => {
    const text = `${HEADER}\r\n{oops\r\n${user("a", null)}\n\n${user("b", "a")}\r\n`;
    expect(repair(text).text).toBe(`${HEADER}\r\n${user("a", null)}\n\n${user("b", "a")}\r\n`);
  });

  test("blank lines behind a dropped line go with it", () => {
    const text = file(HEADER, "", "{oops", "", "  ", user("a", null), "");
    const { text: after, report } = repair(text);
    expect(after).toBe(file(HEADER, "", user("a", null), ""));
    expect(report.dropped).toEqual([{ line: 3, offset: HEADER.length + 2, bytes: 10, reason: "malformed" }]);
  });

  test("a repaired file ends with a line feed", () => {
    const { text, report } = repair(`${file(HEADER, "{oops")}${user("a", null)}`);
    expect(text).toBe(file(HEADER, user("a", null)));
    expect(report.changes).toMatchObject([{ bytes: 0, newBytes: 1, actions: ["restored-newline"] }]);
  });

  test("lines that are too long go", () => {
    const text = file(HEADER, user("a", null), user("b", "a", "x".repeat(300)), user("c", "a"));
    const { text: after, report } = repair(text, { maxLineBytes: 250 });
    expect(after).toBe(file(HEADER, user("a", null), user("c", "a")));
    expect(report.dropped).toMatchObject([
      { line: 3, reason: "too-long", bytes: user("b", "a", "x".repeat(300)).length + 1 },
    ]);
  });
});

describe("messages that are none", () => {
  test.each([
    '{"type":"message","id":"m","parentId":null}',
    '{"type":"message","id":"m","message":null}',
    '{"type":"message","id":"m","message":[]}',
    '{"type":"message","id":"m","message":"x"}',
    '{"type":"message","id":"m","message":{"content":"x"}}',
    '{"type":"message","id":"m","message":{"role":null,"content":"x"}}',
    '{"type":"message","id":"m","message":{"role":" \\n","content":"x"}}',
    '{"type":"mess\\u0061ge","id":"m","message":{"role":7}}',
    '{"type":"message","message":{"role":"user","content":"x"},"message":{}}',
  ])("%s", (line) => {
    const { text, report } = repair(file(HEADER, line, user("a", null)));
    expect(text).toBe(file(HEADER, user("a", null)));
    expect(report).toMatchObject({ droppedLines: 1, dropped: [{ line: 2, reason: "invalid-message" }] });
  });

  test("one before the header does not make the file headless", () => {
    const { text, report } = repair(file('{"type":"message"}', HEADER, user("a", null)));
    expect(text).toBe(file(HEADER, user("a", null)));
    expect(report.droppedLines).toBe(1);
  });
});

describe("turns that are not durable", () => {
  const FAILED = [{ type: "text", text: "[assistant turn failed before producing content]" }];

  test("a failed turn that holds nothing says so", () => {
    const { text, report } = repair(
      file(HEADER, assistant("a", null, [], { stopReason: "error", usage: { input: 1 } })),
    );
    expect(text).toBe(file(HEADER, assistant("a", null, FAILED, { stopReason: "error", usage: { input: 1 } })));
    expect(report).toMatchObject({ repaired: true, droppedLines: 0, rewrittenAssistantMessages: 1 });
    expect(report.changes).toMatchObject([{ line: 2, offset: HEADER.length + 1, actions: ["rewrote-assistant"] }]);
  });

  const image = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };
  test.each([
    ["", "(continue)"],
    [" \n\t\u00a0\u3000\ufeff", "(continue)"],
    [[], [{ type: "text", text: "(continue)" }]],
    [[{ type: "text", text: " " }], [{ type: "text", text: "(continue)" }]],
    [[{ type: "text", text: " " }, image, { type: "text", text: "" }], [image]],
    [
      [{ type: "text", text: "a" }, { type: "text", text: "\t" }, image],
      [{ type: "text", text: "a" }, image],
    ],
  ])("a user's blank text: %j", (content, expected) => {
    const { text, report } = repair(file(HEADER, user("a", null, content), user("b", "a")));
    expect(text).toBe(file(HEADER, user("a", null, expected), user("b", "a")));
    expect(report).toMatchObject({ repaired: true, droppedLines: 0, rewrittenUserMessages: 1 });
    expect(report).not.toHaveProperty("droppedBlankUserMessages");
  });

  test("only the content is written anew", () => {
    const line =
      '{ "type":"message" , "n":1.0,"message":{"role":"user","content": [ ], "big":12345678901234567890},"\\u0041":1}';
    const { text } = repair(file(HEADER, line));
    expect(text).toBe(file(HEADER, line.replace("[ ]", '[{"type":"text","text":"(continue)"}]')));
  });

  test("whitespace in escapes, and what only looks like it", () => {
    const lines = ["\\u0020\\t\\u00A0", "\\u200b", "\\b"].map(
      (text) => `{"type":"message","message":{"role":"user","content":"${text}"}}`,
    );
    const { report } = repair(file(HEADER, ...lines));
    expect(report.changes.map(({ line }) => line)).toEqual([2]);
  });
});

describe("files that are left as they are", () => {
  test.each<[string, string, number]>([
    ["", "empty session file", 0],
    ["\n \r\n\ufeff", "empty session file", 0],
    ["{oops\n{bad", "empty session file", 2],
    [file('{"type":"message"}'), "empty session file", 1],
    [file(user("a", null), "{bad"), "invalid session header", 1],
    [file("{bad", '{"type":"session","id":""}', user("a", null)), "invalid session header", 1],
    [file('{"type":"session"}', "{bad"), "invalid session header", 1],
    [file("42", HEADER, "{bad"), "invalid session header", 1],
    [file('{"role":"user","content":"x"}', "{bad"), "invalid session header", 1],
    ['[{"role":"user","content":""}]\n{bad', "invalid session header", 1],
  ])("%j", (text, reason, droppedLines) => {
    const { text: after, report } = repair(text);
    expect(after).toBe(text);
    expect(report).toEqual({ ...NOTHING, droppedLines, reason });
  });

  test("other agents' files are repaired by line alone", () => {
    const claude = JSON.stringify({
      type: "user",
      uuid: "u",
      parentUuid: null,
      sessionId: "s",
      message: { role: "user", content: "" },
    });
    const codex = JSON.stringify({ timestamp: "t", type: "session_meta", payload: { id: "x" } });
    for (const line of [claude, codex]) {
      expect(repair(file(line, "{oops", line)).text).toBe(file(line, line));
      expect(repair(file(line, user("a", null, ""))).text).toBe(file(line, user("a", null, "")));
    }
  });
});

describe("parents", () => {
  const broken = file(
    HEADER,
    user("a", null),
    '{"type":"message","id":"b","parentId":"a"}',
    user("c", "b"),
    user("d", "c"),
  );

  test("who names a parent that was dropped is reported", () => {
    const { text, report } = repair(broken);
    expect(text).toBe(file(HEADER, user("a", null), user("c", "b"), user("d", "c")));
    expect(report.brokenParents).toEqual([{ line: 4, offset: broken.indexOf(user("c", "b")), parentId: "b" }]);
  });

  test("and attached to the nearest ancestor that is left, if that is wished", () => {
    const { text, report } = repair(broken, { reparent: true });
    expect(text).toBe(file(HEADER, user("a", null), user("c", "a"), user("d", "c")));
    expect(report.brokenParents).toMatchObject([{ line: 4, parentId: "b", attachedTo: "a" }]);
    expect(report.changes).toMatchObject([{ line: 4, actions: ["reparented"] }]);
  });

  test.each([
    ["a chain of dropped ones", [user("a", null), user("z", "a"), drop("b", "a"), drop("c", "b"), user("d", "c")], "a"],
    ["a dropped root", [drop("a", null), user("b", "a")], null],
    [
      "a torn one of which the ids can be read",
      [user("a", null), user("z", "a"), '{"type":"message","id":"b","parentId":"a","mess', user("c", "b")],
      "a",
    ],
    [
      "one of which nothing can be read: the entry before",
      [user("a", null), user("z", "a"), "{oops", user("c", "b")],
      "z",
    ],
    [
      "one whose id is all that can be read",
      [user("a", null), user("z", "a"), '{"type":"message","id":"b","par', user("c", "b")],
      "z",
    ],
    ["nothing before it", ["{oops", user("c", "b")], null],
    ["a parent that never was", [user("a", null), user("c", "b")], "a"],
  ])("%s", (_, lines, parent) => {
    const { text, report } = repair(file(HEADER, ...lines), { reparent: true });
    const last = text.trimEnd().split("\n").at(-1) ?? "";
    expect(JSON.parse(last).parentId).toBe(parent);
    expect(report.brokenParents).toMatchObject([{ attachedTo: parent }]);
  });

  test("the header's id is a root, and a gap that was there before is no news", () => {
    const text = file(HEADER, user("a", "s1"), user("c", "gone"));
    expect(repair(text).report).toEqual(NOTHING);
  });

  function drop(id: string, parentId: string | null): string {
    return JSON.stringify({ type: "message", id, parentId, message: {} });
  }
});

describe("extras", () => {
  const png = "iVBORw0KGgoAAAANSUhEUg==";
  const omitted = { type: "text", text: "[image omitted: corrupted base64 payload]" };

  test.each<[object, boolean]>([
    [{ data: png, mimeType: "image/png" }, false],
    [{ data: "/9j/4AAQSkZJRg==", mediaType: "image/jpeg" }, false],
    [{ data: "R0lGODlhAQABAAAAACw=", media_type: "image/gif" }, false],
    [{ data: "UklGRgAAAABXRUJQVlA4", mimeType: "image/webp" }, false],
    [{ data: "Qk0AAA==", mimeType: "image/bmp" }, false],
    [{ data: "AAAAGGZ0eXBoZWlj", mimeType: "image/heic" }, false],
    [{ data: ` ${png.slice(0, 9)}\n${png.slice(9).replace(/=/g, "")}`, mimeType: "image/png" }, false],
    [{ data: "SGVsbG8=", mimeType: "image/png" }, true],
    [{ data: "", mimeType: "image/png" }, true],
    [{ data: `${png}=`, mimeType: "image/png" }, true],
    [{ data: `${png.slice(0, -3)}h==`, mimeType: "image/png" }, true],
    [{ data: "iVBORw0KGgo-_", mimeType: "image/png" }, true],
    [{ data: "iVBORw0KGgo\u00e9", mimeType: "IMAGE/png" }, true],
    [{ data: "SGVsbG8=" }, false],
    [{ data: "SGVsbG8=", mimeType: "text/plain" }, false],
    [{ data: 7, mimeType: "image/png" }, false],
  ])("corrupt images: %j", (fields, isCorrupt) => {
    const image = { type: "image", ...fields };
    const line = (block: object): string =>
      entry("a", null, { role: "toolResult", toolCallId: "t", content: [block, block] });
    const { text, report } = repair(file(HEADER, line(image)), { extras: ["corrupt-images"] });
    expect(text).toBe(file(HEADER, line(isCorrupt ? omitted : image)));
    expect(report.removedCorruptedImageBlocks).toBe(isCorrupt ? 2 : undefined);
    expect(repair(file(HEADER, line(image))).report).toEqual(NOTHING);
  });

  const call = (id: string, name = "read"): object => ({ type: "toolCall", id, name, arguments: {} });
  const native = { api: "openai-chatgpt-responses", provider: "openai", stopReason: "toolUse", timestamp: 5 };
  const result = (id: string): string => entry(`r-${id}`, "a", { role: "toolResult", toolCallId: id, content: "x" });

  test("missing results of the Responses family", () => {
    const turn = assistant("a", null, [call("c1"), call("c2"), call("c1")], native);
    const { text, report } = repair(file(HEADER, turn, result("c2"), user("u", "a")), { extras: true });
    const [, , inserted = "", ...rest] = text.split("\n");
    expect(rest).toEqual([result("c2"), user("u", "a"), ""]);
    expect(JSON.parse(inserted)).toEqual({
      type: "message",
      id: expect.stringMatching(/^repair-[0-9a-f]{12}$/),
      parentId: "a",
      timestamp: TIME,
      message: {
        role: "toolResult",
        toolCallId: "c1",
        toolName: "read",
        content: [{ type: "text", text: "aborted" }],
        isError: true,
        timestamp: 5,
      },
    });
    expect(report).toMatchObject({ repaired: true, insertedToolResults: 1 });
  });

  test.each<[string, string[], number]>([
    ["a result before its call", [result("c1"), assistant("a", null, [call("c1")], native)], 0],
    ["a failed turn", [assistant("a", null, [call("c1")], { ...native, stopReason: "aborted" })], 0],
    ["another provider", [assistant("a", null, [call("c1")], { ...native, provider: "azure" })], 0],
    ["a delivery and its mirror", [delivery("openai-codex-responses"), mirror("delivery-mirror")], 1],
    ["a delivery and what the gateway injected", [delivery("openai-responses"), mirror("gateway-injected")], 1],
    [
      "a delivery with an answer of its own",
      [delivery("openai-responses"), user("u", "a"), mirror("delivery-mirror")],
      0,
    ],
    ["a delivery over another API", [delivery("anthropic-messages"), mirror("delivery-mirror")], 0],
  ])("%s", (_, lines, count) => {
    const { report } = repair(file(HEADER, ...lines), { extras: ["missing-results"] });
    expect(report.insertedToolResults ?? 0).toBe(count);
    expect(repair(file(HEADER, ...lines)).report.insertedToolResults).toBeUndefined();
  });

  function delivery(api: string): string {
    return assistant("a", null, [call("m1", "message"), call("o1", "other")], { api, stopReason: "toolUse" });
  }

  function mirror(model: string): string {
    return assistant("m", "a", [{ type: "text", text: "x" }], { provider: "openclaw", model });
  }

  test("compactions that were written twice", () => {
    const compaction = (id: string): string => JSON.stringify({ type: "compaction", id, parentId: "a", summary: "S" });
    const text = file(HEADER, user("a", null), compaction("k"), compaction("l"), compaction("m"), user("b", "l"));
    const { text: after, report } = repair(text, { extras: ["orphan-forks"] });
    expect(after).toBe(file(HEADER, user("a", null), compaction("l"), user("b", "l")));
    expect(report).toMatchObject({ repaired: true, droppedLines: 0, droppedOrphanForkEntries: 2 });
    const forked = file(HEADER, user("a", null), compaction("k"), user("c", "k"), compaction("l"), user("b", "l"));
    expect(repair(forked, { extras: true }).report).toEqual(NOTHING);
    expect(repair(text).report).toEqual(NOTHING);
  });
});

test("a line for a log", () => {
  const text = file(HEADER, "{oops", user("a", null, ""), assistant("b", "a", [], { stopReason: "error" }));
  const { report } = repair(text);
  expect(describeRepair(report, "/home/me/s.jsonl")).toEqual({
    level: "debug",
    text: "session file repaired: dropped 1 malformed line(s), rewrote 1 assistant message(s), rewrote 1 user message(s) (s.jsonl)",
  });
  expect(describeRepair(repair(user("a", null)).report, "C:\\s.jsonl")).toEqual({
    level: "warn",
    text: "session file repair skipped: invalid session header (s.jsonl)",
  });
  expect(describeRepair(NOTHING, "s.jsonl")).toBeUndefined();
});

test.each<[unknown, string]>([
  [{ extras: ["nope"] }, "/extras"],
  [{ extras: "corrupt-images" }, "/extras"],
  [{ maxLineBytes: 0 }, "/maxLineBytes"],
  [{ maxLineBytes: 1.5 }, "/maxLineBytes"],
])("wrong options: %j", (options, path) => {
  let error: unknown;
  try {
    repairSessionText("", options as RepairOptions);
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(TranscriptInputError);
  expect(error).toMatchObject({ code: "invalid-option", path });
});

test("what cannot be listed is counted", () => {
  const { report } = repairSessionText(`${HEADER}\n${"x\n".repeat(100_005)}`);
  expect(report).toMatchObject({ droppedLines: 100_005, unlisted: 5, dropped: { length: 100_000 } });
});
