/** For each API: a request that it refuses, its error, and a request with the answer as it is streamed. */
import type { WireFormat } from "../../../src/index.ts";
import { eventFrame } from "../../frames.ts";

const sse = (...events: readonly (readonly [string, unknown] | unknown)[]): string =>
  events
    .map((event) =>
      Array.isArray(event)
        ? `event: ${event[0]}\ndata: ${JSON.stringify(event[1])}\n\n`
        : `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`,
    )
    .join("");
const named = (...events: readonly ({ readonly type: string } & Readonly<Record<string, unknown>>)[]) =>
  sse(...events.map((event) => [event.type, event]));

const ARGUMENTS = '{"path":"a.txt"}';
const halves = [ARGUMENTS.slice(0, 6), ARGUMENTS.slice(6)] as const;

export interface Sample {
  readonly url: string;
  readonly refused: Readonly<Record<string, unknown>>;
  readonly error: { readonly error: { readonly message: string } & Readonly<Record<string, unknown>> } & Readonly<
    Record<string, unknown>
  >;
  readonly code: string;
  readonly accepted: Readonly<Record<string, unknown>>;
  /** As events. */
  readonly stream: string;
  readonly turns: readonly unknown[];
  /** The same answer in one piece. */
  readonly whole: Readonly<Record<string, unknown>>;
}

const anthropicTurn = {
  role: "assistant",
  content: [
    { type: "thinking", thinking: "Let me see.", signature: "EqQBCkYIBxgCKkAa" },
    { type: "text", text: "Reading it." },
    { type: "tool_use", id: "toolu_9", name: "read", input: { path: "a.txt" } },
  ],
};
const completionsTurn = {
  role: "assistant",
  content: null,
  tool_calls: [{ id: "call_9", type: "function", function: { name: "read", arguments: ARGUMENTS } }],
};
const responsesTurn = [
  { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAAAABo" },
  {
    type: "message",
    id: "msg_1",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text: "Reading it.", annotations: [] }],
  },
  { type: "function_call", id: "fc_1", call_id: "call_9", name: "read", arguments: ARGUMENTS, status: "completed" },
];
const googleTurn = {
  role: "model",
  parts: [
    { text: "Reading it." },
    { functionCall: { name: "read", args: { path: "a.txt" } }, thoughtSignature: "AAAA" },
  ],
};
const tool = { name: "read", description: "Reads a file.", parameters: { type: "object", properties: {} } };

