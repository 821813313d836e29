import { describe, expect, test } from "vitest";
import { wrap } from "../../src/pipeline/engine.ts";
import { Recorder } from "../../src/pipeline/record.ts";
import { type Block, blocksOf, type SessionMessage } from "../../src/transcript/message.ts";
import type { Turn } from "../../src/transcript/place.ts";
import { bedrockConverse as adapter } from "../../src/wire/bedrock-converse/index.ts";
import { createRandom } from "../properties/random.ts";
import { converseCase } from "./cases/bedrock-converse.ts";
import { PNG } from "./fixtures/anthropic-blocks.ts";
import { odd, valid } from "./fixtures/bedrock-converse.ts";
import { ask, body, point, reasoning, result, SIGNATURE, text, use } from "./fixtures/converse-blocks.ts";
import { checkBuild, checkEdits, checkIdentity, checkRequest, deepValue } from "./laws.ts";
import { bytesOf } from "./valid/bedrock-converse.ts";

const DIALECT = "claude";
const WHY = { text: "A test edits this.", lossy: false };
const { options } = converseCase;

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

test("values far too deep are passed on", () => {
  const given = body([
    ask,
    { role: "assistant", content: [use("a", { input: deepValue() })] },
    { role: "user", content: [result("a", [{ json: deepValue() }])] },
  ]);
  expect(checkIdentity(adapter, given, DIALECT)).toEqual([]);
  expect(checkEdits(adapter, given, DIALECT, createRandom(1))).toEqual([]);
});

type Json = Readonly<Record<string, unknown>>;

/** A body after an edit of its turns. */
function edited(given: unknown, change: (turns: readonly Turn[], record: Recorder) => readonly (Turn | undefined)[]) {
  const { messages, request, shape } = adapter.parse(given, DIALECT);
  const turns = change(wrap(messages), new Recorder()) as readonly Turn[];
  const written = adapter.serialize(turns, request, DIALECT, shape);
  return { ...written, messages: (written.body as { messages: readonly Json[] }).messages };
}

/** A body after one block was changed. */
function withBlock(given: unknown, at: number, block: number, key: string, change: (block: Block) => Block) {
  return edited(given, (turns, record) =>
    turns.map((turn, index) =>
      index !== at
        ? turn
        : record.edit(turn, (message, note) => {
            note.rewrite(block, key, WHY);
            const blocks = blocksOf(message);
            return { ...message, content: blocks.with(block, change(blocks[block] as Block)) };
          }),
    ),
  );
}

const contentOf = (message: Json | undefined) => message?.["content"] as readonly unknown[];

