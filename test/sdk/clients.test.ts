// The official SDKs send requests of their own making through wrapFetch. Each session holds a call that nobody answered,
// as after a crash: alone the SDK is refused, and wrapped it is answered.
import { Anthropic } from "@anthropic-ai/sdk";
import {
  BedrockRuntimeClient,
  type BedrockRuntimeClientConfig,
  ConverseCommand,
  type ConverseCommandInput,
} from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import { HTTPClient, Mistral } from "@mistralai/mistralai";
import { OpenAI } from "openai";
import { describe, expect, test } from "vitest";
import { type Fetch, wrapFetch } from "../../src/adapters/fetch/index.ts";
import { sanitizePayload } from "../../src/index.ts";
import { serveStub } from "./stub.ts";

const stub = serveStub();
const parameters = { type: "object" as const, properties: {} };

/** Sends a damaged session with an SDK and gives the text of the answer. */
type Send = (fetch: Fetch) => Promise<string | null | undefined>;

const viaAnthropic: Send = async (fetch) => {
  const client = new Anthropic({ apiKey: "key-1", baseURL: `${stub.url}/anthropic`, maxRetries: 0, fetch });
  const { content } = await client.messages.create({
    model: "claude-opus-4-6",
    max_tokens: 64,
    tools: [{ name: "deploy", input_schema: parameters }],
    messages: [
      { role: "user", content: "Ship 2.4." },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Tests first.", signature: "" },
          { type: "tool_use", id: "call_1|fc_1", name: "deploy", input: {} },
        ],
      },
      { role: "user", content: "Did it go out?" },
    ],
  });
  return content[0]?.type === "text" ? content[0].text : undefined;
};

const openai = (fetch: Fetch) => new OpenAI({ apiKey: "key-1", baseURL: `${stub.url}/openai`, maxRetries: 0, fetch });

const viaCompletions: Send = async (fetch) => {
  const { choices } = await openai(fetch).chat.completions.create({
    model: "gpt-5.2",
    tools: [{ type: "function", function: { name: "deploy", parameters } }],
    messages: [
      { role: "user", content: "Ship 2.4." },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "call_1", type: "function", function: { name: "deploy", arguments: "{}" } }],
      },
      { role: "user", content: "Did it go out?" },
    ],
  });
  return choices[0]?.message.content;
};

const viaResponses: Send = async (fetch) => {
  const { output_text } = await openai(fetch).responses.create({
    model: "gpt-5.2",
    store: false,
    tools: [{ type: "function", name: "deploy", parameters, strict: null }],
    input: [
      { role: "user", content: "Ship 2.4." },
      { type: "function_call", call_id: "call_1", name: "deploy", arguments: "{}" },
      { role: "user", content: "Did it go out?" },
    ],
  });
  return output_text;
};

const viaGoogle: Send = async (fetch) => {
  const httpOptions = { baseUrl: `${stub.url}/google`, fetch };
  const response = await new GoogleGenAI({ apiKey: "key-1", httpOptions }).models.generateContent({
    model: "gemini-2.5-pro",
    contents: [
      { role: "user", parts: [{ text: "Ship 2.4." }] },
      { role: "model", parts: [{ functionCall: { name: "deploy", args: {} } }] },
      { role: "user", parts: [{ text: "Did it go out?" }] },
    ],
    config: { tools: [{ functionDeclarations: [{ name: "deploy", parametersJsonSchema: parameters }] }] },
  });
  return response.text;
};

const viaMistral: Send = async (fetcher) => {
  const httpClient = new HTTPClient({ fetcher });
  const client = new Mistral({ apiKey: "key-1", serverURL: `${stub.url}/mistral`, httpClient });
  const { choices } = await client.chat.complete({
    model: "mistral-large-latest",
    tools: [{ type: "function", function: { name: "deploy", parameters } }],
    messages: [
      { role: "user", content: "Ship 2.4." },
      {
        role: "assistant",
        content: "",
        toolCalls: [{ id: "call_1|fc_1", type: "function", function: { name: "deploy", arguments: "{}" } }],
      },
      { role: "user", content: "Did it go out?" },
    ],
  });
  const content = choices[0]?.message?.content;
  return typeof content === "string" ? content : undefined;
};

