// The API as its callers meet it, in raw workerd.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, errorOf, startClient, target, user } from "./client.ts";

let worker: Client;

beforeAll(async () => {
  worker = await startClient();
}, 60_000);

afterAll(async () => {
  await worker?.stop();
});

/** A call without its result. */
const dangling = [
  user("Run the tests."),
  {
    role: "assistant",
    content: [{ type: "toolCall", id: "toolu_01", name: "bash", arguments: { command: "npm test" } }],
    stopReason: "toolUse",
  },
  user("And?"),
];

describe("POST /v1/sanitize", () => {
  test("repairs messages and says what it did", async () => {
    const { status, json } = await worker.post({ messages: dangling, target });
    expect(status).toBe(200);
    expect(json.status).toBe("repaired");
    expect(json.messages.map(({ role }: { role: string }) => role)).toEqual([
      "user",
      "assistant",
      "toolResult",
      "user",
    ]);
    expect(json.changes).toContainEqual(expect.objectContaining({ action: "insert", from: [], to: "/2" }));
    expect(json.policy).toMatchObject({ family: "anthropic", target });
    // That no tools are offered is worth a warning, and no error.
    expect(json.findings.map(({ severity }: { severity: string }) => severity)).not.toContain("error");
    expect(json.problems).toBeUndefined();
  });

  test("leaves a clean transcript as it is", async () => {
    const messages = [user("Hello")];
    const { json } = await worker.post({ messages, target });
    expect(json).toMatchObject({ status: "clean", messages, changes: [] });
  });

  test("reads the text of a session file and tells what was repaired", async () => {
    const lines = [
      { type: "session", version: 3, id: "s", timestamp: "2026-11-03T09:30:00.000Z", cwd: "/" },
      ...dangling.map((message, index) => ({
        type: "message",
        id: `e${index}`,
        parentId: index === 0 ? null : `e${index - 1}`,
        timestamp: "2026-11-03T09:30:00.000Z",
        message,
      })),
    ].map((line) => JSON.stringify(line));
    lines.splice(1, 0, '{"type":"mess');
    const { json } = await worker.post({ session: lines.join("\n"), target });
    expect(json.status).toBe("repaired");
    expect(json.messages).toHaveLength(4);
    expect(json.problems).toEqual([]);
    expect(json.repair.dropped).toEqual([expect.objectContaining({ line: 2 })]);
  });

  test("follows the options", async () => {
    const dropped = await worker.post({ messages: dangling, target, options: { danglingCalls: "drop" } });
    expect(dropped.json.messages.some(({ role }: { role: string }) => role === "toolResult")).toBe(false);
    const pending = await worker.post({ messages: dangling, target, options: { pendingToolCallIds: ["toolu_01"] } });
    expect(pending.json.messages.some(({ role }: { role: string }) => role === "toolResult")).toBe(false);
    const policy = { danglingCalls: "drop" };
    expect((await worker.post({ messages: dangling, target, options: { policy } })).json.policy.danglingCalls).toBe(
      "drop",
    );
  });

  test("keeps keys named __proto__ as data", async () => {
    const args = '{"__proto__":{"polluted":true},"constructor":1}';
    const call = `{"type":"toolCall","id":"toolu_01","name":"bash","arguments":${args}}`;
    const body = `{"messages":[{"role":"user","content":"x"},{"role":"assistant","content":[${call}]}],"target":{"provider":"anthropic","model":{"params":{"__proto__":{"x":1}}}}}`;
    const response = await fetch(`${worker.origin}/v1/sanitize`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(await response.text()).toContain(args);
  });

  test("answers in the same bytes each time", async () => {
    const body = JSON.stringify({ messages: dangling, target });
    const [first, second] = [await worker.post(body), await worker.post(body)];
    expect(JSON.stringify(second.json.messages)).toBe(JSON.stringify(first.json.messages));
  });
});

describe("the catalogs", () => {
  test("GET /v1/policy gives the policy of a target and its reasons", async () => {
    const { status, json } = await worker.send("/v1/policy?provider=mistral&model=mistral-large-latest");
    expect(status).toBe(200);
    expect(json).toMatchObject({ family: "mistral", toolCallIdMode: "strict9" });
    expect(json.why.length).toBeGreaterThan(0);
    expect(errorOf(await worker.send("/v1/policy"))).toEqual([400, "invalid-request", ""]);
  });

  test("GET /v1/rules lists every rule and family", async () => {
    const { json } = await worker.send("/v1/rules");
    expect(json.rules.length).toBeGreaterThan(10);
    for (const rule of json.rules) expect(rule).toMatchObject({ id: expect.any(String), summary: expect.any(String) });
    expect(json.policies.map(({ id }: { id: string }) => id)).toContain("anthropic");
  });

  test("HEAD has no body", async () => {
    const response = await fetch(`${worker.origin}/v1/rules`, { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });
});

describe("headers", () => {
  const everywhere: Readonly<Record<string, string>> = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  };

  test.each(["/", "/assets/page-abc.js", "/missing", "/v1/rules", "/v1/nothing"])("%s is protected", async (path) => {
    const { headers } = await fetch(`${worker.origin}${path}`);
    for (const [name, value] of Object.entries(everywhere)) expect(headers.get(name)).toBe(value);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    // WASM may be compiled, text may not be run.
    expect(policy.replace("'wasm-unsafe-eval'", "")).not.toContain("unsafe");
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });

  test("answers are not stored, hashed assets are", async () => {
    const cacheOf = async (path: string) => (await fetch(`${worker.origin}${path}`)).headers.get("cache-control");
    expect(await cacheOf("/v1/health")).toBe("no-store");
    expect(await cacheOf("/v1/rules")).toBe("private, no-cache");
    expect(await cacheOf("/")).toBe("no-cache");
    expect(await cacheOf("/assets/page-abc.js")).toBe("public, max-age=31536000, immutable");
  });

  test("assets keep their own headers", async () => {
    const { headers } = await fetch(`${worker.origin}/assets/page-abc.js`);
    expect([headers.get("content-type"), headers.get("etag")]).toEqual(["text/javascript", '"1"']);
  });
});
