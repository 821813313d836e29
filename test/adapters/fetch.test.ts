// A wrapped fetch and a provider that is strict: what arrives, and what does not.
import { describe, expect, test } from "vitest";
import { type Fetch, UnrepairableRequestError, wrapFetch } from "../../src/adapters/fetch/index.ts";
import { type ReplayResult, TranscriptInputError } from "../../src/index.ts";
import { serveStub } from "../sdk/stub.ts";

const stub = serveStub();
const json = { "content-type": "application/json", "x-api-key": "secret-1" };
const url = () => `${stub.url}/anthropic/v1/messages`;

const model = "claude-opus-4-6";
const call = { type: "tool_use", id: "call_1|fc_1", name: "deploy", input: { note: "é \u{1f600}" } };
const sound = { model, max_tokens: 64, messages: [{ role: "user", content: "Ship 2.4." }] };
/** A call that nobody answered, with an id of another provider. */
const damaged = {
  ...sound,
  messages: [...sound.messages, { role: "assistant", content: [call] }, { role: "user", content: "Did it go out?" }],
};
/** Written in a way that would not survive being read and written again. */
const SOUND = `${JSON.stringify(sound, null, 1)}\n`;
const DAMAGED = JSON.stringify(damaged);
/** No remedy knows what was meant. */
const HOPELESS = JSON.stringify({ ...sound, max_tokens: "many" });

const post = (body: BodyInit, headers: HeadersInit = json): RequestInit => ({ method: "POST", headers, body });
const bytes = (text: string) => new TextEncoder().encode(text);

/** A stream of small chunks, which cut characters in two. */
function streamOf(text: string): ReadableStream<Uint8Array> {
  const all = bytes(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= all.length) return controller.close();
      controller.enqueue(all.slice(at, at + 7));
      at += 7;
    },
  });
}

/** Every kind of body that is read. */
const KINDS: readonly (readonly [string, (text: string) => RequestInit])[] = [
  ["a string", (text) => post(text)],
  ["bytes", (text) => post(bytes(text))],
  ["a part of a buffer", (text) => post(bytes(`..${text}..`).subarray(2, -2))],
  ["a buffer", (text) => post(bytes(text).buffer)],
  ["a blob", (text) => post(new Blob([text], { type: "application/json" }), { "x-api-key": "secret-1" })],
  ["a stream", (text) => ({ ...post(streamOf(text)), duplex: "half" })],
];
/** Both ways to call fetch. */
const WAYS: readonly (readonly [string, (fetch: Fetch, init: RequestInit) => Promise<Response>])[] = [
  ["a URL", (fetch, init) => fetch(url(), init)],
  ["a URL object", (fetch, init) => fetch(new URL(url()), init)],
  ["a request", (fetch, init) => fetch(new Request(url(), init))],
  ["a request and more", (fetch, init) => fetch(new Request(url(), { ...init, body: "{}" }), init)],
];
const ALL = KINDS.flatMap(([kind, make]) => WAYS.map(([way, go]) => [kind, way, make, go] as const));

test("the stub refuses what is damaged", async () => {
  const response = await fetch(url(), post(DAMAGED));
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("tool_use");
});

test.each(ALL)("a damaged body as %s with %s is repaired", async (_kind, _way, make, go) => {
  const results: ReplayResult[] = [];
  const response = await go(wrapFetch(fetch, { onResult: (result) => results.push(result) }), make(DAMAGED));
  expect(await response.json()).toMatchObject({ stop_reason: "end_turn" });
  expect(response.status).toBe(200);
  expect(results.map(({ status }) => status)).toEqual(["repaired"]);
  expect(stub.received).toHaveLength(1);
  const [{ headers, text } = { headers: {}, text: "" }] = stub.received;
  expect(JSON.parse(text)).toEqual(results[0]?.body);
  expect(text).toContain("é \u{1f600}");
  expect(headers).toMatchObject({ ...json, "content-length": String(bytes(text).length) });
});

test.each(ALL)("a sound body as %s with %s arrives byte by byte", async (_kind, _way, make, go) => {
  const results: ReplayResult[] = [];
  const response = await go(wrapFetch(fetch, { onResult: (result) => results.push(result) }), make(SOUND));
  expect(response.status).toBe(200);
  expect(results.map(({ status }) => status)).toEqual(["clean"]);
  expect(stub.received.map(({ text }) => text)).toEqual([SOUND]);
  expect(stub.received[0]?.headers).toMatchObject(json);
});

