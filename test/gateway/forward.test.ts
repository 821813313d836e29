// What passes through unchanged, and what is taken off on the way.
import { request as ask } from "node:http";
import { gunzipSync, gzipSync as zip } from "node:zlib";
import { describe, expect, test } from "vitest";
import { serveGateway } from "./setting.ts";

const gateway = serveGateway({
  GATEWAY_CUSTOM_UPSTREAMS: JSON.stringify([
    { id: "local", baseUrl: "https://llm.example/base", provider: "openai", credentials: ["api-key"] },
  ]),
  MAX_BODY_BYTES: "200000",
  CORS_ORIGINS: "https://app.example",
});

/** Sound, and written as no serializer would: a rewritten one could not be the same bytes. */
const ODD = `{ "messages" : [ {"content":"Zo\\u00eb \u{1f984} 1e2","role":"user"} ],\r\n\t"max_tokens": 6.4e1, "model":"claude-opus-4-6" }\n`;
/** Bytes that a request takes. */
const bytesOf = (text: string | Buffer): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text));
const gzipSync = (text: string): Uint8Array<ArrayBuffer> => bytesOf(zip(text));
const chat = (content: string) => ({ model: "gpt-5.2", messages: [{ role: "user", content }] });
const DANGLING = {
  model: "gpt-5.2",
  messages: [
    { role: "user", content: "Ship it." },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_1", type: "function", function: { name: "ship", arguments: "{}" } }],
    },
    { role: "user", content: "Well?" },
  ],
};
const last = () => {
  const received = gateway.upstream.received.at(-1);
  if (!received) throw new Error("nothing arrived");
  return received;
};

