import { describe, expect, test } from "vitest";
import { bufferLimits, CaptureBuffer } from "../../../web/capture/buffer.ts";
import { FIREFOX_LIMIT, type Seen, seenRequest, withContent } from "../../../web/capture/entry.ts";
import { safeUrl, withoutCredentials, withoutKeys } from "../../../web/capture/redact.ts";
import { bodies, SECRET } from "../inputs/bodies.ts";
import { all, entryOf } from "./exchanges.ts";

describe("calls are recognized wherever the server is", () => {
  test.each(all)("%s", (format, { url, accepted }) => {
    for (const origin of ["https://api.test", "http://127.0.0.1:8080/proxy", "http://localhost:11434"]) {
      expect(seenRequest(entryOf(origin + url, accepted))).toMatchObject({
        format,
        state: "whole",
        milliseconds: expect.any(Number),
      });
    }
  });

  test.each(Object.entries(bodies))("%s, at a path that says nothing", (format, body) => {
    const named = { model: "m", ...body };
    expect(seenRequest(entryOf("https://app.test/api/llm", named))).toMatchObject({ format });
    expect(seenRequest(entryOf("https://app.test/api/llm", named, { type: "text/plain" }))).toMatchObject({ format });
  });

  test.each([
    ["https://api.anthropic.com/v1/messages", "anthropic"],
    ["https://my-res.openai.azure.com/openai/deployments/x/chat/completions?api-version=1", "azure-openai"],
    ["https://openrouter.ai/api/v1/chat/completions", "openrouter"],
    ["https://anthropic.com.evil.test/v1/messages", undefined],
    ["https://evilanthropic.com/v1/messages", undefined],
  ])("the provider is that of the host: %s", (url, provider) => {
    const body = url.includes("completions") ? bodies["openai-completions"] : bodies["anthropic-messages"];
    expect(seenRequest(entryOf(url, body))?.target.provider).toBe(provider);
  });

  test.each([
    ["openai-completions", "gpt-5.4", undefined],
    ["openai-completions", "openai/o4-mini", undefined],
    ["openai-completions", "qwen3-32b", "openai-compatible"],
    ["openai-responses", "gpt-oss-120b", "openai-compatible"],
    ["openai-responses", "deepseek-v4", "openai-compatible"],
    ["anthropic-messages", "eu.anthropic.claude-sonnet-4-5", undefined],
    ["anthropic-messages", "kimi-k2.6", "anthropic-compatible"],
    ["google-generative-ai", "gemma-3", undefined],
  ] as const)("a server that nobody knows, with %s and %s", (format, model, provider) => {
    const target = seenRequest(entryOf("http://localhost:8000/llm", { ...bodies[format], model }))?.target;
    expect([target?.provider, target?.modelId]).toEqual([provider, model]);
  });

  test.each([
    ["https://openrouter.ai/api/v1/chat/completions", "https://openrouter.ai/api/v1"],
    ["http://localhost:8000/v1/responses?key=k", "http://localhost:8000/v1"],
    ["http://me:pass@localhost:8000/v1/messages", "http://localhost:8000"],
  ])("the base URL is the one that clients are given: %s", (url, baseUrl) => {
    const [format] = all.find(([, sample]) => new URL(url).pathname.endsWith(sample.url)) ?? [];
    const body = bodies[format ?? "openai-completions"];
    expect(seenRequest(entryOf(url, body))?.target.baseUrl).toBe(baseUrl);
  });

  test.each<readonly [string, unknown]>([
    ["a preflight", entryOf("https://api.anthropic.com/v1/messages", undefined, { method: "OPTIONS" })],
    [
      "another method",
      entryOf("https://api.anthropic.com/v1/messages", bodies["anthropic-messages"], { method: "GET" }),
    ],
    ["a count of tokens", entryOf("https://api.anthropic.com/v1/messages/count_tokens", bodies["anthropic-messages"])],
    ["a form", entryOf("https://x.test/", bodies["anthropic-messages"], { type: "multipart/form-data" })],
    ["messages of a chat app", entryOf("https://x.test/api", { messages: [{ id: 1, text: "hi" }] })],
    ["messages without a model", entryOf("https://x.test/api", { messages: [{ role: "user", content: "x" }] })],
    ["an embedding", entryOf("https://x.test/v1/embeddings", { model: "text-embedding-3-small", input: ["x"] })],
    [
      "Ollama's own",
      entryOf("http://localhost:11434/api/chat", { model: "m", messages: [{ role: "user" }], options: {} }),
    ],
    ["another protocol", entryOf("chrome-extension://x/v1/messages", bodies["anthropic-messages"])],
    ...[null, 1, "x", {}, { request: {} }, { request: { url: 1, method: "POST" } }].map(
      (entry) => ["no entry", entry] as const,
    ),
  ])("what is none is passed over: %s", (_name, entry) => {
    expect(seenRequest(entry)).toBeUndefined();
  });
});

