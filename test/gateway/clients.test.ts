// The official SDKs with nothing changed but their base URL. Each has a history that is broken in ten ways, and completes
// the conversation, at once and as a stream.
import { Anthropic } from "@anthropic-ai/sdk";
import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  type ConverseStreamOutput,
} from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import { Mistral } from "@mistralai/mistralai";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { OpenAI } from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatCatalog, lintPayload, type WireFormat } from "../../src/index.ts";
import { type RunningWorker, startWorkerd } from "../worker/workerd.ts";
import * as broken from "./broken.ts";
import { serveGateway } from "./setting.ts";

const gateway = serveGateway();
let untouched: RunningWorker;

beforeAll(async () => {
  untouched = await startWorkerd({ upstream: gateway.upstream.address, variables: { GATEWAY_MODE: "off" } });
}, 120_000);

afterAll(async () => {
  await untouched?.stop();
});

/** How an SDK sends its history to a base URL: the text that it gives back. */
interface Client {
  readonly name: string;
  readonly format: WireFormat;
  readonly provider: string;
  /** The base URL, without the part that is the server's. */
  readonly path: string;
  whole(baseURL: string): Promise<string>;
  streamed(baseURL: string): Promise<string>;
  readonly modelId?: string;
}

const anthropic = (baseURL: string): Anthropic => new Anthropic({ apiKey: "key-1", baseURL, maxRetries: 0 });
const openai = (baseURL: string): OpenAI => new OpenAI({ apiKey: "key-1", baseURL, maxRetries: 0 });
const google = (baseUrl: string): GoogleGenAI => new GoogleGenAI({ apiKey: "key-1", httpOptions: { baseUrl } });
const mistral = (serverURL: string): Mistral => new Mistral({ apiKey: "key-1", serverURL });
const bedrock = (endpoint: string): BedrockRuntimeClient =>
  new BedrockRuntimeClient({
    region: "us-east-1",
    endpoint,
    token: { token: "bedrock-key" },
    authSchemePreference: ["httpBearerAuth"],
    maxAttempts: 1,
    // Its own begins with HTTP/2, which servers at the edge speak, and a bare local one does not.
    requestHandler: new NodeHttpHandler(),
  });

const CLIENTS: readonly Client[] = [
  {
    name: "@anthropic-ai/sdk",
    format: "anthropic-messages",
    provider: "anthropic",
    path: "/anthropic",
    async whole(baseURL) {
      const { content } = await anthropic(baseURL).messages.create(broken.anthropic);
      return content.map((block) => (block.type === "text" ? block.text : "")).join("");
    },
    streamed: (baseURL) => anthropic(baseURL).messages.stream(broken.anthropic).finalText(),
  },
  {
    name: "openai, Chat Completions",
    format: "openai-completions",
    provider: "openai",
    path: "/openai/v1",
    async whole(baseURL) {
      const { choices } = await openai(baseURL).chat.completions.create(broken.completions);
      return choices[0]?.message.content ?? "";
    },
    async streamed(baseURL) {
      let text = "";
      const stream = await openai(baseURL).chat.completions.create({ ...broken.completions, stream: true });
      for await (const { choices } of stream) text += choices[0]?.delta.content ?? "";
      return text;
    },
  },
  {
    name: "openai, Responses",
    format: "openai-responses",
    provider: "openai",
    path: "/openai/v1",
    whole: async (baseURL) => (await openai(baseURL).responses.create(broken.responses)).output_text,
    async streamed(baseURL) {
      let text = "";
      const stream = await openai(baseURL).responses.create({ ...broken.responses, stream: true });
      for await (const event of stream) if (event.type === "response.output_text.delta") text += event.delta;
      return text;
    },
  },
  {
    name: "@google/genai",
    format: "google-generative-ai",
    provider: "google",
    path: "/google",
    modelId: "gemini-2.5-pro",
    whole: async (baseUrl) => (await google(baseUrl).models.generateContent(broken.google)).text ?? "",
    async streamed(baseUrl) {
      let text = "";
      for await (const part of await google(baseUrl).models.generateContentStream(broken.google)) text += part.text;
      return text;
    },
  },
  {
    name: "@aws-sdk/client-bedrock-runtime",
    format: "bedrock-converse",
    provider: "amazon-bedrock",
    path: "/bedrock/us-east-1",
    modelId: "us.anthropic.claude-sonnet-4-6",
    async whole(endpoint) {
      const { output } = await bedrock(endpoint).send(new ConverseCommand(broken.bedrock));
      return output?.message?.content?.map(({ text }) => text).join("") ?? "";
    },
    async streamed(endpoint) {
      let text = "";
      const { stream } = await bedrock(endpoint).send(new ConverseStreamCommand(broken.bedrock));
      for await (const event of stream as AsyncIterable<ConverseStreamOutput>) {
        text += event.contentBlockDelta?.delta?.text ?? "";
      }
      return text;
    },
  },
  {
    name: "@mistralai/mistralai",
    format: "mistral-conversations",
    provider: "mistral",
    path: "/mistral",
    async whole(serverURL) {
      const { choices } = await mistral(serverURL).chat.complete(broken.mistral);
      return String(choices[0]?.message?.content);
    },
    async streamed(serverURL) {
      let text = "";
      for await (const { data } of await mistral(serverURL).chat.stream(broken.mistral)) {
        text += data.choices[0]?.delta.content ?? "";
      }
      return text;
    },
  },
];

const isKnown = ({ format }: Client): boolean => formatCatalog.some((entry) => entry.format === format);

describe.each(CLIENTS.filter(isKnown))("$name", ({ path, format, provider, modelId, whole, streamed }) => {
  const base = (): string => gateway.worker.origin + path;

  /** What the SDK sends, seen behind a gateway that is told to change nothing. */
  async function sent(): Promise<unknown> {
    gateway.upstream.script = (_, response) => {
      response.writeHead(400, { "content-type": "application/json" }).end('{"message":"no"}');
      return true;
    };
    await expect(whole(base().replace(gateway.worker.origin, untouched.origin))).rejects.toThrow();
    return JSON.parse(gateway.upstream.received.at(-1)?.text ?? "null");
  }

  test("the history is broken in ten ways, as it is sent", async () => {
    const target = { provider, ...(modelId !== undefined && { modelId }) };
    const errors = lintPayload(await sent(), { format, target }).filter(({ severity }) => severity === "error");
    expect(new Set(errors.map(({ code }) => code)).size).toBeGreaterThanOrEqual(10);
  });

  test("completes at once", async () => {
    expect(await whole(base())).toBe("Done.");
    expect(gateway.upstream.received).toHaveLength(1);
    expect(JSON.stringify(gateway.upstream.received[0]?.headers)).toMatch(/key-1|bedrock-key/);
  });

  test("completes as a stream", async () => {
    expect(await streamed(base())).toBe("Done.");
    expect(gateway.upstream.received).toHaveLength(1);
  });
});

test("every format that is known has a client", () => {
  expect(
    formatCatalog.map(({ format }) => format).filter((format) => !CLIENTS.some((one) => one.format === format)),
  ).toEqual([]);
});
