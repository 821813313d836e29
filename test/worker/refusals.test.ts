// What the API refuses, and how it says so.
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, errorOf, startClient, target, user } from "./client.ts";

let worker: Client;

beforeAll(async () => {
  worker = await startClient();
}, 60_000);

afterAll(async () => {
  await worker?.stop();
});

describe("what is refused", () => {
  const badBodies: [string, unknown, string, string][] = [
    ["no JSON", "{", "invalid-json", ""],
    ["an empty body", "", "invalid-json", ""],
    ["a list", [], "invalid-request", ""],
    ["no target", { messages: [] }, "invalid-request", "/target"],
    ["no provider", { messages: [], target: {} }, "invalid-request", "/target/provider"],
    ["an empty provider", { messages: [], target: { provider: "" } }, "invalid-request", "/target/provider"],
    ["no transcript", { target }, "invalid-request", ""],
    ["two transcripts", { messages: [], session: "", target }, "invalid-request", ""],
    ["messages that are no list", { messages: {}, target }, "invalid-request", "/messages"],
    ["an unknown field", { messages: [], target, option: {} }, "invalid-request", "/option"],
    ["an unknown option", { messages: [], target, options: { "a/b~c": 1 } }, "invalid-request", "/options/a~1b~0c"],
    [
      "a wrong choice",
      { messages: [], target, options: { danglingCalls: "x" } },
      "invalid-request",
      "/options/danglingCalls",
    ],
    [
      "a wrong tool name",
      { messages: [], target, options: { allowedToolNames: ["a", 1] } },
      "invalid-request",
      "/options/allowedToolNames/1",
    ],
    [
      "a key named __proto__",
      `{"messages":[],"target":{"provider":"a"},"__proto__":{}}`,
      "invalid-request",
      "/__proto__",
    ],
  ];

  test.each(badBodies)("%s", async (_name, body, code, path) => {
    expect(errorOf(await worker.post(body))).toEqual([400, code, path]);
  });

  test.each([
    [null, "The body must be of type object."],
    [[], "The body must be of type object."],
    [{ messages: 5, target }, "The field must be of type array."],
    [{ messages: [], target, option: {} }, "There is no such field."],
  ])("%j, in words that say what it must be", async (body, detail) => {
    expect((await worker.post(body)).json.detail).toBe(detail);
  });

  test("a policy that is no policy, in the words of the core", async () => {
    const [status, code] = errorOf(
      await worker.post({ messages: [], target, options: { policy: { danglingCalls: "maybe" } } }),
    );
    expect(status).toBe(400);
    expect(code).toMatch(/^invalid-/);
  });

  test("another content type", async () => {
    for (const type of ["text/plain", "application/jsonl", "multipart/form-data"]) {
      const reply = await worker.send("/v1/sanitize", {
        method: "POST",
        headers: { "content-type": type },
        body: "{}",
      });
      expect(errorOf(reply)).toEqual([415, "unsupported-media-type", ""]);
    }
  });

  test("bytes that are no UTF-8", async () => {
    const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]);
    const reply = await worker.send("/v1/sanitize", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(errorOf(reply)).toEqual([400, "invalid-utf8", ""]);
  });

  test("a body that is announced as too large, without reading it", async () => {
    const head = await rawRequest(["content-length: 40000000"], async () => {});
    expect(head).toMatch(/^HTTP\/1.1 413 /);
  });

  test("a body that grows too large, while it is read", async () => {
    const chunk = Buffer.alloc(1024 * 1024, 0x20);
    const head = await rawRequest(["transfer-encoding: chunked"], async (write) => {
      for (let sent = 0; sent < 17; sent++) {
        if (!(await write(Buffer.concat([Buffer.from("100000\r\n"), chunk, Buffer.from("\r\n")])))) return;
      }
    });
    expect(head).toMatch(/^HTTP\/1.1 413 /);
  });

  test("nothing that is nested deeply, in the words of a fault of ours", async () => {
    const depth = 200_000;
    const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`;
    const call = `{"type":"toolCall","id":"toolu_01","name":"bash","arguments":${deep}}`;
    const details = `{"role":"toolResult","toolCallId":"toolu_01","content":[],"details":${deep}}`;
    for (const messages of [
      `[{"role":"user","content":${deep}}]`,
      `[{"role":"assistant","content":[${call},${call}]},${details},${details}]`,
      `[${deep}]`,
    ]) {
      for (const provider of ["openai", "anthropic", "google", "mistral"]) {
        const { status, json } = await worker.post(`{"messages":${messages},"target":{"provider":"${provider}"}}`);
        expect([status, json.code]).toBeOneOf([
          [200, undefined],
          [413, "too-deep"],
        ]);
      }
    }
  });

  test("other methods, with the ones there are", async () => {
    for (const [path, method, allow] of [
      ["/v1/sanitize", "GET", "POST"],
      ["/v1/sanitize", "OPTIONS", "POST"],
      ["/v1/policy", "POST", "GET, HEAD"],
      ["/v1/rules", "DELETE", "GET, HEAD"],
    ] as const) {
      const reply = await worker.send(path, { method });
      expect(errorOf(reply)).toEqual([405, "method-not-allowed", ""]);
      expect(reply.headers.get("allow")).toBe(allow);
    }
  });

  test("paths that are not there", async () => {
    for (const path of ["/v1", "/v1/", "/v1/nothing", "/v1/sanitize/", "/v1/constructor"]) {
      expect(errorOf(await worker.send(path))).toEqual([404, "not-found", ""]);
    }
  });

  /** A POST written by hand; the head of the answer. */
  function rawRequest(
    headers: string[],
    sendBody: (write: (bytes: Uint8Array) => Promise<boolean>) => Promise<void>,
  ): Promise<string> {
    const { hostname, port } = new URL(worker.origin);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let answer = "";
      let open = true;
      socket.setTimeout(20_000, () => socket.destroy(new Error("no answer")));
      socket.setEncoding("utf8").on("data", (text: string) => {
        answer += text;
        if (answer.includes("\r\n\r\n")) socket.destroy();
      });
      socket.on("close", () => {
        open = false;
        if (answer) resolve(answer);
        else reject(new Error("closed without an answer"));
      });
      socket.on("error", (error) => answer || reject(error));
      const lines = ["POST /v1/sanitize HTTP/1.1", "host: x", "content-type: application/json", ...headers, "", ""];
      socket.write(lines.join("\r\n"));
      const write = (bytes: Uint8Array) =>
        new Promise<boolean>((done) => (open ? socket.write(bytes, () => done(open)) : done(false)));
      sendBody(write).catch(reject);
    });
  }
});

test("nothing of a body is logged", async () => {
  await worker.post({
    messages: [user("secret-in-a-message")],
    target,
    options: { danglingCalls: "secret-in-an-option" },
  });
  await worker.post("secret-in-no-json");
  expect(worker.log()).not.toContain("secret");
});