describe("bodies", () => {
  test("a clean one is forwarded byte for byte", async () => {
    const response = await gateway.post("/anthropic/v1/messages", ODD, { "x-api-key": "key-1" });
    expect([response.status, response.headers.get("x-replaysafe-status")]).toEqual([200, "clean"]);
    expect(response.headers.get("x-replaysafe-changes")).toBeNull();
    expect(last().bytes.equals(Buffer.from(ODD))).toBe(true);
    expect(last().headers["content-length"]).toBe(String(Buffer.byteLength(ODD)));
  });

  test("a clean one is forwarded as it was compressed", async () => {
    const body = gzipSync(ODD);
    const headers = { "content-type": "application/json", "content-encoding": "gzip", "x-api-key": "key-1" };
    const response = await gateway.ask("/anthropic/v1/messages", { method: "POST", headers, body });
    expect(response.headers.get("x-replaysafe-status")).toBe("clean");
    expect(last().bytes.equals(body)).toBe(true);
    expect(last().headers["content-encoding"]).toBe("gzip");
  });

  test("a compressed one that is repaired goes without compression, and with its own length", async () => {
    const body = gzipSync(JSON.stringify(DANGLING));
    const headers = { "content-type": "application/json", "content-encoding": "gzip", "content-md5": "x" };
    const response = await gateway.ask("/openai/v1/chat/completions", { method: "POST", headers, body });
    expect(response.status).toBe(200);
    expect(response.headers.get("x-replaysafe-status")).toBe("repaired");
    const { headers: sent, bytes } = last();
    expect([sent["content-encoding"], sent["content-md5"]]).toEqual([undefined, undefined]);
    expect(sent["content-length"]).toBe(String(bytes.length));
    expect(JSON.parse(bytes.toString()).messages).toHaveLength(4);
  });

  test("the report counts changes by rule", async () => {
    const { headers } = await gateway.post("/openai/v1/chat/completions", DANGLING);
    expect(headers.get("x-replaysafe-changes")).toBe("1;synthesize-result=1");
    expect(headers.get("x-replaysafe-lossy")).toBe("0");
  });

  test("one above the limit is forwarded as it is, and so is one that grows above it", async () => {
    const big = JSON.stringify(chat("x".repeat(250_000)));
    const announced = await gateway.post("/openai/v1/chat/completions", big);
    expect(announced.headers.get("x-replaysafe-status")).toBe("bypassed");
    expect(announced.headers.get("x-replaysafe-reason")).toBe("body-too-large");
    expect(last().text).toBe(big);
    const status = await chunked("/openai/v1/chat/completions", big);
    expect(status).toBe("bypassed");
    expect(last().text).toBe(big);
    const small = gzipSync(big);
    expect(small.length).toBeLessThan(200_000);
    const headers = { "content-encoding": "gzip" };
    const bomb = await gateway.ask("/openai/v1/chat/completions", { method: "POST", headers, body: small });
    expect(bomb.headers.get("x-replaysafe-reason")).toBe("body-too-large");
    expect(last().bytes.equals(small)).toBe(true);
  });

  test.each([
    ["no JSON", "{", "invalid-json"],
    ["no UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), "invalid-utf8"],
    ["nested too deeply", `{"messages":${"[".repeat(500)}${"]".repeat(500)}}`, "too-deep"],
  ])("%s is left to the provider", async (_name, body, reason) => {
    const response = await gateway.ask("/openai/v1/chat/completions", { method: "POST", body: bytesOf(body) });
    expect(response.headers.get("x-replaysafe-reason")).toBe(reason);
    expect(last().bytes.equals(Buffer.from(body))).toBe(true);
  });

  test("an encoding that is not known is left to the provider", async () => {
    const headers = { "content-encoding": "zstd" };
    const response = await gateway.ask("/openai/v1/chat/completions", { method: "POST", headers, body: "(bytes" });
    expect(response.headers.get("x-replaysafe-reason")).toBe("unsupported-encoding");
    expect(last().text).toBe("(bytes");
  });
});

describe("paths", () => {
  test.each([
    ["/anthropic/v1/models?limit=2", "api.anthropic.com", "/v1/models?limit=2"],
    ["/openai/v1/models", "api.openai.com", "/v1/models"],
    ["/openrouter/api/v1/models", "openrouter.ai", "/api/v1/models"],
    ["/google/v1beta/models?key=abc", "generativelanguage.googleapis.com", "/v1beta/models?key=abc"],
    ["/mistral/v1/models", "api.mistral.ai", "/v1/models"],
    ["/deepseek/models", "api.deepseek.com", "/models"],
    ["/groq/openai/v1/models", "api.groq.com", "/openai/v1/models"],
    ["/cloudflare-ai-gateway/v1/a1/g1/openai/models", "gateway.ai.cloudflare.com", "/v1/a1/g1/openai/models"],
    ["/vertex/v1/projects/p/locations/europe-west1/models", "europe-west1-aiplatform.googleapis.com", undefined],
    ["/vertex/v1/projects/p/locations/global/models", "aiplatform.googleapis.com", undefined],
    ["/local/v1/models", "llm.example", "/base/v1/models"],
    ["/local/%2e%2e/%2e%2e/models", undefined, undefined],
  ])("%s", async (path, host, expected) => {
    const response = await gateway.ask(path);
    if (host === undefined) return void expect(gateway.upstream.received).toEqual([]);
    expect(response.status).toBe(200);
    expect(response.headers.get("x-replaysafe-status")).toBe("bypassed");
    expect(response.headers.get("x-replaysafe-reason")).toBe("path");
    expect([last().host, last().path]).toEqual([host, expected ?? path.slice(path.indexOf("/", 1))]);
  });

  test.each([
    "/vertex/v1/projects/p/locations/evil.example%2f/models",
    "/vertex/v1/projects/p/locations/mars-north1/publishers/google/models/m:generateContent",
    "/bedrock/mars-north-1/model/m/converse",
    "/bedrock/us-east-1.evil.example/model/m/converse",
    "/bedrock/us-east-1",
  ])("%s names no region, and nobody is asked", async (path) => {
    const response = await gateway.post(path, {});
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "unknown-region" });
    expect(gateway.upstream.received).toEqual([]);
  });

  test.each([
    "/openai/@evil.example/v1/models",
    "/openai//evil.example/models",
    "/openai/\\evil.example/models",
    "/openai/https://evil.example/models",
    "/openai/%2f%2fevil.example/models",
    "/openai?x=//evil.example",
    "/openai/:443@evil.example/models",
  ])("%s stays with the upstream", async (path) => {
    await gateway.ask(path);
    for (const { host } of gateway.upstream.received) expect(host).toBe("api.openai.com");
    expect(gateway.upstream.received).toHaveLength(1);
  });

  test("a redirection is for the caller to follow", async () => {
    gateway.upstream.script = (_, response) => {
      response.writeHead(307, { location: "https://evil.example/" }).end();
      return true;
    };
    const response = await gateway.ask("/openai/v1/models", { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([307, "https://evil.example/"]);
    expect(gateway.upstream.received).toHaveLength(1);
  });

  test("what names no upstream is not the gateway's", async () => {
    expect(await (await gateway.ask("/evil.example/v1/models")).text()).toBe("asset /evil.example/v1/models");
    expect((await gateway.ask("/v1/rules")).status).toBe(200);
  });
});

describe("headers", () => {
  test("of the caller and of connections are taken off, others arrive", async () => {
    const given = {
      authorization: "Bearer key-1",
      "anthropic-beta": "b1",
      "user-agent": "sdk/1",
      "x-stainless-lang": "js",
      "idempotency-key": "i1",
      // Each of these stays here.
      "x-replaysafe-mode": "fix",
      "x-replaysafe-anything": "1",
      "cf-connecting-ip": "192.0.2.1",
      "cf-ray": "1",
      "cf-aig-metadata": "{}",
      "x-forwarded-for": "192.0.2.1",
      "x-real-ip": "192.0.2.1",
      forwarded: "for=192.0.2.1",
      via: "1.1 proxy",
      cookie: "session=1",
      origin: "https://app.example",
      referer: "https://app.example/",
      "x-hop": "1",
      te: "trailers",
      "accept-encoding": "zstd, gzip;q=0.5, deflate",
    };
    await raw("/openai/v1/chat/completions", JSON.stringify(chat("a")), { ...given, connection: "close, x-hop" });
    const { headers } = last();
    expect(Object.keys(headers).sort()).toEqual([
      "accept-encoding",
      "anthropic-beta",
      "authorization",
      "content-length",
      "idempotency-key",
      "user-agent",
      "x-stainless-lang",
    ]);
    expect(headers).toMatchObject({ authorization: "Bearer key-1", "accept-encoding": "gzip;q=0.5" });
  });

  test("without accept-encoding the answer is not compressed", async () => {
    await raw("/openai/v1/models", "", {});
    expect(last().headers["accept-encoding"]).toBe("identity");
  });

  test("a key goes to no provider that it is not for", async () => {
    const keys = { authorization: "Bearer a", "x-api-key": "b", "x-goog-api-key": "c", "api-key": "d" };
    const seen = async (path: string) => {
      await gateway.ask(path, { headers: { ...keys, "cf-aig-authorization": "e", "cf-aig-cache-ttl": "1" } });
      return [
        "authorization",
        "x-api-key",
        "x-goog-api-key",
        "api-key",
        "cf-aig-authorization",
        "cf-aig-cache-ttl",
      ].filter((name) => name in last().headers);
    };
    expect(await seen("/openai/v1/models")).toEqual(["authorization"]);
    expect(await seen("/anthropic/v1/models")).toEqual(["authorization", "x-api-key"]);
    expect(await seen("/google/v1beta/models")).toEqual(["authorization", "x-goog-api-key"]);
    expect(await seen("/local/v1/models")).toEqual(["api-key"]);
    expect(await seen("/cloudflare-ai-gateway/v1/a1/g1/openai/models")).toEqual([
      "authorization",
      "x-api-key",
      "x-goog-api-key",
      "cf-aig-authorization",
      "cf-aig-cache-ttl",
    ]);
  });

  test("of the answer arrive, but for those of the upstream's own origin", async () => {
    gateway.upstream.script = (_, response) => {
      response
        .writeHead(200, {
          "content-type": "application/json",
          "request-id": "req_1",
          "x-ratelimit-remaining": "7",
          "set-cookie": "__cf_bm=1",
          "access-control-allow-origin": "*",
          "x-replaysafe-status": "forged",
          "strict-transport-security": "max-age=1",
          "alt-svc": "h3",
          "content-security-policy": "default-src *",
        })
        .end("{}");
      return true;
    };
    const { headers } = await gateway.post("/openai/v1/chat/completions", chat("a"));
    expect([headers.get("request-id"), headers.get("x-ratelimit-remaining")]).toEqual(["req_1", "7"]);
    for (const name of ["set-cookie", "access-control-allow-origin", "strict-transport-security", "alt-svc"]) {
      expect(headers.get(name)).toBeNull();
    }
    expect(headers.get("x-replaysafe-status")).toBe("clean");
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("nothing is logged", () => {
    expect(gateway.worker.log()).toBe("");
  });
});

describe("answers", () => {
  test("a compressed one arrives as it was compressed", async () => {
    const zipped = gzipSync(JSON.stringify({ text: "x".repeat(1000) }));
    gateway.upstream.script = (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(zipped);
      return true;
    };
    const body = JSON.stringify(chat("a"));
    const answer = await raw("/openai/v1/chat/completions", body, { "accept-encoding": "gzip" });
    expect(answer.headers["content-encoding"]).toBe("gzip");
    expect(answer.bytes.equals(zipped)).toBe(true);
    expect(gunzipSync(answer.bytes).length).toBeGreaterThan(1000);
  });

  test("a stream comes piece by piece, while the upstream is still at it", async () => {
    let go = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      go = resolve;
    });
    gateway.upstream.script = async (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: one\n\n");
      await waiting;
      response.end("data: two\n\n");
      return true;
    };
    const response = await gateway.post("/openai/v1/chat/completions", { ...chat("a"), stream: true });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect(await reader?.read()).toMatchObject({ value: "data: one\n\n" });
    go();
    expect(await reader?.read()).toMatchObject({ value: "data: two\n\n" });
    expect(await reader?.read()).toMatchObject({ done: true });
  });
});

interface Answer {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
}

/** A request with headers that `fetch` would not send. */
function raw(path: string, body: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = body === "" ? "GET" : "POST";
    const sent = ask(gateway.worker.origin + path, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }));
    });
    sent.on("error", reject).end(body);
  });
}

/** Sends a body without saying how long it is. */
async function chunked(path: string, text: string): Promise<string | null> {
  const body = new Blob([text]).stream();
  const response = await gateway.ask(path, { method: "POST", body, duplex: "half" } as RequestInit);
  return response.headers.get("x-replaysafe-status");
}
