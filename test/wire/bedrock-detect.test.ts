import { describe, expect, test } from "vitest";
import { detectWireFormat } from "../../src/pipeline/formats.ts";
import { converseFamilyOf } from "../../src/transcript/converse-models.ts";
import { converseDemands } from "../../src/validate/bedrock-converse/dialects.ts";
import { converseDialect, converseDialectFor, converseDialects } from "../../src/wire/bedrock-converse/dialects.ts";
import { bedrockConverse } from "../../src/wire/bedrock-converse/index.ts";

const hi = { role: "user", content: [{ text: "hi" }] };

describe("a body of Converse", () => {
  const own: Record<string, unknown> = {
    "by its messages": { messages: [hi] },
    "by its messages, with a model of the HTTP path left out": { model: "x", messages: [hi] },
    "by its model": { modelId: "amazon.nova-pro-v1:0", messages: [] },
    "by its parameters": { inferenceConfig: {}, messages: [{ role: "user", content: "hi" }] },
    "by its tools": { toolConfig: { tools: [] }, messages: [] },
    "by its system prompt": { system: [{ text: "s" }], messages: [] },
    "by a guardrail": { guardrailConfig: {}, messages: [hi] },
    "by what is the model's own": { additionalModelRequestFields: {}, messages: [hi] },
    "by a result": { messages: [{ role: "user", content: [{ toolResult: {} }] }] },
    "with a text that has a type": { messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }, hi] },
    "a stored prompt": { modelId: "arn:aws:bedrock:us-east-1:123456789012:prompt/ABCDEFGHIJ", promptVariables: {} },
  };
  test.each(Object.entries(own))("%s", (_, body) => {
    expect(bedrockConverse.detect(body)).toBe(true);
    expect(detectWireFormat(body)).toBe("bedrock-converse");
  });
});

describe("none of Converse", () => {
  const foreign: Record<string, unknown> = {
    "Messages API": { model: "claude-x", max_tokens: 5, messages: [{ role: "user", content: "hi" }] },
    "Messages API behind InvokeModel": { anthropic_version: "bedrock-2023-05-31", messages: [hi] },
    "Messages API with blocks": { messages: [{ role: "user", content: [{ type: "tool_result", tool_use_id: "a" }] }] },
    "Chat Completions": { messages: [{ role: "user", content: "hi" }] },
    "Chat Completions with parts": { messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }] },
    "Chat Completions with a result": { messages: [hi, { role: "tool", tool_call_id: "a", content: "x" }] },
    "Chat Completions with calls": { messages: [hi, { role: "assistant", content: null, tool_calls: [] }] },
    Responses: { input: [hi] },
    Gemini: { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
    nothing: {},
    "an empty list": { messages: [] },
    "messages that are none": { modelId: "x", messages: "hi" },
    "a text": "hi",
  };
  test.each(Object.entries(foreign))("%s", (_, body) => {
    expect(bedrockConverse.detect(body)).toBe(false);
  });
});

test.each([
  ["us.anthropic.claude-opus-4-6-v1:0", "claude"],
  ["anthropic.claude-3-haiku-20240307-v1:0", "claude"],
  ["arn:aws:bedrock:us-east-1::foundation-model/anthropic.claude-3-5-sonnet-20241022-v2:0", "claude"],
  ["arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.amazon.nova-pro-v1:0", "nova"],
  ["amazon.nova-2-lite-v1:0", "nova"],
  ["amazon.titan-text-express-v1", "other"],
  ["us.meta.llama4-maverick-17b-instruct-v1:0", "llama4"],
  ["meta.llama3-8b-instruct-v1:0", "llama"],
  ["us.mistral.pixtral-large-2502-v1:0", "mistral"],
  ["mistral.mistral-large-2402-v1:0", "mistral"],
  ["mistral.mistral-large-3-675b-instruct", "other"],
  ["global.openai.gpt-oss-120b-1:0", "other"],
  ["deepseek.r1-v1:0", "other"],
  ["arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abcdefghijk2", "unknown"],
  ["my-model", "unknown"],
  ["", "unknown"],
])("%s is of the family %s", (modelId, family) => {
  expect(converseFamilyOf(modelId)).toBe(family);
  expect(converseDialectFor({ modelId })).toBe(family);
});

test("every dialect is known to the adapter and to the validator, and they agree", () => {
  expect(Object.keys(converseDialects).sort()).toEqual(Object.keys(converseDemands).sort());
  for (const [id, { reasoning }] of Object.entries(converseDialects)) {
    expect([id, reasoning]).toEqual([id, converseDemands[id as keyof typeof converseDemands].reasoning === "signed"]);
  }
  expect(converseDialect("nobody")).toBe(converseDialects.unknown);
  expect(converseDialect("__proto__")).toBe(converseDialects.unknown);
});
