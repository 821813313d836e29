// What goes wrong at the other end, and what the caller is told. The table of it is printed.
import { request as ask } from "node:http";
import { Anthropic } from "@anthropic-ai/sdk";
import { BedrockRuntimeClient, ConverseStreamCommand } from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { OpenAI } from "openai";
import { afterAll, describe, expect, test } from "vitest";
import { startWorkerd } from "../worker/workerd.ts";
import * as answers from "./answers.ts";
import { serveGateway } from "./setting.ts";
import { refusal, type Script } from "./upstream.ts";

const gateway = serveGateway({ GATEWAY_TIMEOUT_MS: "1500" });
const table: string[] = [];
const row = (fault: string, told: string): void => void table.push(`${fault.padEnd(46)} ${told}`);

afterAll(() => {
  console.log(["", "fault at the upstream                          what the caller gets", ...table, ""].join("\n"));
});

const chat = { model: "gpt-5.2", stream: true, messages: [{ role: "user", content: "Ship it." }] };
/** Its tool is renamed, so that the answer is read on its way. */
const renamed = {
  ...chat,
  tools: [{ type: "function", function: { name: "fs read", parameters: { type: "object" } } }],
};
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** Reads a stream to its end with an official SDK. */
type Read = (origin: string) => Promise<unknown>;
const read = async (stream: AsyncIterable<unknown> | undefined): Promise<void> => {
  for await (const _ of stream ?? []);
};
const ask1 = { role: "user", content: "Ship it." } as const;
const STREAMS: Readonly<Record<string, readonly [answers.Speech, Read]>> = {
  "@anthropic-ai/sdk": [
    answers.anthropic,
    async (origin) => {
      const client = new Anthropic({ apiKey: "key-1", baseURL: `${origin}/anthropic`, maxRetries: 0 });
      await client.messages.stream({ model: "claude-opus-4-6", max_tokens: 64, messages: [ask1] }).finalText();
    },
  ],
  "openai, Chat Completions": [
    answers.completions,
    async (origin) => {
      const client = new OpenAI({ apiKey: "key-1", baseURL: `${origin}/openai/v1`, maxRetries: 0 });
      await read(await client.chat.completions.create({ model: "gpt-5.2", stream: true, messages: [ask1] }));
    },
  ],
  "openai, Responses": [
    answers.responses,
    async (origin) => {
      const client = new OpenAI({ apiKey: "key-1", baseURL: `${origin}/openai/v1`, maxRetries: 0 });
      await read(await client.responses.create({ model: "gpt-5.2", stream: true, store: false, input: "Ship it." }));
    },
  ],
  "@google/genai": [
    answers.google,
    async (baseUrl) => {
      const client = new GoogleGenAI({ apiKey: "key-1", httpOptions: { baseUrl: `${baseUrl}/google` } });
      await read(await client.models.generateContentStream({ model: "gemini-2.5-pro", contents: "Ship it." }));
    },
  ],
  "@aws-sdk/client-bedrock-runtime": [
    answers.bedrock,
    async (origin) => {
      const client = new BedrockRuntimeClient({
        region: "us-east-1",
        endpoint: `${origin}/bedrock/us-east-1`,
        token: { token: "bedrock-key" },
        authSchemePreference: ["httpBearerAuth"],
        maxAttempts: 1,
        requestHandler: new NodeHttpHandler(),
      });
      const messages = [{ role: "user" as const, content: [{ text: "Ship it." }] }];
      const command = new ConverseStreamCommand({ modelId: "us.anthropic.claude-sonnet-4-6", messages });
      await read((await client.send(command)).stream);
    },
  ],
};
const SSE = { "content-type": "text/event-stream" };

describe.each([
  ["passed on", chat],
  ["read for names", renamed],
])("a stream that is %s", (how, body) => {
  test("ends early: the caller's ends with an error", async () => {
    gateway.upstream.script = async (_, response) => {
      response.writeHead(200, SSE);
      response.write("data: one\n\n");
      await sleep(50);
      response.socket?.resetAndDestroy();
      return true;
    };
    const response = await gateway.post("/openai/v1/chat/completions", body);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text.startsWith("data: one\n\n")).toBe(true);
    expect(text).toMatch(/\n\nevent: error\ndata: \{"type":"error",.*"upstream-broke-off".*\}\n\n$/);
    row(`reset in mid-stream (${how})`, "what had come, then an event that is an error");
  });

  test("is slow: what has come is there before the next", async () => {
    gateway.upstream.script = async (_, response) => {
      response.writeHead(200, SSE);
      for (let index = 0; index < 4; index++) {
        response.write(`data: ${index}\n\n`);
        await sleep(600);
      }
      response.end("data: [DONE]\n\n");
      return true;
    };
    const response = await gateway.post("/openai/v1/chat/completions", body);
    const times: number[] = [];
    const begun = Date.now();
    for await (const _ of response.body ?? []) times.push(Date.now() - begun);
    expect(times).toHaveLength(5);
    expect(times[0]).toBeLessThan(500);
    // Longer than the time that is waited for a beginning.
    expect(times[4]).toBeGreaterThan(1500);
    row(
      `slow stream (${how})`,
      `pieces as they come, at ${times.map((time) => Math.round(time / 100) / 10).join(", ")} s`,
    );
  });

  test("is malformed: the very bytes arrive", async () => {
    const bytes = Buffer.from(
      'data: {"choices":[{"delta":{"tool_calls":[{"function":{"name":"fs_read"\n\n\u0000event\r\r:\n',
    );
    gateway.upstream.script = (_, response) => {
      response.writeHead(200, SSE).end(bytes);
      return true;
    };
    const response = await gateway.post("/openai/v1/chat/completions", body);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    row(`malformed SSE (${how})`, "the very bytes");
  });

  test("the caller leaves: the upstream is told", async () => {
    let left = (_after: number): void => {};
    const closed = new Promise<number>((resolve) => {
      left = resolve;
    });
    gateway.upstream.script = (_, response) => {
      response.writeHead(200, SSE);
      const begun = Date.now();
      const timer = setInterval(() => response.write("data: x\n\n"), 20);
      response.on("close", () => {
        clearInterval(timer);
        left(Date.now() - begun);
      });
      return true;
    };
    const leaving = new AbortController();
    const response = await fetch(`${gateway.worker.origin}/openai/v1/chat/completions`, {
      method: "POST",
      body: JSON.stringify(body),
      signal: leaving.signal,
    });
    await response.body?.getReader().read();
    leaving.abort();
    const after = await Promise.race([closed, sleep(5000).then(() => undefined)]);
    expect(after).toBeLessThan(2000);
    row(`the caller leaves (${how})`, `the request upstream is closed after ${after} ms`);
  });
});