describe("what is not looked at", () => {
  const seen: ReplayResult[] = [];
  const wrapped = (maxBytes = 1e6): Fetch => wrapFetch(fetch, { maxBytes, onResult: (result) => seen.push(result) });
  const arrives = async (init: RequestInit, text: string, maxBytes?: number): Promise<void> => {
    await wrapped(maxBytes)(url(), init);
    expect(stub.received.map((one) => one.text)).toEqual([text]);
    expect(seen).toEqual([]);
  };

  test.each([
    ["no JSON", "{"],
    ["another shape", '{"model":"m","prompt":"x"}'],
    ["a list of messages for no model", '{"messages":[{"role":"assistant","tool_calls":[{"id":"a"}]}]}'],
    ["JSON that is no object", "[1]"],
    ["null", "null"],
    ["nothing", ""],
  ])("%s", (_what, text) => arrives(post(text), text));

  test.each(KINDS)("%s that is too large", (_kind, make) => arrives(make(DAMAGED), DAMAGED, 100));

  test("a request that is too large", async () => {
    const request = new Request(url(), post(DAMAGED));
    await wrapped(100)(request);
    expect(stub.received.map(({ text }) => text)).toEqual([DAMAGED]);
    expect(request.bodyUsed).toBe(true);
  });

  test.each([
    ["another method", { method: "PUT" }, {}],
    ["a hash", {}, { "content-digest": "sha-256=:x:" }],
    ["a signature", {}, { authorization: "AWS4-HMAC-SHA256 Credential=x" }],
    ["a compression", {}, { "content-encoding": "gzip" }],
  ])("a body with %s", (_what, init, headers) =>
    arrives({ ...post(DAMAGED, { ...json, ...headers }), ...init }, DAMAGED),
  );

  test("a form", async () => {
    await wrapped()(url(), { method: "POST", body: new URLSearchParams({ a: "b" }) });
    expect(stub.received.map(({ text }) => text)).toEqual(["a=b"]);
  });

  test("a request without a body", async () => {
    expect((await wrapped()(`${stub.url}/none`)).status).toBe(404);
    expect((await wrapped()(new Request(`${stub.url}/none`))).status).toBe(404);
  });

  test("what fetch refuses is refused in its words", async () => {
    await expect(wrapped()("no url", post(DAMAGED))).rejects.toThrow(/URL/);
    const used = new Request(url(), post(DAMAGED));
    await used.text();
    await expect(wrapped()(used)).rejects.toThrow(TypeError);
    const failing = new ReadableStream({ pull: (controller) => controller.error(new Error("disk")) });
    await expect(wrapped()(url(), { ...post(failing), duplex: "half" } as RequestInit)).rejects.toThrow();
    expect(stub.received.filter(({ text }) => text !== "")).toEqual([]);
  });
});

describe("the headers", () => {
  const long = String(bytes(DAMAGED).length);
  test.each([
    ["a record", { ...json, "Content-Length": long }],
    ["pairs", [...Object.entries(json), ["content-length", long]] as [string, string][]],
    ["an object", new Headers({ ...json, "content-length": long })],
  ])("as %s get the right length", async (_kind, headers) => {
    const original = new Headers(headers);
    expect((await wrapFetch(fetch)(url(), post(DAMAGED, headers))).status).toBe(200);
    expect((await wrapFetch(fetch)(new Request(url(), post(DAMAGED, headers)))).status).toBe(200);
    for (const { headers: arrived, text } of stub.received) {
      expect(arrived["content-length"]).toBe(String(bytes(text).length));
      expect(arrived["x-api-key"]).toBe("secret-1");
    }
    expect([...new Headers(headers)]).toEqual([...original]);
  });
});

