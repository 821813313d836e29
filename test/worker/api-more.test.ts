// What the API answers besides: bodies, errors, files that stream through, its own description, pages of other origins.
import { request as httpRequest } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { repairSessionText } from "../../src/index.ts";
import { operations } from "../../worker/routes.ts";
import { errorOf, type Reply, target, user } from "./client.ts";
import { type StoringWorker, startStoring } from "./miniflare.ts";

const PAGE = "https://app.example";
const SIDE = 1600;
let worker: StoringWorker;

beforeAll(async () => {
  worker = await startStoring({
    bindings: { CORS_ORIGINS: PAGE, OPEN_SESSIONS: "true", MAX_IMAGE_PIXELS: "4000000", CPU_BUDGET_MS: "400" },
  });
}, 60_000);

afterAll(async () => {
  await worker?.stop();
});

async function send(path: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(`${worker.origin}${path}`, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text === "" ? undefined : JSON.parse(text) };
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body),
  });

/** A body whose call has no result. */
const body = {
  model: "claude-opus-4-6",
  max_tokens: 100,
  tools: [{ name: "ls", input_schema: { type: "object" } }],
  messages: [
    { role: "user", content: "List the files." },
    { role: "assistant", content: [{ type: "tool_use", id: "toolu_01", name: "ls", input: {} }] },
    { role: "user", content: "And?" },
  ],
};

/** Everything that is answered is as its operation says. */
function expectDescribed(path: string, { status, json }: Reply): void {
  const schema = operations.find((operation) => operation.path === path)?.answers[status];
  if (typeof schema !== "object") throw new Error(`${path} does not say what ${status} is`);
  expect(z.safeParse(schema, json).error?.issues).toBeUndefined();
}

describe("request bodies", () => {
  test("are repaired where the provider would refuse them", async () => {
    const reply = await post("/v1/sanitize", { body });
    expectDescribed("/v1/sanitize", reply);
    expect(reply.json).toMatchObject({ status: "repaired", policy: { family: "anthropic" } });
    expect(reply.json.body.messages[2].content[0]).toMatchObject({ type: "tool_result", tool_use_id: "toolu_01" });
    expectDescribed("/v1/sanitize", await post("/v1/sanitize", { messages: [user("x")], target }));
    expectDescribed("/v1/sanitize", await post("/v1/sanitize", { session: JSON.stringify(user("x")), target }));
  });

  test("of no known format are refused", async () => {
    expect(errorOf(await post("/v1/sanitize", { body: { a: 1 } }))).toEqual([400, "unknown-format", ""]);
    expect(errorOf(await post("/v1/sanitize", { body, format: "x" }))).toEqual([400, "invalid-request", "/format"]);
    expect(errorOf(await post("/v1/lint", { body: null }))).toEqual([400, "unknown-format", ""]);
  });

  test("are judged", async () => {
    const reply = await post("/v1/lint", { body });
    expectDescribed("/v1/lint", reply);
    expect(reply.json.findings).toContainEqual(expect.objectContaining({ code: "call-unanswered", severity: "error" }));
    const messages = await post("/v1/lint", {
      messages: [user("x"), { role: "toolResult", toolCallId: "y", content: [] }],
      target,
    });
    expectDescribed("/v1/lint", messages);
    expect(messages.json.changes).toContainEqual(expect.objectContaining({ action: "drop", from: ["/1"] }));
    expect(messages.json.messages).toBeUndefined();
  });

  test("and errors are explained", async () => {
    const error = "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01";
    const reply = await post("/v1/explain", { error, body });
    expectDescribed("/v1/explain", reply);
    expect(reply.json.explanations[0]).toMatchObject({ code: "call-unanswered" });
    expect((await post("/v1/explain", { error: "no such words" })).json).toEqual({ explanations: [] });
    for (const words of ["messages.", "tool_use ids ", "`", '{"error":', "400 ", "a".repeat(100)]) {
      const begun = performance.now();
      await post("/v1/explain", { error: words.repeat(65_536 / words.length) });
      expect(performance.now() - begun).toBeLessThan(3000);
    }
    expect(errorOf(await post("/v1/explain", { error: "x".repeat(70_000) }))).toEqual([
      400,
      "invalid-request",
      "/error",
    ]);
  });

  test("may be compressed", async () => {
    const packed = new Uint8Array(gzipSync(JSON.stringify({ body })));
    expect((await post("/v1/sanitize", packed, { "content-encoding": "gzip" })).json.status).toBe("repaired");
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(64 * 2 ** 20, 0x20)));
    expect(errorOf(await post("/v1/sanitize", bomb, { "content-encoding": "gzip" }))).toEqual([
      413,
      "body-too-large",
      "",
    ]);
    expect(errorOf(await post("/v1/sanitize", packed, { "content-encoding": "br" }))).toEqual([
      415,
      "unsupported-encoding",
      "",
    ]);
  });

  test("may not be too deep or have too many parts", async () => {
    const nested = `${"[".repeat(300)}${"]".repeat(300)}`;
    const bodies: [string, string][] = [
      [`{"body":${nested}}`, "too-deep"],
      [`{"body":[${"{},".repeat(200_000)}{}]}`, "too-many-blocks"],
      [`{"body":[${"1,".repeat(1_000_000)}1]}`, "too-many-values"],
    ];
    for (const [text, code] of bodies) {
      expect(errorOf(await post("/v1/lint", new TextEncoder().encode(text)))).toEqual([413, code, ""]);
    }
  });
});

