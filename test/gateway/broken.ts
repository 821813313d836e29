// Histories that are broken in ten ways each, as sessions come to be by crashes, changes of provider and careless hosts.
// One for each format, in the words of its official SDK.
import type Anthropic from "@anthropic-ai/sdk";
import type { ContentBlock, ConverseCommandInput } from "@aws-sdk/client-bedrock-runtime";
import type { GenerateContentParameters } from "@google/genai";
import type { ChatCompletionRequest } from "@mistralai/mistralai/models/components";
import type OpenAI from "openai";

/** A picture of one pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/** Half of a surrogate pair, as a text that was cut has it. */
const HALF = `cut off \ud83d`;
const parameters = { type: "object" as const, properties: {} };

export const anthropic: Anthropic.MessageCreateParamsNonStreaming = {
  model: "claude-opus-4-6",
  max_tokens: 64,
  tools: [{ name: "test", input_schema: parameters }],
  messages: [
    { role: "user", content: `Ship 2.4. ${HALF}` },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "Tests first.", signature: "" },
        { type: "thinking", thinking: "They pass.", signature: "of another provider" },
        { type: "tool_use", id: "call_1|fc_1", name: "test", input: {} },
      ],
    },
    {
      role: "user",
      content: [
        { type: "text", text: "Well?" },
        { type: "tool_result", tool_use_id: "call_1|fc_1", content: "412 passed" },
        { type: "tool_result", tool_use_id: "call_1|fc_1", content: "412 passed" },
      ],
    },
    { role: "assistant", content: [{ type: "tool_use", id: "toolu_2", name: "test", input: "all" }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_gone", content: "ok" }] },
    { role: "assistant", content: "" },
    {
      role: "user",
      content: [
        { type: "text", text: "" },
        { type: "text", text: " \n" },
        { type: "image", source: { type: "base64", media_type: "image/jpeg", data: PNG } },
      ],
    },
    { role: "assistant", content: "I will " },
  ],
};

export const completions: OpenAI.ChatCompletionCreateParamsNonStreaming = {
  model: "gpt-5.2",
  tools: [{ type: "function", function: { name: "test", parameters } }],
  messages: [
    { role: "user", content: `Ship 2.4. ${HALF}` },
    // @ts-expect-error No such role.
    { role: "reviewer", content: "Looks good." },
    {
      role: "assistant",
      content: "Tests first.",
      tool_calls: [
        { id: `call_${"9".repeat(60)}`, type: "function", function: { name: "test", arguments: '{"suite":' } },
        { id: "call_2", type: "function", function: { name: "test", arguments: "{}" } },
      ],
    },
    { role: "tool", tool_call_id: "call_2", content: "412 passed" },
    { role: "tool", tool_call_id: "call_2", content: "412 passed" },
    { role: "tool", tool_call_id: "call_gone", content: "ok" },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "call_3", type: "function", function: { name: "test the lot", arguments: "{}" } },
        { id: "call_3", type: "function", function: { name: "test", arguments: "{}" } },
      ],
    },
    { role: "tool", tool_call_id: "call_3", content: "ok" },
    { role: "assistant", content: null },
    {
      role: "user",
      content: [
        { type: "text", text: "And this?" },
        { type: "image_url", image_url: { url: "data:image/bmp;base64,Qk06AAAA" } },
      ],
    },
    // @ts-expect-error Tools have no pictures here.
    { role: "system", content: [{ type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } }] },
  ],
};

export const responses: OpenAI.Responses.ResponseCreateParamsNonStreaming = {
  model: "gpt-5.2",
  store: false,
  tools: [{ type: "function", name: "test", parameters, strict: null }],
  input: [
    { role: "user", content: `Ship 2.4. ${HALF}` },
    // @ts-expect-error No such role.
    { role: "reviewer", content: "Looks good." },
    { type: "reasoning", id: "rs_1", summary: [] },
    { type: "function_call", id: "fc_2", call_id: `call_${"9".repeat(70)}`, name: "test", arguments: "{}" },
    { type: "function_call", id: "toolu_3", call_id: "call_3", name: "test the lot", arguments: '{"suite":' },
    { type: "function_call_output", call_id: "call_3", output: "412 passed" },
    { type: "function_call_output", call_id: "call_3", output: "412 passed" },
    { type: "function_call_output", call_id: "call_gone", output: "ok" },
    { type: "function_call", call_id: "call_4", name: "test", arguments: "{}" },
    { type: "function_call", call_id: "call_4", name: "test", arguments: "{}" },
    { type: "function_call_output", call_id: "call_4", output: "ok" },
    { type: "item_reference", id: "msg_of_another_account" },
    {
      role: "user",
      content: [{ type: "input_image", detail: "auto", image_url: "data:image/png;base64,bm8gaW1hZ2U=" }],
    },
    { type: "reasoning", id: "rs_9", summary: [], encrypted_content: "" },
  ],
};

