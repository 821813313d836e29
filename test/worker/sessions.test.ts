// Sessions over HTTP, in workerd with real storage.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSession } from "../../src/index.ts";
import { errorOf, type Reply, user } from "./client.ts";
import { type StoringWorker, startStoring } from "./miniflare.ts";

const [ACME, UMBRELLA] = ["acme-secret-of-the-tests", "umbrella-secret-of-the-tests"];
let worker: StoringWorker;

beforeAll(async () => {
  worker = await startStoring({ bindings: { API_TOKENS: JSON.stringify({ acme: ACME, umbrella: UMBRELLA }) } });
}, 60_000);

afterAll(async () => {
  await worker?.stop();
});

interface Asked {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly token?: string;
}

async function ask(method: string, path: string, { body, headers = {}, token = ACME }: Asked = {}): Promise<Reply> {
  const isText = typeof body === "string";
  const response = await fetch(`${worker.origin}/v1/sessions/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { "content-type": isText ? "application/jsonl" : "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson =
    response.headers.get("content-type")?.includes("json;") && !response.headers.get("content-type")?.includes("jsonl");
  return { status: response.status, headers: response.headers, json: isJson ? JSON.parse(text) : text };
}

const append = (id: string, body: unknown, more: Asked = {}) => ask("POST", `${id}/append`, { body, ...more });
const textOf = async (id: string) => (await ask("GET", id)).json as string;
const message = (text: string) => ({ role: "assistant", content: [{ type: "text", text }] });

const file = [
  { type: "session", version: 3, id: "s", timestamp: "2026-11-03T09:30:00.000Z", cwd: "/" },
  { type: "message", id: "e1", parentId: null, timestamp: "2026-11-03T09:30:00.000Z", message: user("One") },
  { type: "message", id: "e2", parentId: "e1", timestamp: "2026-11-03T09:30:01.000Z", message: message("Two") },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join("");

describe("a session", () => {
  test("is stored, read, asked for again, and removed", async () => {
    const put = await ask("PUT", "life", { body: file });
    expect(put.json).toMatchObject({ bytes: file.length, format: "session", messages: 2, problems: 0 });
    expect(put.status).toBe(201);
    expect((await ask("PUT", "life", { body: file })).status).toBe(200);
    const got = await ask("GET", "life");
    expect(got.json).toBe(file);
    const etag = got.headers.get("etag") ?? "";
    expect(etag).toBe(`"${put.json.etag}"`);
    expect((await ask("GET", "life", { headers: { "if-none-match": etag } })).status).toBe(304);
    const head = await ask("HEAD", "life");
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(file.length)]);
    expect((await ask("DELETE", "life")).status).toBe(204);
    expect(errorOf(await ask("GET", "life"))).toEqual([404, "no-session", ""]);
    expect(errorOf(await ask("DELETE", "life"))).toEqual([404, "no-session", ""]);
  });

  test("is only replaced or removed when its conditions are met", async () => {
    const { json } = await ask("PUT", "conditions", { body: file });
    const wrong = { headers: { "if-match": '"another"' } };
    expect(errorOf(await ask("PUT", "conditions", { body: file, ...wrong }))).toEqual([412, "condition-not-met", ""]);
    expect(errorOf(await ask("DELETE", "conditions", wrong))).toEqual([412, "condition-not-met", ""]);
    expect(errorOf(await ask("POST", "conditions/repair", wrong))).toEqual([412, "condition-not-met", ""]);
    const isNew = { headers: { "if-none-match": "*" } };
    expect(errorOf(await ask("PUT", "conditions", { body: file, ...isNew }))).toEqual([412, "condition-not-met", ""]);
    const right = { headers: { "if-match": `"${json.etag}"` } };
    expect((await ask("PUT", "conditions", { body: "{}\n", ...right })).status).toBe(200);
  });

  test("names what it is not called", async () => {
    for (const id of ["..", "a%2Fb", "-a", "a b", "%00", "x".repeat(129)]) {
      const { status } = await ask("GET", encodeURIComponent(decodeURIComponent(id)));
      expect(status).toBeOneOf([400, 404]);
    }
    expect([...(await worker.stored()).keys()].every((key) => /^tenants\/acme\/[\w.-]+\.jsonl$/.test(key))).toBe(true);
  });
});

describe("append", () => {
  test("begins a session, and continues it", async () => {
    const first = await append("new", { messages: [user("One")] });
    expect(first.status).toBe(201);
    expect(first.json).toMatchObject({ appended: 1, ids: [expect.stringMatching(/^[0-9a-f]{16}$/)] });
    const second = await append("new", { messages: [message("Two"), user("Three")] });
    expect(second.status).toBe(200);
    const { messages, problems, entries } = readSession(await textOf("new"));
    expect([problems, messages]).toEqual([[], [user("One"), message("Two"), user("Three")]]);
    expect(entries.map(({ id }) => id)).toEqual([...first.json.ids, ...second.json.ids]);
    expect(entries.map(({ parentId }) => parentId)).toEqual([null, ...first.json.ids, second.json.ids[0]]);
  });

  test("continues files of every kind", async () => {
    const bare = `${JSON.stringify(user("One"))}\n`;
    await ask("PUT", "bare", { body: bare });
    await append("bare", { messages: [message("Two")] });
    expect(await textOf("bare")).toBe(`${bare}${JSON.stringify(message("Two"))}\n`);

    await ask("PUT", "entries", { body: file });
    const entry = { type: "custom", customType: "note", id: "n1", parentId: "e2", data: { __proto__x: 1 } };
    await append("entries", { entries: [entry] });
    await append("entries", { messages: [user("Three")] });
    const lines = (await textOf("entries"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines[3]).toEqual(entry);
    expect(lines[4].parentId).toBe("n1");

    const codex = `${JSON.stringify({ timestamp: "2026-11-03T09:30:00.000Z", type: "session_meta", payload: { id: "c", cwd: "/" } })}\n`;
    await ask("PUT", "codex", { body: codex });
    expect(errorOf(await append("codex", { messages: [user("x")] }))).toEqual([409, "not-appendable", ""]);
    await ask("PUT", "array", { body: `[${JSON.stringify(user("x"))}]` });
    expect(errorOf(await append("array", { messages: [user("x")] }))).toEqual([409, "not-appendable", ""]);
  });

  test("never joins its line to a torn one", async () => {
    const torn = '{"type":"message","id":"e3","pare';
    await ask("PUT", "torn", { body: file + torn });
    await append("torn", { messages: [user("Three")] });
    const text = await textOf("torn");
    expect(text.startsWith(`${file}${torn}\n`)).toBe(true);
    expect(JSON.parse(text.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
      parentId: "e2",
      message: user("Three"),
    });
  });

  test("writes nothing that is no message", async () => {
    await ask("PUT", "strict", { body: file });
    const refused: [unknown, string, string][] = [
      [{}, "invalid-request", ""],
      [{ messages: [] }, "invalid-request", ""],
      [{ messages: [user("x")], entries: [] }, "invalid-request", ""],
      [{ messages: [user("x"), "text"] }, "invalid-message", "/messages/1"],
      [{ messages: [{ content: "x" }] }, "invalid-message", "/messages/0"],
      [{ messages: [{ role: "user", content: [{ type: "text" }] }] }, "invalid-message", "/messages/0/content/0/text"],
      [{ entries: ["text"] }, "invalid-message", "/entries/0"],
      [{ entries: [{ type: "message", id: "x" }] }, "invalid-message", "/entries/0/message"],
    ];
    for (const [body, code, path] of refused) {
      const [status, ...rest] = errorOf(await append("strict", body));
      expect([status, ...rest]).toEqual([400, code, path]);
    }
    expect(await textOf("strict")).toBe(file);
  });

  test("with an idempotency-key is made once", async () => {
    const once = { headers: { "idempotency-key": "turn-1" } };
    const first = await append("once", { messages: [user("One"), message("Two")] }, once);
    await append("once", { messages: [user("Three")] });
    const again = await append("once", { messages: [user("One"), message("Two")] }, once);
    expect([again.status, again.json.ids]).toEqual([200, first.json.ids]);
    expect(readSession(await textOf("once")).messages).toHaveLength(3);
  });

  test("32 at once lose nothing, and neither do those of two sessions mix", async () => {
    const begun = performance.now();
    const replies = await Promise.all(
      Array.from({ length: 64 }, (_, n) => append(`many-${n % 2}`, { messages: [user(`message ${n}`)] })),
    );
    console.log(`64 appends to two sessions: ${(performance.now() - begun).toFixed(0)} ms`);
    expect(replies.map(({ status }) => status).filter((status) => status !== 200)).toEqual([201, 201]);
    for (const half of [0, 1]) {
      const { messages, problems } = readSession(await textOf(`many-${half}`));
      expect(problems).toEqual([]);
      const texts = messages.map(({ content }) => (content as { text: string }[])[0]?.text);
      expect(texts.sort()).toEqual(Array.from({ length: 32 }, (_, n) => `message ${2 * n + half}`).sort());
    }
  });
});

describe("repair", () => {
  test("is done to the stored file, all at once", async () => {
    await ask("PUT", "broken", { body: file.replace("\n", "\n{torn\n") });
    const { status, json } = await ask("POST", "broken/repair");
    expect(status).toBe(200);
    expect(json.report).toMatchObject({ repaired: true, droppedLines: 1 });
    expect(json.report.backupPath).toBeUndefined();
    expect(await textOf("broken")).toBe(file);
    expect((await ask("POST", "broken/repair")).json.report.repaired).toBe(false);
    expect([...(await worker.stored()).keys()].filter((key) => key.includes(".bak"))).toEqual([]);
    expect(errorOf(await ask("POST", "missing/repair"))).toEqual([404, "no-session", ""]);
  });

  test("and appends at the same time lose nothing", async () => {
    await ask("PUT", "busy", { body: `${file}{torn\n` });
    const work = Array.from({ length: 12 }, (_, n) =>
      n % 4 === 0 ? ask("POST", "busy/repair") : append("busy", { messages: [user(`${n}`)] }),
    );
    expect((await Promise.all(work)).map(({ status }) => status)).toEqual(work.map(() => 200));
    const { messages, problems } = readSession(await textOf("busy"));
    expect([messages.length, problems]).toEqual([11, []]);
  });
});

describe("history", () => {
  test("is what people are shown, in pages", async () => {
    const messages = Array.from({ length: 250 }, (_, n) => user(`message ${n}`));
    await append("long", { messages });
    const last = await ask("GET", "long/history");
    expect(last.json).toMatchObject({ offset: 50, total: 250, older: 0 });
    expect(last.json.messages).toHaveLength(200);
    const page = await ask("GET", "long/history?offset=10&limit=5");
    expect(page.json.messages.map((row: ReturnType<typeof user>) => row.content[0]?.text)).toEqual(
      [10, 11, 12, 13, 14].map((n) => `message ${n}`),
    );
    expect(errorOf(await ask("GET", "long/history?offset=x"))).toEqual([400, "invalid-request", ""]);
    const etag = last.headers.get("etag") ?? "";
    expect((await ask("GET", "long/history", { headers: { "if-none-match": etag } })).status).toBe(304);
    expect(errorOf(await ask("GET", "missing/history"))).toEqual([404, "no-session", ""]);
  });
});

describe("tenants", () => {
  test("do not see each other's sessions", async () => {
    await ask("PUT", "shared-name", { body: file });
    const other = { token: UMBRELLA };
    expect(errorOf(await ask("GET", "shared-name", other))).toEqual([404, "no-session", ""]);
    for (const path of ["shared-name/history", "shared-name/history/stream"]) {
      expect(errorOf(await ask("GET", path, other))).toEqual([404, "no-session", ""]);
    }
    expect(errorOf(await ask("DELETE", "shared-name", other))).toEqual([404, "no-session", ""]);
    expect(errorOf(await ask("POST", "shared-name/repair", other))).toEqual([404, "no-session", ""]);
    expect((await append("shared-name", { messages: [user("mine")] }, other)).status).toBe(201);
    expect(await textOf("shared-name")).toBe(file);
    expect(
      (await ask("GET", "shared-name", { ...other, headers: { "x-session-key": "tenants/acme/shared-name.jsonl" } }))
        .json,
    ).toContain("mine");
  });

  test("are told apart by their token alone", async () => {
    for (const token of ["", "wrong-secret-of-the-tests", `${ACME}x`, ACME.slice(0, -1), ACME.toUpperCase()]) {
      const reply = await ask("GET", "shared-name", { token });
      expect(errorOf(reply)).toEqual([401, "unauthorized", ""]);
      expect(reply.headers.get("www-authenticate")).toBe("Bearer");
    }
    const other = await fetch(`${worker.origin}/v1/rules`, { headers: { "x-replaysafe-token": UMBRELLA } });
    expect(other.status).toBe(200);
    await other.arrayBuffer();
  });
});
