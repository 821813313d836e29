import { describe, expect, test } from "vitest";
import { wrap } from "../../src/pipeline/engine.ts";
import type { SessionMessage } from "../../src/transcript/message.ts";
import { completionsDialect } from "../../src/wire/openai-completions/dialects.ts";
import { openaiCompletions as adapter } from "../../src/wire/openai-completions/index.ts";
import { createRandom } from "../properties/random.ts";
import { completionsCases, completionsOptions, normalCompletions } from "./cases/openai-completions.ts";
import { valid as anthropicBodies } from "./fixtures/anthropic-messages.ts";
import { foreign, valid } from "./fixtures/openai-completions.ts";
import { odd } from "./fixtures/openai-completions-odd.ts";
import { checkBuild, checkEdits, checkIdentity, checkRequest } from "./laws.ts";
import { describeRow, runLaws } from "./suite.ts";

const { normal: _, ...anyOptions } = completionsOptions;

describe.each([...valid, ...foreign, ...odd])("$name", ({ body, messages }) => {
  test("is read", () => {
    if (messages) expect(adapter.parse(body, "openai").messages).toEqual(messages);
  });
  test("obeys the laws", () => {
    expect(checkIdentity(adapter, body, "openai")).toEqual([]);
    expect(checkRequest(adapter, body, "openai")).toEqual([]);
    for (let seed = 0; seed < 50; seed++) {
      expect(checkEdits(adapter, body, "openai", createRandom(seed), anyOptions)).toEqual([]);
    }
  });
});

describe("the laws hold for random bodies", () => {
  test.each(completionsCases.map((one, index) => [`${one.dialect} ${index}`, one] as const))("%s", (_name, one) => {
    const row = runLaws(one, 200);
    expect(row.failures.length, describeRow({ ...row, failures: row.failures.slice(0, 2) })).toBe(0);
    expect(row.distinct).toBeGreaterThan(100);
  });
});

/** The messages of a body that is built. */
function build(messages: readonly SessionMessage[], dialect: string, request = {}): Record<string, unknown>[] {
  const { body } = adapter.serialize(wrap(messages), request, dialect);
  return (body as { messages: Record<string, unknown>[] }).messages;
}

function lostOf(messages: readonly SessionMessage[], dialect: string): string[] {
  return adapter.serialize(wrap(messages), {}, dialect).lost.map(({ what }) => what);
}

const call = { type: "toolCall", id: "c1", name: "shot", arguments: { a: 1 } };
const picture = { type: "image", data: "R0lGODlhAQABAAAAACw=", mimeType: "image/gif" };
const url = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
const shot = (content: readonly object[]): SessionMessage => ({
  role: "toolResult",
  toolCallId: "c1",
  toolName: "shot",
  content,
});

