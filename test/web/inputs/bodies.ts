/** One small body of each format, with the format's own signs. */
export const bodies = {
  "anthropic-messages": {
    model: "claude-opus-4-6",
    max_tokens: 1024,
    system: "Be brief.",
    messages: [
      { role: "user", content: 'It\'s "quoted" & 100% \\ ünïcödé\nnext line' },
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "read", input: { path: "a.txt" } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "ok" }] },
    ],
    tools: [{ name: "read", input_schema: { type: "object" } }],
  },
  "openai-completions": {
    model: "gpt-5",
    messages: [
      { role: "user", content: "hi" },
      { role: "assistant", tool_calls: [{ id: "call_1", type: "function", function: { name: "f", arguments: "{}" } }] },
      { role: "tool", tool_call_id: "call_1", content: "done" },
    ],
  },
  "openai-responses": { model: "gpt-5", input: [{ type: "message", role: "user", content: "hi" }] },
  "google-generative-ai": { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
  "bedrock-converse": {
    messages: [{ role: "user", content: [{ text: "hi" }] }],
    inferenceConfig: { maxTokens: 10 },
    modelId: "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
  },
} as const;

/** The name of a format that has a body here. */
export type Named = keyof typeof bodies;

/** Every format with its body. */
export const named = Object.entries(bodies) as [Named, (typeof bodies)[Named]][];

/** A credential that must be nowhere in what is kept. */
export const SECRET = "sk-ant-s3cr3t-0123456789";
