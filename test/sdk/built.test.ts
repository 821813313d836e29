// What we build is what the SDKs' types say.
import { ChatCompletionRequest$outboundSchema } from "@mistralai/mistralai/models/components";
import { expect, test } from "vitest";
import { buildPayload, type ReplayTarget } from "../../src/index.ts";
import { anthropic, bedrock, completions, google, mistral, responses, session, system, tools } from "./types.ts";

const built = (target: ReplayTarget, params: Readonly<Record<string, unknown>> = {}): unknown =>
  buildPayload(session, { target, request: { system, tools, params } }).body;

test("Anthropic", () => {
  const { model, max_tokens } = anthropic;
  expect(built({ provider: "anthropic", modelId: model }, { model, max_tokens })).toEqual(anthropic);
});

test.each([
  ["openai-completions", completions],
  ["openai-responses", responses],
])("OpenAI, %s", (modelApi, expected) => {
  const model = "gpt-5.2";
  expect(built({ provider: "openai", modelApi, modelId: model }, { model })).toEqual(expected);
});

test("Google", () => {
  const { model, contents, config } = google;
  expect(built({ provider: "google", modelId: model })).toEqual({ contents, ...config });
});

test("Bedrock", () => {
  const { modelId = "" } = bedrock;
  const target = { provider: "amazon-bedrock", modelApi: "bedrock-converse-stream", modelId };
  const asSent: unknown = JSON.parse(
    JSON.stringify(bedrock, (_key, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value,
    ),
  );
  expect(built(target, { modelId })).toEqual(asSent);
});

test("Mistral", () => {
  const { model } = mistral;
  const sent: unknown = JSON.parse(
    JSON.stringify(ChatCompletionRequest$outboundSchema.parse(mistral)),
    withoutDefaults,
  );
  expect(built({ provider: "mistral", modelId: model }, { model })).toMatchObject({
    model,
    messages: (sent as { messages: unknown }).messages,
  });
});

/** The SDK writes out what is so anyway. */
function withoutDefaults(key: string, value: unknown): unknown {
  const isDefault = (key === "prefix" && value === false) || (key === "index" && value === 0);
  return isDefault ? undefined : value;
}
