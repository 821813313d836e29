import { describe, expect, test } from "vitest";
import { anthropicDemands } from "../../src/validate/anthropic-messages/dialects.ts";
import {
  anthropicDialect,
  anthropicDialectFor,
  anthropicDialects,
} from "../../src/wire/anthropic-messages/dialects.ts";
import { anthropicMessages } from "../../src/wire/anthropic-messages/index.ts";

const hi = { role: "user", content: "hi" };

describe("a body of the Messages API", () => {
  const own: Record<string, unknown> = {
    "by its model": { model: "claude-opus-4-6", max_tokens: 9, messages: [hi] },
    "by its system prompt": { model: "glm-5", system: "s", messages: [hi] },
    "by a system prompt of blocks": { system: [{ type: "text", text: "s" }], messages: [hi] },
    "by its tools": { tools: [{ name: "a", input_schema: {} }], messages: [hi] },
    "by a tool of Anthropic's": { tools: [{ type: "bash_20250124", name: "bash" }], messages: [hi] },
    "by its choice of tools": { tool_choice: { type: "any" }, messages: [hi] },
    "by its stop sequences": { stop_sequences: ["x"], messages: [hi] },
    "by its budget": { thinking: { type: "enabled", budget_tokens: 2000 }, messages: [hi] },
    "by Bedrock's version": { anthropic_version: "bedrock-2023-05-31", messages: [hi] },
    "by a result": { messages: [{ role: "user", content: [{ type: "tool_result", tool_use_id: "a" }] }] },
    "by thinking": {
      messages: [{ role: "assistant", content: [{ type: "thinking", thinking: "x", signature: "y" }] }],
    },
    "by an image": { messages: [{ role: "user", content: [{ type: "image", source: { type: "url", url: "u" } }] }] },
  };
  test.each(Object.entries(own))("%s", (_, body) => {
    expect(anthropicMessages.detect(body)).toBe(true);
  });
});

describe("none of the Messages API", () => {
  const foreign: Record<string, unknown> = {
    "Chat Completions with nothing but text": { model: "gpt-5.4", messages: [hi] },
    "Chat Completions with a limit": {
      model: "gpt-4o",
      max_tokens: 5,
      messages: [{ role: "system", content: "s" }, hi],
    },
    "Chat Completions for a Claude": { model: "anthropic/claude-opus-4.6", messages: [hi] },
    "Chat Completions with thinking": { model: "glm-5", thinking: { type: "enabled" }, messages: [hi] },
    "Chat Completions with calls": { messages: [hi, { role: "assistant", content: null, tool_calls: [] }] },
    "Chat Completions with tools": { tools: [{ type: "function", function: { name: "a" } }], messages: [hi] },
    "Chat Completions with an image": { messages: [{ role: "user", content: [{ type: "image_url" }] }] },
    "Chat Completions with legacy results": {
      model: "claude-x",
      messages: [hi, { role: "function", name: "a", content: "" }],
    },
    "Mistral with thinking": {
      model: "magistral-medium",
      messages: [hi, { role: "assistant", content: [{ type: "thinking", thinking: [{ type: "text", text: "x" }] }] }],
    },
    "Bedrock Converse": {
      modelId: "anthropic.claude-x",
      system: [{ text: "s" }],
      messages: [{ role: "user", content: [{ text: "hi" }] }],
    },
    "Bedrock Converse without a model": {
      messages: [{ role: "user", content: [{ toolResult: {} }] }],
      inferenceConfig: {},
    },
    Responses: { model: "claude-x", input: [hi] },
    Gemini: { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
    nothing: {},
    "an empty list": { messages: [] },
    "a text": "hi",
  };
  test.each(Object.entries(foreign))("%s", (_, body) => {
    expect(anthropicMessages.detect(body)).toBe(false);
  });
});

test("every dialect is known to the adapter and to the validator", () => {
  expect(Object.keys(anthropicDialects).sort()).toEqual(Object.keys(anthropicDemands).sort());
  for (const [id, { unsignedThinking }] of Object.entries(anthropicDialects)) {
    const { thinkingBack } = anthropicDemands[id as keyof typeof anthropicDemands];
    expect([id, unsignedThinking]).toEqual([id, thinkingBack !== undefined]);
  }
  expect(anthropicDialect("nobody")).toBe(anthropicDialects.anthropic);
  expect(anthropicDialect("__proto__")).toBe(anthropicDialects.anthropic);
  expect(anthropicDialectFor({ provider: "kimi-coding", modelId: "", baseUrl: "" })).toBe("kimi");
});
