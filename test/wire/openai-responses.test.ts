import { describe, expect, test } from "vitest";
import { wrap } from "../../src/pipeline/engine.ts";
import { Recorder } from "../../src/pipeline/record.ts";
import { type Block, blocksOf } from "../../src/transcript/message.ts";
import { PLACES_PER_MESSAGE, type Turn } from "../../src/transcript/place.ts";
import { responsesDemands } from "../../src/validate/openai-responses/dialects.ts";
import { responsesDialectFor, responsesDialects } from "../../src/wire/openai-responses/dialects.ts";
import { openaiResponses as adapter } from "../../src/wire/openai-responses/index.ts";
import { createRandom } from "../properties/random.ts";
import { responsesCase } from "./cases/openai-responses.ts";
import { valid } from "./fixtures/openai-responses.ts";
import { odd } from "./fixtures/openai-responses-odd.ts";
import {
  ask,
  body,
  call,
  ENCRYPTED,
  inputText,
  type Json,
  output,
  outputText,
  PNG,
  reasoning,
  said,
  told,
} from "./fixtures/responses-items.ts";
import { checkEdits, checkIdentity, checkRequest, deepValue } from "./laws.ts";
import { describeRow, runLaws } from "./suite.ts";

const DIALECT = "openai";
const WHY = { text: "A test edits this.", lossy: false };
const { options } = responsesCase;

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

test("the laws hold for 400 random bodies", { timeout: 120_000 }, () => {
  const row = runLaws(responsesCase, 400, 500_000);
  expect(row.failures.length, describeRow(row)).toBe(0);
  expect(row.distinct).toBeGreaterThan(240);
});

test("every dialect is judged, and every one that is judged is written", () => {
  expect(Object.keys(responsesDialects)).toEqual(Object.keys(responsesDemands));
});

test.each([
  [{ provider: "openai" }, "openai"],
  [{}, "openai"],
  [{ provider: "azure-openai-responses" }, "azure"],
  [{ provider: "openai", baseUrl: "https://x.openai.azure.com/openai/v1" }, "azure"],
  [{ provider: "openai-codex" }, "codex"],
  [{ provider: "openai", baseUrl: "https://chatgpt.com/backend-api/codex" }, "codex"],
  [{ provider: "acme", modelId: "deepseek-v4-pro" }, "deepseek"],
  [{ provider: "acme" }, "compatible"],
])("%o speaks the dialect %s", (target, dialect) => {
  expect(responsesDialectFor({ provider: "", modelId: "", baseUrl: "", ...target })).toBe(dialect);
});

