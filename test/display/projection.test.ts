import { describe, expect, it, test } from "vitest";
import { projectForDisplay } from "../../src/display/index.ts";
import { hashPrefix } from "../../src/transcript/hash.ts";

const FAILED = "[assistant turn failed before producing content]";
const NOTHING_SAID = "The agent run failed before producing a reply.";
const CONTEXT = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nsecret\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>";

function user(content: unknown, fields: object = {}): object {
  return { role: "user", content, ...fields };
}

function assistant(content: unknown, fields: object = {}): object {
  return { role: "assistant", content, ...fields };
}

function text(value: string): { type: string; text: string } {
  return { type: "text", text: value };
}

/** The one row that a message becomes. */
function rowOf(message: object, options = {}): Record<string, unknown> {
  const rows = projectForDisplay([message], options);
  expect(rows).toHaveLength(1);
  return rows[0] as unknown as Record<string, unknown>;
}

/** The text of each row. */
function textsOf(messages: readonly unknown[], options = {}): unknown[] {
  return projectForDisplay(messages, options).map(({ content }) =>
    Array.isArray(content) ? content.map((block) => block.text ?? block.type).join("|") : content,
  );
}

describe("envelopes", () => {
  const metadata = 'Sender: ⟦openclaw:ctx⟧\n```json\n{"name":"Bob"}\n```\n\nhi';

  it("goes from user texts, wherever they stand, and leaves the sender's name", () => {
    expect(rowOf(user(metadata))).toEqual({ role: "user", content: "hi", senderLabel: "Bob" });
    for (const type of ["text", "input_text"]) {
      expect(rowOf(user([{ type, text: metadata }]))).toMatchObject({
        content: [{ type, text: "hi" }],
        senderLabel: "Bob",
      });
    }
    expect(rowOf({ role: "user", text: metadata })).toEqual({ role: "user", text: "hi", senderLabel: "Bob" });
    expect(rowOf(user(metadata, { senderLabel: " Al " }))["senderLabel"]).toBe("Al");
  });

  it("keeps what an assistant or a tool says in brackets", () => {
    for (const role of ["assistant", "toolResult", "custom"]) {
      expect(rowOf({ role, content: "[Slack x] hey" })["content"]).toBe("[Slack x] hey");
      expect(rowOf({ role, content: `[Mon 2026-01-05 09:30 UTC] a\n${CONTEXT}\nb` })["content"]).toBe("a\n\nb");
    }
    expect(rowOf(assistant([{ type: "output_text", text: CONTEXT }]))["content"]).toEqual([
      { type: "output_text", text: "" },
    ]);
  });

  it("goes from what a model thought about it, from summaries and from single blocks", () => {
    const thinking = { type: "thinking", thinking: `a\n${CONTEXT}` };
    expect(textOfBlocks(rowOf(assistant([thinking, text("x")])))).toEqual(["a", "x"]);
    expect(rowOf({ role: "compactionSummary", summary: `a\n${CONTEXT}` })["summary"]).toBe("a");
    expect(rowOf(assistant(text(`a\n${CONTEXT}`)))["content"]).toEqual(text("a"));
  });

  it("stays if the host says that there is none", () => {
    expect(rowOf(user("[Slack x] hey"), { keepEnvelopes: true })["content"]).toBe("[Slack x] hey");
  });

  function textOfBlocks(row: Record<string, unknown>): unknown[] {
    return (row["content"] as { text?: string; thinking?: string }[]).map((block) => block.text ?? block.thinking);
  }
});