export const google: GenerateContentParameters & { readonly contents: object[] } = {
  model: "gemini-2.5-pro",
  contents: [
    { role: "model", parts: [{ text: "Hello." }] },
    { role: "user", parts: [{ text: `Ship 2.4. ${HALF}` }, {}] },
    { role: "reviewer", parts: [{ text: "Looks good." }] },
    { role: "user", parts: [] },
    {
      role: "model",
      parts: [
        { text: "Tests first.", thoughtSignature: "no base64!" },
        { functionCall: { name: "test", args: {} } },
        { functionCall: { name: "test the lot", args: {} } },
      ],
    },
    { role: "user", parts: [{ functionResponse: { name: "", response: { output: "412 passed" } } }] },
    { role: "user", parts: [{ functionResponse: { name: "gone", response: { output: "ok" } } }] },
    { role: "model", parts: [{ functionCall: { name: "test", args: {} } }] },
    {
      role: "user",
      parts: [
        { functionResponse: { name: "test", response: { output: "ok" } } },
        { functionResponse: { name: "test", response: { output: "ok" } } },
      ],
    },
    { role: "user", parts: [{ inlineData: { mimeType: "image/gif", data: PNG } }, { text: "And this?" }] },
    { role: "user", parts: [{ inlineData: { mimeType: "image/png", data: "bm8gaW1hZ2U=" } }] },
  ],
  config: { tools: [{ functionDeclarations: [{ name: "test", parametersJsonSchema: parameters }] }] },
};

const use = (toolUseId: string, name = "test"): ContentBlock => ({ toolUse: { toolUseId, name, input: {} } });
const result = (toolUseId: string, text = "412 passed"): ContentBlock => ({
  toolResult: { toolUseId, content: [{ text }] },
});

export const bedrock: ConverseCommandInput = {
  modelId: "us.anthropic.claude-sonnet-4-6",
  messages: [
    { role: "user", content: [{ text: `Ship 2.4. ${HALF}` }] },
    {
      role: "assistant",
      content: [
        { reasoningContent: { reasoningText: { text: "Tests first." } } },
        { reasoningContent: { reasoningText: { text: "They pass.", signature: "of another provider" } } },
        use("call_1|fc_1"),
        use("tooluse_2", "test the lot"),
      ],
    },
    { role: "user", content: [{ text: "Well?" }, result("call_1|fc_1"), result("call_1|fc_1")] },
    { role: "assistant", content: [use("tooluse_3"), use("tooluse_3")] },
    {
      role: "user",
      content: [result("tooluse_3"), { toolResult: { toolUseId: "tooluse_3", status: "error", content: [] } }],
    },
    { role: "user", content: [result("tooluse_gone")] },
    { role: "assistant", content: [] },
    {
      role: "user",
      content: [
        { text: "" },
        { text: " \n" },
        { image: { format: "jpeg", source: { bytes: new Uint8Array(Buffer.from(PNG, "base64")) } } },
        {
          document: { format: "txt", name: "plan_of_2.4.txt", source: { bytes: new Uint8Array(Buffer.from("plan")) } },
        },
      ],
    },
    { role: "assistant", content: [{ text: "I will " }] },
  ],
};

/** The SDK's names are in camel case; on the wire they are not. */
export const mistral: ChatCompletionRequest = {
  model: "mistral-large-latest",
  tools: [{ type: "function", function: { name: "test", parameters } }],
  messages: [
    { role: "assistant", content: "Hello." },
    { role: "user", content: `Ship 2.4. ${HALF}` },
    {
      role: "assistant",
      content: "",
      toolCalls: [
        { id: "call_1|fc_1", type: "function", function: { name: "test the lot", arguments: "{}" } },
        { id: "abcdefgh1", type: "function", function: { name: "test", arguments: '{"suite":' } },
        { id: "abcdefgh1", type: "function", function: { name: "test", arguments: "{}" } },
      ],
    },
    { role: "tool", toolCallId: "call_1|fc_1", name: "test", content: "412 passed" },
    { role: "tool", toolCallId: "call_1|fc_1", name: "test", content: "412 passed" },
    { role: "tool", toolCallId: "abcdefgh9", name: "gone", content: "ok" },
    { role: "user", content: "And?" },
    { role: "assistant", content: "" },
    { role: "user", content: [{ type: "image_url", imageUrl: "data:image/png;base64,bm8gaW1hZ2U=" }] },
    { role: "system", content: "" },
    { role: "assistant", content: "I will" },
  ],
};