describe("a body that is not whole is said to be so", () => {
  const url = "https://api.anthropic.com/v1/messages";
  const text = JSON.stringify(bodies["anthropic-messages"]);
  const length = (value: number) => [{ name: "Content-Length", value: String(value) }];
  const long = text.replace("Be brief.", "x".repeat(FIREFOX_LIMIT * 2));

  test.each([
    ["cut off, as the length says", entryOf(url, text.slice(0, 200), { headers: length(text.length) }), "truncated"],
    ["cut off at Firefox's limit", entryOf(url, long.slice(0, FIREFOX_LIMIT)), "truncated"],
    ["not kept", entryOf(url, undefined, { headers: length(20_000_000) }), "missing"],
    ["not kept, of unknown size", entryOf(url, ""), "missing"],
    ["no JSON", entryOf(url, "{oops"), "unreadable"],
  ])("%s", (_name, entry, state) => {
    const seen = seenRequest(entry);
    expect(seen).toMatchObject({ state, format: "anthropic-messages" });
    expect(seen?.text).toBeUndefined();
  });

  test("but one that is whole is, also at the limit", () => {
    const exact = JSON.stringify({ ...bodies["anthropic-messages"], system: "" });
    const body = exact.replace('"system":""', `"system":"${"x".repeat(FIREFOX_LIMIT - Buffer.byteLength(exact))}"`);
    expect(seenRequest(entryOf(url, body, { headers: length(FIREFOX_LIMIT) }))).toMatchObject({
      state: "whole",
      bytes: FIREFOX_LIMIT,
    });
  });

  test("bytes are counted, not characters", () => {
    const body = JSON.stringify({ ...bodies["anthropic-messages"], system: "é".repeat(1000) });
    const bytes = Buffer.byteLength(body);
    expect(seenRequest(entryOf(url, body, { headers: length(bytes) }))).toMatchObject({ state: "whole", bytes });
  });

  test("a truncated one keeps what its beginning says of the model", () => {
    expect(seenRequest(entryOf(url, text.slice(0, 200), { headers: length(999) }))?.target.modelId).toBe(
      "claude-opus-4-6",
    );
  });
});

