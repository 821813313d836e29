import { describe, expect, test } from "vitest";
import { readSession } from "../../src/session/read.ts";
import { isReasoningItem } from "../../src/transcript/signatures.ts";

const T = "2026-03-01T10:00:00.000Z";
const MS = Date.UTC(2026, 2, 1, 10);

type Fields = Record<string, unknown>;

function record(type: string, payload: unknown): Fields {
  return { timestamp: T, type, payload };
}

function item(type: string, fields: Fields = {}): Fields {
  return record("response_item", { type, ...fields });
}

function said(role: string, value: string, fields: Fields = {}): Fields {
  const type = role === "assistant" ? "output_text" : "input_text";
  return item("message", { role, content: [{ type, text: value }], ...fields });
}

const meta = record("session_meta", {
  id: "s-1",
  timestamp: T,
  cwd: "/w",
  cli_version: "0.65.0",
  model_provider: "openai",
});
const turn = record("turn_context", { cwd: "/w", model: "gpt-5.4", effort: "high" });

function read(...records: readonly unknown[]): ReturnType<typeof readSession> {
  return readAll(records);
}

function readAll(records: readonly unknown[]): ReturnType<typeof readSession> {
  return readSession(records.map((one) => JSON.stringify(one)).join("\n"));
}

/** What each message says: its text, the ids of its calls, or the id it answers. */
function outline(...records: readonly unknown[]): string[] {
  return read(...records).messages.map((message) => {
    if (message.role === "toolResult") return `=${String(message["toolCallId"])}`;
    if (message.role === "compactionSummary") return `#${String(message["summary"])}`;
    const blocks = message.content as { type: string; text?: string; id?: string }[];
    return blocks.map((block) => block.text ?? block.id ?? block.type).join("+");
  });
}

const reasoning = { id: "rs_1", summary: [{ type: "summary_text", text: "Think." }], encrypted_content: "E" };

test("a rollout with a tool", () => {
  const session = read(
    meta,
    said("developer", "<permissions instructions>"),
    said("user", "<environment_context>\n  <cwd>/w</cwd>\n</environment_context>"),
    turn,
    said("user", "List the files."),
    record("event_msg", { type: "user_message", message: "List the files." }),
    item("reasoning", reasoning),
    said("assistant", "Looking.", { id: "msg_1", phase: "commentary" }),
    item("function_call", { id: "fc_1", name: "shell", arguments: '{"command":["ls"]}', call_id: "call_1" }),
    item("function_call_output", { call_id: "call_1", output: "a.txt" }),
    record("event_msg", { type: "token_count", info: {} }),
    said("assistant", "There is a.txt.", { id: "msg_2" }),
  );
  const from = { api: "openai-responses", provider: "openai", model: "gpt-5.4", timestamp: MS };
  expect(session).toMatchObject({
    format: "codex",
    agent: "codex",
    header: { type: "session", id: "s-1", timestamp: T, cwd: "/w" },
    modelSnapshots: [{ timestamp: MS, provider: "openai", modelApi: "openai-responses", modelId: "gpt-5.4" }],
    problems: [],
  });
  expect(session.messages).toEqual([
    {
      role: "custom",
      customType: "codex.developer",
      content: [{ type: "text", text: "<permissions instructions>" }],
      timestamp: MS,
      display: false,
    },
    {
      role: "user",
      content: [{ type: "text", text: "<environment_context>\n  <cwd>/w</cwd>\n</environment_context>" }],
      timestamp: MS,
      display: false,
    },
    { role: "user", content: [{ type: "text", text: "List the files." }], timestamp: MS },
    {
      role: "assistant",
      ...from,
      content: [
        {
          type: "thinking",
          thinking: "Think.",
          thinkingSignature: JSON.stringify({ type: "reasoning", ...reasoning }),
        },
        {
          type: "text",
          text: "Looking.",
          textSignature: JSON.stringify({ v: 1, id: "msg_1", phase: "commentary" }),
        },
        { type: "toolCall", id: "call_1|fc_1", name: "shell", arguments: { command: ["ls"] } },
      ],
      stopReason: "toolUse",
    },
    {
      role: "toolResult",
      toolCallId: "call_1|fc_1",
      toolName: "shell",
      content: [{ type: "text", text: "a.txt" }],
      isError: false,
      timestamp: MS,
    },
    {
      role: "assistant",
      ...from,
      content: [{ type: "text", text: "There is a.txt.", textSignature: "msg_2" }],
      stopReason: "stop",
    },
  ]);
  expect((session.messages[3]?.content as unknown[] | undefined)?.map(isReasoningItem)).toEqual([true, false, false]);
});