describe("POST /v1/repair", () => {
  const lines = Array.from({ length: 2000 }, (_, n) =>
    JSON.stringify({ type: "message", id: `e${n}`, message: user(`${n}`) }),
  );
  const header = JSON.stringify({
    type: "session",
    version: 3,
    id: "s",
    timestamp: "2026-11-03T09:30:00.000Z",
    cwd: "/",
  });
  const damaged = [header, ...lines.slice(0, 1000), '{"torn', ...lines.slice(1000)].join("\n");
  const file = (text: string | Uint8Array, query = "", headers: Record<string, string> = {}) =>
    fetch(`${worker.origin}/v1/repair${query}`, {
      method: "POST",
      headers: { "content-type": "application/jsonl", ...headers },
      body: text as BodyInit,
    });

  test("gives the repaired file, or the report", async () => {
    const { text, report } = repairSessionText(damaged);
    const response = await file(damaged);
    expect(response.headers.get("content-type")).toBe("application/jsonl; charset=utf-8");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await response.text()).toBe(text);
    expect(await (await file(damaged, "?report=1")).json()).toEqual(report);
    const packed = new Uint8Array(gzipSync(damaged));
    expect(await (await file(packed, "", { "content-encoding": "gzip" })).text()).toBe(text);
  });

  test("begins to answer before it has read everything", async () => {
    const begin = `${header}\n${lines.slice(0, 1500).join("\n")}\n`;
    const end = `${lines.slice(1500).join("\n")}\n`;
    const { text, before } = await new Promise<{ text: string; before: number }>((resolve, reject) => {
      const headers = { "content-type": "application/jsonl", "content-length": begin.length + end.length };
      const sent = httpRequest(`${worker.origin}/v1/repair`, { method: "POST", headers }, (response) => {
        let text = "";
        let before = 0;
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
          if (before > 0) return;
          before = text.length;
          sent.end(end);
        });
        response.on("end", () => resolve({ text, before })).on("error", reject);
      });
      sent.on("error", reject).write(begin);
    });
    expect(before).toBeGreaterThan(0);
    expect(text).toBe(begin + end);
  });

  test("a file of unknown size is refused before anything of it comes back", async () => {
    const line = `${JSON.stringify(user("x".repeat(2 ** 20)))}\n`;
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        if (sent++ < 17) controller.enqueue(new TextEncoder().encode(line));
        else controller.close();
      },
    });
    const headers = { "content-type": "application/jsonl" };
    const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
    expect((await fetch(`${worker.origin}/v1/repair`, init)).status).toBe(413);
  });

  test("refuses what it does not know", async () => {
    const reply = async (response: Response): Promise<Reply> => ({
      status: response.status,
      headers: response.headers,
      json: await response.json(),
    });
    expect(errorOf(await reply(await file("", "?extras=nonsense")))).toEqual([400, "invalid-option", ""]);
    expect(errorOf(await reply(await file("", "?extras=missing-results")))).toEqual([400, "invalid-option", ""]);
    expect(errorOf(await reply(await file("", "", { "content-type": "image/png" })))).toEqual([
      415,
      "unsupported-media-type",
      "",
    ]);
  });
});