describe("credentials", () => {
  test("are nowhere in what is kept", () => {
    const body = {
      ...bodies["anthropic-messages"],
      api_key: SECRET,
      mcp_servers: [{ type: "url", url: `https://u:${SECRET}@mcp.test/?k=${SECRET}`, authorization_token: SECRET }],
      extra_headers: { "x-api-key": SECRET },
    };
    const headers = ["authorization", "x-api-key", "cookie", "anthropic-organization"].map((name) => ({
      name,
      value: SECRET,
    }));
    const seen = seenRequest(
      entryOf(`https://me:${SECRET}@api.anthropic.com/v1/messages?key=${SECRET}#${SECRET}`, body, { headers }),
    );
    expect(seen?.state).toBe("whole");
    expect(JSON.stringify(seen)).not.toContain(SECRET);
    expect(JSON.parse(seen?.text ?? "").messages).toEqual(body.messages);
  });

  test("URLs keep what says how an API is called", () => {
    expect(safeUrl("https://x.test/a?alt=sse&api-version=2024-10-21&code=1")).toBe(
      "https://x.test/a?alt=sse&api-version=2024-10-21&code=[redacted]",
    );
    expect(safeUrl("data:text/plain,secret")).toBe("data://");
    expect(safeUrl("no url")).toBe("");
  });

  test("a body without any is the same object", () => {
    for (const body of Object.values(bodies)) expect(withoutCredentials(body)).toBe(body);
  });

  test("errors that repeat a key", () => {
    const text = `Incorrect API key provided: ${SECRET}. Bearer abcdefghijk, AIzaSyA1234567890abcdefghijklmnopqrstu`;
    expect(withoutKeys(text)).toBe("Incorrect API key provided: [redacted]. [redacted], [redacted]");
  });
});

describe("answers", () => {
  const answer = { status: 200, mimeType: "application/json" };
  test.each([
    ["a text", "{}", "", { text: "{}" }],
    ["base64 of Chromium", Buffer.from("é").toString("base64"), "base64", { text: "é" }],
    ["Firefox, which says the type", "{}", "application/json", { text: "{}" }],
    ["none", null, "", {}],
    ["cut off by Firefox", "x".repeat(FIREFOX_LIMIT), "", { text: "x".repeat(FIREFOX_LIMIT), truncated: true }],
  ])("%s", (_name, content, encoding, expected) => {
    expect(withContent(answer, content, encoding)).toEqual({ ...answer, ...expected });
  });
});

describe("the buffer", () => {
  const seen = (size = 10): Seen => ({
    sentAt: 0,
    milliseconds: 0,
    url: "",
    format: "openai-completions",
    target: {},
    state: "whole",
    bytes: size,
    text: "x".repeat(size),
    answer: { status: 0, mimeType: "" },
  });
  const ids = (buffer: CaptureBuffer) => buffer.requests.map(({ id }) => id);

  test("keeps the last hundred", () => {
    const buffer = new CaptureBuffer();
    for (let count = 0; count < 130; count++) buffer.add(seen());
    expect(ids(buffer)).toEqual(Array.from({ length: 100 }, (_, index) => index + 31));
    expect(buffer.state.dropped).toBe(30);
    expect(bufferLimits).toEqual({ requests: 100, size: 256_000_000 });
  });

  test("keeps so much, and always the latest", () => {
    const buffer = new CaptureBuffer({ requests: 100, size: 100 });
    for (const size of [40, 40, 40]) buffer.add(seen(size));
    expect(ids(buffer)).toEqual([2, 3]);
    buffer.answer(3, { status: 200, mimeType: "", text: "y".repeat(50) });
    expect(ids(buffer)).toEqual([3]);
    buffer.add(seen(1000));
    expect(ids(buffer)).toEqual([4]);
    buffer.add(seen(1));
    expect(ids(buffer)).toEqual([5]);
  });

  test("pauses, clears, and forgets with the page unless told otherwise", () => {
    const buffer = new CaptureBuffer();
    buffer.add(seen());
    buffer.pause(true);
    expect(buffer.add(seen())).toBeUndefined();
    expect(buffer.state).toMatchObject({ paused: true, passed: 1 });
    buffer.pause(false);
    buffer.preserve(true);
    expect(buffer.navigated()).toBe(false);
    expect(ids(buffer)).toEqual([1]);
    buffer.preserve(false);
    expect(buffer.navigated()).toBe(true);
    expect(ids(buffer)).toEqual([]);
    expect(buffer.add(seen())?.id).toBe(2);
    expect(buffer.answer(99, { status: 200, mimeType: "" })).toBeUndefined();
  });
});