describe("hidden rows", () => {
  const report = { kind: "inter_session", sourceTool: "subagent_announce" };
  it.each([
    ["display: false", assistant("x", { display: false })],
    ["runtime context", { role: "custom", customType: "openclaw.runtime-context", content: "x", display: true }],
    ["the report of a subagent", user("done", { provenance: report })],
    ["an old report", user("[Inter-session message] sourceTool=subagent_announce isUser=false\ndone")],
    ["a blank user turn", user(" ")],
    ["an empty user turn", user([])],
    ["a user turn of blank texts", user([text(""), text("\n")])],
    ["a user turn that was nothing but context", user(CONTEXT)],
    ["a heartbeat", user("[OpenClaw heartbeat poll]")],
    [
      "the heartbeat of older hosts",
      user(
        "Read HEARTBEAT.md if it exists (workspace context). Follow it strictly. Do not infer or repeat old tasks from prior chats. If nothing needs attention, reply HEARTBEAT_OK.\nNow.",
      ),
    ],
    [
      "a heartbeat with tasks",
      user(
        "Run the following periodic tasks (only those due based on their intervals):\n- mail\n\nAfter completing all due tasks, reply HEARTBEAT_OK.",
      ),
    ],
    ["an acknowledgement", assistant("HEARTBEAT_OK")],
    ["one in bold", assistant([text("**HEARTBEAT_OK**.")])],
    ["one with a remark", assistant("Nothing new. HEARTBEAT_OK")],
    ["one in markup", assistant("<b>HEARTBEAT_OK</b>&nbsp;")],
    ["a silent reply", assistant("NO_REPLY")],
    ["a silent reply as JSON", assistant('{"action":"NO_REPLY"}')],
    ["a silent reply behind reasoning", assistant([{ type: "thinking", thinking: "t" }, text("NO_REPLY")])],
    ["nothing but reasoning", assistant([{ type: "thinking", thinking: "t" }])],
    ["commentary", assistant("on it", { phase: "commentary" })],
  ])("%s", (_, message) => expect(projectForDisplay([message])).toEqual([]));

  it.each([
    ["a custom message", { role: "custom", customType: "note", content: "x", display: true }],
    ["an empty answer", assistant([text("")])],
    ["an answer without blocks", assistant([])],
    ["a blank user turn with media", user("", { __openclaw: { media: [{ kind: "image" }] } })],
    ["a user turn with a picture", user([{ type: "media", kind: "image", url: "https://a.example/b" }])],
    ["an acknowledgement with a call", assistant([text("HEARTBEAT_OK"), { type: "toolCall", id: "a", name: "b" }])],
    ["news behind the token", assistant(`HEARTBEAT_OK ${"news ".repeat(100)}`)],
    ["a user that speaks of heartbeats", user("what is [OpenClaw heartbeat poll]?")],
    ["a block of an unknown kind", assistant([{ type: "hologram" }])],
  ])("not %s", (_, message) => expect(projectForDisplay([message])).toHaveLength(1));

  it("knows the host's own heartbeat", () => {
    expect(textsOf([user("Wake up."), user("Wake up?")], { heartbeatPrompt: "Wake up." })).toEqual(["Wake up?"]);
  });

  it("hides what a subagent and its parent say to each other", () => {
    const provenance = { kind: "inter_session", sourceRole: "subagent" };
    const rows = [
      user("status?", { provenance, idempotencyKey: "r1:user" }),
      assistant("fine", { __openclaw: { runId: "r1" } }),
      user("hello", { __openclaw: { runId: "r2" } }),
      assistant("hi", { __openclaw: { runId: "r2" } }),
    ];
    expect(textsOf(rows)).toEqual(["hello", "hi"]);
    const steered = [user("x", { provenance, idempotencyKey: "r3:user", __openclaw: { steerTargetRunId: "r3" } })];
    expect(textsOf([...steered, assistant("seen", { __openclaw: { runId: "r3" } })])).toEqual(["seen"]);
  });

  it("hides copies of what stands right above", () => {
    const host = { provider: "openclaw" };
    const acp = assistant("x", { ...host, model: "acp-runtime" });
    const injected = assistant([text("x ")], { ...host, model: "gateway-injected" });
    expect(textsOf([acp, injected])).toEqual(["x"]);
    expect(textsOf([acp, user("?"), injected])).toEqual(["x", "?", "x "]);
    const mirror = (fields: object): object =>
      assistant("y", {
        ...host,
        model: "delivery-mirror",
        openclawDeliveryMirror: { kind: "channel-final", ...fields },
      });
    const source = assistant("y", { __openclaw: { id: "m1", mirrorIdentity: "i" } });
    expect(textsOf([source, mirror({})])).toEqual(["y"]);
    expect(textsOf([source, mirror({ sourceAssistantMessageId: "m1" })])).toEqual(["y"]);
    expect(textsOf([source, mirror({ sourceAssistantMessageId: "m2" })])).toEqual(["y", "y"]);
    expect(textsOf([source, mirror({ kind: "other" })])).toEqual(["y", "y"]);
    expect(textsOf([assistant("y"), mirror({})])).toEqual(["y", "y"]);
  });
});