export const samples: Readonly<Record<Exclude<WireFormat, "bedrock-converse" | "mistral-conversations">, Sample>> = {
  "anthropic-messages": {
    url: "/v1/messages",
    refused: {
      model: "claude-sonnet-4-5",
      max_tokens: 1024,
      tools: [{ name: "read", input_schema: { type: "object" } }],
      messages: [
        { role: "user", content: "Read a.txt" },
        { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "read", input: { path: "a.txt" } }] },
        { role: "user", content: "And now?" },
      ],
    },
    error: {
      type: "error",
      error: {
        type: "invalid_request_error",
        message:
          "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
      },
    },
    code: "call-unanswered",
    accepted: {
      model: "claude-sonnet-4-5",
      max_tokens: 4096,
      stream: true,
      thinking: { type: "enabled", budget_tokens: 1024 },
      tools: [{ name: "read", input_schema: { type: "object" } }],
      messages: [{ role: "user", content: "Read a.txt" }],
    },
    stream: named(
      { type: "message_start", message: { id: "msg_1", role: "assistant", content: [] } },
      { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
      { type: "ping" },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Let me " } },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "see." } },
      { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "EqQBCkYIBxgCKkAa" } },
      { type: "content_block_stop", index: 0 },
      { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Reading it." } },
      { type: "content_block_stop", index: 1 },
      {
        type: "content_block_start",
        index: 2,
        content_block: { type: "tool_use", id: "toolu_9", name: "read", input: {} },
      },
      { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: halves[0] } },
      { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: halves[1] } },
      { type: "content_block_stop", index: 2 },
      { type: "message_delta", delta: { stop_reason: "tool_use" } },
      { type: "message_stop" },
    ),
    turns: [anthropicTurn],
    whole: { type: "message", role: "assistant", content: anthropicTurn.content, stop_reason: "tool_use" },
  },
  "openai-completions": {
    url: "/v1/chat/completions",
    refused: {
      model: "gpt-5",
      tools: [{ type: "function", function: tool }],
      messages: [
        { role: "user", content: "Read a.txt" },
        { role: "assistant", content: null, tool_calls: completionsTurn.tool_calls },
        { role: "user", content: "And now?" },
      ],
    },
    error: {
      error: {
        message:
          "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_9",
        type: "invalid_request_error",
        param: "messages.[2].role",
        code: null,
      },
    },
    code: "call-unanswered",
    accepted: {
      model: "gpt-5",
      stream: true,
      stream_options: { include_usage: true },
      tools: [{ type: "function", function: tool }],
      messages: [{ role: "user", content: "Read a.txt" }],
    },
    stream: sse(
      { choices: [{ index: 0, delta: { role: "assistant", content: null }, finish_reason: null }] },
      {
        choices: [
          {
            index: 0,
            delta: {
              tool_calls: [{ index: 0, id: "call_9", type: "function", function: { name: "read", arguments: "" } }],
            },
          },
        ],
      },
      { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: halves[0] } }] } }] },
      { choices: [{ index: 1, delta: { content: "another choice" } }] },
      { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: halves[1] } }] } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
      { choices: [], usage: { total_tokens: 3 } },
      "[DONE]",
    ),
    turns: [completionsTurn],
    whole: {
      choices: [
        { index: 0, message: { ...completionsTurn, refusal: null, annotations: [] }, finish_reason: "tool_calls" },
        { index: 1, message: { role: "assistant", content: "another choice" } },
      ],
    },
  },
  "openai-responses": {
    url: "/v1/responses",
    refused: {
      model: "gpt-5",
      tools: [{ type: "function", ...tool }],
      input: [
        { type: "message", role: "user", content: [{ type: "input_text", text: "Read a.txt" }] },
        { type: "function_call", call_id: "call_1", name: "read", arguments: ARGUMENTS },
        { type: "message", role: "user", content: [{ type: "input_text", text: "And now?" }] },
      ],
    },
    error: {
      error: {
        message: "No tool output found for function call call_1.",
        type: "invalid_request_error",
        param: "input",
        code: null,
      },
    },
    code: "call-unanswered",
    accepted: {
      model: "gpt-5",
      stream: true,
      tools: [{ type: "function", ...tool }],
      input: [{ type: "message", role: "user", content: [{ type: "input_text", text: "Read a.txt" }] }],
    },
    stream: named(
      { type: "response.created", response: { id: "resp_1", output: [] } },
      { type: "response.output_item.added", output_index: 0, item: { ...responsesTurn[0], encrypted_content: "" } },
      { type: "response.output_item.done", output_index: 0, item: responsesTurn[0] },
      {
        type: "response.output_item.added",
        output_index: 1,
        item: { type: "message", id: "msg_1", role: "assistant", status: "in_progress", content: [] },
      },
      { type: "response.output_text.delta", output_index: 1, content_index: 0, delta: "Reading " },
      { type: "response.output_text.delta", output_index: 1, content_index: 0, delta: "it." },
      { type: "response.output_item.done", output_index: 1, item: responsesTurn[1] },
      {
        type: "response.output_item.added",
        output_index: 2,
        item: { ...responsesTurn[2], arguments: "", status: "in_progress" },
      },
      { type: "response.function_call_arguments.delta", output_index: 2, delta: halves[0] },
      { type: "response.function_call_arguments.delta", output_index: 2, delta: halves[1] },
      { type: "response.output_item.done", output_index: 2, item: responsesTurn[2] },
      { type: "response.completed", response: { status: "completed", output: responsesTurn } },
    ),
    turns: responsesTurn,
    whole: { object: "response", status: "completed", output: responsesTurn, error: null, incomplete_details: null },
  },
  "google-generative-ai": {
    url: "/v1beta/models/gemini-2.5-pro:generateContent",
    refused: {
      tools: [{ functionDeclarations: [tool] }],
      contents: [
        { role: "user", parts: [{ text: "Read a.txt" }] },
        {
          role: "model",
          parts: [{ functionCall: { name: "read", args: {} } }, { functionCall: { name: "read", args: {} } }],
        },
        { role: "user", parts: [{ functionResponse: { name: "read", response: { output: "x" } } }] },
      ],
    },
    error: {
      error: {
        code: 400,
        message:
          "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
        status: "INVALID_ARGUMENT",
      },
    },
    code: "call-unanswered",
    accepted: {
      tools: [{ functionDeclarations: [tool] }],
      contents: [{ role: "user", parts: [{ text: "Read a.txt" }] }],
    },
    stream: sse(
      { candidates: [{ content: { role: "model", parts: [{ text: "Reading " }] } }] },
      { candidates: [{ content: { role: "model", parts: [{ text: "it." }] } }] },
      {
        candidates: [{ content: { role: "model", parts: [googleTurn.parts[1]] }, finishReason: "STOP" }],
        usageMetadata: {},
      },
    ),
    turns: [googleTurn],
    whole: { candidates: [{ content: googleTurn, finishReason: "STOP" }] },
  },
};