describe("a body is built", () => {
  const session: readonly SessionMessage[] = [
    { role: "user", content: "look" },
    {
      role: "assistant",
      content: [{ type: "thinking", thinking: "why", thinkingSignature: "sig" }, { type: "text", text: "so" }, call],
    },
    shot([
      { type: "text", text: "1" },
      { type: "text", text: "2" },
    ]),
    {
      role: "assistant",
      content: [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ],
    },
    {
      role: "user",
      content: [
        { type: "text", text: "x" },
        { type: "text", text: "y" },
      ],
    },
  ];

  test("with the system prompt, texts as strings, arguments as text", () => {
    expect(build(session, "openai", { system: "s", params: { model: "m" } })).toEqual([
      { role: "system", content: "s" },
      { role: "user", content: "look" },
      {
        role: "assistant",
        content: "so",
        tool_calls: [{ id: "c1", type: "function", function: { name: "shot", arguments: '{"a":1}' } }],
      },
      { role: "tool", tool_call_id: "c1", content: "1\n2" },
      { role: "assistant", content: "a\nb" },
      {
        role: "user",
        content: [
          { type: "text", text: "x" },
          { type: "text", text: "y" },
        ],
      },
    ]);
    expect(lostOf(session, "openai")).toEqual(["reasoning that was not made by this server"]);
  });

  test("with reasoning only where the server wants it back, or made it", () => {
    expect(build(session, "deepseek")[1]?.["reasoning_content"]).toBe("why");
    expect(build(session, "openrouter")[1]).not.toHaveProperty("reasoning");
    const own = { type: "thinking", thinking: "why", thinkingSignature: "reasoning_content" };
    const messages = [{ role: "assistant", content: [own, { type: "text", text: "a" }] }];
    expect(build(messages, "openrouter")[0]).toEqual({ role: "assistant", content: "a", reasoning: "why" });
    expect(build(messages, "copilot")[0]).toEqual({ role: "assistant", content: "a", reasoning_text: "why" });
    expect(build(messages, "openai")[0]).toEqual({ role: "assistant", content: "a" });
    expect(lostOf(messages, "groq")).toHaveLength(1);
  });

  test("with a space where reasoning is lost and may not be empty", () => {
    const messages = [{ role: "assistant", content: [{ type: "thinking", thinking: "" }, call] }];
    expect(build(messages, "deepseek")[0]?.["reasoning_content"]).toBe(" ");
    expect(build(messages, "kimi")[0]?.["reasoning_content"]).toBe("");
  });

  test("with signed details for OpenRouter, from thinking and from calls", () => {
    const detail = { type: "reasoning.encrypted", data: "gAAAAABo", id: "c1" };
    const signed = { ...call, thoughtSignature: JSON.stringify(detail) };
    expect(build([{ role: "assistant", content: [signed] }], "openrouter")[0]).toMatchObject({
      reasoning_details: [detail],
    });
    const thinking = { type: "thinking", thinking: "", thinkingSignature: JSON.stringify(detail) };
    expect(build([{ role: "assistant", content: [thinking, call] }], "openrouter")[0]).toMatchObject({
      reasoning_details: [detail],
    });
    expect(build([{ role: "assistant", content: [thinking, call] }], "openai")[0]).not.toHaveProperty(
      "reasoning_details",
    );
  });

  test("with reasoning as text, and said to be lost as reasoning, for Mistral", () => {
    const messages = [
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "why" },
          { type: "text", text: "a" },
        ],
      },
    ];
    expect(build(messages, "mistral")[0]?.["content"]).toEqual([
      { type: "text", text: "why" },
      { type: "text", text: "a" },
    ]);
    expect(lostOf(messages, "mistral")).toEqual(["reasoning as such: it is sent as text"]);
  });

  test("with thought signatures where the server looks for them", () => {
    const messages = [{ role: "assistant", content: [{ ...call, thoughtSignature: "QUJD" }] }];
    const extra = { extra_content: { google: { thought_signature: "QUJD" } } };
    expect(build(messages, "google")[0]?.["tool_calls"]).toMatchObject([extra]);
    expect(JSON.stringify(build(messages, "openai"))).not.toContain("extra_content");
  });

  test("with the pictures of results in a user message behind the run", () => {
    const messages: SessionMessage[] = [
      { role: "assistant", content: [call, { ...call, id: "c2" }] },
      shot([picture]),
      { ...shot([{ type: "text", text: "two" }, picture]), toolCallId: "c2" },
      { role: "assistant", content: [{ type: "text", text: "seen" }] },
    ];
    expect(build(messages, "openai").slice(1)).toEqual([
      { role: "tool", tool_call_id: "c1", content: "(see attached image)" },
      { role: "tool", tool_call_id: "c2", content: "two" },
      {
        role: "user",
        content: [
          { type: "text", text: "Image(s) from tool result #1 (shot):" },
          { type: "image_url", image_url: { url } },
          { type: "text", text: "Image(s) from tool result #2 (shot):" },
          { type: "image_url", image_url: { url } },
        ],
      },
      { role: "assistant", content: "seen" },
    ]);
    const written = adapter.serialize(wrap(messages), {}, "openai");
    expect(written.pointerOf(2 ** 20 + 1)).toBe("/messages/3/content/1");
    expect(written.placeAt("/messages/3/content/1/image_url")).toBe(2 ** 20 + 1);
    expect(written.lost).toEqual([]);
  });

  test("with them in the user message that follows, so that roles go on alternating", () => {
    const messages = [{ role: "assistant", content: [call] }, shot([picture]), { role: "user", content: "and?" }];
    expect(build(messages, "openai")[2]).toEqual({
      role: "user",
      content: [
        { type: "text", text: "Image(s) from tool result #1 (shot):" },
        { type: "image_url", image_url: { url } },
        { type: "text", text: "and?" },
      ],
    });
  });

  test("with an answer before them where a user message may not follow a result", () => {
    const roles = build([{ role: "assistant", content: [call] }, shot([picture])], "mistral").map(({ role }) => role);
    expect(roles).toEqual(["assistant", "tool", "assistant", "user"]);
  });

  test("and what it has no words for is listed", () => {
    const messages: SessionMessage[] = [
      { role: "custom", content: "x" },
      { role: "opaque", kind: "null" },
      {
        role: "user",
        content: [
          { type: "opaque", kind: "video" },
          { type: "media", kind: "image", fileId: "f" },
        ],
      },
      { role: "assistant", content: [picture, { type: "redacted_thinking", data: "x" }] },
      { role: "assistant", content: [{ ...call, thoughtSignature: "QUJD" }] },
      { ...shot([{ type: "text", text: "boom" }]), isError: true },
    ];
    expect(lostOf(messages, "openai")).toEqual([
      "a custom message",
      "an entry that is no message",
      "a opaque block",
      "a media block",
      "a image block",
      "a redacted_thinking block",
      "the thought signature of a call",
      "the mark of a tool that failed",
    ]);
  });

  test("and says what its messages say", () => {
    for (const { body } of [...valid, ...foreign]) {
      for (const dialect of ["openai", "deepseek", "openrouter", "google", "xai"]) {
        const { messages } = adapter.parse(body, dialect);
        const normal = completionsDialect(dialect).thoughtSignatures
          ? normalCompletions
          : (all: readonly SessionMessage[]) => normalCompletions(all.map(withoutSignatures));
        expect(checkBuild(adapter, messages, dialect, { normal })).toEqual([]);
      }
    }
  });
});