test("an old rollout has its items bare", () => {
  const session = read(
    { id: "s-0", timestamp: T, instructions: null, git: { branch: "main" } },
    { record_type: "state" },
    { type: "message", id: null, role: "user", content: [{ type: "input_text", text: "hi" }] },
    { record_type: "state" },
    { type: "reasoning", id: "rs_1", summary: [] },
    { type: "function_call", id: "fc_1", name: "shell", arguments: "{}", call_id: "call_1" },
    { type: "function_call_output", call_id: "call_1", output: '{"output":"x","metadata":{"exit_code":0}}' },
  );
  expect(session).toMatchObject({ format: "codex", header: { id: "s-0", timestamp: T }, problems: [] });
  expect(session.messages.map(({ role }) => role)).toEqual(["user", "assistant", "toolResult"]);
  expect(session.messages[2]?.content).toEqual([{ type: "text", text: '{"output":"x","metadata":{"exit_code":0}}' }]);
});

test("the old form is known without its first line", () => {
  const hello = { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] };
  expect(read(hello).format).toBe("codex");
  expect(read({ type: "function_call", name: "a", arguments: "{}", call_id: "c" }).format).toBe("codex");
  expect(read({ type: "message", id: "a", parentId: null, message: { role: "user", content: "x" } }).format).toBe(
    "session",
  );
});

describe("items", () => {
  function only(...records: readonly unknown[]): Fields {
    return read(meta, turn, ...records).messages.at(-1) as Fields;
  }

  test("parallel calls are one answer, interleaved ones are several", () => {
    const one = item("function_call", { name: "a", arguments: "{}", call_id: "c1" });
    const two = item("function_call", { name: "b", arguments: "{}", call_id: "c2" });
    const outputs = ["c1", "c2"].map((call_id) => item("function_call_output", { call_id, output: "x" }));
    expect(outline(meta, one, two, ...outputs)).toEqual(["c1+c2", "=c1", "=c2"]);
    expect(outline(meta, one, outputs[0], two, outputs[1])).toEqual(["c1", "=c1", "c2", "=c2"]);
  });

  test.each([
    [
      { type: "custom_tool_call", id: "ctc_1", call_id: "c", name: "apply_patch", input: "*** Begin" },
      "apply_patch",
      { input: "*** Begin" },
    ],
    [
      { type: "local_shell_call", id: "lsh_1", call_id: "c", action: { type: "exec", command: ["ls"] } },
      "local_shell",
      { type: "exec", command: ["ls"] },
    ],
    [{ type: "function_call", id: "other", call_id: "c", name: "f", arguments: "{half" }, "f", "{half"],
  ])("%j", (payload, name, expected) => {
    const message = only(record("response_item", payload));
    expect(message["content"]).toEqual([{ type: "toolCall", id: "c", name, arguments: expected }]);
  });

  test("a shell call without a call id goes by its own", () => {
    const records = [
      item("local_shell_call", { id: "lsh_1", call_id: null, action: {} }),
      item("function_call_output", { call_id: "lsh_1", output: "x" }),
    ];
    expect(outline(meta, ...records)).toEqual(["lsh_1", "=lsh_1"]);
  });

  test.each([
    [{ content: "no", success: false }, [{ type: "text", text: "no" }], true],
    [{ content: "yes", success: true }, [{ type: "text", text: "yes" }], false],
    [
      [
        { type: "input_text", text: "see" },
        { type: "input_image", image_url: "data:image/PNG;base64,QUJD" },
      ],
      [
        { type: "text", text: "see" },
        { type: "image", data: "QUJD", mimeType: "image/png" },
      ],
      false,
    ],
    [null, [], false],
  ])("output %j", (output, content, isError) => {
    expect(only(item("custom_tool_call_output", { call_id: "c", output }))).toMatchObject({ content, isError });
  });

  test("pictures", () => {
    const content = [
      { type: "input_image", image_url: "https://a.example/b.png" },
      { type: "input_image", image_url: "data:image/webp;x=1;base64,QUJD" },
      { type: "input_audio", data: "QUJD" },
    ];
    expect(only(item("message", { role: "user", content }))["content"]).toEqual([
      { type: "media", kind: "image", url: "https://a.example/b.png" },
      { type: "image", data: "QUJD", mimeType: "image/webp" },
      { type: "opaque", kind: "input_audio", raw: content[2] },
    ]);
  });

  test("reasoning without an id and without encrypted content can't be sent back", () => {
    const open = item("reasoning", { summary: [], content: [{ type: "reasoning_text", text: "t" }] });
    expect(only(open)["content"]).toEqual([{ type: "thinking", thinking: "t" }]);
    const nameless = only(item("reasoning", { summary: [], encrypted_content: "E" }))["content"] as Fields[];
    expect(JSON.parse(String(nameless[0]?.["thinkingSignature"]))).toMatchObject({
      type: "reasoning",
      encrypted_content: "E",
    });
  });

  test("tools of the provider stay, unknown items are told", () => {
    const search = { type: "web_search_call", id: "ws_1", status: "completed" };
    expect(only(record("response_item", search))["content"]).toEqual([
      { type: "opaque", kind: "web_search_call", pair: "ws_1", raw: search },
    ]);
    const { messages, problems } = read(meta, item("hologram"), item("ghost_snapshot"), record("hologram", {}));
    expect(messages[0]?.content).toEqual([{ type: "opaque", kind: "hologram", raw: { type: "hologram" } }]);
    expect(problems.map(({ line, code, message }) => [line, code, message])).toEqual([
      [
        2,
        "unknown-records",
        'A record of type "hologram", not known of Codex: kept as a block that only its provider understands.',
      ],
      [4, "unknown-records", 'A record of type "hologram", not known of Codex: left out.'],
    ]);
  });

  test("a switch of the model", () => {
    const other = record("turn_context", { model: "gpt-5.5" });
    const { modelSnapshots, messages } = read(
      meta,
      turn,
      turn,
      said("assistant", "a"),
      other,
      said("user", "b"),
      said("assistant", "c"),
    );
    expect(modelSnapshots.map(({ modelId }) => modelId)).toEqual(["gpt-5.4", "gpt-5.5"]);
    expect(messages.map((message) => message["model"])).toEqual(["gpt-5.4", undefined, "gpt-5.5"]);
  });
});

