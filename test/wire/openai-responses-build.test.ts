// Bodies of the Responses API that are built of session messages.
import { describe, expect, test } from "vitest";
import { wrap } from "../../src/pipeline/engine.ts";
import type { Block, SessionMessage } from "../../src/transcript/message.ts";
import type { RequestFacts } from "../../src/transcript/request.ts";
import { openaiResponses as adapter } from "../../src/wire/openai-responses/index.ts";
import { responsesCase } from "./cases/openai-responses.ts";
import { inputText, outputText, PNG, reasoning, said, told } from "./fixtures/responses-items.ts";
import { checkBuild } from "./laws.ts";

const DIALECT = "openai";
const { options } = responsesCase;

describe("a body of session messages", () => {
  const built = (messages: readonly SessionMessage[], dialect = DIALECT, request: RequestFacts = {}) =>
    adapter.serialize(wrap(messages), request, dialect);
  const signature = JSON.stringify(reasoning("rs_1"));
  const thinking = { type: "thinking", thinking: "", thinkingSignature: signature };
  const session: readonly SessionMessage[] = [
    { role: "system", content: "be brief" },
    { role: "user", content: "go" },
    {
      role: "assistant",
      content: [
        thinking,
        { type: "text", text: "ok", textSignature: '{"v":1,"id":"msg_1","phase":"commentary"}' },
        { type: "toolCall", id: "call_1|fc_1", name: "read", arguments: { path: "x" } },
        {
          type: "toolCall",
          id: "call_2",
          name: "patch",
          arguments: { input: "*** Begin" },
          kind: "custom",
          itemId: "ctc_1",
        },
      ],
    },
    { role: "toolResult", toolCallId: "call_1|fc_1", content: "A" },
    { role: "toolResult", toolCallId: "call_2", content: [] },
    { role: "assistant", content: [{ type: "text", text: "done", textSignature: "msg_2" }] },
    {
      role: "user",
      content: [
        { type: "text", text: "and" },
        { type: "image", data: PNG, mimeType: "image/png" },
      ],
    },
  ];

  test("has ids where what is stored can be named, and that of a message only behind reasoning", () => {
    expect(built(session).body).toEqual({
      input: [
        { type: "message", role: "system", content: [inputText("be brief")] },
        told(inputText("go")),
        reasoning("rs_1"),
        { ...said(outputText("ok")), id: "msg_1", status: "completed", phase: "commentary" },
        { type: "function_call", id: "fc_1", call_id: "call_1", name: "read", arguments: '{"path":"x"}' },
        { type: "custom_tool_call", id: "ctc_1", call_id: "call_2", name: "patch", input: "*** Begin" },
        { type: "function_call_output", call_id: "call_1", output: "A" },
        { type: "custom_tool_call_output", call_id: "call_2", output: "" },
        said(outputText("done")),
        told(inputText("and"), { type: "input_image", detail: "auto", image_url: `data:image/png;base64,${PNG}` }),
      ],
    });
    expect(built(session).lost).toEqual([]);
    expect(checkBuild(adapter, session, DIALECT, options)).toEqual([]);
  });

  test("for the backend of Codex has no ids, says that nothing is stored, and has a key for the cache", () => {
    const request = { system: "s", sessionId: "x".repeat(80), params: { model: "gpt-5.2-codex", stream: true } };
    const { body: after, lost } = built(session, "codex", request);
    const { id: _, ...bare } = reasoning("rs_1");
    expect(after).toEqual({
      instructions: "s",
      model: "gpt-5.2-codex",
      stream: true,
      store: false,
      include: ["reasoning.encrypted_content"],
      prompt_cache_key: "x".repeat(64),
      input: [
        { type: "message", role: "developer", content: [inputText("be brief")] },
        told(inputText("go")),
        bare,
        { ...said(outputText("ok")), phase: "commentary" },
        { type: "function_call", call_id: "call_1", name: "read", arguments: '{"path":"x"}' },
        { type: "custom_tool_call", call_id: "call_2", name: "patch", input: "*** Begin" },
        { type: "function_call_output", call_id: "call_1", output: "A" },
        { type: "custom_tool_call_output", call_id: "call_2", output: "" },
        said(outputText("done")),
        told(inputText("and"), { type: "input_image", detail: "auto", image_url: `data:image/png;base64,${PNG}` }),
      ],
    });
    expect(lost).toEqual([]);
    expect(built([], "codex", { promptCacheKey: "k", sessionId: "s" }).body).toMatchObject({ prompt_cache_key: "k" });
  });

  test("has reasoning that is known by its id alone only where it is stored", () => {
    const { encrypted_content: _, ...known } = reasoning("rs_1");
    const messages = [
      {
        role: "assistant",
        content: [
          { ...thinking, thinkingSignature: JSON.stringify(known) },
          { type: "text", text: "a" },
        ],
      },
    ];
    expect(built(messages).body).toEqual({ input: [known, said(outputText("a"))] });
    const unstored = built(messages, DIALECT, { params: { store: false } });
    expect(unstored.body).toEqual({ store: false, input: [said(outputText("a"))] });
    expect(unstored.lost).toEqual([{ place: 1, what: "a thinking block" }]);
    expect(built(messages, "codex").lost).toEqual([{ place: 1, what: "a thinking block" }]);
  });

  test("has reasoning as text for servers that want it so", () => {
    const messages = [
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "hm" },
          { type: "text", text: "a" },
        ],
      },
    ];
    expect(built(messages, "deepseek").body).toEqual({
      input: [
        { type: "reasoning", summary: [], content: [{ type: "reasoning_text", text: "hm" }] },
        said(outputText("a")),
      ],
    });
    expect(built(messages).lost).toEqual([{ place: 1, what: "a thinking block" }]);
  });

  test("keeps texts of one message together, and others apart", () => {
    const text = (value: string, textSignature?: string) => ({
      type: "text",
      text: value,
      ...(textSignature && { textSignature }),
    });
    const messages = [{ role: "assistant", content: [text("a", "msg_1"), text("b", "msg_1"), text("c"), text("d")] }];
    expect(built(messages).body).toEqual({
      input: [said(outputText("a"), outputText("b")), said(outputText("c"), outputText("d"))],
    });
  });

  test("has the system prompt as one text, and its tools and params", () => {
    const system = [
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ];
    const tools = [{ name: "read", description: "Reads.", parameters: { type: "object" } }, { name: "now" }];
    expect(built([], DIALECT, { system, tools, params: { model: "m" } }).body).toEqual({
      instructions: "a\n\nb",
      model: "m",
      input: [],
      tools: [
        { type: "function", name: "read", description: "Reads.", parameters: { type: "object" } },
        { type: "function", name: "now", parameters: { type: "object", properties: {} } },
      ],
    });
  });

  const words: [string, Block, unknown][] = [
    [
      "a URL",
      { type: "media", kind: "image", url: "https://x.test/a" },
      { type: "input_image", detail: "auto", image_url: "https://x.test/a" },
    ],
    [
      "a file of OpenAI's",
      { type: "media", kind: "image", fileId: "file-1" },
      { type: "input_image", detail: "auto", file_id: "file-1" },
    ],
    [
      "a PDF",
      { type: "document", mimeType: "application/pdf", name: "a.pdf", data: "JVBE" },
      { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,JVBE" },
    ],
    [
      "a PDF by URL",
      { type: "document", url: "https://x.test/a" },
      { type: "input_file", file_url: "https://x.test/a" },
    ],
  ];
  test.each(words)("has words for %s", (_, block, part) => {
    const { body: after, lost } = built([{ role: "user", content: [block] }]);
    expect(after).toEqual({ input: [told(part)] });
    expect(lost).toEqual([]);
  });

  const silent: [string, string, Block][] = [
    ["user", "a file of another provider", { type: "media", kind: "image", fileId: "file_1" }],
    ["user", "audio", { type: "media", kind: "audio", url: "https://x.test/a" }],
    ["user", "what another format alone knows", { type: "opaque", kind: "search_result" }],
    ["assistant", "an image of the assistant", { type: "image", data: PNG, mimeType: "image/png" }],
    [
      "assistant",
      "thinking that Anthropic signed",
      { type: "thinking", thinking: "hm", thinkingSignature: "EqQBCkYIBxgCKkAa" },
    ],
    ["assistant", "redacted thinking", { type: "redacted_thinking", data: "EmwK" }],
  ];
  test.each(silent)("of the %s has no words for %s, and says so", (role, _, block) => {
    const { lost, body: after } = built([{ role, content: [{ type: "text", text: "t" }, block] }]);
    expect(lost).toEqual([{ place: 2, what: `a ${block.type} block` }]);
    expect((after as { input: unknown[] }).input).toHaveLength(1);
  });

  test("has no words for entries of the host, for a turn of what it cannot say, and for entries that are none", () => {
    const { body: after, lost } = built([
      { role: "custom", content: "x" },
      { role: "assistant", content: [{ type: "thinking", thinking: "hm" }] },
      { role: "opaque", kind: "null" },
    ]);
    expect(after).toEqual({ input: [] });
    expect(lost.map(({ place }) => place)).toEqual([0, 2 ** 20, 2 ** 21]);
  });
});