describe("what the assistant says", () => {
  it("loses a token at the end of each text", () => {
    expect(textsOf([assistant("done NO_REPLY")])).toEqual(["done"]);
    expect(textsOf([assistant([text("  no_reply  "), text("kept")])])).toEqual(["|kept"]);
    expect(textsOf([user("done NO_REPLY")])).toEqual(["done NO_REPLY"]);
  });

  it("keeps a token that is all the text beside something shown", () => {
    const call = { type: "toolCall", id: "a", name: "read", arguments: {} };
    expect(rowOf(assistant([text("NO_REPLY"), call]))["content"]).toEqual([text("NO_REPLY"), call]);
  });

  it("loses directive tags, unless they are wanted", () => {
    expect(textsOf([assistant("[[reply_to_current]] hi")])).toEqual(["hi"]);
    expect(textsOf([assistant("[[reply_to_current]] hi")], { keepDirectives: true })).toEqual([
      "[[reply_to_current]] hi",
    ]);
    expect(textsOf([user("[[reply_to_current]] hi")])).toEqual(["[[reply_to_current]] hi"]);
  });

  const phased = (value: string, phase: string): object => ({
    ...text(value),
    textSignature: JSON.stringify({ v: 1, id: "msg_1", phase }),
  });

  it("is the final answer where texts have phases", () => {
    const final = phased("done", "final_answer");
    expect(rowOf(assistant([phased("on it", "commentary"), text("?"), final]))["content"]).toEqual([final]);
    expect(projectForDisplay([assistant([phased("on it", "commentary")])])).toEqual([]);
  });

  it("is shown beside tool calls, commentary apart", () => {
    const call = { type: "toolCall", id: "a", name: "read", arguments: {} };
    const content = [phased("on it", "commentary"), text("now"), text(" "), call];
    expect(rowOf(assistant(content))["content"]).toEqual([text("now"), call]);
  });

  it("is not lost for a signature that is none", () => {
    for (const textSignature of ["msg_1", "{", '{"v":2,"phase":"commentary"}', 7]) {
      expect(textsOf([assistant([{ ...text("a"), textSignature }])])).toEqual(["a"]);
    }
  });
});