describe("is told from other bodies", () => {
  const others: Record<string, unknown> = {
    "Chat Completions": { model: "gpt-5.2", messages: [ask] },
    Messages: { model: "claude-opus-4-6", max_tokens: 5, messages: [ask] },
    Gemini: { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
    Converse: { modelId: "m", messages: [{ role: "user", content: [{ text: "hi" }] }] },
    embeddings: { model: "text-embedding-3-small", input: "hi" },
    "embeddings of a model that nobody knows": { model: "m", input: "hi", encoding_format: "float" },
    "embeddings of texts": { model: "m", input: ["a", "b"] },
    tokens: { model: "m", input: [1, 2] },
    moderation: { model: "omni-moderation-latest", input: "hi" },
    speech: { model: "gpt-4o-mini-tts", input: "hi", voice: "alloy" },
    "an object without an input": { model: "gpt-5.2" },
  };
  test.each(Object.entries(others))("%s", (_, given) => expect(adapter.detect(given)).toBe(false));
  test.each(valid)("$name", ({ body: given }) => expect(adapter.detect(given)).toBe(true));
  test("a body that only continues", () => {
    expect(adapter.detect({ model: "gpt-5.2", previous_response_id: "resp_1" })).toBe(true);
  });
});

test("arguments far too deep are passed on, as text and as a value", () => {
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  const given = body([
    ask,
    call("call_1", { arguments: `{"a":${deep}}` }),
    call("call_2", { arguments: deepValue() }),
    { type: "reasoning", id: "rs_1", summary: [], x: deepValue() },
  ]);
  expect(checkIdentity(adapter, given, DIALECT)).toEqual([]);
  const { normal: _, ...laws } = options;
  expect(checkEdits(adapter, given, DIALECT, createRandom(1), laws)).toEqual([]);
});

/** A body after an edit of its turns. */
function edited(given: unknown, change: (turns: readonly Turn[], record: Recorder) => readonly Turn[]) {
  const { messages, request, shape } = adapter.parse(given, DIALECT);
  const written = adapter.serialize(change(wrap(messages), new Recorder()), request, DIALECT, shape);
  return { ...written, shape, items: (written.body as { input: readonly Json[] }).input };
}

const contentOf = (item: Json | undefined): unknown[] => item?.["content"] as unknown[];

/** The turns with the blocks of one of them changed. */
function withBlocks(
  turns: readonly Turn[],
  record: Recorder,
  index: number,
  change: (blocks: readonly Block[]) => readonly Block[],
) {
  return turns.map((turn, at) => {
    if (at !== index) return turn;
    return record.edit(turn, (message) => ({ ...message, content: change(blocksOf(message)) }));
  });
}

describe("what edits write", () => {
  const [a, b] = [outputText("a", { annotations: [] }), outputText("b", { logprobs: [] })];
  const message: Json = { ...said(a, b), id: "msg_1", status: "completed", phase: "commentary" };

  test("a message that is split has its id once, its phase twice, and its very parts", () => {
    const { items, lost } = edited(body([ask, reasoning("rs_1"), message]), ([first, turn], record) => {
      const answer = turn as Turn;
      const blocks = blocksOf(answer.message);
      const head = record.edit(answer, (one, note) => {
        note.drop(2, WHY);
        return { ...one, content: blocks.slice(0, 2) };
      });
      const tail = record.make({ role: "assistant", content: blocks.slice(2) }, WHY, answer, [answer.at + 3]);
      const between = record.make({ role: "user", content: [{ type: "text", text: "?" }] }, WHY, answer);
      return [first, head, between, tail] as Turn[];
    });
    expect(items.slice(2)).toEqual([
      { ...message, content: [a] },
      told(inputText("?")),
      { type: "message", role: "assistant", phase: "commentary", content: [b] },
    ]);
    expect(contentOf(items[2])[0]).toBe(a);
    expect(contentOf(items[4])[0]).toBe(b);
    expect(lost).toEqual([]);
  });

  test("without its reasoning, a message has no id and a call no item id, and nothing else changes", () => {
    const asked = call("call_1", { id: "fc_1", arguments: '{"a":  1}', status: "completed" });
    const answered = output("call_1");
    const given = body([ask, reasoning("rs_1"), message, asked, answered]);
    const { items } = edited(given, (turns, record) => {
      const dropped = withBlocks(turns, record, 1, ([, ...rest]) =>
        rest.map((block) => {
          if (block.type === "toolCall") return { ...block, id: "call_1" };
          const { textSignature: _, ...text } = block;
          return { ...text, textSignature: '{"v":1,"phase":"commentary"}' } as Block;
        }),
      ).map((turn, at) => (at === 1 ? { ...turn, blocks: [1, 2, 3].map((one) => turn.at + 1 + one) } : turn));
      return dropped.map((turn, at) =>
        at === 2 ? record.edit(turn, (one) => ({ ...one, toolCallId: "call_1" })) : turn,
      );
    });
    const { id: _, ...bare } = message;
    const { id: __, ...bareCall } = asked;
    expect(items).toEqual([ask, bare, bareCall, answered]);
    expect(items[1]?.["content"]).toBe(message["content"]);
    expect(items[3]).toBe(answered);
  });

  test("a changed phase is that of the item", () => {
    const { items } = edited(body([ask, reasoning("rs_1"), message]), (turns, record) =>
      withBlocks(turns, record, 1, (blocks) =>
        blocks.map((block) => (block.type === "text" ? { ...block, textSignature: '{"v":1,"id":"msg_1"}' } : block)),
      ),
    );
    const { phase: _, ...rest } = message;
    expect(items[2]).toEqual(rest);
  });

  test("the pointers of what an item says of itself are those of the item", () => {
    const given = body([ask, reasoning("rs_1"), message, call("call_1", { id: "fc_1" })]);
    const { shape, pointerOf, placeAt } = edited(given, (turns) => turns);
    const at = PLACES_PER_MESSAGE;
    expect(shape.pointerIn(at)).toBe("/input/1");
    expect(shape.pointerIn(at + 2, "textSignature")).toBe("/input/2/id");
    expect(pointerOf(at + 2, "textSignature")).toBe("/input/2/id");
    expect(pointerOf(at + 2, "text")).toBe("/input/2/content/0/text");
    expect(pointerOf(at + 4, "id")).toBe("/input/3");
    expect(pointerOf(at + 4, "arguments")).toBe("/input/3/arguments");
    expect(placeAt("/input/1/encrypted_content")).toBe(at + 1);
    expect(placeAt("/input/2/id")).toBe(at + 2);
    expect(placeAt("/input/2/content/1/text")).toBe(at + 3);
    expect(placeAt("/input/3/call_id")).toBe(at + 4);
  });

  test("an input that was a string stays one, or becomes a list", () => {
    const rewrite = (turns: readonly Turn[], record: Recorder) =>
      withBlocks(turns, record, 0, () => [{ type: "text", text: "ho" }]);
    expect(edited({ input: "hi" }, rewrite).body).toEqual({ input: "ho" });
    const more = edited({ input: "hi" }, (turns, record) => [
      ...turns,
      record.make({ role: "assistant", content: [{ type: "text", text: "ho" }] }, WHY, turns[0] as Turn),
    ]);
    expect(more.body).toEqual({ input: [told(inputText("hi")), said(outputText("ho"))] });
    expect(more.placeAt("/input/0/content/0")).toBe(1);
  });

  test("an image that was made to fit has its new type and data in one URL", () => {
    const image = { type: "input_image", image_url: `data:image/png;base64,${PNG}`, detail: "high" };
    const { items } = edited(body([told(image)]), (turns, record) =>
      withBlocks(turns, record, 0, ([block]) => [{ ...(block as Block), data: "R0lG", mimeType: "image/gif" }]),
    );
    expect(items).toEqual([told({ ...image, image_url: "data:image/gif;base64,R0lG" })]);
  });

  test("a result that was put in is of the kind of its call, and names it as the body does", () => {
    const given = body([
      ask,
      { type: "custom_tool_call", call_id: "call_1", name: "patch", input: "x" },
      call("a|b", { id: "fc_1" }),
    ]);
    const { items } = edited(given, ([first, asked], record) => {
      const ids = blocksOf((asked as Turn).message).map(({ id }) => id);
      const made = ids.map((id) =>
        record.make({ role: "toolResult", toolCallId: id, content: [{ type: "text", text: "?" }] }, WHY, asked as Turn),
      );
      return [first, asked, ...made] as Turn[];
    });
    expect(items.slice(3)).toEqual([
      { type: "custom_tool_call_output", call_id: "call_1", output: "?" },
      { type: "function_call_output", call_id: "a|b", output: "?" },
    ]);
  });

  test("an emptied output is an empty text", () => {
    const { items } = edited(body([ask, call("call_1"), output("call_1")]), (turns, record) =>
      withBlocks(turns, record, 2, () => []),
    );
    expect(items[2]).toEqual(output("call_1", { output: "" }));
  });
});

describe("what is said in a form that the API does not take is said in its own when asked for", () => {
  const restated = (given: unknown, index: number, dialect = DIALECT) => {
    const { messages, request, shape } = adapter.parse(given, dialect);
    const turns = wrap(messages).map((turn, at) => {
      if (at !== index) return turn;
      if (turn.message.role === "system") return { ...turn, message: { ...turn.message, form: "canonical" } };
      const content = blocksOf(turn.message).map((block) => ({ ...block, form: "canonical" }));
      return { ...turn, message: { ...turn.message, form: "canonical", content } };
    });
    return (adapter.serialize(turns, request, dialect, shape).body as { input: unknown[] }).input;
  };
  const rows: [string, unknown, unknown][] = [
    [
      "what the assistant says",
      { ...said(inputText("a"), { type: "text", text: "b", x: 1 }), id: "" },
      said(outputText("a"), outputText("b", { x: 1 })),
    ],
    ["what it is told", told({ type: "text", text: "a", x: 1 }), told(inputText("a", { x: 1 }))],
    [
      "a part that stands alone",
      { role: "user", content: inputText("a") },
      { role: "user", content: [inputText("a")] },
    ],
    ["arguments", call("call_1", { arguments: { a: 1 }, id: "" }), call("call_1", { arguments: '{"a":1}' })],
    ["no arguments", call("call_1", { arguments: undefined, x: 1 }), call("call_1", { arguments: "{}", x: 1 })],
    [
      "arguments that are text",
      call("call_1", { id: "", arguments: '{"a":1,"a":2}' }),
      call("call_1", { arguments: '{"a":1,"a":2}' }),
    ],
    [
      "free text",
      { type: "custom_tool_call", call_id: "c", name: "n" },
      { type: "custom_tool_call", call_id: "c", name: "n", input: "" },
    ],
    [
      "no summary",
      { type: "reasoning", id: "", status: null, encrypted_content: ENCRYPTED },
      { type: "reasoning", encrypted_content: ENCRYPTED, summary: [] },
    ],
    [
      "no output",
      { type: "function_call_output", call_id: "c", x: 1 },
      { type: "function_call_output", call_id: "c", x: 1, output: "" },
    ],
    ["an output that is an object", output("c", { output: { a: [1] } }), output("c", { output: '{"a":[1]}' })],
  ];
  test.each(rows)("%s", (_, item, expected) => expect(restated(body([item]), 0)).toEqual([expected]));

  test("the output of another kind of call", () => {
    const asked = { type: "custom_tool_call", call_id: "call_1", name: "n", input: "" };
    expect(restated(body([asked, output("call_1")]), 1)[1]).toEqual({
      type: "custom_tool_call_output",
      call_id: "call_1",
      output: "r",
    });
  });

  test("the system on a server that knows only the developer", () => {
    const given = body([{ role: "system", content: "s" }]);
    expect(restated(given, 0, "codex")).toEqual([{ role: "developer", content: "s" }]);
    expect(restated(given, 0)).toEqual([{ role: "system", content: "s" }]);
  });
});