describe("history", () => {
  test("a compaction leaves its summary, or what it says", () => {
    const compacted = record("compacted", { message: "what was" });
    expect(outline(meta, said("user", "a"), compacted, said("user", "b"))).toEqual(["#what was", "b"]);
    const replacement_history = [
      { type: "message", role: "user", content: [{ type: "input_text", text: "a" }] },
      { type: "message", role: "user", content: [{ type: "input_text", text: "summary" }] },
    ];
    const replaced = record("compacted", { message: "", replacement_history });
    expect(outline(meta, said("user", "a"), said("assistant", "x"), replaced, said("user", "b"))).toEqual([
      "a",
      "summary",
      "b",
    ]);
  });

  test("a rollback takes turns of the user away, not what the program wrote", () => {
    const records = [
      meta,
      said("user", "# AGENTS.md instructions for /w\n\nBe kind."),
      said("user", "a"),
      said("assistant", "b"),
      said("user", "c"),
      said("assistant", "d"),
    ];
    const back = (num_turns: unknown): Fields => record("event_msg", { type: "thread_rolled_back", num_turns });
    expect(outline(...records, back(1), said("user", "e")).slice(1)).toEqual(["a", "b", "e"]);
    expect(outline(...records, back(99))).toHaveLength(1);
    for (const turns of [0, -1, "1", null, 0.5]) expect(outline(...records, back(turns))).toHaveLength(5);
  });

  test("a fork keeps its own header", () => {
    const parent = record("session_meta", { id: "s-0", cwd: "/other" });
    expect(read(meta, parent, said("user", "a")).header).toMatchObject({ id: "s-1", cwd: "/w" });
  });
});

describe("hostile files", () => {
  test.each([
    item("message", { role: 7, content: 7 }),
    item("message", { role: "assistant", content: [null, { type: 7 }] }),
    item("function_call", { call_id: 7, name: null, arguments: [] }),
    item("function_call_output", { call_id: {}, output: { content: {} } }),
    item("reasoning", { summary: "x", content: {} }),
    record("compacted", { replacement_history: [null, 7, {}] }),
    record("turn_context", { model: 7 }),
  ])("nothing is thrown: %j", (hostile) => {
    expect(read(meta, hostile).format).toBe("codex");
  });

  test("50,000 items, calls, and rollbacks", () => {
    const count = 50_000;
    const many = (one: (index: number) => Fields): Fields[] => Array.from({ length: count }, (_, index) => one(index));
    expect(read(meta, ...many((index) => said("assistant", `${index}`))).messages).toHaveLength(1);
    const calls = many((index) => item("function_call", { name: "a", arguments: "{}", call_id: `c${index}` }));
    expect(read(meta, ...calls).messages).toHaveLength(1);
    const back = record("event_msg", { type: "thread_rolled_back", num_turns: 1 });
    const rolledBack = [meta].concat(
      many(() => said("user", "x")),
      many(() => back),
    );
    expect(readAll(rolledBack).messages).toHaveLength(0);
    const blocks = Array.from({ length: 2 * count }, () => ({ type: "output_text", text: "x" }));
    expect(read(meta, item("message", { role: "assistant", content: blocks })).messages).toHaveLength(1);
  });
});