function withoutSignatures(message: SessionMessage): SessionMessage {
  if (!Array.isArray(message.content)) return message;
  return { ...message, content: message.content.map(({ thoughtSignature: _, ...block }) => block) };
}

describe("a field is written anew when it was asked for", () => {
  test.each([
    [
      "calls without type, with arguments as an object",
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "a", function: { name: "r", arguments: { a: 1 }, x: 1 } }],
      },
      { blocks: true },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "a", function: { name: "r", arguments: '{"a":1}', x: 1 }, type: "function" }],
      },
    ],
    [
      "an empty list of calls, an empty list of parts, a name with spaces",
      { role: "assistant", content: [], tool_calls: [], name: "a b" },
      {},
      { role: "assistant", content: "", name: "a_b" },
    ],
    [
      "the role developer, and one part where a list belongs",
      { role: "developer", content: { type: "text", text: "a" } },
      {},
      { role: "system", content: [{ type: "text", text: "a" }] },
    ],
    [
      "parts of another API, an image without an object, an entry that is no part",
      {
        role: "user",
        content: [{ type: "input_text", text: "a", x: 1 }, { type: "image_url", image_url: "https://a.b/c" }, { n: 1 }],
      },
      { blocks: true },
      {
        role: "user",
        content: [
          { type: "text", text: "a", x: 1 },
          { type: "image_url", image_url: { url: "https://a.b/c" } },
          { type: "text", text: '{"n":1}' },
        ],
      },
    ],
  ])("%s", (_name, message, { blocks }: { blocks?: boolean }, expected) => {
    const { messages, request, shape } = adapter.parse({ messages: [message] }, "openai");
    const mark = (value: object): object => ({ ...value, form: "canonical" });
    const marked = messages.map((one) =>
      blocks ? { ...one, content: (one.content as object[]).map(mark) } : { ...mark(one) },
    ) as SessionMessage[];
    const written = adapter.serialize(wrap(marked), request, "openai", shape).body;
    expect((written as { messages: unknown[] }).messages).toEqual([expected]);
  });
});

describe("bodies are told apart", () => {
  test.each([...valid, ...foreign])("$name", ({ body }) => expect(adapter.detect(body)).toBe(true));
  test("those of Anthropic are not claimed, unless they say nothing about themselves", () => {
    const claimed = anthropicBodies.filter(({ body }) => adapter.detect(body));
    expect(claimed.map(({ name }) => name)).toEqual([]);
  });
  const messages = [{ role: "user", content: "hi" }];
  test.each([
    [{ messages }, true],
    [{ model: "anthropic/claude-opus-4.6", messages }, true],
    [{ model: "claude-opus-4-6", messages }, false],
    [{ model: "claude-opus-4-6", messages, max_completion_tokens: 5 }, true],
    [{ model: "claude-opus-4-6", messages: [{ role: "tool", tool_call_id: "a", content: "b" }] }, true],
    [{ model: "mistral-large-latest", messages }, false],
    [{ model: "devstral-small-2", messages }, true],
    [{ messages, system: "s" }, false],
    [{ messages: [{ role: "assistant", content: "a", prefix: true }] }, false],
    [{ messages: [{ role: "user", content: [{ toolResult: {} }] }] }, false],
    [{ contents: [], messages }, false],
    [{ input: "hi" }, false],
    [{ messages: "hi" }, false],
    [null, false],
    [[], false],
  ])("%j: %s", (body, expected) => expect(adapter.detect(body)).toBe(expected));
});
