// What each API answers, at once and as a stream, in its documented form.
import { eventFrame } from "../frames.ts";

/** An answer: a text, or a call of a tool. */
export interface Said {
  readonly text?: string;
  readonly call?: { readonly id: string; readonly name: string; readonly input: object };
}

/** How an API speaks. */
export interface Speech {
  whole(said: Said): object;
  /** The type of a stream, and its pieces as they are written. */
  readonly streamType: string;
  pieces(said: Said): readonly (string | Uint8Array)[];
}

const json = (value: unknown): string => JSON.stringify(value);
const events = (list: readonly (readonly [event: string, data: object])[]): string[] =>
  list.map(([event, data]) => `event: ${event}\ndata: ${json({ type: event, ...data })}\n\n`);
const data = (list: readonly object[]): string[] => list.map((one) => `data: ${json(one)}\n\n`);

const anthropicBlocks = ({ text, call }: Said): object[] => [
  ...(text === undefined ? [] : [{ type: "text", text }]),
  ...(call ? [{ type: "tool_use", id: call.id, name: call.name, input: call.input }] : []),
];

export const anthropic: Speech = {
  whole: (said) => ({
    ...{ id: "msg_1", type: "message", model: "m", role: "assistant", stop_sequence: null },
    content: anthropicBlocks(said),
    stop_reason: said.call ? "tool_use" : "end_turn",
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
  streamType: "text/event-stream; charset=utf-8",
  pieces: (said) =>
    events([
      ["message_start", { message: { ...anthropic.whole({ ...said }), content: [], stop_reason: null } }],
      ["ping", {}],
      ...anthropicBlocks(said).flatMap((block, index) => {
        const isText = "text" in block;
        const delta = isText
          ? { type: "text_delta", text: block.text }
          : { type: "input_json_delta", partial_json: json(said.call?.input) };
        const empty = isText ? { text: "" } : { input: {} };
        return [
          ["content_block_start", { index, content_block: { ...block, ...empty } }],
          ["content_block_delta", { index, delta }],
          ["content_block_stop", { index }],
        ] as const;
      }),
      ["message_delta", { delta: { stop_reason: said.call ? "tool_use" : "end_turn" }, usage: { output_tokens: 1 } }],
      ["message_stop", {}],
    ]),
};

const toolCalls = ({ call }: Said): object =>
  call
    ? {
        tool_calls: [
          { index: 0, id: call.id, type: "function", function: { name: call.name, arguments: json(call.input) } },
        ],
      }
    : {};
const finish = ({ call }: Said): string => (call ? "tool_calls" : "stop");
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

export const completions: Speech = {
  whole: (said) => ({
    ...{ id: "chat_1", object: "chat.completion", created: 1, model: "m", usage },
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: said.text ?? null, ...toolCalls(said) },
        finish_reason: finish(said),
        logprobs: null,
      },
    ],
  }),
  streamType: "text/event-stream",
  pieces: (said) => {
    const chunk = (delta: object, finish_reason: string | null = null): object => ({
      ...{ id: "chat_1", object: "chat.completion.chunk", created: 1, model: "m" },
      choices: [{ index: 0, delta, finish_reason }],
    });
    return [
      ...data([
        chunk({ role: "assistant", content: "" }),
        ...(said.text === undefined ? [] : [chunk({ content: said.text })]),
        ...(said.call ? [chunk(toolCalls(said))] : []),
        { ...chunk({}, finish(said)), usage },
      ]),
      "data: [DONE]\n\n",
    ];
  },
};

const items = ({ text, call }: Said): Record<string, unknown>[] => [
  ...(text === undefined
    ? []
    : [
        {
          ...{ id: "msg_1", type: "message", role: "assistant", status: "completed" },
          content: [{ type: "output_text", text, annotations: [] }],
        },
      ]),
  ...(call
    ? [
        {
          ...{ id: "fc_1", type: "function_call", status: "completed" },
          ...{ call_id: call.id, name: call.name, arguments: json(call.input) },
        },
      ]
    : []),
];

export const responses: Speech = {
  whole: (said) => ({
    ...{ id: "resp_1", object: "response", created_at: 1, status: "completed", model: "m", error: null },
    output: items(said),
    usage: {
      ...{ input_tokens: 1, output_tokens: 1, total_tokens: 2 },
      ...{ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
    },
  }),
  streamType: "text/event-stream; charset=utf-8",
  pieces: (said) => {
    const whole = responses.whole(said);
    const begun = { ...whole, status: "in_progress", output: [] };
    const list: (readonly [string, object])[] = [
      ["response.created", { response: begun }],
      ["response.in_progress", { response: begun }],
      ...items(said).flatMap((item, output_index) => {
        const [part] = (item["content"] as { readonly text: string }[] | undefined) ?? [];
        const at = { item_id: item["id"], output_index, content_index: 0 };
        const inner: (readonly [string, object])[] = part
          ? [
              ["response.content_part.added", { ...at, part: { ...part, text: "" } }],
              ["response.output_text.delta", { ...at, delta: part.text, logprobs: [] }],
              ["response.output_text.done", { ...at, text: part.text, logprobs: [] }],
              ["response.content_part.done", { ...at, part }],
            ]
          : [
              ["response.function_call_arguments.delta", { ...at, delta: item["arguments"] }],
              ["response.function_call_arguments.done", { ...at, arguments: item["arguments"], name: item["name"] }],
            ];
        const started = part ? { ...item, content: [], status: "in_progress" } : { ...item, arguments: "" };
        return [
          ["response.output_item.added", { output_index, item: started }] as const,
          ...inner,
          ["response.output_item.done", { output_index, item }] as const,
        ];
      }),
      ["response.completed", { response: whole }],
    ];
    return events(list.map(([event, value], sequence_number) => [event, { ...value, sequence_number }]));
  },
};

export const google: Speech = {
  whole: ({ text, call }) => ({
    candidates: [
      {
        index: 0,
        content: {
          role: "model",
          parts: [
            ...(text === undefined ? [] : [{ text }]),
            ...(call ? [{ functionCall: { name: call.name, args: call.input } }] : []),
          ],
        },
        finishReason: "STOP",
      },
    ],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  }),
  streamType: "text/event-stream",
  pieces: (said) => [`data: ${json(google.whole(said))}\r\n\r\n`],
};

export const bedrock: Speech = {
  whole: ({ text, call }) => ({
    output: {
      message: {
        role: "assistant",
        content: [
          ...(text === undefined ? [] : [{ text }]),
          ...(call ? [{ toolUse: { toolUseId: call.id, name: call.name, input: call.input } }] : []),
        ],
      },
    },
    stopReason: call ? "tool_use" : "end_turn",
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    metrics: { latencyMs: 1 },
  }),
  streamType: "application/vnd.amazon.eventstream",
  pieces: ({ text, call }) => [
    eventFrame("messageStart", { role: "assistant" }),
    ...(text === undefined ? [] : [eventFrame("contentBlockDelta", { contentBlockIndex: 0, delta: { text } })]),
    ...(call
      ? [
          eventFrame("contentBlockStart", {
            contentBlockIndex: 1,
            start: { toolUse: { toolUseId: call.id, name: call.name } },
          }),
          eventFrame("contentBlockDelta", { contentBlockIndex: 1, delta: { toolUse: { input: json(call.input) } } }),
        ]
      : []),
    eventFrame("contentBlockStop", { contentBlockIndex: call ? 1 : 0 }),
    eventFrame("messageStop", { stopReason: call ? "tool_use" : "end_turn" }),
    eventFrame("metadata", { usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 }, metrics: { latencyMs: 1 } }),
  ],
};