describe("failed turns", () => {
  const failed = (content: unknown, fields: object = {}): object =>
    assistant(content, { stopReason: "error", errorMessage: "key sk-1 is wrong", ...fields });

  it("say what was said, without reasoning and errors", () => {
    const row = rowOf(
      failed([{ type: "thinking", thinking: "t" }, text(`${FAILED}half`)], { errorBody: {}, diagnostics: [] }),
    );
    expect(row).toEqual({ role: "assistant", stopReason: "error", content: [text("half")] });
    expect(rowOf(failed(`${FAILED}half`))["content"]).toBe("half");
  });

  it.each([[[]], [""], [[text(FAILED)]], [[text("NO_REPLY")]], [[{ type: "thinking", thinking: "t" }]], [null]])(
    "say that they failed when nothing was said: %j",
    (content) => {
      expect(rowOf(failed(content))).toEqual({ role: "assistant", stopReason: "error", content: [text(NOTHING_SAID)] });
    },
  );

  it("keep their calls", () => {
    const call = { type: "toolCall", id: "a", name: "read", arguments: {} };
    expect(rowOf(failed([text(FAILED), call]))["content"]).toEqual([call]);
  });

  it("lose the error when a person stopped them", () => {
    const row = rowOf(assistant("half", { stopReason: "aborted", errorMessage: "stopped" }));
    expect(row).toEqual({ role: "assistant", content: "half", stopReason: "aborted" });
  });

  it("are hidden when the agent answered later in the turn", () => {
    const fallback = failed([text(FAILED)]);
    expect(textsOf([user("a"), fallback, assistant("fine")])).toEqual(["a", "fine"]);
    expect(textsOf([user("a"), fallback, assistant("NO_REPLY")])).toEqual(["a", NOTHING_SAID]);
    expect(textsOf([user("a"), fallback, user("b"), assistant("fine")])).toEqual(["a", NOTHING_SAID, "b", "fine"]);
    expect(textsOf([user("a"), failed("half"), assistant("fine")])).toEqual(["a", "half", "fine"]);
  });

  it("of a known run are hidden when that run was completed", () => {
    const run = (runId: string): object => ({ __openclaw: { runId } });
    const answer = (runId: string): object => assistant("fine", { stopReason: "stop", ...run(runId) });
    expect(textsOf([failed([], run("r1")), answer("r1")])).toEqual(["fine"]);
    expect(textsOf([failed([], run("r1")), answer("r2")])).toEqual([NOTHING_SAID, "fine"]);
    expect(textsOf([failed([], run("r1")), assistant("more", run("r1"))])).toEqual([NOTHING_SAID, "more"]);
  });
});

describe("what is not for people", () => {
  it("replay state and details go", () => {
    const message = assistant(
      [
        { type: "thinking", thinking: "t", thinkingSignature: "s", openclawReasoningReplay: {}, signature: "s" },
        { type: "redacted_thinking", data: "QUJD" },
        { type: "opaque", kind: "web_search_call", raw: { secret: true } },
        { type: "toolCall", id: "a", name: "read", arguments: { b: 1 }, thoughtSignature: "QUJD" },
      ],
      { providerReplay: {}, details: {}, openclawDelivery: { mediaUrls: ["/home/a"] } },
    );
    expect(rowOf(message)).toEqual({
      role: "assistant",
      content: [
        { type: "thinking", thinking: "t" },
        { type: "redacted_thinking" },
        { type: "opaque", kind: "web_search_call" },
        { type: "toolCall", id: "a", name: "read", arguments: { b: 1 } },
      ],
    });
  });

  it("usage is numbers, and of assistants only", () => {
    const usage = { input: 1, totalTokens: 2, output: "3", raw: {}, cost: { total: 0.5, currency: "USD" } };
    expect(rowOf(assistant("x", { usage, cost: { input: 1, x: 2 } }))).toMatchObject({
      usage: { input: 1, totalTokens: 2, cost: { total: 0.5 } },
      cost: { input: 1 },
    });
    expect(rowOf(assistant("x", { usage: { raw: {} } }))).not.toHaveProperty("usage");
    expect(rowOf(user("x", { usage, cost: {} }))).toEqual({ role: "user", content: "x" });
  });

  it("the message of a yield and the decorated prompt go", () => {
    const call = (fields: object): object => ({ type: "toolCall", id: "a", name: "sessions_yield", ...fields });
    expect(rowOf(assistant([call({ arguments: { message: "m", x: 1 } })]))["content"]).toEqual([
      call({ arguments: { x: 1 } }),
    ]);
    expect(rowOf(assistant([call({ arguments: '{"message":"m","x":1}' })]))["content"]).toEqual([
      call({ arguments: '{"x":1}' }),
    ]);
    expect(rowOf(assistant([call({ partialJson: '{"message":"m' })]))["content"]).toEqual([call({})]);
    expect(rowOf(user("x", { __openclaw: { upstreamUserText: "m", id: "1" } }))["__openclaw"]).toEqual({ id: "1" });
    expect(rowOf(user("x", { __openclaw: { upstreamUserText: "m" } }))).not.toHaveProperty("__openclaw");
  });

  it("what a tool changed may be kept", () => {
    const details = { diff: "+a", changed: true, created: "no", path: "/home/a" };
    const result = { role: "toolResult", toolCallId: "a", toolName: "edit", content: [text("ok")], details };
    expect(rowOf(result)).not.toHaveProperty("details");
    expect(rowOf(result, { keepToolDetails: true })["details"]).toEqual({ diff: "+a", changed: true });
    expect(rowOf(user("x", { details }), { keepToolDetails: true })).not.toHaveProperty("details");
  });

  it("a result that is stored as blocks and as text is shown once", () => {
    const result = { type: "toolResult", text: "a\nb", content: [text("a"), text("b")], details: { x: 1 } };
    expect(rowOf(assistant([result]))["content"]).toEqual([{ type: "toolResult", content: [text("a"), text("b")] }]);
  });
});

