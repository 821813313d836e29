// A provider that is strict and local: it refuses what the validator calls an error, in the provider's words, and
// otherwise answers as each API does.
import { createHash } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { lintPayload, type WireFormat } from "../../src/index.ts";

/** A request as it arrived. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Stub {
  /** The address, without a slash at its end. */
  readonly url: string;
  /** What arrived during this test. */
  readonly received: Received[];
}

interface Api {
  readonly path: RegExp;
  readonly format: WireFormat;
  readonly provider: string;
  readonly answer: object;
}

const said = { role: "assistant", content: "Done." };
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const completion = {
  id: "chat_1",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: said, finish_reason: "stop", logprobs: null }],
  usage,
};

const APIS: readonly Api[] = [
  {
    path: /^\/anthropic\/v1\/messages$/,
    format: "anthropic-messages",
    provider: "anthropic",
    answer: {
      id: "msg_1",
      type: "message",
      model: "m",
      role: "assistant",
      content: [{ type: "text", text: "Done." }],
      stop_reason: "end_turn",
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  },
  { path: /^\/openai\/chat\/completions$/, format: "openai-completions", provider: "openai", answer: completion },
  {
    path: /^\/openai\/responses$/,
    format: "openai-responses",
    provider: "openai",
    answer: {
      id: "resp_1",
      object: "response",
      created_at: 1,
      status: "completed",
      model: "m",
      output: [
        {
          id: "msg_1",
          type: "message",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: "Done.", annotations: [] }],
        },
      ],
    },
  },
  {
    path: /^\/google\/v1beta\/models\/([^/:]+):generateContent$/,
    format: "google-generative-ai",
    provider: "google",
    answer: {
      candidates: [{ index: 0, content: { role: "model", parts: [{ text: "Done." }] }, finishReason: "STOP" }],
    },
  },
  {
    path: /^\/mistral\/v1\/chat\/completions$/,
    format: "mistral-conversations",
    provider: "mistral",
    answer: completion,
  },
  {
    path: /^\/model\/([^/]+)\/converse$/,
    format: "bedrock-converse",
    provider: "amazon-bedrock",
    answer: {
      output: { message: { role: "assistant", content: [{ text: "Done." }] } },
      stopReason: "end_turn",
      usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
      metrics: { latencyMs: 1 },
    },
  },
];

/** Serves for the tests of the file. */
export function serveStub(): Stub {
  const received: Received[] = [];
  let url = "";
  const server = createServer(async (request, response) => {
    const text = await textOf(request);
    const path = request.url?.split("?")[0] ?? "";
    received.push({ path, headers: request.headers, text });
    const { status, body } = answer(path, request.headers, text);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => void received.splice(0));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    get url() {
      return url;
    },
    received,
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function answer(path: string, headers: IncomingHttpHeaders, text: string): { status: number; body: object } {
  const api = APIS.find((one) => one.path.test(path));
  if (!api) return { status: 404, body: refusal(`No API at ${path}.`) };
  const hash = headers["x-amz-content-sha256"];
  if (hash !== undefined && hash !== createHash("sha256").update(text).digest("hex")) {
    return { status: 403, body: refusal("The request signature does not match.") };
  }
  const sent = jsonOf(text);
  if (sent === undefined) return { status: 400, body: refusal("The body is no JSON.") };
  const modelId = api.path.exec(path)?.[1];
  const target = { provider: api.provider, ...(modelId !== undefined && { modelId: decodeURIComponent(modelId) }) };
  const findings = lintPayload(sent, { format: api.format, target });
  const error = findings.find(({ severity }) => severity === "error");
  if (!error) return { status: 200, body: api.answer };
  return { status: 400, body: refusal(error.providerMessage ?? error.message) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What each SDK looks for in a refusal. */
function refusal(message: string): object {
  return { type: "error", error: { type: "invalid_request_error", code: 400, message }, message };
}