describe("a body in which an error is left", () => {
  test("is sent as it came", async () => {
    const results: ReplayResult[] = [];
    const response = await wrapFetch(fetch, { onResult: (result) => results.push(result) })(url(), post(HOPELESS));
    expect(response.status).toBe(400);
    expect(results.map(({ status }) => status)).toEqual(["unrepairable"]);
    expect(stub.received.map(({ text }) => text)).toEqual([HOPELESS]);
  });

  test.each(KINDS)("is not sent as %s, if that is wanted", async (_kind, make) => {
    const error: unknown = await wrapFetch(fetch, { onUnrepairable: "reject" })(url(), make(HOPELESS)).catch((e) => e);
    expect(error).toBeInstanceOf(UnrepairableRequestError);
    const { code, findings, message } = error as UnrepairableRequestError;
    expect(code).toBe("unrepairable-request");
    expect(findings.some(({ severity }) => severity === "error")).toBe(true);
    expect(message).toContain(findings.find(({ severity }) => severity === "error")?.path);
    expect(stub.received).toEqual([]);
  });
});

test("the model in the URL and the server count", async () => {
  const targets: unknown[] = [];
  const asked: Fetch = async () => new Response("{}");
  const wrapped = wrapFetch(asked, { onResult: ({ policy }) => targets.push(policy.target) });
  const contents = JSON.stringify({ contents: [{ role: "user", parts: [{ text: "Ship 2.4." }] }] });
  await wrapped(
    "https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:generateContent?alt=sse",
    post(contents),
  );
  const converse = JSON.stringify({ messages: [{ role: "user", content: [{ text: "Ship 2.4." }] }] });
  await wrapped(
    "https://bedrock-runtime.us-east-1.amazonaws.com/model/amazon.nova-pro-v1%3A0/converse-stream",
    post(converse),
  );
  expect(targets).toMatchObject([
    { provider: "google", modelId: "gemini-3-pro" },
    { provider: "amazon-bedrock", modelId: "amazon.nova-pro-v1:0" },
  ]);
});

test("what the caller says of the target wins", async () => {
  const targets: unknown[] = [];
  const asked: Fetch = async () => new Response("{}");
  const target = { provider: "minimax", modelId: "minimax-m2" };
  await wrapFetch(asked, { target, onResult: ({ policy }) => targets.push(policy.target) })(url(), post(DAMAGED));
  expect(targets).toMatchObject([target]);
});

test("what onResult throws ends the request", async () => {
  const veto = new Error("no");
  const wrapped = wrapFetch(fetch, {
    onResult() {
      throw veto;
    },
  });
  await expect(wrapped(url(), post(DAMAGED))).rejects.toBe(veto);
  expect(stub.received).toEqual([]);
});

test("a body that is nested too deep arrives as it came", async () => {
  const text = `{"model":"claude-x","messages":${"[".repeat(1e5)}${"]".repeat(1e5)}}`;
  expect((await wrapFetch(fetch)(url(), post(text))).status).toBe(400);
  expect(stub.received.map((one) => one.text)).toEqual([text]);
});

test("a signal ends the request, also while its body is read", async () => {
  const wrapped = wrapFetch(fetch);
  const reason = new Error("enough");
  await expect(wrapped(url(), { ...post(DAMAGED), signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const controller = new AbortController();
  const endless = new ReadableStream({ start: (control) => control.enqueue(bytes("{")) });
  const init = { ...post(endless), duplex: "half", signal: controller.signal } as RequestInit;
  const sent = wrapped(url(), init);
  setTimeout(() => controller.abort(reason), 20);
  await expect(sent).rejects.toBe(reason);
});

test("the response is the very one, while it still arrives", async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const answer = new Response(readable);
  const response = await wrapFetch(async () => answer)(url(), post(DAMAGED));
  expect(response).toBe(answer);
  const writer = writable.getWriter();
  const reader = readable.getReader();
  void writer.write(bytes("data: 1\n\n"));
  expect((await reader.read()).value).toEqual(bytes("data: 1\n\n"));
});

test("init is not handed on where there is none", async () => {
  const counts: number[] = [];
  const counting: Fetch = async (...given) => {
    counts.push(given.length);
    return new Response("{}");
  };
  for (const text of [SOUND, DAMAGED, "{"]) await wrapFetch(counting)(new Request(url(), post(text)));
  expect(counts).toEqual([1, 1, 1]);
});

test("wrong options are refused at once", () => {
  const wrong: readonly object[] = [
    { level: "all" },
    { onUnrepairable: "log" },
    { policy: 1 },
    { images: { engine: 1 } },
    { target: { provider: 1 } },
    { repair: true },
  ];
  for (const options of wrong) expect(() => wrapFetch(fetch, options)).toThrow(TranscriptInputError);
});
