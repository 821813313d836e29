// One session as the official SDKs would have it sent: the compiler holds it to their types, a test what we build to it.
import type Anthropic from "@anthropic-ai/sdk";
import type { ConverseCommandInput } from "@aws-sdk/client-bedrock-runtime";
import type { GenerateContentParameters } from "@google/genai";
import type { ChatCompletionRequest } from "@mistralai/mistralai/models/components";
import type OpenAI from "openai";
import type { ToolDefinition } from "../../src/index.ts";

/** A picture of one pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const parameters = { type: "object" as const, properties: { suite: { type: "string" } } };
const about = { name: "test", description: "Runs tests." };

export const tools: readonly ToolDefinition[] = [{ ...about, parameters }];
export const system = "Be brief.";
export const session: readonly unknown[] = [
  { role: "user", content: "Ship 2.4." },
  {
    role: "assistant",
    content: [
      { type: "text", text: "Tests first." },
      { type: "toolCall", id: "call0test", name: "test", arguments: { suite: "all" } },
    ],
  },
  {
    role: "toolResult",
    toolCallId: "call0test",
    toolName: "test",
    content: [{ type: "text", text: "412 passed" }],
  },
  {
    role: "user",
    content: [
      { type: "text", text: "And this?" },
      { type: "image", data: PNG, mimeType: "image/png" },
    ],
  },
];

export const anthropic: Anthropic.MessageCreateParamsNonStreaming = {
  model: "claude-opus-4-6",
  max_tokens: 64,
  system,
  tools: [{ ...about, input_schema: parameters }],
  messages: [
    { role: "user", content: [{ type: "text", text: "Ship 2.4." }] },
    {
      role: "assistant",
      content: [
        { type: "text", text: "Tests first." },
        { type: "tool_use", id: "call0test", name: "test", input: { suite: "all" } },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "call0test", content: [{ type: "text", text: "412 passed" }] },
        { type: "text", text: "And this?" },
        { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } },
      ],
    },
  ],
};

export const completions: OpenAI.ChatCompletionCreateParamsNonStreaming = {
  model: "gpt-5.2",
  tools: [{ type: "function", function: { ...about, parameters } }],
  messages: [
    { role: "system", content: system },
    { role: "user", content: "Ship 2.4." },
    {
      role: "assistant",
      content: "Tests first.",
      tool_calls: [{ id: "call0test", type: "function", function: { name: "test", arguments: '{"suite":"all"}' } }],
    },
    { role: "tool", tool_call_id: "call0test", content: "412 passed" },
    {
      role: "user",
      content: [
        { type: "text", text: "And this?" },
        { type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } },
      ],
    },
  ],
};

export const responses: OpenAI.Responses.ResponseCreateParamsNonStreaming = {
  model: "gpt-5.2",
  instructions: system,
  // @ts-expect-error The type asks for `strict`, which we leave to the API's default.
  tools: [{ type: "function", ...about, parameters }],
  input: [
    { type: "message", role: "user", content: [{ type: "input_text", text: "Ship 2.4." }] },
    // @ts-expect-error The type asks for `annotations`, of which there are none.
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "Tests first." }] },
    {
      type: "function_call",
      call_id: "call_call0test_fb2fe43d43",
      name: "test",
      arguments: '{"suite":"all"}',
    },
    { type: "function_call_output", call_id: "call_call0test_fb2fe43d43", output: "412 passed" },
    {
      type: "message",
      role: "user",
      content: [
        { type: "input_text", text: "And this?" },
        { type: "input_image", detail: "auto", image_url: `data:image/png;base64,${PNG}` },
      ],
    },
  ],
};

/** The SDK sends what is in `config` beside the contents. */
export const google: GenerateContentParameters & { readonly contents: object } = {
  model: "gemini-2.5-pro",
  contents: [
    { role: "user", parts: [{ text: "Ship 2.4." }] },
    {
      role: "model",
      parts: [{ text: "Tests first." }, { functionCall: { name: "test", args: { suite: "all" } } }],
    },
    { role: "user", parts: [{ functionResponse: { name: "test", response: { output: "412 passed" } } }] },
    { role: "user", parts: [{ text: "And this?" }, { inlineData: { mimeType: "image/png", data: PNG } }] },
  ],
  config: {
    systemInstruction: { parts: [{ text: system }] },
    tools: [{ functionDeclarations: [{ ...about, parametersJsonSchema: parameters }] }],
  },
};

export const bedrock: ConverseCommandInput = {
  modelId: "amazon.nova-pro-v1:0",
  system: [{ text: system }],
  toolConfig: { tools: [{ toolSpec: { ...about, inputSchema: { json: parameters } } }] },
  messages: [
    { role: "user", content: [{ text: "Ship 2.4." }] },
    {
      role: "assistant",
      content: [
        { text: "Tests first." },
        { toolUse: { toolUseId: "call0test", name: "test", input: { suite: "all" } } },
      ],
    },
    {
      role: "user",
      content: [
        { toolResult: { toolUseId: "call0test", content: [{ text: "412 passed" }] } },
        { text: "And this?" },
        // The SDK writes bytes as base64.
        { image: { format: "png", source: { bytes: new Uint8Array(Buffer.from(PNG, "base64")) } } },
      ],
    },
  ],
};

/** The SDK's names are in camel case; on the wire they are not. */
export const mistral: ChatCompletionRequest = {
  model: "mistral-large-latest",
  tools: [{ type: "function", function: { ...about, parameters } }],
  messages: [
    { role: "system", content: system },
    { role: "user", content: "Ship 2.4." },
    {
      role: "assistant",
      content: "Tests first.",
      toolCalls: [{ id: "call0test", type: "function", function: { name: "test", arguments: '{"suite":"all"}' } }],
    },
    { role: "tool", toolCallId: "call0test", name: "test", content: "412 passed" },
    {
      role: "user",
      content: [
        { type: "text", text: "And this?" },
        { type: "image_url", imageUrl: { url: `data:image/png;base64,${PNG}` } },
      ],
    },
  ],
};