describe("media", () => {
  it.each([
    [
      { type: "image", data: "QUJD", mimeType: "image/png" },
      { mimeType: "image/png", omitted: true, bytes: 3 },
    ],
    [
      { type: "image", data: "QUI=" },
      { omitted: true, bytes: 2 },
    ],
    [
      { type: "image", data: "" },
      { omitted: true, bytes: 0 },
    ],
    [
      { type: "image", source: { type: "base64", data: "QUJD" } },
      { source: { type: "base64" }, omitted: true, bytes: 3 },
    ],
    [{ type: "audio", url: "a.ogg" }, { omitted: true }],
    [{ type: "video", path: "/home/a.mp4", filePath: "/b", localPath: "/c" }, { omitted: true }],
    [{ type: "image", url: "https://u:p@A.example/b.png?k=1#f" }, { url: "https://a.example/b.png" }],
    [{ type: "image", url: "http://a.example" }, { url: "http://a.example/" }],
    [{ type: "image", url: "media://inbound/a-1.png" }, { url: "media://inbound/a-1.png" }],
    [{ type: "image", url: "/api/chat/media/outgoing/1?t=2" }, { url: "/api/chat/media/outgoing/1" }],
    [{ type: "image", url: "/media/../etc" }, { omitted: true }],
    [{ type: "image", url: "file:///etc/passwd" }, { omitted: true }],
    [
      { type: "image", url: "data:image/png;base64,QUJD" },
      { omitted: true, bytes: 3 },
    ],
    [
      { type: "image_url", image_url: { url: "data:image/png;base64,QUJD" } },
      { omitted: true, bytes: 3 },
    ],
    [{ type: "image_url", image_url: { url: "https://a.example/b?c" } }, { image_url: { url: "https://a.example/b" } }],
    [
      { type: "document", data: "QUJD", name: "a.pdf" },
      { name: "a.pdf", omitted: true, bytes: 3 },
    ],
    [{ type: "image", mimeType: "image/png" }, { mimeType: "image/png" }],
  ])("%j", (block, expected) => {
    expect(rowOf(user([block, text("x")]))["content"]).toEqual([{ type: block.type, ...expected }, text("x")]);
  });

  it("goes from results of tools, however deep", () => {
    const nested = { type: "toolResult", content: [{ type: "image", data: "QUJD" }] };
    const row = rowOf({ role: "toolResult", toolCallId: "a", content: [nested] });
    expect(JSON.stringify(row)).not.toContain("QUJD");
    let deep: object = { type: "image", data: "QUJD" };
    for (let depth = 0; depth < 3000; depth += 1) deep = { type: "toolResult", content: [deep] };
    expect(JSON.stringify(projectForDisplay([assistant([deep])]))).not.toContain("QUJD");
  });

  it("is noted without local paths", () => {
    const media = [{ kind: "image", path: "/home/a.png", workspaceDir: "/home", url: "https://a.example/b" }, 7];
    expect(rowOf(user("x", { __openclaw: { media } }))["__openclaw"]).toEqual({
      media: [{ kind: "image", url: "https://a.example/b" }, 7],
    });
  });
});

