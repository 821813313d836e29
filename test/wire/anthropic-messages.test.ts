import { describe, expect, test } from "vitest";
import { wrap } from "../../src/pipeline/engine.ts";
import { Recorder } from "../../src/pipeline/record.ts";
import { type Block, blocksOf, type SessionMessage } from "../../src/transcript/message.ts";
import type { Turn } from "../../src/transcript/place.ts";
import { anthropicMessages as adapter } from "../../src/wire/anthropic-messages/index.ts";
import { createRandom } from "../properties/random.ts";
import { anthropicCase } from "./cases/anthropic-messages.ts";
import { ask, body, PNG, result, SIGNATURE, text, use } from "./fixtures/anthropic-blocks.ts";
import { valid } from "./fixtures/anthropic-messages.ts";
import { odd } from "./fixtures/anthropic-messages-odd.ts";
import { checkBuild, checkEdits, checkIdentity, checkRequest, deepValue } from "./laws.ts";

const DIALECT = "anthropic";
const WHY = { text: "A test edits this.", lossy: false };
const { options } = anthropicCase;

describe.each([...valid, ...odd])("$name", ({ body: given, messages }) => {
  test("is read, and nothing else is read into it", () => {
    const parsed = adapter.parse(given, DIALECT).messages;
    if (messages) expect(parsed).toEqual(messages);
    expect(adapter.parse(given, DIALECT).messages).toEqual(parsed);
  });
  test("obeys the laws", () => {
    expect(checkIdentity(adapter, given, DIALECT)).toEqual([]);
    expect(checkRequest(adapter, given, DIALECT)).toEqual([]);
    const isValid = valid.some(({ body: one }) => one === given);
    for (let seed = 0; seed < 20; seed++) {
      const { normal, ...rest } = options;
      const laws = isValid && normal ? options : rest;
      expect(checkEdits(adapter, given, DIALECT, createRandom(seed), laws)).toEqual([]);
    }
  });
});

test("arguments far too deep are passed on", () => {
  const given = body([ask, { role: "assistant", content: [use("a", { input: deepValue() })] }]);
  expect(checkIdentity(adapter, given, DIALECT)).toEqual([]);
  expect(checkEdits(adapter, given, DIALECT, createRandom(1))).toEqual([]);
});

/** A body after an edit of its turns. */
function edited(given: unknown, change: (turns: readonly Turn[], record: Recorder) => readonly Turn[]) {
  const { messages, request, shape } = adapter.parse(given, DIALECT);
  const written = adapter.serialize(change(wrap(messages), new Recorder()), request, DIALECT, shape);
  return { ...written, messages: (written.body as { messages: readonly Record<string, unknown>[] }).messages };
}

const contentOf = (message: Record<string, unknown> | undefined) => message?.["content"] as readonly unknown[];