const conversation: ConverseCommandInput = {
  modelId: "amazon.nova-pro-v1:0",
  toolConfig: { tools: [{ toolSpec: { name: "deploy", inputSchema: { json: parameters } } }] },
  messages: [
    { role: "user", content: [{ text: "Ship 2.4." }] },
    { role: "assistant", content: [{ toolUse: { toolUseId: "call_1|fc_1", name: "deploy", input: {} } }] },
    { role: "user", content: [{ text: "Did it go out?" }] },
  ],
};

/** With a key for Bedrock, the body is not signed. */
const viaBedrock: Send = async (fetch) => {
  const client = new BedrockRuntimeClient({
    region: "us-east-1",
    endpoint: stub.url,
    token: { token: "key-1" },
    authSchemePreference: ["httpBearerAuth"],
    maxAttempts: 1,
    requestHandler: handlerOf(fetch),
  });
  return (await client.send(new ConverseCommand(conversation))).output?.message?.content?.[0]?.text;
};

/** A request as the SDK hands it to its transport. */
interface Handed {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The SDK's transport on a fetch. */
function handlerOf(fetch: Fetch): NonNullable<BedrockRuntimeClientConfig["requestHandler"]> {
  return {
    async handle({ protocol, hostname, port, path, method, headers, body }: Handed) {
      const response = await fetch(`${protocol}//${hostname}:${port}${path}`, { method, headers, body });
      const { status: statusCode } = response;
      return { response: { statusCode, headers: Object.fromEntries(response.headers), body: response.body } };
    },
  };
}

const CLIENTS: readonly (readonly [string, Send, RegExp])[] = [
  ["@anthropic-ai/sdk", viaAnthropic, /tool_use/],
  ["openai, Chat Completions", viaCompletions, /tool_call/],
  ["openai, Responses", viaResponses, /No tool output/],
  ["@google/genai", viaGoogle, /function/],
  ["@aws-sdk/client-bedrock-runtime with a key", viaBedrock, /tool/i],
  ["@mistralai/mistralai", viaMistral, /tool|function/i],
];

describe.each(CLIENTS)("%s", (_name, send, refusal) => {
  test("alone it is refused", async () => {
    await expect(send(fetch)).rejects.toThrow(refusal);
    expect(stub.received).toHaveLength(1);
  });

  test("with wrapFetch it is answered", async () => {
    expect(await send(wrapFetch(fetch))).toBe("Done.");
    expect(stub.received).toHaveLength(1);
    expect(JSON.stringify(stub.received[0]?.headers)).toContain("key-1");
  });
});

describe("@aws-sdk/client-bedrock-runtime that signs", () => {
  const signing = (fetch: Fetch): BedrockRuntimeClient =>
    new BedrockRuntimeClient({
      region: "us-east-1",
      endpoint: stub.url,
      credentials: { accessKeyId: "key-1", secretAccessKey: "secret-1" },
      maxAttempts: 1,
      requestHandler: handlerOf(fetch),
    });

  test("is left alone by wrapFetch: the signature is of this body", async () => {
    await expect(signing(wrapFetch(fetch)).send(new ConverseCommand(conversation))).rejects.toThrow(/tool/i);
    expect(stub.received).toHaveLength(1);
  });

  test("is answered when the body is repaired before it is signed", async () => {
    const client = signing(fetch);
    client.middlewareStack.add(
      (next) => async (args) => {
        const request = args.request as { body: Uint8Array };
        const target = { provider: "amazon-bedrock", modelId: conversation.modelId ?? "" };
        const { status, body } = await sanitizePayload(JSON.parse(new TextDecoder().decode(request.body)), { target });
        if (status === "repaired") request.body = new TextEncoder().encode(JSON.stringify(body));
        return next(args);
      },
      // Before the SDK measures the body, and long before it is signed.
      { step: "build", priority: "high" },
    );
    const { output } = await client.send(new ConverseCommand(conversation));
    expect(output?.message?.content).toEqual([{ text: "Done." }]);
    expect(stub.received[0]?.headers["x-amz-content-sha256"]).toMatch(/^[0-9a-f]{64}$/);
  });
});