describe("what edits write", () => {
  const calls = { role: "assistant", content: [use("a"), use("b")] };

  test("a cache point behind a result goes where the result goes", () => {
    const kept = result("a", [text("A")]);
    const marker = point();
    const said = text("note");
    const given = body([ask, calls, { role: "user", id: "m9", content: [said, kept, marker] }]);
    const { messages, placeAt } = edited(given, ([first, asked, user, found], record) => {
      const made = record.make({ role: "toolResult", toolCallId: "b", content: [] }, WHY, asked as Turn);
      return [first, asked, found, made, user];
    });
    expect(messages[2]).toEqual({ role: "user", id: "m9", content: [kept, marker, result("b"), said] });
    expect(contentOf(messages[2])[1]).toBe(marker);
    // What is said of the cache point is said of the result.
    expect(placeAt("/messages/2/content/1/cachePoint")).toBe(placeAt("/messages/2/content/0"));
    expect(messages[1]).toBe(calls);
  });

  test("a cache point goes with the block that is dropped, and comes with one that gets its marker", () => {
    const given = body([{ role: "user", content: [text("a"), point({ ttl: "1h" }), text("b")] }]);
    const dropped = edited(given, ([turn], record) => [
      record.edit(turn as Turn, (message, note) => {
        note.drop(0, WHY);
        return { ...message, content: blocksOf(message).slice(1) };
      }),
    ]);
    expect(dropped.messages[0]).toEqual({ role: "user", content: [text("b")] });
    const moved = edited(given, ([turn], record) => [
      record.edit(turn as Turn, (message, note) => {
        note.rewrite(0, "cache_control", WHY);
        const [{ cache_control, ...first }, second] = blocksOf(message) as [Block, Block];
        return { ...message, content: [first as Block, { ...second, cache_control }] };
      }),
    ]);
    expect(moved.messages[0]).toEqual({ role: "user", content: [text("a"), text("b"), point({ ttl: "1h" })] });
  });

  test("results that join the text behind them are written into its turn", () => {
    const given = body([ask, calls, { role: "user", content: [text("hi")], id: "m" }]);
    const { messages, lost } = edited(given, ([first, asked, user], record) => {
      const made = ["a", "b"].map((id) =>
        record.make({ role: "toolResult", toolCallId: id, content: [], isError: true }, WHY, asked as Turn),
      );
      return [first, asked, ...made.map((one) => record.join(one, user as Turn, WHY)), user];
    });
    const failed = (id: string): object => result(id, [], { status: "error" });
    expect(messages[2]).toEqual({ role: "user", id: "m", content: [failed("a"), failed("b"), text("hi")] });
    expect(lost).toEqual([]);
  });

  test("turns that nobody joined stay apart", () => {
    const { messages } = edited(body([ask, calls, { role: "user", content: [text("hi")] }]), (turns, record) => {
      const made = record.make({ role: "user", content: "new" }, WHY, turns[1] as Turn);
      return [...turns.slice(0, 2), made, ...turns.slice(2)];
    });
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "user"]);
  });

  const images: [string, unknown, unknown][] = [
    ["base64", PNG, "R0lGODlhAQABAAAAACw="],
    ["bytes", bytesOf(PNG), bytesOf("R0lGODlhAQABAAAAACw=")],
  ];
  test.each(images)("an image that was %s stays so", (_, bytes, expected) => {
    const image = { image: { format: "png", source: { bytes, x_own: 1 }, x_own: 2 } };
    const change = (block: Block): Block => ({ ...block, data: "R0lGODlhAQABAAAAACw=", mimeType: "image/gif" });
    const { messages } = withBlock(body([{ role: "user", content: [image] }]), 0, 0, "data", change);
    expect(contentOf(messages[0])[0]).toEqual({
      image: { format: "gif", source: { bytes: expected, x_own: 1 }, x_own: 2 },
    });
  });

  test("JSON of a result stays while nobody changes it, and becomes a text when its text is changed", () => {
    const json = { json: { a: 1 }, x_own: 1 };
    const given = body([ask, calls, { role: "user", content: [result("a", [json]), result("b", [text("x")])] }]);
    const { messages } = withBlock(given, 3, 0, "text", (block) => ({ ...block, text: "y" }));
    expect(contentOf(messages[2])[0]).toEqual(result("a", [json]));
    const changed = withBlock(given, 2, 0, "text", (block) => ({ ...block, text: "cut" }));
    expect(contentOf(changed.messages[2])[0]).toEqual(result("a", [{ text: "cut", x_own: 1 }]));
    const inside = withBlock(given, 2, 0, "json", (block) => ({ ...block, json: { a: 2 } }));
    expect(contentOf(inside.messages[2])[0]).toEqual(result("a", [{ json: { a: 2 }, x_own: 1 }]));
  });

  test("a changed field changes alone, and is pointed at", () => {
    const call = { toolUse: { toolUseId: "a", name: "read", input: { big: 1e21 }, x_own: 1 }, x_own: 2 };
    const { messages, pointerOf } = withBlock(
      body([ask, { role: "assistant", content: [call] }]),
      1,
      0,
      "id",
      (block) => ({ ...block, id: "b" }),
    );
    expect(contentOf(messages[1])).toEqual([{ toolUse: { ...call.toolUse, toolUseId: "b" }, x_own: 2 }]);
    expect(pointerOf(2 ** 20 + 1, "id")).toBe("/messages/1/content/0/toolUse/toolUseId");
    expect(pointerOf(2 ** 20 + 1, "arguments")).toBe("/messages/1/content/0/toolUse/input");
  });

  test("whether a tool failed is written where it was, and only where it was asked for", () => {
    const given = body([ask, calls, { role: "user", content: [result("a"), result("b", [], { status: "success" })] }]);
    const flip = (index: number) =>
      edited(given, (turns, record) =>
        turns.map((turn, at) =>
          at !== index
            ? turn
            : record.edit(turn, (message, note) => {
                note.set("isError", WHY);
                return { ...message, isError: true };
              }),
        ),
      ).messages[2];
    expect(flip(2)).toEqual({
      role: "user",
      content: [result("a", [], { status: "error" }), result("b", [], { status: "success" })],
    });
    expect(flip(3)).toEqual({ role: "user", content: [result("a"), result("b", [], { status: "error" })] });
  });

  const forms: [string, unknown, number, number | undefined, unknown][] = [
    ["a string as content", { role: "user", content: "hi" }, 0, undefined, { role: "user", content: [text("hi")] }],
    [
      "an object as content",
      { role: "user", content: text("hi") },
      0,
      undefined,
      { role: "user", content: [text("hi")] },
    ],
    [
      "a result whose content is a string",
      { role: "user", content: [result("a", "hi")] },
      0,
      undefined,
      { role: "user", content: [result("a", [text("hi")])] },
    ],
    [
      "a result without content",
      { role: "user", content: [{ toolResult: { toolUseId: "a" } }] },
      0,
      undefined,
      { role: "user", content: [result("a", [])] },
    ],
    [
      "JSON in a message",
      { role: "user", content: [{ json: { a: 1 } }] },
      0,
      0,
      { role: "user", content: [text('{"a":1}')] },
    ],
    [
      "a signature without a text",
      { role: "assistant", content: [reasoning(null)] },
      0,
      0,
      { role: "assistant", content: [reasoning("")] },
    ],
    [
      "reasoning one level too high",
      { role: "assistant", content: [{ reasoningContent: { text: "hm", signature: SIGNATURE } }] },
      0,
      0,
      { role: "assistant", content: [reasoning("hm")] },
    ],
  ];
  test.each(forms)(
    "%s is written as the API documents it when that is asked for",
    (_, message, at, block, expected) => {
      const { messages } = edited(body([message]), (turns, record) =>
        turns.map((turn, index) =>
          index !== at
            ? turn
            : record.edit(turn, (before, note) => {
                if (block === undefined) {
                  note.set("form", WHY);
                  return { ...before, form: "canonical" };
                }
                note.rewrite(block, "form", WHY);
                const blocks = blocksOf(before);
                return { ...before, content: blocks.with(block, { ...(blocks[block] as Block), form: "canonical" }) };
              }),
        ),
      );
      expect(messages[0]).toEqual(expected);
    },
  );

  test("a tool that is renamed is renamed where it is chosen, and all tools gone leave nothing", () => {
    const given = body([ask], {
      toolConfig: {
        tools: [{ toolSpec: { name: "a.b", inputSchema: { json: {} }, strict: true } }, point()],
        toolChoice: { tool: { name: "a.b" } },
      },
    });
    const { messages, request, shape } = adapter.parse(given, DIALECT);
    const tools = request.tools?.map((tool) => (tool.index === 0 ? { ...tool, name: "a_b" } : tool)) ?? [];
    const renamed = adapter.serialize(wrap(messages), { ...request, tools }, DIALECT, shape).body;
    expect(renamed).toEqual(
      body([ask], {
        toolConfig: {
          tools: [{ toolSpec: { name: "a_b", inputSchema: { json: {} }, strict: true } }, point()],
          toolChoice: { tool: { name: "a_b" } },
        },
      }),
    );
    const { tools: _, ...without } = request;
    const gone = adapter.serialize(wrap(messages), without, DIALECT, shape).body as Json;
    expect(gone["toolConfig"]).toBeUndefined();
  });
});