describe("the description", () => {
  test("names every operation, its schemas and refusals", async () => {
    const { json, headers } = await send("/openapi.json");
    expectDescribed("/openapi.json", { status: 200, headers, json });
    for (const { method, path, body: asked } of operations) {
      const operation = json.paths[path][method.toLowerCase()];
      expect(operation.operationId).toMatch(/^[a-zA-Z]+$/);
      expect(Object.keys(operation.responses)).toContain("500");
      expect(operation.requestBody !== undefined).toBe(asked !== undefined);
    }
    const { schema } = json.paths["/v1/sanitize"].post.requestBody.content["application/json"];
    expect(schema.properties.options.properties.danglingCalls).toEqual({
      type: "string",
      enum: ["synthesize", "drop"],
    });
    expect(schema.additionalProperties).toBe(false);
    const ids = Object.values(json.paths).flatMap((path) =>
      Object.values(path as object).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(operations.length);
    expect(JSON.stringify(json)).not.toContain('"$ref":"#/definitions');
  });

  test("and the catalogs are sent once", async () => {
    for (const path of ["/openapi.json", "/v1/rules", "/v1/policy?provider=openai"]) {
      const first = await send(path);
      const etag = first.headers.get("etag") ?? "";
      expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
      const again = await send(path, { headers: { "if-none-match": `"x", W/${etag}` } });
      expect([again.status, again.json, again.headers.get("etag")]).toEqual([304, undefined, etag]);
      expect((await send(path, { headers: { "if-none-match": '"x"' } })).status).toBe(200);
    }
    expectDescribed("/v1/policy", await send("/v1/policy?provider=openai"));
    expectDescribed("/v1/rules", await send("/v1/rules"));
    expectDescribed("/v1/health", await send("/v1/health"));
  });

  test("what a request took is told", async () => {
    const { headers } = await post("/v1/sanitize", { body });
    expect(headers.get("server-timing")).toMatch(/^read;dur=[\d.]+, work;dur=[\d.]+, total;dur=[\d.]+$/);
  });
});

describe("pages of other origins", () => {
  const asked = { "access-control-request-method": "POST", "access-control-request-headers": "content-type" };

  test("may use the API when their origin is in the list", async () => {
    const before = await send("/v1/sanitize", { method: "OPTIONS", headers: { origin: PAGE, ...asked } });
    expect([before.status, before.headers.get("access-control-allow-origin")]).toEqual([204, PAGE]);
    expect(before.headers.get("access-control-allow-methods")).toContain("POST");
    const { status, headers } = await post("/v1/sanitize", { body }, { origin: PAGE });
    expect([status, headers.get("access-control-allow-origin")]).toEqual([200, PAGE]);
    expect(headers.get("vary")).toContain("origin");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  });

  test("may not otherwise, not even write blindly", async () => {
    for (const origin of ["https://evil.example", "https://app.example.evil.example", "http://app.example", "null"]) {
      const reply = await post("/v1/sessions/x/repair", {}, { origin });
      expect(errorOf(reply)).toEqual([403, "origin-not-allowed", ""]);
      expect(reply.headers.get("access-control-allow-origin")).toBeNull();
    }
    const before = await send("/v1/sanitize", {
      method: "OPTIONS",
      headers: { origin: "https://evil.example", ...asked },
    });
    expect(before.status).toBe(403);
  });

  test("the server's own pages always may", async () => {
    const { status } = await post("/v1/sanitize", { body }, { origin: worker.origin });
    expect(status).toBe(200);
  });
});

describe("images", () => {
  async function photo(seed: number, side = SIDE) {
    const { default: sharp } = await import("sharp");
    const create = { width: side, height: side, channels: 3, background: { r: seed, g: 90, b: 30 } } as const;
    const data = (await sharp({ create }).jpeg().toBuffer()).toString("base64");
    return { type: "image", data, mimeType: "image/jpeg" };
  }
  const sanitize = (content: unknown[]) => post("/v1/sanitize", { messages: [{ role: "user", content }], target });

  test("are worked on until the budget is spent, and what is left is told", async () => {
    const content = await Promise.all(Array.from({ length: 6 }, (_, n) => photo(n)));
    const reply = await sanitize(content);
    expectDescribed("/v1/sanitize", reply);
    expect(reply.headers.get("x-replaysafe-partial")).toBe("cpu-budget");
    const { imagesLeft } = reply.json.partial;
    expect(imagesLeft).toBeGreaterThan(0);
    expect(imagesLeft).toBeLessThan(6);
    // What was done is kept, so a second request gets further.
    const again = await sanitize(content);
    expect(again.json.partial?.imagesLeft ?? 0).toBeLessThan(imagesLeft);
  });

  test("are worked on once, whatever request they come with", async () => {
    const large = await photo(200);
    const first = await sanitize([large]);
    // Another would be over the budget: this one costs nothing any more.
    const others = await Promise.all([photo(201), photo(202)]);
    const second = await sanitize([large, ...others]);
    expect(second.json.messages[0].content[0]).toEqual(first.json.messages[0].content[0]);
    expect(second.json.partial).toBeUndefined();
  });

  test("of too many pixels are not decoded", async () => {
    const large = await photo(100, 2100);
    const { json } = await sanitize([large]);
    // The target takes it as it is.
    expect(json.messages[0].content[0].data === large.data).toBe(true);
    expect(JSON.stringify(json.findings)).toContain("more than 4000000 pixels");
  });
});

test("a setting that cannot be used is named", async () => {
  const broken = await startStoring({ bindings: { MAX_BODY_BYTES: "secret-secret", API_TOKENS: "short" } });
  try {
    const response = await fetch(`${broken.origin}/v1/health`);
    const reply = { status: response.status, headers: response.headers, json: await response.json() };
    expect(errorOf(reply)).toEqual([500, "misconfigured", ""]);
    expect(JSON.stringify(reply.json)).toContain("API_TOKENS");
    expect(JSON.stringify(reply.json)).not.toContain("short");
  } finally {
    await broken.stop();
  }
});
