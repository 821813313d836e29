import { describe, expect, test } from "vitest";
import { wrap } from "../../src/pipeline/engine.ts";
import { type Block, blocksOf, type SessionMessage } from "../../src/transcript/message.ts";
import { mistralDemands } from "../../src/validate/mistral-conversations/dialects.ts";
import { anthropicMessages } from "../../src/wire/anthropic-messages/index.ts";
import { mistralDialect, mistralDialectFor, mistralDialects } from "../../src/wire/mistral-conversations/dialects.ts";
import { mistralConversations as adapter } from "../../src/wire/mistral-conversations/index.ts";
import { openaiCompletions } from "../../src/wire/openai-completions/index.ts";
import { createRandom } from "../properties/random.ts";
import { mistralCase, normalMistral } from "./cases/mistral-conversations.ts";
import { valid as anthropicBodies } from "./fixtures/anthropic-messages.ts";
import { valid } from "./fixtures/mistral-conversations.ts";
import { odd } from "./fixtures/mistral-conversations-odd.ts";
import {
  answer,
  ask,
  call,
  DATA,
  id,
  image,
  PDF,
  PICTURE,
  result,
  say,
  text,
  thought,
  user,
} from "./fixtures/mistral-messages.ts";
import { valid as completionsBodies } from "./fixtures/openai-completions.ts";
import { checkBuild, checkEdits, checkIdentity, checkRequest, deepValue } from "./laws.ts";
import { describeRow, runLaws } from "./suite.ts";
import { generate } from "./valid/mistral-conversations.ts";

const DIALECT = "mistral";
const { options } = mistralCase;
const { normal: _, ...anyOptions } = options;

describe.each([...valid, ...odd])("$name", ({ body, messages }) => {
  test("is read", () => {
    if (messages) expect(adapter.parse(body, DIALECT).messages).toEqual(messages);
  });
  test("obeys the laws", () => {
    expect(checkIdentity(adapter, body, DIALECT)).toEqual([]);
    expect(checkRequest(adapter, body, DIALECT)).toEqual([]);
    const laws = valid.some((one) => one.body === body) ? options : anyOptions;
    for (let seed = 0; seed < 30; seed++)
      expect(checkEdits(adapter, body, DIALECT, createRandom(seed), laws)).toEqual([]);
  });
});

test("the laws hold for 600 random bodies", { timeout: 120_000 }, () => {
  const row = runLaws(mistralCase, 600, 500_000);
  expect(row.failures.length, describeRow(row)).toBe(0);
  expect(row.distinct).toBeGreaterThan(360);
});

test("what is built says what was read", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const { messages } = adapter.parse(generate(createRandom(seed)), DIALECT);
    // What has no words of its own here cannot be built.
    const sayable = messages.map((message) => ({ ...message, content: blocksOf(message).filter(isSayable) }));
    expect(checkBuild(adapter, sayable, DIALECT, { normal: normalMistral })).toEqual([]);
  }
});

function isSayable({ type, thinking, thinkingSignature }: Block): boolean {
  return type !== "opaque" && !(type === "thinking" && thinking === "" && thinkingSignature === undefined);
}

test("arguments far too deep are passed on", () => {
  const body = say([ask, answer("", { tool_calls: [call("A", deepValue())] }), result("A")]);
  expect(checkIdentity(adapter, body, DIALECT)).toEqual([]);
  for (let seed = 0; seed < 20; seed++)
    expect(checkEdits(adapter, body, DIALECT, createRandom(seed), anyOptions)).toEqual([]);
});