describe("a body of session messages", () => {
  const built = (messages: readonly SessionMessage[], dialect = DIALECT) =>
    adapter.serialize(wrap(messages), {}, dialect);
  const call = { type: "toolCall", id: "a", name: "read", arguments: { path: "x" } };

  test("has turns that alternate: results and the text behind them, and several user turns, are one", () => {
    const messages = [
      { role: "user", content: "go" },
      { role: "user", content: [{ type: "text", text: "now" }] },
      {
        role: "assistant",
        content: [{ type: "text", text: "ok" }, call, { ...call, type: "tool_use", id: "b", input: {} }],
      },
      { role: "toolResult", toolCallId: "a", content: "A", cache_control: { type: "ephemeral" } },
      { role: "toolResult", toolUseId: "b", content: [], isError: true },
      { role: "user", content: [{ type: "text", text: "and" }] },
    ];
    expect(built(messages).body).toEqual({
      messages: [
        { role: "user", content: [text("go"), text("now")] },
        {
          role: "assistant",
          content: [
            text("ok"),
            { toolUse: { toolUseId: "a", name: "read", input: { path: "x" } } },
            { toolUse: { toolUseId: "b", name: "read", input: { path: "x" } } },
          ],
        },
        {
          role: "user",
          content: [result("a", [text("A")]), point(), result("b", [], { status: "error" }), text("and")],
        },
      ],
    });
    expect(checkBuild(adapter, messages, DIALECT, options)).toEqual([]);
  });

  test("has the leading system messages as its system prompt, behind the request's own", () => {
    const messages = [
      { role: "system", content: "one" },
      { role: "system", content: [{ type: "text", text: "two", cache_control: { type: "ephemeral" } }] },
      { role: "user", content: "go" },
    ];
    const written = adapter.serialize(wrap(messages), { system: "zero" }, DIALECT);
    expect(written.body).toMatchObject({
      system: [text("zero"), text("one"), text("two"), point()],
      messages: [{ role: "user" }],
    });
    expect(written.pointerOf(1)).toBe("/system/1");
    expect(written.placeAt("/system/2/text")).toBe(2 ** 20 + 1);
  });

  const words: [string, Block, unknown][] = [
    ["signed thinking", { type: "thinking", thinking: "hm", thinkingSignature: SIGNATURE }, reasoning("hm")],
    [
      "encrypted thinking",
      { type: "thinking", thinking: "", redacted: true, thinkingSignature: "abcd" },
      { reasoningContent: { redactedContent: "abcd" } },
    ],
    [
      "redacted thinking",
      { type: "redacted_thinking", data: "abcd" },
      { reasoningContent: { redactedContent: "abcd" } },
    ],
    [
      "an image",
      { type: "image", data: PNG, mimeType: "image/jpg" },
      { image: { format: "jpeg", source: { bytes: PNG } } },
    ],
    [
      "an image in a bucket",
      { type: "media", kind: "image", url: "s3://b/a.PNG" },
      { image: { format: "png", source: { s3Location: { uri: "s3://b/a.PNG" } } } },
    ],
    [
      "a PDF",
      { type: "document", mimeType: "application/pdf", name: "a", data: "JVBE" },
      { document: { format: "pdf", name: "a", source: { bytes: "JVBE" } } },
    ],
    [
      "a text document without a name",
      { type: "document", text: "t" },
      { document: { format: "txt", name: "document", source: { text: "t" } } },
    ],
    [
      "arguments as JSON text",
      { ...call, arguments: '{"path": 1}' },
      { toolUse: { toolUseId: "a", name: "read", input: { path: 1 } } },
    ],
    [
      "no arguments",
      { type: "toolCall", id: "a", name: "read" },
      { toolUse: { toolUseId: "a", name: "read", input: {} } },
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
    ["an image by URL", { type: "media", kind: "image", url: "https://x.test/a.png" }],
    ["an image of no known format in a bucket", { type: "media", kind: "image", url: "s3://b/a" }],
    ["a file of another provider", { type: "media", kind: "image", fileId: "file-1" }],
    ["a document of a type that is not taken", { type: "document", mimeType: "application/zip", data: "AAAA" }],
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

  test("has one message of what stood on both sides of something that it has no words for", () => {
    const { body: after, lost } = built([
      { role: "user", content: "a" },
      { role: "custom", content: "x" },
      { role: "user", content: "b" },
    ]);
    expect(after).toEqual({ messages: [{ role: "user", content: [text("a"), text("b")] }] });
    expect(lost).toEqual([{ place: 2 ** 20, what: "a custom message" }]);
  });

  test("has a message of a turn that had no content", () => {
    expect(built([{ role: "assistant", content: [] }]).body).toEqual({
      messages: [{ role: "assistant", content: [] }],
    });
  });

  test("has no reasoning for models that refuse it, and no status for those that do not know it", () => {
    const messages = [
      { role: "assistant", content: [{ type: "thinking", thinking: "hm", thinkingSignature: SIGNATURE }, call] },
      { role: "toolResult", toolCallId: "a", content: "boom", isError: true },
    ];
    const nova = built(messages, "nova");
    expect(nova.body).toMatchObject({
      messages: [{ content: [{ toolUse: {} }] }, { content: [result("a", [text("boom")], { status: "error" })] }],
    });
    expect(nova.lost).toEqual([{ place: 1, what: "a thinking block" }]);
    const llama = built(messages, "llama");
    expect(llama.body).toMatchObject({ messages: [{}, { content: [{ toolResult: { toolUseId: "a" } }] }] });
    expect(llama.lost).toEqual([
      { place: 1, what: "a thinking block" },
      { place: 2 ** 20, what: "the failure of a tool" },
    ]);
  });

  test("has the tools and params of the request, and the model's own apart", () => {
    const tools = [{ name: "read", description: "Reads.", parameters: { type: "object" } }, { name: "now" }];
    const params = {
      modelId: "m",
      inferenceConfig: { maxTokens: 5 },
      thinking: { type: "adaptive" },
      additionalModelRequestFields: { top_k: 1 },
      toolConfig: { toolChoice: { auto: {} } },
    };
    expect(adapter.serialize([], { system: "s", tools, params }, DIALECT).body).toEqual({
      modelId: "m",
      system: [text("s")],
      inferenceConfig: { maxTokens: 5 },
      additionalModelRequestFields: { thinking: { type: "adaptive" }, top_k: 1 },
      messages: [],
      toolConfig: {
        toolChoice: { auto: {} },
        tools: [
          { toolSpec: { name: "read", description: "Reads.", inputSchema: { json: { type: "object" } } } },
          { toolSpec: { name: "now", inputSchema: { json: { type: "object", properties: {} } } } },
        ],
      },
    });
    expect(adapter.serialize([], { tools: [] }, DIALECT).body).toEqual({ messages: [] });
  });
});