describe("a stream that is broken off is an error to the official SDKs", () => {
  const breakOff =
    (piece: string | Uint8Array, type: string): Script =>
    async (_, response) => {
      response.writeHead(200, { "content-type": type });
      response.write(piece);
      await sleep(50);
      response.socket?.resetAndDestroy();
      return true;
    };

  test.each(Object.entries(STREAMS))("%s", async (name, [speech, send]) => {
    const [first = ""] = speech.pieces({ text: "Do" });
    gateway.upstream.script = breakOff(first, speech.streamType);
    await expect(send(gateway.worker.origin)).rejects.toThrow(/broke off|UNAVAILABLE/);
    row(`reset in mid-stream, ${name}`, "its SDK throws the error");
  });
});

test("the caller leaves before the upstream has answered", async () => {
  let left = (): void => {};
  const closed = new Promise<void>((resolve) => {
    left = resolve;
  });
  gateway.upstream.script = (_, response) => {
    response.on("close", left);
    return true;
  };
  const sent = ask(`${gateway.worker.origin}/openai/v1/chat/completions`, { method: "POST" });
  sent.on("error", () => {});
  sent.end(JSON.stringify(chat));
  while (gateway.upstream.received.length === 0) await sleep(10);
  const begun = Date.now();
  // A connection of which only one half is closed may still want the answer.
  sent.socket?.resetAndDestroy();
  await closed;
  expect(Date.now() - begun).toBeLessThan(1000);
  row("the caller leaves before an answer", `the request upstream is closed after ${Date.now() - begun} ms`);
});

test("nothing is answered in time", async () => {
  gateway.upstream.script = () => true;
  const response = await gateway.post("/openai/v1/chat/completions", chat);
  expect([response.status, await response.json()]).toMatchObject([504, { code: "upstream-timeout" }]);
  expect(response.headers.get("x-replaysafe-status")).toBe("clean");
  row("no answer within GATEWAY_TIMEOUT_MS", "504 upstream-timeout");
});

test("the connection is closed without an answer", async () => {
  gateway.upstream.script = (_, response) => {
    response.socket?.resetAndDestroy();
    return true;
  };
  const response = await gateway.post("/openai/v1/chat/completions", chat);
  expect([response.status, await response.json()]).toMatchObject([502, { code: "upstream-unreachable" }]);
  row("reset before an answer", "502 upstream-unreachable");
});

test("nobody is there", async () => {
  const worker = await startWorkerd({ upstream: "127.0.0.1:9" });
  try {
    const body = JSON.stringify(chat);
    const response = await fetch(`${worker.origin}/openai/v1/chat/completions`, { method: "POST", body });
    expect([response.status, await response.json()]).toMatchObject([502, { code: "upstream-unreachable" }]);
    row("connection refused", "502 upstream-unreachable");
  } finally {
    await worker.stop();
  }
});

test.each([
  [413, "request_too_large: Request exceeds the maximum size", {}, /^request-bytes/],
  [429, "Rate limit reached", { "retry-after": "7", "retry-after-ms": "7000" }, undefined],
  [503, "overloaded_error", { "retry-after": "1" }, undefined],
  [401, "invalid x-api-key", { "www-authenticate": "Bearer" }, undefined],
])("%i is passed on", async (status, message, headers, explanation) => {
  const body = JSON.stringify(refusal(message));
  gateway.upstream.script = (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
    return true;
  };
  const mode = { "x-replaysafe-mode": "retry" };
  const response = await gateway.post("/openai/v1/chat/completions", chat, mode);
  expect([response.status, await response.text()]).toEqual([status, body]);
  for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value);
  expect(gateway.upstream.received).toHaveLength(1);
  const told = response.headers.get("x-replaysafe-explanation");
  if (explanation) expect(told).toMatch(explanation);
  else expect(told).toBeNull();
  const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  row(`${status}`, ["passed on", ...named, ...(told ? [`explained: ${told.split(":")[0]}`] : [])].join("; "));
});

test("the caller sends half a body and leaves: the upstream is not asked, and others are served", async () => {
  const sent = ask(`${gateway.worker.origin}/openai/v1/chat/completions`, {
    method: "POST",
    headers: { "content-length": "1000" },
  });
  sent.on("error", () => {});
  sent.write('{"messages":');
  await sleep(100);
  sent.destroy();
  await sleep(100);
  expect(gateway.upstream.received).toEqual([]);
  expect((await gateway.post("/openai/v1/chat/completions", chat)).status).toBe(200);
  row("the caller leaves within the body", "the upstream is not asked");
});