describe("bodies are told apart", () => {
  test.each(valid)("$name", ({ body }) => {
    expect(adapter.detect(body)).toBe(true);
    expect(openaiCompletions.detect(body)).toBe(false);
    expect(anthropicMessages.detect(body)).toBe(false);
  });
  test("those of others are not claimed", () => {
    for (const { body } of [...anthropicBodies, ...completionsBodies]) expect(adapter.detect(body)).toBe(false);
  });
  const messages = [ask];
  test.each([
    [{ messages }, false],
    [{ model: "gpt-5.4", messages }, false],
    [{ model: "mistral-large-latest", messages }, true],
    [{ model: "open-mixtral-8x22b-2404", messages }, true],
    [{ model: "mistralai/mistral-large", messages }, false],
    [{ model: "mistral-large-latest", messages, max_completion_tokens: 5 }, false],
    [{ model: "mistral-small-2603", messages, reasoning_effort: "high" }, true],
    [{ model: "m", random_seed: 1, messages }, true],
    [{ model: "m", safePrompt: true, messages }, true],
    [{ messages: [ask, { role: "assistant", content: "So", prefix: true }] }, true],
    [{ messages: [ask, answer([thought("t")])] }, true],
    [{ messages: [user({ type: "document_url", document_url: PDF })] }, true],
    [{ messages: [ask, { role: "assistant", toolCalls: [] }] }, true],
    [{ model: "mistral-large-latest", messages, system: "s" }, false],
    [{ random_seed: 1, input: "hi", messages }, false],
    [{ messages: "hi" }, false],
    [null, false],
    [[], false],
  ])("%j: %s", (body, expected) => {
    expect(adapter.detect(body)).toBe(expected);
    if (expected) expect(openaiCompletions.detect(body)).toBe(false);
  });
});

describe("dialects", () => {
  test("stand in both places", () => {
    expect(Object.keys(mistralDialects)).toEqual(Object.keys(mistralDemands));
    for (const [name, { mediaInResults }] of Object.entries(mistralDialects)) {
      const { textResults } = mistralDemands[name as keyof typeof mistralDemands];
      expect([name, mediaInResults]).toEqual([name, textResults === undefined]);
    }
    expect(mistralDialect("__proto__")).toBe(mistralDialects.mistral);
  });
  test.each([
    ["mistral", "", "mistral"],
    ["mistralai", "", "mistral"],
    ["", "", "mistral"],
    ["proxy", "https://codestral.mistral.ai/v1", "mistral"],
    ["scaleway", "", "compatible"],
    ["mistral", "https://api.scaleway.ai/v1", "mistral"],
    ["", "http://localhost:8000/v1", "compatible"],
  ])("%s %s", (provider, baseUrl, expected) => {
    expect(mistralDialectFor({ provider, modelId: "mistral-small-2603", baseUrl })).toBe(expected);
  });
});

describe("what is asked for is said in the form that is documented", () => {
  const mark = (value: object): object => ({ ...value, form: "canonical" });
  const restated = (message: object, { blocks = false, last = true } = {}): unknown => {
    const body = say(last ? [message] : [message, ask]);
    const { messages, request, shape } = adapter.parse(body, DIALECT);
    const marked = messages.map((one, index) => {
      if (index > 0) return one;
      return blocks ? { ...one, content: blocksOf(one).map(mark) } : mark(one);
    }) as SessionMessage[];
    const written = adapter.serialize(wrap(marked), request, DIALECT, shape);
    return [(written.body as { messages: unknown[] }).messages[0], written.lost.map(({ what }) => what)];
  };

  test.each<[string, object, object, { blocks?: boolean; last?: boolean }?, string[]?]>([
    ["a developer's message", { role: "developer", content: "d" }, { role: "system", content: "d" }],
    ["the name of a speaker", { ...ask, name: "Ann" }, ask, {}, ["the field name, which the API does not have"]],
    ["fields that are null", answer("a", { refusal: null, audio: null }), answer("a")],
    [
      "fields that say something",
      answer("a", { refusal: "no" }),
      answer("a"),
      {},
      ["the field refusal, which the API does not have"],
    ],
    ["a prefix that stays", answer("a", { prefix: true }), answer("a", { prefix: true })],
    ["a prefix before others", answer("a", { prefix: true }), answer("a"), { last: false }],
    ["an empty list of calls", answer("a", { tool_calls: [] }), answer("a")],
    [
      "reasoning in a field",
      answer("a", { reasoning_content: "why", reasoning: null }),
      answer([thought("why", { closed: true }), text("a")]),
    ],
    [
      "reasoning in a field, by its block",
      answer("a", { reasoning_content: "why" }),
      answer([thought("why", { closed: true }), text("a")]),
      { blocks: true },
    ],
    ["reasoning that is empty", answer("a", { reasoning_content: "" }), answer("a")],
    ["one chunk", { role: "user", content: text("a") }, user(text("a"))],
    [
      "an empty name of a tool",
      result("A", "ok", { name: "" }),
      { role: "tool", tool_call_id: id("A"), content: "ok" },
    ],
    [
      "chunks of other forms",
      user("bare", 7, { type: "input_text", text: "b" }, { text: "c" }, text("d", { x: 1 }), {
        type: "file",
        file: { filename: "a.pdf", file_data: PDF },
      }),
      user(text("bare"), text("7"), text("b"), text("c"), text("d"), {
        type: "document_url",
        document_url: PDF,
        document_name: "a.pdf",
      }),
      { blocks: true },
    ],
    [
      "thinking that is a text",
      answer([{ type: "thinking", thinking: "why", signature: "s" }]),
      answer([{ type: "thinking", thinking: [text("why")], signature: "s" }]),
      { blocks: true },
    ],
    [
      "calls",
      answer("", {
        tool_calls: [
          { ...call("A", { a: 1 }), extra_content: {} },
          { id: id("B"), type: "custom", custom: { name: "run", input: "ls" } },
          { id: id("C"), function: { name: "read", parsed_arguments: {} }, index: 2 },
        ],
      }),
      answer("", {
        tool_calls: [
          call("A", { a: 1 }),
          { id: id("B"), type: "function", function: { name: "run", arguments: '{"input":"ls"}' } },
          { id: id("C"), type: "function", function: { name: "read", arguments: {} }, index: 2 },
        ],
      }),
      { blocks: true },
    ],
  ])("%s", (_name, message, expected, how = {}, lost = []) => {
    expect(restated(message, how)).toEqual([expected, lost]);
  });
});

