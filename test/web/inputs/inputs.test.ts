import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type FoundRequest, readInput } from "../../../web/inputs/index.ts";
import { bodies, named, SECRET } from "./bodies.ts";

const read = (content: string | Uint8Array<ArrayBuffer>, name = "file.txt", options = {}) =>
  readInput(new Blob([content]), name, options);
const json = (value: unknown, space?: number) => JSON.stringify(value, null, space);
const lines = (...values: unknown[]) => values.map((value) => `${json(value)}\n`).join("");
const packed = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(gzipSync(text));

const own = lines(
  { type: "session", version: 3, id: "s", cwd: "/" },
  { type: "message", id: "a", parentId: null, message: { role: "user", content: "hi" } },
);
const claudeCode = lines({
  type: "user",
  uuid: "1",
  parentUuid: null,
  sessionId: "s",
  cwd: "/",
  version: "2.0.0",
  message: { role: "user", content: "hi" },
});
const codex = lines(
  {
    timestamp: "2026-01-01T00:00:00Z",
    type: "session_meta",
    payload: { id: "s", cwd: "/", originator: "codex_cli_rs" },
  },
  {
    timestamp: "2026-01-01T00:00:01Z",
    type: "response_item",
    payload: { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] },
  },
);
const bare = lines({ role: "user", content: "hi" }, { role: "assistant", content: [{ type: "text", text: "yes" }] });

describe("sessions", () => {
  test.each([
    ["pi's own", own, "session", "pi"],
    ["Claude Code", claudeCode + claudeCode, "claude-code", "claude-code"],
    ["Codex", codex, "codex", "codex"],
    ["messages, one a line", bare, "message-lines", undefined],
    ["a list of messages", json([{ role: "user", content: "hi" }]), "message-array", undefined],
    [
      "one with session blocks",
      json({ messages: [{ role: "toolResult", toolCallId: "a", content: [] }] }),
      "message-object",
      undefined,
    ],
    ["damage in the first line", `{"role":"us\n${bare}`, "message-lines", undefined],
    ["damage before a header", `\0\0\n${own}`, "session", "pi"],
  ])("%s", async (_name, text, format, agent) => {
    const blob = new Blob([text]);
    const { found } = await readInput(blob, "C:\\here\\mine.jsonl");
    expect(found).toEqual([
      {
        kind: "session",
        label: expect.any(String),
        name: "mine.jsonl",
        text: expect.any(Blob),
        format,
        ...(agent && { agent }),
      },
    ]);
    expect(found[0].kind === "session" && (await found[0].text.text())).toBe(text);
  });

  test("only the beginning of a long one is read", async () => {
    const blob = new Blob([own, ...Array.from({ length: 300 }, () => bare.repeat(200))]);
    let bytes = 0;
    const slice = blob.slice.bind(blob);
    blob.slice = (start = 0, end = blob.size) => {
      bytes += Math.min(end, blob.size) - start;
      return slice(start, end);
    };
    expect(blob.size).toBeGreaterThan(5_000_000);
    expect((await readInput(blob, "x")).found[0].kind).toBe("session");
    expect(bytes).toBeLessThan(1_000_000);
  });
});