describe("limits", () => {
  const remark = "\n...(truncated)...";
  const cut = { truncated: true, reason: "display-cap" };

  it("cuts texts and says so", () => {
    expect(rowOf(user("a".repeat(8000)))).not.toHaveProperty("__openclaw");
    const row = rowOf(user("a".repeat(8001)));
    expect(row).toEqual({ role: "user", content: "a".repeat(8000) + remark, __openclaw: cut });
    expect(projectForDisplay([row])).toEqual([row]);
  });

  it("never cuts within a character", () => {
    const row = rowOf(user("😀".repeat(10)), { maxChars: 3 });
    expect(row["content"]).toBe(`😀${remark}`);
    expect(projectForDisplay([row], { maxChars: 3 })).toEqual([row]);
  });

  it("cuts every kind of text, and results of tools without a remark", () => {
    const long = "abcdef";
    const options = { maxChars: 3 };
    const blocks = [text(long), { type: "thinking", thinking: long }, { type: "other", arguments: long }];
    expect(rowOf(assistant(blocks), options)["content"]).toEqual([
      text(`abc${remark}`),
      { type: "thinking", thinking: `abc${remark}` },
      { type: "other", arguments: `abc${remark}` },
    ]);
    expect(rowOf({ role: "toolResult", toolCallId: "a", content: [text(long)] }, options)["content"]).toEqual([
      text("abc"),
    ]);
    const call = { type: "toolCall", id: "a", name: "b", arguments: long };
    expect(rowOf(assistant([call]), options)["content"]).toEqual([call]);
    expect(rowOf({ role: "compactionSummary", summary: long }, options)["summary"]).toBe(`abc${remark}`);
  });

  it("keeps the reason that the host gave", () => {
    const row = rowOf(user("abcdef", { __openclaw: { id: "1", reason: "oversized" } }), { maxChars: 3 });
    expect(row["__openclaw"]).toEqual({ id: "1", truncated: true, reason: "oversized" });
  });

  it("puts a sentence in place of a row that is too large", () => {
    const arguments_ = { content: "x".repeat(140_000) };
    const call = { type: "toolCall", id: "a", name: "write", arguments: arguments_ };
    const row = rowOf(assistant([call], { timestamp: 5, __openclaw: { id: "m", other: 1 } }));
    expect(row).toEqual({
      role: "assistant",
      timestamp: 5,
      content: [text("[chat.history omitted: message too large]")],
      __openclaw: { id: "m", truncated: true, reason: "oversized" },
    });
    expect(projectForDisplay([row])).toEqual([row]);
  });

  it("counts bytes, and has a last resort", () => {
    const row = user("ä".repeat(50));
    expect(rowOf(row, { maxBytes: 200 })["content"]).toBe("ä".repeat(50));
    expect(rowOf(row, { maxBytes: 120 })).toEqual({
      role: "assistant",
      content: [
        text("[chat.history unavailable: transcript too large to display; the full history is preserved on disk]"),
      ],
    });
  });

  it.each([{ maxChars: 0 }, { maxChars: -1 }, { maxBytes: Number.NaN }, { maxChars: "8000" }])(
    "refuses %j",
    (options) => {
      const key = Object.keys(options)[0];
      expect(() => projectForDisplay([], options as never)).toThrow(
        expect.objectContaining({ code: "invalid-option", path: `/${key}` }),
      );
    },
  );
});

