// What every answer carries, and what the log never does.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { target, user } from "./client.ts";
import { type StoringWorker, startStoring } from "./miniflare.ts";

const TOKEN = "token-of-the-tests-secret";
const PROVIDER_KEY = "sk-provider-secret";
const PAGE = "https://app.example";
let worker: StoringWorker;

beforeAll(async () => {
  const bindings = { API_TOKENS: JSON.stringify({ acme: TOKEN }), CORS_ORIGINS: PAGE };
  worker = await startStoring({ entry: "test/worker/faults-worker.ts", bindings });
}, 60_000);

afterAll(async () => {
  await worker?.stop();
});

const authorization = `Bearer ${TOKEN}`;

function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const isText = typeof body === "string";
  return fetch(`${worker.origin}${path}`, {
    method,
    headers: { authorization, "content-type": isText ? "application/jsonl" : "application/json", ...headers },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  });
}

describe("every answer has the headers of security", () => {
  const answers: [string, number, () => Promise<Response>][] = [
    ["the page", 200, () => ask("GET", "/")],
    ["the script of a Web Worker", 200, () => ask("GET", "/assets/core.worker-abc.js")],
    ["a WASM module", 200, () => ask("GET", "/assets/codec-abc.wasm")],
    ["JSON", 200, () => ask("GET", "/v1/rules")],
    ["not modified", 304, () => ask("GET", "/v1/rules", undefined, { "if-none-match": "*" })],
    ["a refusal", 404, () => ask("GET", "/v1/nothing")],
    ["without a token", 401, () => ask("GET", "/v1/rules", undefined, { authorization: "" })],
    ["of another origin", 403, () => ask("GET", "/v1/rules", undefined, { origin: "https://evil.example" })],
    [
      "a preflight",
      204,
      () => ask("OPTIONS", "/v1/rules", undefined, { origin: PAGE, "access-control-request-method": "GET" }),
    ],
    ["a file", 200, () => ask("POST", "/v1/repair", `${JSON.stringify(user("x"))}\n`)],
    ["an append", 201, () => ask("POST", "/v1/sessions/s/append", { messages: [user("x")] })],
    ["a session", 200, () => ask("GET", "/v1/sessions/s")],
    ["a history", 200, () => ask("GET", "/v1/sessions/s/history")],
    ["events", 200, () => ask("GET", "/v1/sessions/s/history/stream")],
    ["a removal", 204, () => ask("DELETE", "/v1/sessions/s")],
  ];

  test.each(answers)("%s", async (_name, status, send) => {
    const response = await send();
    await response.body?.cancel();
    expect(response.status).toBe(status);
    const { headers } = response;
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("permissions-policy")).toContain("camera=()");
    const policy = headers.get("content-security-policy") ?? "";
    for (const part of [
      "default-src 'none'",
      "connect-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(headers.get("access-control-allow-origin") ?? PAGE).toBe(PAGE);
  });
});

test("the log has no credential and no text of a transcript", async () => {
  const secret = (where: string) => `secret-${where}`;
  const call = { type: "toolCall", id: secret("id"), name: secret("name"), arguments: { a: secret("arguments") } };
  const messages = [user(secret("text")), { role: "assistant", content: [call] }];
  const header = JSON.stringify({ type: "session", version: 3, id: secret("session"), cwd: "/" });
  const requests: (() => Promise<Response>)[] = [
    () => ask("POST", "/v1/sanitize", { messages, target }),
    () => ask("POST", "/v1/sanitize", { messages, target, options: { policy: { danglingCalls: secret("policy") } } }),
    () => ask("POST", "/v1/sanitize", { body: { messages: secret("body"), model: secret("model") } }),
    () =>
      ask("POST", "/v1/sanitize", {
        messages: [{ role: secret("role"), content: { a: secret("content") } }],
        target: { provider: secret("provider") },
      }),
    () => ask("POST", "/v1/sanitize", { session: `${header}\n${secret("line")}`, target }),
    () =>
      fetch(`${worker.origin}/v1/sanitize`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: `{${secret("json")}`,
      }),
    () => ask("POST", "/v1/explain", { error: `401 ${PROVIDER_KEY} ${secret("error")}` }),
    () => ask("POST", "/v1/lint", { body: { [secret("key")]: 1 } }),
    () => ask("POST", "/v1/repair", `${header}\n{${secret("torn")}\n`),
    () => ask("POST", "/v1/repair", "x", { "content-encoding": "gzip" }),
    () => ask("GET", "/v1/rules", undefined, { authorization: `Bearer ${PROVIDER_KEY}`, "x-api-key": PROVIDER_KEY }),
    () => ask("GET", `/v1/policy?provider=${secret("query")}`),
    () => ask("PUT", "/v1/sessions/log", `${header}\n{${secret("stored")}\n`),
    () => ask("POST", "/v1/sessions/log/append", { messages }),
    () => ask("POST", "/v1/sessions/log/append", { messages: [secret("no-message")] }),
    () => ask("POST", "/v1/sessions/log/repair"),
    () => ask("GET", "/v1/sessions/log/history"),
  ];
  const failures = [
    {},
    { call: "get", fault: "fails", times: 100 },
    { call: "head", fault: "fails", times: 100 },
    { call: "put", fault: "fails", times: 100 },
    { call: "put", fault: "writer ends", times: 1 },
    { call: "get", fault: "breaks off", times: 100 },
  ];
  const statuses = new Set<number>();
  for (const plan of failures) {
    await (await ask("POST", "/faults", plan)).arrayBuffer();
    for (const request of plan.call ? requests.slice(-5) : requests) {
      const response = await request();
      await response.arrayBuffer().catch(() => {});
      statuses.add(response.status);
    }
  }
  expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 400, 401, 503]));
  expect(worker.log()).toContain("plan set");
  expect(worker.log()).not.toMatch(/secret|Bearer|sk-provider/);
}, 120_000);
