import { describe, expect, test } from "vitest";
import { wrap } from "../../src/pipeline/engine.ts";
import { Recorder } from "../../src/pipeline/record.ts";
import { type Block, blocksOf, type SessionMessage } from "../../src/transcript/message.ts";
import type { Turn } from "../../src/transcript/place.ts";
import { googleDemands } from "../../src/validate/google-generative-ai/dialects.ts";
import { anthropicMessages } from "../../src/wire/anthropic-messages/index.ts";
import { googleDialectFor, googleDialects } from "../../src/wire/google-generative-ai/dialects.ts";
import { googleGenerativeAi as adapter } from "../../src/wire/google-generative-ai/index.ts";
import { createRandom } from "../properties/random.ts";
import { googleCase } from "./cases/google-generative-ai.ts";
import { valid as anthropicBodies } from "./fixtures/anthropic-messages.ts";
import { valid } from "./fixtures/google-generative-ai.ts";
import { odd } from "./fixtures/google-generative-ai-odd.ts";
import { ask, call, image, model, PNG, response, SIGNATURE, say, signed, text, user } from "./fixtures/google-parts.ts";
import { checkBuild, checkEdits, checkIdentity, checkRequest, deepValue } from "./laws.ts";
import { describeRow, runLaws } from "./suite.ts";

const DIALECT = "ai-studio";
const WHY = { text: "A test edits this.", lossy: false };
const { options } = googleCase;
const { normal: _, ...anyOptions } = options;

describe.each([...valid, ...odd])("$name", ({ body, messages }) => {
  test("is read", () => {
    if (messages) expect(adapter.parse(body, DIALECT).messages).toEqual(messages);
  });
  test("obeys the laws", () => {
    expect(checkIdentity(adapter, body, DIALECT)).toEqual([]);
    expect(checkRequest(adapter, body, DIALECT)).toEqual([]);
    const laws = valid.some((one) => one.body === body) ? options : anyOptions;
    for (let seed = 0; seed < 20; seed++)
      expect(checkEdits(adapter, body, DIALECT, createRandom(seed), laws)).toEqual([]);
  });
});

test("the laws hold for 400 random bodies", { timeout: 120_000 }, () => {
  const row = runLaws(googleCase, 400, 500_000);
  expect(row.failures.length, describeRow(row)).toBe(0);
  expect(row.distinct).toBeGreaterThan(240);
});

test("arguments and responses far too deep are passed on", () => {
  const body = say([
    ask,
    model(signed("read", { args: deepValue() })),
    user(response("read", { response: { output: deepValue() } })),
  ]);
  expect(checkIdentity(adapter, body, DIALECT)).toEqual([]);
  for (let seed = 0; seed < 20; seed++)
    expect(checkEdits(adapter, body, DIALECT, createRandom(seed), anyOptions)).toEqual([]);
});

describe("detection", () => {
  test.each(valid)("$name", ({ body }) => {
    expect(adapter.detect(body)).toBe(true);
    expect(anthropicMessages.detect(body)).toBe(false);
  });
  test("leaves bodies of others alone", () => {
    for (const { body } of anthropicBodies) expect(adapter.detect(body)).toBe(false);
    for (const body of [null, [], "x", {}, { contents: "x" }, { contents: [{ role: "user", content: "x" }] }]) {
      expect(adapter.detect(body)).toBe(false);
    }
  });
});

describe("dialects", () => {
  test("stand in both places", () => expect(Object.keys(googleDialects)).toEqual(Object.keys(googleDemands)));
  test.each([
    ["google", "gemini-3-pro-preview", "", "ai-studio"],
    ["google", "gemini-2.5-flash", "", "ai-studio-2"],
    ["google-vertex", "gemini-3.5-flash", "", "vertex"],
    ["", "models/gemini-2.0-flash", "https://us-central1-aiplatform.googleapis.com/v1", "vertex-2"],
    ["google-gemini-cli", "auto-gemini-3", "", "code-assist"],
    ["google-antigravity", "claude-opus-4-6", "", "code-assist"],
    ["my-proxy", "gemini-flash-latest", "https://proxy.test", "ai-studio"],
    ["", "", "", "ai-studio"],
  ])("%s %s %s", (provider, modelId, baseUrl, id) => {
    expect(googleDialectFor({ provider, modelId, baseUrl })).toBe(id);
  });
});

