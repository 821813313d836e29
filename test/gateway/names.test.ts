// A tool whose name the provider does not take is renamed on the way there, and back on the way here.
import { BedrockRuntimeClient, ConverseStreamCommand } from "@aws-sdk/client-bedrock-runtime";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { describe, expect, test } from "vitest";
import { withOwnNames } from "../../worker/gateway/answer.ts";
import { renamedTools } from "../../worker/gateway/names.ts";
import * as answers from "./answers.ts";
import { serveGateway } from "./setting.ts";

const gateway = serveGateway();
const OWN = "fs read";
const SENT = "fs_read";
const schema = { type: "object", properties: {} };
const call = { id: "call_1", name: SENT, input: { name: SENT, path: "fs_read.md" } };

const REQUESTS: readonly (readonly [name: string, path: string, streamed: string, body: object])[] = [
  [
    "Messages",
    "/anthropic/v1/messages",
    "/anthropic/v1/messages",
    {
      model: "claude-opus-4-6",
      max_tokens: 64,
      tools: [{ name: OWN, input_schema: schema }],
      messages: [{ role: "user", content: "Read." }],
    },
  ],
  [
    "Chat Completions",
    "/openai/v1/chat/completions",
    "/openai/v1/chat/completions",
    {
      model: "gpt-5.2",
      tools: [{ type: "function", function: { name: OWN, parameters: schema } }],
      messages: [{ role: "user", content: "Read." }],
    },
  ],
  [
    "Responses",
    "/openai/v1/responses",
    "/openai/v1/responses",
    { model: "gpt-5.2", store: false, tools: [{ type: "function", name: OWN, parameters: schema }], input: "Read." },
  ],
  [
    "Gemini",
    "/google/v1beta/models/gemini-2.5-pro:generateContent",
    "/google/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
    {
      tools: [{ functionDeclarations: [{ name: OWN, parametersJsonSchema: schema }] }],
      contents: [{ role: "user", parts: [{ text: "Read." }] }],
    },
  ],
];

describe.each(REQUESTS)("%s", (_name, path, streamed, body) => {
  test.each([
    ["at once", path, {}],
    ["as a stream", streamed, { stream: true }],
  ])("%s", async (_how, where, more) => {
    gateway.upstream.says.push({ text: `I call ${SENT}.`, call });
    const response = await gateway.post(where, where.startsWith("/google") ? body : { ...body, ...more });
    expect(response.headers.get("x-replaysafe-changes")).toBe("1;rename-tool=1");
    expect(gateway.upstream.received[0]?.text).toContain(`"${SENT}"`);
    const text = await response.text();
    expect(text).toContain(`"name":"${OWN}"`);
    // What the model said, and what it said to the tool, is its own.
    expect(text).toContain(`I call ${SENT}.`);
    expect(text.replaceAll("\\", "")).toContain(`"name":"${SENT}","path"`);
  });
});

test("Converse, at once and as a stream, which its SDK checks", async () => {
  const client = new BedrockRuntimeClient({
    region: "us-east-1",
    endpoint: `${gateway.worker.origin}/bedrock/us-east-1`,
    token: { token: "bedrock-key" },
    authSchemePreference: ["httpBearerAuth"],
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler(),
  });
  gateway.upstream.says.push({ text: `I call ${SENT}.`, call });
  const { stream = [] } = await client.send(
    new ConverseStreamCommand({
      modelId: "us.anthropic.claude-sonnet-4-6",
      toolConfig: { tools: [{ toolSpec: { name: OWN, inputSchema: { json: schema } } }] },
      messages: [{ role: "user", content: [{ text: "Read." }] }],
    }),
  );
  const events = [];
  for await (const event of stream) events.push(event);
  expect(events.map((event) => event.contentBlockStart?.start?.toolUse?.name).filter(Boolean)).toEqual([OWN]);
  expect(events[1]?.contentBlockDelta?.delta?.text).toBe(`I call ${SENT}.`);
  expect(events.at(-1)?.metadata?.usage?.totalTokens).toBe(2);
});

describe("piece by piece", () => {
  const names = new Map([[SENT, OWN]]);

  async function through(pieces: readonly Uint8Array[], type: string): Promise<Buffer> {
    const source = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
    return Buffer.from(await new Response(withOwnNames(source, type, names)).arrayBuffer());
  }

  test.each([1, 2, 3, 7, 64])("events of any kind arrive in pieces of %i bytes as they do whole", async (size) => {
    for (const speech of [answers.anthropic, answers.completions, answers.responses, answers.google, answers.bedrock]) {
      const whole = Buffer.concat(speech.pieces({ text: "Zo\u00eb \u{1f984}", call }).map((one) => Buffer.from(one)));
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
        whole.subarray(at * size, (at + 1) * size),
      );
      const expected = await through([whole], speech.streamType);
      expect(expected.includes(OWN)).toBe(true);
      expect((await through(pieces, speech.streamType)).equals(expected)).toBe(true);
    }
  });

  test.each([
    ["no JSON", `data: {"name":"${SENT}"\n\n`],
    ["no event", `${SENT}\n\n`],
    ["no UTF-8", Buffer.concat([Buffer.from(`data: {"type":"tool_use","name":"${SENT}`), Buffer.from([0xff, 0x0a])])],
    ["without an end", `data: ${SENT}`],
    ["without a name", `data: {"a" : 1}\n\n`],
    ["lines of all kinds", "a\r\nb\rc\n\n\r\n"],
  ])("what is malformed stays as it is: %s", async (_name, text) => {
    const bytes = Buffer.from(text);
    expect((await through([bytes], "text/event-stream")).equals(bytes)).toBe(true);
    expect((await through([bytes], "application/json")).equals(bytes)).toBe(true);
    expect((await through([bytes], "application/vnd.amazon.eventstream")).equals(bytes)).toBe(true);
  });

  test("a damaged frame and all behind it stay as they are", async () => {
    const frames = answers.bedrock.pieces({ call }).map((one) => Buffer.from(one));
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = frames;
    const damaged = Buffer.concat([first, Buffer.from("garbage before a frame"), second]);
    expect((await through([damaged], "application/vnd.amazon.eventstream")).equals(damaged)).toBe(true);
  });

  test("a line without an end is not kept for ever", async () => {
    const line = Buffer.from("x".repeat(2 ** 20));
    const pieces = Array.from({ length: 12 }, () => line);
    expect((await through(pieces, "text/event-stream")).length).toBe(12 * 2 ** 20);
  });
});

test("names are told by the order of tools, and tools that a repair adds have none of the caller's", () => {
  const named = (name: string) => ({ type: "function", function: { name } });
  const before = { tools: [named("a b"), named("c"), named("d e")] };
  const after = { tools: [named("a_b"), named("c"), named("d_e"), named("added")] };
  expect([...renamedTools(before, after)]).toEqual([
    ["a_b", "a b"],
    ["d_e", "d e"],
  ]);
  expect(renamedTools(before, before).size).toBe(0);
  expect(renamedTools({}, after).size).toBe(0);
});