describe("a body is built", () => {
  const build = (messages: readonly SessionMessage[], dialect = DIALECT, request = {}) => {
    const { body, lost, ...written } = adapter.serialize(wrap(messages), request, dialect);
    return { ...written, messages: (body as { messages: unknown[] }).messages, lost: lost.map(({ what }) => what) };
  };
  const toolCall = { type: "toolCall", id: id("A"), name: "shot", arguments: { a: 1 } };
  const picture = { type: "image", data: DATA, mimeType: "image/png" };
  const shot: SessionMessage = {
    role: "toolResult",
    toolCallId: id("A"),
    toolName: "shot",
    content: [{ type: "text", text: "see" }, picture],
  };

  test("with the system prompt, texts as strings, arguments as text, names of tools", () => {
    const { messages, lost } = build(
      [
        { role: "user", content: "look" },
        { role: "assistant", content: [{ type: "text", text: "so" }, toolCall] },
        { ...shot, content: [{ type: "text", text: "1" }] },
        { role: "assistant", content: [toolCall] },
      ],
      DIALECT,
      { system: "s" },
    );
    const called = { id: id("A"), type: "function", function: { name: "shot", arguments: '{"a":1}' } };
    expect(messages).toEqual([
      { role: "system", content: "s" },
      { role: "user", content: "look" },
      answer("so", { tool_calls: [called] }),
      { role: "tool", tool_call_id: id("A"), name: "shot", content: "1" },
      answer("", { tool_calls: [called] }),
    ]);
    expect(lost).toEqual([]);
  });

  test("with reasoning of Mistral's or nobody's as thinking, and that of others lost", () => {
    const content = [
      { type: "thinking", thinking: "why" },
      { type: "text", text: "a" },
    ];
    const thinks = answer([thought("why", { closed: true }), text("a")]);
    expect(build([{ role: "assistant", content }]).messages).toEqual([thinks]);
    expect(build([{ role: "assistant", content, api: "mistral-conversations" }]).messages).toEqual([thinks]);
    const other = build([{ role: "assistant", content, api: "anthropic-messages", provider: "anthropic" }]);
    expect(other).toMatchObject({ messages: [answer([text("a")])], lost: ["a thinking block"] });
  });

  test("with the pictures of results in them, on Mistral's own server", () => {
    expect(build([{ role: "assistant", content: [toolCall] }, shot]).messages.slice(1)).toEqual([
      { role: "tool", tool_call_id: id("A"), name: "shot", content: [text("see"), image({ url: PICTURE })] },
    ]);
  });

  test("with them behind an answer behind the results, elsewhere", () => {
    const session: SessionMessage[] = [{ role: "assistant", content: [toolCall] }, shot];
    const { messages, pointerOf, placeAt } = build(session, "compatible");
    expect(messages.slice(1)).toEqual([
      { role: "tool", tool_call_id: id("A"), name: "shot", content: "see" },
      answer("The tool results have arrived."),
      user(text("Image(s) from tool result #1 (shot):"), image({ url: PICTURE })),
    ]);
    expect(pointerOf(2 ** 20 + 2)).toBe("/messages/3/content/1");
    expect(placeAt("/messages/3/content/1/image_url")).toBe(2 ** 20 + 2);
  });

  test.each<[string, Block, unknown]>([
    ["a text document", { type: "document", text: "t" }, "t"],
    [
      "a PDF",
      { type: "document", mimeType: "application/pdf", name: "a.pdf", data: "JVBERi0xLjQKJSVFT0YK" },
      { type: "document_url", document_url: PDF, document_name: "a.pdf" },
    ],
    [
      "a document by URL",
      { type: "document", url: "https://x.test/a" },
      { type: "document_url", document_url: "https://x.test/a" },
    ],
    ["an image by URL", { type: "media", kind: "image", url: "https://x.test/a" }, image({ url: "https://x.test/a" })],
  ])("with words for %s", (_name, block, chunk) => {
    const { messages, lost } = build([{ role: "user", content: [block] }]);
    expect([messages, lost]).toEqual([[chunk === "t" ? user(text("t")) : user(chunk)], []]);
  });

  test("and has no words for files, markers and entries of others, and says so", () => {
    const { messages, lost } = build([
      {
        role: "user",
        content: [
          { type: "text", text: "t", cache_control: { type: "ephemeral" } },
          { type: "document", fileId: "file-1" },
          { type: "opaque", kind: "item_reference" },
        ],
      },
      { role: "custom", content: "x" },
      { role: "toolResult", toolCallId: "x", content: [], isError: true },
    ]);
    expect(messages).toEqual([user(text("t")), { role: "tool", tool_call_id: "x", content: "" }]);
    expect(lost).toEqual(["a document block", "a opaque block", "a custom message", "the mark of a tool that failed"]);
  });

  test("from a body of Anthropic's, with its calls", () => {
    for (const { body } of anthropicBodies) {
      const { messages } = anthropicMessages.parse(body, "anthropic");
      const written = adapter.serialize(wrap(messages), {}, DIALECT);
      expect(checkIdentity(adapter, written.body, DIALECT)).toEqual([]);
      const calls = (list: readonly SessionMessage[]) =>
        list.flatMap(blocksOf).filter(({ type }) => type === "toolCall");
      expect(calls(adapter.parse(written.body, DIALECT).messages).map(({ id: one, name }) => [one, name])).toEqual(
        calls(messages).map(({ id: one, name }) => [one, name]),
      );
    }
  });
});

describe("what is put into a body of the SDK's has its names", () => {
  test("calls, results, pictures", () => {
    const body = { model: "m", maxTokens: 9, messages: [ask] };
    const { messages, request, shape } = adapter.parse(body, DIALECT);
    const more: SessionMessage[] = [
      { role: "assistant", content: [{ type: "toolCall", id: id("A"), name: "read", arguments: {} }] },
      {
        role: "toolResult",
        toolCallId: id("A"),
        toolName: "read",
        content: [{ type: "image", data: DATA, mimeType: "image/png" }],
      },
    ];
    const [first] = wrap(messages);
    const turns = [first, ...wrap(more).map((turn) => ({ ...turn, at: -1 - turn.at }))];
    const written = adapter.serialize(turns as never, request, DIALECT, shape).body;
    expect(written).toEqual({
      ...body,
      messages: [
        ask,
        answer("", { toolCalls: [call("A")] }),
        {
          role: "tool",
          toolCallId: id("A"),
          name: "read",
          content: [{ type: "image_url", imageUrl: { url: PICTURE } }],
        },
      ],
    });
  });
});