describe("what edits write", () => {
  const calls = { role: "assistant", content: [use("a"), use("b")] };

  test("results go before the text of their turn, which keeps its fields", () => {
    const kept = result("a", { content: "A" });
    const said = text("note");
    const given = body([ask, calls, { role: "user", id: "m9", content: [said, kept] }]);
    const { messages } = edited(given, ([first, asked, user, found], record) => {
      const made = record.make({ role: "toolResult", toolCallId: "b", content: [] }, WHY, asked as Turn);
      return [first, asked, found, made, user] as Turn[];
    });
    expect(messages[2]).toEqual({
      role: "user",
      id: "m9",
      content: [kept, { type: "tool_result", tool_use_id: "b", content: [] }, said],
    });
    const content = contentOf(messages[2]);
    expect(content[0]).toBe(kept);
    expect(content[2]).toBe(said);
    expect(messages[1]).toBe(calls);
  });

  test("a result that was put in does not touch the text behind it", () => {
    const said = { role: "user", content: "hi" };
    const given = body([ask, { role: "assistant", content: [use("a")] }, said]);
    const make = { role: "toolResult", toolCallId: "a", content: [{ type: "text", text: "?" }] };
    const { messages } = edited(given, ([first, asked, user], record) => {
      return [first, asked, record.make(make, WHY, asked as Turn), user] as Turn[];
    });
    expect(messages).toHaveLength(4);
    expect(messages[3]).toBe(said);
  });

  test("a result that joins the text behind it is written into its turn", () => {
    const given = body([ask, { role: "assistant", content: [use("a")] }, { role: "user", content: "hi", id: "m" }]);
    const make = { role: "toolResult", toolCallId: "a", content: [] };
    const { messages, lost } = edited(given, ([first, asked, user], record) => {
      const made = record.join(record.make(make, WHY, asked as Turn), user as Turn, WHY);
      return [first, asked, made, user] as Turn[];
    });
    expect(messages[2]).toEqual({
      role: "user",
      id: "m",
      content: [{ type: "tool_result", tool_use_id: "a", content: [] }, text("hi")],
    });
    expect(lost).toEqual([]);
  });

  test("merged turns have the fields of one, and the other's are said to be lost", () => {
    const marked = text("b", { cache_control: { type: "ephemeral" } });
    const given = body([
      { role: "user", content: "a", first: 1 },
      { role: "user", content: [marked], second: 2 },
    ]);
    const { messages, lost } = edited(given, (turns, record) => [record.merge(turns, "last", WHY)]);
    expect(messages).toEqual([{ role: "user", second: 2, content: [text("a"), marked] }]);
    expect(contentOf(messages[0])[1]).toBe(marked);
    expect(lost).toEqual([{ place: 0, what: "fields of a turn that is gone: first" }]);
  });

  test("a merged turn stays beside the results of the turn it absorbed, with the fields that were kept", () => {
    const kept = result("a", { content: "A" });
    const given = body([
      ask,
      { role: "assistant", content: [use("a")] },
      { role: "user", first: 1, content: [kept, text("b")] },
      { role: "user", second: 2, content: [text("c")] },
    ]);
    const { messages } = edited(given, ([first, asked, found, ...said], record) => [
      first as Turn,
      asked as Turn,
      found as Turn,
      record.merge(said, "last", WHY),
    ]);
    expect(messages.slice(2)).toEqual([{ role: "user", second: 2, content: [kept, text("b"), text("c")] }]);
  });

  test("a result that became a text and lost all of it is gone", () => {
    const given = body([ask, { role: "user", content: [{ type: "tool_result", tool_use_id: "a" }] }]);
    const { messages } = edited(given, ([first, found], record) => [
      first as Turn,
      record.edit(found as Turn, (_, note) => {
        note.set("role", WHY);
        return { role: "user", content: [] };
      }),
    ]);
    expect(messages[1]).toEqual({ role: "user", content: [] });
  });

  test("a text that was a string becomes a block where it gets a marker", () => {
    const cache_control = { type: "ephemeral" };
    const { messages } = edited(body([{ role: "user", content: "hi" }]), ([turn], record) => [
      record.edit(turn as Turn, (message, note) => {
        note.rewrite(0, "cache_control", WHY);
        return { ...message, content: [{ ...(blocksOf(message)[0] as Block), cache_control }] };
      }),
    ]);
    expect(messages).toEqual([{ role: "user", content: [text("hi", { cache_control })] }]);
  });

  test("an image that becomes a text keeps its cache marker when the rule keeps it", () => {
    const cache_control = { type: "ephemeral" };
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: PNG }, cache_control };
    const { messages } = edited(body([{ role: "user", content: [image] }]), ([turn], record) => [
      record.edit(turn as Turn, (message, note) => {
        note.rewrite(0, "type", WHY);
        const [block] = blocksOf(message) as [Block];
        return { ...message, content: [{ ...block, type: "text", text: "gone" }] };
      }),
    ]);
    expect(messages[0]?.["content"]).toEqual([{ type: "text", text: "gone", cache_control }]);
  });

  test("a changed field changes alone", () => {
    const call = use("a", { caller: { type: "direct" }, input: { big: 1e21 } });
    const { messages, pointerOf } = edited(
      body([ask, { role: "assistant", content: [call] }]),
      ([first, turn], record) => [
        first as Turn,
        record.edit(turn as Turn, (message, note) => {
          note.rewrite(0, "id", WHY);
          return { ...message, content: [{ ...(blocksOf(message)[0] as Block), id: "b" }] };
        }),
      ],
    );
    expect(messages[1]?.["content"]).toEqual([{ ...call, id: "b" }]);
    expect(pointerOf(2 ** 20 + 1, "arguments")).toBe("/messages/1/content/0/input");
    expect(pointerOf(2 ** 20 + 1, "toolName")).toBe("/messages/1/content/0");
  });

  test("a text that was a string has the pointer of its block once it is one", () => {
    const given = body([{ role: "user", content: "hi" }]);
    const { shape } = adapter.parse(given, DIALECT);
    expect(shape.pointerIn(1)).toBe("/messages/0/content");
    const {
      pointerOf,
      placeAt,
      body: after,
    } = edited(given, ([turn], record) => [
      record.edit(turn as Turn, (message, note) => {
        note.insert(0, WHY);
        return { ...message, content: [{ type: "text", text: "new" }, ...blocksOf(message)] };
      }),
    ]);
    expect(pointerOf(1)).toBe("/messages/0/content/1");
    expect(placeAt("/messages/0/content/1/text")).toBe(1);
    expect(after).toMatchObject({ messages: [{ content: [text("new"), text("hi")] }] });
  });

  test("a message of another role takes its turn along", () => {
    const given = body([{ role: "assistant", content: "a", id: "m" }]);
    const { messages } = edited(given, ([turn], record) => [
      record.edit(turn as Turn, (message, note) => {
        note.set("role", WHY);
        return { ...message, role: "user" };
      }),
    ]);
    expect(messages).toEqual([{ role: "user", content: "a", id: "m" }]);
  });
});