describe("request bodies", () => {
  test.each(named)("%s", async (format, body) => {
    for (const text of [json(body), json(body, 2), `\ufeff${json(body)}\r\n`]) {
      const { found, notes } = await read(text);
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({ kind: "request", format, body, label: expect.stringContaining(" · ") });
      expect(notes).toEqual([]);
    }
  });

  test("in records of logs, with what they tell of server and answer", async () => {
    const record = {
      url: "https://openrouter.ai/api/v1/chat/completions",
      request: json(bodies["openai-completions"]),
      status: 400,
      response: { error: { message: "no" } },
    };
    const [found] = (await read(json({ data: record }))).found;
    expect(found).toMatchObject({
      format: "openai-completions",
      target: { provider: "openrouter", modelId: "gpt-5" },
      answer: { status: 400, text: '{"error":{"message":"no"}}' },
    });
  });

  test("one a line, as batches have them", async () => {
    const batch = named.map(([, body], index) => ({ custom_id: `${index}`, method: "POST", url: "/v1/x", body }));
    const { found, notes } = await read(`${lines(...batch)}{"other":1}\n`);
    expect(found.map((one) => (one as FoundRequest).format)).toEqual(named.map(([format]) => format));
    expect(notes).toEqual(["1 lines are no requests."]);
    expect((await read(lines(...batch), "x", { limits: { requests: 2 } })).found).toHaveLength(2);
  });

  test.each([
    ["messages", bodies["openai-completions"].messages, "openai-completions"],
    ["messages of Anthropic", bodies["anthropic-messages"].messages, "anthropic-messages"],
    ["contents", bodies["google-generative-ai"].contents, "google-generative-ai"],
    ["items", [{ type: "function_call", call_id: "a", name: "f", arguments: "{}" }], "openai-responses"],
  ])("a list of %s", async (_name, list, format) => {
    expect((await read(json(list))).found[0]).toMatchObject({ kind: "request", format });
  });

  test("of a format that the person names", async () => {
    const [found] = (await read('{"messages":[]}', "x", { as: "anthropic-messages" })).found;
    expect(found).toMatchObject({ format: "anthropic-messages", body: { messages: [] } });
    expect((await read(json(bodies["openai-completions"]), "x", { as: "session" })).found[0].kind).toBe("session");
  });
});

describe("HAR", () => {
  const entry = (url: string, body: unknown, response?: unknown, method = "POST") => ({
    startedDateTime: "2026-01-01T00:00:00Z",
    request: {
      method,
      url,
      headers: [{ name: "authorization", value: `Bearer ${SECRET}` }],
      cookies: [{ name: "session", value: SECRET }],
      postData: { mimeType: "application/json", text: typeof body === "string" ? body : json(body) },
    },
    ...(response !== undefined && { response }),
  });
  const refused = {
    status: 400,
    headers: [{ name: "set-cookie", value: SECRET }],
    content: {
      mimeType: "application/json; charset=utf-8",
      text: Buffer.from('{"error":"é"}').toString("base64"),
      encoding: "base64",
    },
  };
  const har = {
    log: {
      entries: [
        entry("https://example.com/api/track", { event: "x" }),
        entry("https://api.anthropic.com/v1/messages", "", undefined, "OPTIONS"),
        entry("https://api.anthropic.com/v1/messages", bodies["anthropic-messages"], refused),
        entry(
          `https://proxy.test/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse&key=${SECRET}`,
          bodies["google-generative-ai"],
        ),
        entry("https://api.anthropic.com/v1/messages", json(bodies["anthropic-messages"]).slice(0, -40)),
        entry("https://api.anthropic.com/v1/messages/count_tokens", bodies["anthropic-messages"]),
      ],
    },
  };

  test("the calls are found, with answers and without credentials", async () => {
    const { found, notes } = await read(json(har));
    expect(found).toHaveLength(2);
    expect(found[0]).toMatchObject({
      format: "anthropic-messages",
      target: { provider: "anthropic", modelId: "claude-opus-4-6", baseUrl: "https://api.anthropic.com" },
      answer: { status: 400, mimeType: "application/json", text: '{"error":"é"}' },
      label: "Anthropic Messages · claude-opus-4-6 · 3 messages · answered 400",
    });
    expect(found[1]).toMatchObject({
      target: { modelId: "gemini-3-pro", baseUrl: "https://proxy.test" },
      url: "https://proxy.test/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse&key=[redacted]",
    });
    expect(notes).toEqual([
      "3 of 6 requests are none to an LLM API.",
      "1 requests to LLM APIs have no whole body in the file.",
    ]);
    expect(JSON.stringify(found)).not.toContain(SECRET);
  });

  test("one entry is enough", async () => {
    expect((await read(json(har.log.entries[2]))).found[0]).toMatchObject({ format: "anthropic-messages" });
  });

  test("a file without calls is no success", async () => {
    await expect(read(json({ log: { entries: [] } }))).rejects.toMatchObject({ code: "no-request" });
    await expect(read(json({ log: { entries: [har.log.entries[4]] } }))).rejects.toMatchObject({ code: "no-body" });
  });

  test.each([
    null,
    1,
    "x",
    [],
    {},
    { request: null },
    { request: { url: 1, method: [] } },
    { request: { url: "x", method: "POST" } },
  ])("entries that are none: %j", async (bad) => {
    await expect(read(json({ log: { entries: [bad] } }))).rejects.toMatchObject({
      code: expect.stringMatching(/^no-/),
    });
  });
});