describe("forwarded prompts", () => {
  const provenance = { kind: "inter_session", sourceTool: "sessions_send", sourceSessionKey: "agent:ops:main" };
  const marked = "[Inter-session message] sourceTool=sessions_send isUser=false\nhi";

  it("stand in the assistant's place with their sender", () => {
    expect(rowOf(user([text(marked)], { provenance }))).toEqual({
      role: "assistant",
      content: [text("hi")],
      provenance,
      senderLabel: "Forwarded from ops",
      senderSession: { sessionKey: "agent:ops:main", agentId: "ops" },
    });
    expect(rowOf(user(marked, { provenance }))["content"]).toBe("hi");
  });

  it("are called by the name that the host gives the session", () => {
    const sessionLabel = (key: string): string | undefined => (key === "agent:ops:main" ? "Operations" : undefined);
    expect(rowOf(user("hi", { provenance }), { sessionLabel })).toMatchObject({
      senderLabel: "Forwarded from Operations",
      senderSession: { label: "Operations" },
    });
    const nameless = { kind: "inter_session", sourceTool: "sessions_send" };
    expect(rowOf(user("hi", { provenance: nameless }))).toMatchObject({ senderLabel: "Forwarded agent message" });
  });

  it("are never hidden, whatever they say", () => {
    expect(textsOf([user("NO_REPLY", { provenance }), user("HEARTBEAT_OK", { provenance })])).toEqual([
      "NO_REPLY",
      "HEARTBEAT_OK",
    ]);
  });

  it("stay the user's when another tool sent them", () => {
    const other = { kind: "inter_session", sourceTool: "agent_step" };
    expect(rowOf(user("hi", { provenance: other }))).toEqual({ role: "user", content: "hi", provenance: other });
  });
});

describe("recordings", () => {
  const audio = { type: "audio", url: "https://a.example/1.ogg" };
  const recording = (mark: object): object => assistant([text("Audio reply"), audio], { openclawTtsSupplement: mark });

  it("go to the text they speak", () => {
    const marks = [{ spokenText: "hello" }, { textSha256: hashPrefix("hello", 64) }];
    for (const mark of marks) {
      const rows = projectForDisplay([assistant("hello"), user("?"), recording(mark)]);
      expect(rows).toEqual([
        { role: "assistant", content: [text("hello"), audio] },
        { role: "user", content: "?" },
      ]);
    }
  });

  it("stay rows of their own when nobody said that", () => {
    expect(projectForDisplay([assistant("bye"), recording({ spokenText: "hello" })])).toHaveLength(2);
    expect(projectForDisplay([user("hello"), recording({ spokenText: "hello" })])).toHaveLength(2);
  });
});

describe("any input", () => {
  it("refuses what is no list", () => {
    expect(() => projectForDisplay("x" as never)).toThrow(expect.objectContaining({ code: "messages-not-a-list" }));
  });

  it("leaves out what is no message", () => {
    expect(projectForDisplay([null, 7, "x", [], {}, { role: 1 }, user("a")])).toEqual([user("a")]);
  });

  it("changes nothing of what it is given", () => {
    const messages = [user("[Slack x] hey"), assistant([{ type: "image", data: "QUJD" }, text("a NO_REPLY")])];
    const before = JSON.stringify(messages);
    projectForDisplay(deepFreeze(messages));
    expect(JSON.stringify(messages)).toBe(before);
  });

  it("keeps keys like __proto__ as data", () => {
    const message = JSON.parse('{"role":"user","content":"x","__proto__":{"polluted":true}}');
    const row = rowOf(message);
    expect(Object.hasOwn(row, "__proto__")).toBe(true);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("100,000 rows, with failures that nothing makes up for", () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => [
      assistant([], { stopReason: "error", __openclaw: { runId: `r${index}` } }),
      assistant("x", { stopReason: "stop", __openclaw: { runId: `s${index}` } }),
    ]).flat();
    expect(projectForDisplay(rows)).toHaveLength(100_000);
  });

  function deepFreeze<T>(value: T): T {
    if (typeof value === "object" && value !== null)
      for (const one of Object.values(Object.freeze(value))) deepFreeze(one);
    return value;
  }
});