/** A body after an edit of its turns. */
function edited(body: unknown, change: (turns: readonly Turn[], record: Recorder) => readonly Turn[]) {
  const { messages, request, shape } = adapter.parse(body, DIALECT);
  const written = adapter.serialize(change(wrap(messages), new Recorder()), request, DIALECT, shape);
  return { ...written, contents: (written.body as { contents: Record<string, unknown>[] }).contents };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const rename = (id: string) => (turns: readonly Turn[], record: Recorder) =>
  turns.map((turn) =>
    record.edit(turn, (message, note) => {
      if (message.role === "toolResult") {
        note.set("toolCallId", WHY);
        return { ...message, toolCallId: id };
      }
      if (message.role !== "assistant") return message;
      note.rewrite(0, "id", WHY);
      return { ...message, content: blocksOf(message).map((block) => ({ ...block, id })) };
    }),
  );

describe("what edits write", () => {
  test("ids that are not on the wire stay off it", () => {
    const body = say([ask, model(signed("read")), user(response("read"))]);
    const { contents } = edited(body, rename("renamed"));
    expect(contents).toEqual([ask, model(signed("read")), user(response("read"))]);
    expect(contents[1]?.["parts"]).toEqual([signed("read")]);
  });

  test("ids that are on the wire change together", () => {
    const body = say([ask, model(signed("read", { id: "a" })), user(response("read", { id: "a" }))]);
    const { contents } = edited(body, rename("b"));
    expect(contents).toEqual([ask, model(signed("read", { id: "b" })), user(response("read", { id: "b" }))]);
  });

  test("a result that is made has the id of its call only if that has one there", () => {
    const make = (turns: readonly Turn[], record: Recorder): readonly Turn[] => {
      const [first, asked] = turns as [Turn, Turn];
      const ids = blocksOf(asked.message).map(({ id }) => String(id));
      const made = ids.map((toolCallId) => {
        const content = [{ type: "text", text: "?" }];
        return record.make({ role: "toolResult", toolCallId, toolName: "x", content, isError: true }, WHY, asked);
      });
      return [first, asked, ...made];
    };
    const { contents } = edited(say([ask, model(signed("read", { id: "a" }), call("exec"))]), make);
    expect(contents[2]).toEqual(
      user(
        { functionResponse: { id: "a", name: "read", response: { error: "?" } } },
        { functionResponse: { name: "exec", response: { error: "?" } } },
      ),
    );
  });

  test("an edited result keeps its other keys, a structured one becomes output", () => {
    const body = say([
      ask,
      model(signed("a"), call("b"), call("c")),
      user(
        response("a", { response: { output: "x", exitCode: 1 }, scheduling: "SILENT" }),
        response("b", { response: { temperature: 3 } }),
        response("c", { response: { error: "x" } }),
      ),
    ]);
    const { contents, pointerOf } = edited(body, (turns, record) =>
      turns.map((turn) =>
        record.edit(turn, (message, note) => {
          if (message.role !== "toolResult") return message;
          note.rewrite(0, "text", WHY);
          return { ...message, content: [{ type: "text", text: "new" }] };
        }),
      ),
    );
    expect(contents[2]).toEqual(
      user(
        response("a", { response: { output: "new", exitCode: 1 }, scheduling: "SILENT" }),
        response("b", { response: { output: "new" } }),
        response("c", { response: { error: "new" } }),
      ),
    );
    expect(pointerOf(2 * 2 ** 20 + 1)).toBe("/contents/2/parts/0/functionResponse/response/output");
    expect(pointerOf(4 * 2 ** 20 + 1)).toBe("/contents/2/parts/2/functionResponse/response/error");
  });

  test("texts of one result are joined, pictures stand beside them", () => {
    const body = say([ask, model(signed("a")), user(response("a"))]);
    const { contents } = edited(body, (turns, record) =>
      turns.map((turn) =>
        record.edit(turn, (message, note) => {
          if (message.role !== "toolResult") return message;
          note.insert(1, WHY);
          note.insert(1, WHY);
          const picture = { type: "image", data: PNG, mimeType: "image/png" };
          return { ...message, content: [...blocksOf(message), { type: "text", text: "more" }, picture] };
        }),
      ),
    );
    expect(contents[2]).toEqual(
      user({ functionResponse: { name: "a", response: { output: "r\nmore" }, parts: [image()] } }),
    );
  });

  test("a message that is asked to be restated has the API's own role, form and id", () => {
    const body = say([
      { role: "assistant", parts: [signed("a", { id: "x" })] },
      { role: "tool", parts: [response("a", { id: "stray", response: "bare" })] },
      { parts: "text" },
    ]);
    const { contents } = edited(body, (turns, record) =>
      turns.map((turn) =>
        record.edit(turn, (message, note) => {
          note.set("form", WHY);
          return { ...message, form: "canonical" };
        }),
      ),
    );
    expect(contents).toEqual([
      model(signed("a", { id: "x" })),
      user(response("a", { id: "x", response: { output: "bare" } })),
      { parts: [text("text")], role: "user" },
    ]);
  });

  test("what stands behind responses can be given a content of its own", () => {
    const note = text("note");
    const { contents } = edited(
      say([ask, model(signed("a")), { ...user(response("a"), note), own: 1 }]),
      (turns, record) => {
        const [first, asked, result, said] = turns as [Turn, Turn, Turn, Turn];
        record.drop(said, WHY);
        return [first, asked, result, record.make(said.message, WHY, said, [said.at + 1])];
      },
    );
    expect(contents.slice(2)).toEqual([{ ...user(response("a")), own: 1 }, user(note)]);
    expect(listOf(contents[3]?.["parts"])[0]).toBe(note);
  });

  test("declared functions are written where they stand, and the server's tools stay", () => {
    const tools = [
      { googleSearch: {} },
      { functionDeclarations: [{ name: "a", x: 1 }] },
      { functionDeclarations: [{ name: "b" }] },
    ];
    const { messages, request, shape } = adapter.parse(say([ask], { tools }), DIALECT);
    expect(request.tools?.map(({ name, pointer }) => [name, pointer])).toEqual([
      ["a", "/tools/1/functionDeclarations/0"],
      ["b", "/tools/2/functionDeclarations/0"],
    ]);
    const write = (now: typeof request.tools): unknown => {
      const written = adapter.serialize(wrap(messages), { ...request, ...(now && { tools: now }) }, DIALECT, shape);
      return (written.body as { tools: unknown }).tools;
    };
    const [a, b] = request.tools ?? [];
    if (!a || !b) throw new Error("no tools were read");
    expect(write([{ ...a, name: "z" }, b])).toEqual([
      tools[0],
      { functionDeclarations: [{ name: "z", x: 1 }] },
      tools[2],
    ]);
    expect(write([b])).toEqual([tools[0], tools[2]]);
    expect(write([a, b, { name: "c", parameters: { type: "object" } }])).toEqual([
      tools[0],
      tools[1],
      { functionDeclarations: [{ name: "b" }, { name: "c", parametersJsonSchema: { type: "object" } }] },
    ]);
  });
});

describe("a body of session messages", () => {
  const toolCall = { type: "toolCall", id: "a", name: "read", arguments: { path: "x" } };
  const session: readonly SessionMessage[] = [
    { role: "user", content: "go" },
    { role: "assistant", content: [{ type: "text", text: "ok" }, toolCall, { ...toolCall, id: "b" }] },
    { role: "toolResult", toolCallId: "a", toolName: "old name", content: "A" },
    { role: "toolResult", toolUseId: "b", content: [{ type: "text", text: "no" }], isError: true },
    { role: "user", content: [{ type: "text", text: "and" }] },
  ];
  const build = (messages: readonly SessionMessage[], dialect = DIALECT) =>
    adapter.serialize(wrap(messages), {}, dialect);

  test("has all results in one content, named as their calls, and what the user says behind it", () => {
    expect(build(session).body).toEqual({
      contents: [
        user(text("go")),
        model(
          text("ok"),
          call("read", { id: "a", args: { path: "x" } }),
          call("read", { id: "b", args: { path: "x" } }),
        ),
        user(
          { functionResponse: { id: "a", name: "read", response: { output: "A" } } },
          { functionResponse: { id: "b", name: "read", response: { error: "no" } } },
        ),
        user(text("and")),
      ],
    });
    expect(checkBuild(adapter, session, DIALECT, options)).toEqual([]);
  });

  test("has no ids and no pictures in responses for older models", () => {
    const picture = { type: "image", data: PNG, mimeType: "image/png" };
    const messages: SessionMessage[] = [
      { role: "assistant", content: [toolCall] },
      { role: "toolResult", toolCallId: "a", content: [{ type: "text", text: "see" }, picture] },
    ];
    expect(build(messages, "ai-studio-2").body).toEqual({
      contents: [
        model(call("read", { args: { path: "x" } })),
        user({ functionResponse: { name: "read", response: { output: "see" } } }, image()),
      ],
    });
    expect(build(messages).body).toMatchObject({
      contents: [{}, { parts: [{ functionResponse: { parts: [image()] } }] }],
    });
  });

  test("has the leading system messages in the system prompt", () => {
    const messages = [
      { role: "system", content: "one" },
      { role: "user", content: "go" },
    ];
    const written = adapter.serialize(wrap(messages), { system: "zero" }, DIALECT);
    expect(written.body).toEqual({
      contents: [ask],
      systemInstruction: { parts: [text("zero"), text("one")] },
    });
    expect(written.pointerOf(1)).toBe("/systemInstruction/parts/1");
    expect(adapter.serialize([], { system: "s", tools: [{ name: "a" }], params: { x: 1 } }, DIALECT).body).toEqual({
      contents: [],
      systemInstruction: { parts: [text("s")] },
      tools: [{ functionDeclarations: [{ name: "a" }] }],
      x: 1,
    });
  });

  const own = { api: "google-generative-ai", provider: "google" };
  const words: [string, Block, unknown, object?][] = [
    ["a signed call", { ...toolCall, thoughtSignature: SIGNATURE }, signed("read", { id: "a", args: { path: "x" } })],
    ["arguments as JSON text", { ...toolCall, arguments: '{"n": 1}' }, call("read", { id: "a", args: { n: 1 } })],
    [
      "a signed thought of Google's",
      { type: "thinking", thinking: "hm", thinkingSignature: SIGNATURE },
      { thought: true, text: "hm", thoughtSignature: SIGNATURE },
      own,
    ],
    [
      "a signed text of Google's",
      { type: "text", text: "t", textSignature: SIGNATURE },
      text("t", { thoughtSignature: SIGNATURE }),
      own,
    ],
    ["a text signed by another", { type: "text", text: "t", textSignature: '{"v":1,"id":"msg_1"}' }, text("t")],
    ["an image", { type: "image", data: PNG, mimeType: "image/png" }, image()],
    [
      "a PDF",
      { type: "document", mimeType: "application/pdf", name: "a", data: "JVBE" },
      { inlineData: { mimeType: "application/pdf", data: "JVBE", displayName: "a" } },
    ],
    ["a text document", { type: "document", text: "t" }, text("t")],
    [
      "a file by URL",
      { type: "media", kind: "image", url: "https://x.test/a", mimeType: "image/png" },
      { fileData: { mimeType: "image/png", fileUri: "https://x.test/a" } },
    ],
  ];
  test.each(words)("has words for %s", (_name, block, part, more = {}) => {
    const { body, lost } = build([{ role: "assistant", content: [block], ...more }]);
    expect(body).toEqual({ contents: [model(part)] });
    expect(lost).toEqual([]);
  });

  const silent: [string, Block][] = [
    ["unsigned thinking", { type: "thinking", thinking: "hm" }],
    ["thinking of another provider", { type: "thinking", thinking: "hm", thinkingSignature: SIGNATURE }],
    ["redacted thinking", { type: "redacted_thinking", data: "QUJD" }],
    ["a file of another provider", { type: "media", kind: "image", fileId: "file-1" }],
    ["what another format alone knows", { type: "opaque", kind: "item_reference" }],
  ];
  test.each(silent)("has no words for %s, and says so", (_name, block) => {
    const { body, lost } = build([{ role: "assistant", content: [{ type: "text", text: "t" }, block] }]);
    expect(body).toEqual({ contents: [model(text("t"))] });
    expect(lost).toEqual([{ place: 2, what: `a ${block.type} block` }]);
  });

  test("has no words for entries of the host, and says so", () => {
    const { body, lost } = build([
      { role: "custom", content: "x" },
      { role: "opaque", kind: "null" },
    ]);
    expect(body).toEqual({ contents: [] });
    expect(lost.map(({ place }) => place)).toEqual([0, 2 ** 20]);
  });

  test("says what a body of Anthropic's says", () => {
    for (const { body } of anthropicBodies) {
      const { messages } = anthropicMessages.parse(body, "anthropic");
      const turns = wrap(messages);
      const written = adapter.serialize(turns, {}, DIALECT);
      expect(checkIdentity(adapter, written.body, DIALECT)).toEqual([]);
      const calls = (list: readonly SessionMessage[]) =>
        list.flatMap(blocksOf).filter(({ type }) => type === "toolCall");
      expect(calls(adapter.parse(written.body, DIALECT).messages).map(({ id, name }) => [id, name])).toEqual(
        calls(messages).map(({ id, name }) => [id, name]),
      );
    }
  });
});