describe("packed files and encodings", () => {
  test("gzip", async () => {
    const { found, notes } = await read(packed(own), "mine.jsonl.gz");
    expect(found[0]).toMatchObject({ kind: "session", name: "mine.jsonl" });
    expect(notes).toEqual(["The file was unpacked (gzip)."]);
  });

  test("a bomb is refused before it is unpacked", async () => {
    const bomb = packed("x".repeat(50_000_000));
    await expect(read(bomb, "x", { limits: { unpackedBytes: 1_000_000 } })).rejects.toMatchObject({
      code: "too-large",
    });
  });

  test("a torn one", async () => {
    await expect(read(packed(own.repeat(100)).slice(0, 100))).rejects.toMatchObject({ code: "bad-compression" });
  });

  test("UTF-16, as PowerShell writes it", async () => {
    const text = new Uint8Array(Buffer.from(`\ufeff${json(bodies["anthropic-messages"])}`, "utf16le"));
    expect((await read(text)).found[0]).toMatchObject({ body: bodies["anthropic-messages"] });
  });

  test.each([
    ["PK\u0003\u0004....", "ZIP archive"],
    ["SQLite format 3\0....", "SQLite"],
    ["%PDF-1.7", "PDF"],
  ])("what is no text is named: %j", async (content, name) => {
    await expect(read(content)).rejects.toMatchObject({ code: "not-text", message: expect.stringContaining(name) });
  });
});

describe("what is not understood is said", () => {
  test.each([
    ["", "empty", "nothing"],
    [" \n\t", "empty", "nothing"],
    ["hello there", "unknown-shape", '"hello there"'],
    ["<!doctype html><p>", "unknown-shape", "HTML"],
    ["42", "unknown-shape", '"42"'],
    ["[1,2]", "unknown-shape", "list of 2"],
    ["{}", "unknown-shape", "empty object"],
    ['{"a":1,"__proto__":{"polluted":1}}', "unknown-shape", '"a", "__proto__"'],
    ['{"messages":[{"role":"user"}', "bad-json", "at its end"],
    ['{\n  "model": "é",\n  "messages": [,]\n}', "bad-json", 'line 3, column 16, where "," cannot stand'],
    ['{"model":"x","messages":[]} and more', "bad-json", 'column 29, where "a" cannot stand'],
    ['{"type":"error","error":{"message":"x"}}', "provider-error", "error"],
    ["400 invalid_request_error: no", "provider-error", "error of a provider"],
    ['{"choices":[{"message":{"role":"assistant","content":"x"}}]}', "provider-answer", "answered"],
    [`{"a":${"[".repeat(100_000)}`, "too-deep", "levels deep"],
  ])("%s", async (text, code, words) => {
    await expect(read(text)).rejects.toMatchObject({
      name: "InputError",
      code,
      message: expect.stringContaining(words),
    });
  });

  test("too much", async () => {
    await expect(read(json(bodies["openai-completions"]), "x", { limits: { bytes: 10 } })).rejects.toMatchObject({
      code: "too-large",
    });
  });

  test("nothing in an input reaches a prototype", async () => {
    const text = '{"__proto__":{"messages":[{"role":"user"}],"model":"m"},"constructor":{"prototype":{"x":1}}}';
    await expect(read(text)).rejects.toMatchObject({ code: "unknown-shape" });
    const body = `{"model":"m","__proto__":{"polluted":1},"messages":[{"role":"user","content":"x","__proto__":{"role":"tool"}}]}`;
    const [found] = (await read(body)).found;
    expect(JSON.stringify((found as FoundRequest).body)).toBe(body);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});