describe("a body of session messages", () => {
  const built = (messages: readonly SessionMessage[], dialect = DIALECT) =>
    adapter.serialize(wrap(messages), {}, dialect);
  const call = { type: "toolCall", id: "a", name: "read", arguments: { path: "x" } };

  test("has results and the text behind them in one turn", () => {
    const messages = [
      { role: "user", content: "go" },
      {
        role: "assistant",
        content: [{ type: "text", text: "ok" }, call, { ...call, type: "tool_use", id: "b", input: {} }],
      },
      { role: "toolResult", toolCallId: "a", content: "A" },
      { role: "toolResult", toolUseId: "b", content: [], isError: false },
      { role: "user", content: [{ type: "text", text: "and" }] },
    ];
    expect(built(messages).body).toEqual({
      messages: [
        { role: "user", content: [text("go")] },
        {
          role: "assistant",
          content: [
            text("ok"),
            { type: "tool_use", id: "a", name: "read", input: { path: "x" } },
            { type: "tool_use", id: "b", name: "read", input: { path: "x" } },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "a", content: [text("A")] },
            { type: "tool_result", tool_use_id: "b", content: [] },
            text("and"),
          ],
        },
      ],
    });
    expect(checkBuild(adapter, messages, DIALECT, options)).toEqual([]);
  });

  test("has the leading system messages as its system prompt, behind the request's own", () => {
    const messages = [
      { role: "system", content: "one" },
      { role: "system", content: [{ type: "text", text: "two" }] },
      { role: "user", content: "go" },
    ];
    const written = adapter.serialize(wrap(messages), { system: "zero" }, DIALECT);
    expect(written.body).toMatchObject({
      system: [text("zero"), text("one"), text("two")],
      messages: [{ role: "user" }],
    });
    expect(written.pointerOf(1)).toBe("/system/1");
    expect(written.placeAt("/system/2/text")).toBe(2 ** 20 + 1);
  });

  const words: [string, Block, unknown][] = [
    [
      "signed thinking",
      { type: "thinking", thinking: "hm", thinkingSignature: SIGNATURE },
      { type: "thinking", thinking: "hm", signature: SIGNATURE },
    ],
    [
      "encrypted thinking",
      { type: "thinking", thinking: "", redacted: true, thinkingSignature: "abcd" },
      { type: "redacted_thinking", data: "abcd" },
    ],
    ["redacted thinking", { type: "redacted_thinking", data: "abcd" }, { type: "redacted_thinking", data: "abcd" }],
    [
      "an image",
      { type: "image", data: PNG, mimeType: "image/png" },
      { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } },
    ],
    [
      "an image by URL",
      { type: "media", kind: "image", url: "https://x.test/a" },
      { type: "image", source: { type: "url", url: "https://x.test/a" } },
    ],
    [
      "an image by file",
      { type: "media", kind: "image", fileId: "file_1" },
      { type: "image", source: { type: "file", file_id: "file_1" } },
    ],
    [
      "a PDF",
      { type: "document", mimeType: "application/pdf", name: "a", data: "JVBE" },
      { type: "document", source: { type: "base64", media_type: "application/pdf", data: "JVBE" }, title: "a" },
    ],
    [
      "a text document",
      { type: "document", mimeType: "text/plain", text: "t" },
      { type: "document", source: { type: "text", media_type: "text/plain", data: "t" } },
    ],
    [
      "arguments as JSON text",
      { ...call, arguments: '{"path": 1}' },
      { type: "tool_use", id: "a", name: "read", input: { path: 1 } },
    ],
    [
      "no arguments",
      { type: "toolCall", id: "a", name: "read" },
      { type: "tool_use", id: "a", name: "read", input: {} },
    ],
    [
      "a cache marker",
      { type: "text", text: "t", cache_control: { type: "ephemeral" } },
      text("t", { cache_control: { type: "ephemeral" } }),
    ],
  ];
  test.each(words)("has words for %s", (_, block, wire) => {
    const { body: after, lost } = built([{ role: "assistant", content: [block] }]);
    expect(after).toEqual({ messages: [{ role: "assistant", content: [wire] }] });
    expect(lost).toEqual([]);
  });

  const silent: [string, Block][] = [
    ["unsigned thinking", { type: "thinking", thinking: "hm" }],
    [
      "a reasoning item of OpenAI",
      { type: "thinking", thinking: "hm", thinkingSignature: '{"id":"rs_1","type":"reasoning"}' },
    ],
    ["a file of another provider", { type: "media", kind: "image", fileId: "file-1" }],
    ["audio", { type: "media", kind: "audio", url: "https://x.test/a" }],
    ["a Word document", { type: "document", mimeType: "application/msword", data: "AAAA" }],
    ["what another format alone knows", { type: "opaque", kind: "item_reference" }],
  ];
  test.each(silent)("has no words for %s, and says so", (_, block) => {
    const { body: after, lost } = built([{ role: "assistant", content: [{ type: "text", text: "t" }, block] }]);
    expect(after).toEqual({ messages: [{ role: "assistant", content: [text("t")] }] });
    expect(lost).toEqual([{ place: 2, what: `a ${block.type} block` }]);
  });

  test("has no words for entries of the host, and says so", () => {
    const { body: after, lost } = built([
      { role: "custom", content: "x" },
      { role: "opaque", kind: "null" },
    ]);
    expect(after).toEqual({ messages: [] });
    expect(lost.map(({ place }) => place)).toEqual([0, 2 ** 20]);
  });

  test("has unsigned thinking for servers that want it back", () => {
    const messages = [{ role: "assistant", content: [{ type: "thinking", thinking: "hm" }] }];
    expect(built(messages, "deepseek").body).toEqual({
      messages: [{ role: "assistant", content: [{ type: "thinking", thinking: "hm", signature: "" }] }],
    });
  });

  test("has the tools and params of the request", () => {
    const tools = [{ name: "read", description: "Reads.", parameters: { type: "object" } }, { name: "now" }];
    const written = adapter.serialize([], { system: "s", tools, params: { max_tokens: 5 } }, DIALECT);
    expect(written.body).toEqual({
      system: "s",
      max_tokens: 5,
      messages: [],
      tools: [
        { name: "read", description: "Reads.", input_schema: { type: "object" } },
        { name: "now", input_schema: { type: "object", properties: {} } },
      ],
    });
  });
});