/** Every format with its sample. */
export const all = Object.entries(samples) as [keyof typeof samples, Sample][];

const converseTurn = {
  role: "assistant",
  content: [
    { reasoningContent: { reasoningText: { text: "Let me see.", signature: "EqQBCkYIBxgCKkAa" } } },
    { text: "Reading it." },
    { toolUse: { toolUseId: "tooluse_9", name: "read", input: { path: "a.txt" } } },
  ],
};
const delta = (contentBlockIndex: number, given: object) =>
  eventFrame("contentBlockDelta", { contentBlockIndex, delta: given });
const stop = (contentBlockIndex: number) => eventFrame("contentBlockStop", { contentBlockIndex });

/** The same of Converse, whose streams are no text. */
export const converse = {
  url: "/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse-stream",
  accepted: {
    toolConfig: { tools: [{ toolSpec: { name: "read", inputSchema: { json: { type: "object" } } } }] },
    messages: [{ role: "user", content: [{ text: "Read a.txt" }] }],
  },
  frames: [
    eventFrame("messageStart", { role: "assistant" }),
    delta(0, { reasoningContent: { text: "Let me " } }),
    delta(0, { reasoningContent: { text: "see." } }),
    delta(0, { reasoningContent: { signature: "EqQBCkYIBxgCKkAa" } }),
    stop(0),
    delta(1, { text: "Reading " }),
    delta(1, { text: "it." }),
    stop(1),
    eventFrame("contentBlockStart", {
      contentBlockIndex: 2,
      start: { toolUse: { toolUseId: "tooluse_9", name: "read" } },
    }),
    ...halves.map((input) => delta(2, { toolUse: { input } })),
    stop(2),
    eventFrame("messageStop", { stopReason: "tool_use" }),
    eventFrame("metadata", { usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 }, metrics: { latencyMs: 1 } }),
  ],
  turn: converseTurn,
  whole: { output: { message: converseTurn }, stopReason: "tool_use", usage: {} },
};

let lastTime = 1000;

/** An entry of a browser's network log; no two took as long. */
export function entryOf(
  url: string,
  body: unknown,
  {
    status = 200,
    mimeType = "application/json",
    headers = [] as { name: string; value: string }[],
    method = "POST",
    type = "application/json",
  } = {},
) {
  const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
  return {
    startedDateTime: "2026-01-01T00:00:00.000Z",
    time: ++lastTime,
    request: { method, url, headers, ...(text !== undefined && { postData: { mimeType: type, text } }) },
    response: { status, headers: [], content: { mimeType: `${mimeType}; charset=utf-8`, size: 1 } },
  };
}
