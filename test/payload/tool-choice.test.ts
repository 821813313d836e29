// A tool that is renamed is chosen by its new name.
import { expect, test } from "vitest";
import { sanitizePayload } from "../../src/index.ts";
import { deepFreeze } from "../oracles/values.ts";

const schema = { type: "object", properties: {} };
const named = { name: "fs read" };
const user = [{ role: "user", content: "Read." }];

test.each([
  [
    "Messages",
    {
      model: "claude-opus-4-6",
      max_tokens: 64,
      tools: [{ ...named, input_schema: schema }],
      tool_choice: { type: "tool", ...named },
      messages: user,
    },
    { tools: [{ name: "fs_read" }], tool_choice: { type: "tool", name: "fs_read" } },
  ],
  [
    "Chat Completions",
    {
      model: "gpt-5.2",
      tools: [{ type: "function", function: { ...named, parameters: schema } }],
      tool_choice: { type: "function", function: named },
      messages: user,
    },
    { tools: [{ function: { name: "fs_read" } }], tool_choice: { type: "function", function: { name: "fs_read" } } },
  ],
  [
    "Responses",
    {
      model: "gpt-5.2",
      tools: [{ type: "function", ...named, parameters: schema }],
      tool_choice: { type: "function", ...named },
      input: user,
    },
    { tools: [{ name: "fs_read" }], tool_choice: { type: "function", name: "fs_read" } },
  ],
  [
    "Gemini",
    {
      tools: [{ functionDeclarations: [{ ...named, parameters: schema }] }],
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["fs read"] } },
      contents: [{ role: "user", parts: [{ text: "Read." }] }],
    },
    {
      tools: [{ functionDeclarations: [{ name: "fs_read" }] }],
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["fs_read"] } },
    },
  ],
  [
    "Converse",
    {
      modelId: "us.anthropic.claude-sonnet-4-6",
      toolConfig: {
        tools: [{ toolSpec: { ...named, inputSchema: { json: schema } } }],
        toolChoice: { tool: named },
      },
      messages: [{ role: "user", content: [{ text: "Read." }] }],
    },
    { toolConfig: { tools: [{ toolSpec: { name: "fs_read" } }], toolChoice: { tool: { name: "fs_read" } } } },
  ],
])("%s", async (_name, given, expected) => {
  const { status, body } = await sanitizePayload(deepFreeze(given));
  expect([status, body]).toMatchObject(["repaired", expected]);
});
