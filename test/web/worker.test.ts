// What the Web Worker says of transcripts: rows, findings, details, lines.
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { policyCatalog, resolveTranscriptPolicy } from "../../src/index.ts";
import { type Example, examples } from "../../web/examples.ts";
import { presets, toReplayTarget } from "../../web/presets.ts";
import { FLAG, type RunResult } from "../../web/protocol.ts";
import { flagsOf, look } from "./open.ts";

const groupsOf = ({ groups }: RunResult, kind: string): string[] =>
  groups.filter((one) => one.kind === kind).map(({ id }) => id);
const example = (id: string): Example => examples.find((one) => one.id === id) as Example;

describe("examples", () => {
  test.each([
    ["orphan-tool-use", "call-unanswered", 3],
    ["mistral-ids", "call-id-pattern", 1],
    ["assistant-first", "first-turn", 1],
    ["bedrock-empty-turn", "content-empty", 1],
    ["large-screenshot", "image-many", 42],
    ["broken-line", "result-orphaned", 3],
  ])("%s is refused for %s at its row", async (id, code, row) => {
    const { text, target } = example(id);
    const { result } = await look(await text(), target);
    expect(groupsOf(result, "rejected")).toEqual([code]);
    expect(result.groups.find(({ id: one }) => one === code)?.says).toMatch(/\w+/);
    expect([...result.rows.flags].findIndex((flags) => flags & FLAG.rejected)).toBe(row);
  });

  test("every one of them is repaired", async () => {
    for (const { id, text, target } of examples) {
      const { result, ask } = await look(await text(), target);
      if (id !== "large-screenshot")
        expect([id, result.counts.left, result.status]).toEqual([
          id,
          0,
          id === "bedrock-empty-turn" ? "clean" : "repaired",
        ]);
      const copy = await ask("export", { kind: "copy", name: "mine.jsonl" });
      const again = await look(copy.blob, target);
      if (id !== "large-screenshot")
        expect([id, again.result.status, again.result.counts.rejected]).toEqual([id, "clean", 0]);
    }
  });

  test("every preset belongs to a family of the catalog", () => {
    const families = new Set(policyCatalog.map(({ id }) => id));
    for (const preset of presets) expect(families).toContain(resolveTranscriptPolicy(toReplayTarget(preset)).family);
  });
});

describe("providers", () => {
  const text = (words: string) => ({ type: "text", text: words });
  const from = { provider: "anthropic", api: "anthropic-messages", model: "claude-opus-4-6" };
  const call = (id: string) => ({ type: "toolCall", id, name: "bash", arguments: {} });
  /** Something for every rule: turns that follow their like, a call without a result, one whose result is late, ids. */
  const messages = [
    { role: "assistant", ...from, content: [text("At first")], stopReason: "stop" },
    { role: "user", content: [text("One")] },
    { role: "user", content: [text("Two")] },
    {
      role: "assistant",
      ...from,
      content: [{ type: "thinking", thinking: "?" }, call("call|1")],
      stopReason: "toolUse",
    },
    { role: "user", content: [text("Well?")] },
    { role: "toolResult", toolCallId: "call|1", toolName: "bash", content: [text("late")] },
    { role: "assistant", ...from, content: [call("toolu_lost")], stopReason: "toolUse" },
    { role: "user", content: [text("Go on")] },
  ];

  test("the table of providers says what a run for each of them says", async () => {
    const session = JSON.stringify(messages);
    const { ask } = await look(session, presets[0] ?? { provider: "anthropic" });
    for (const preset of presets) {
      const column = await ask("provider", { target: toReplayTarget(preset) });
      const { result } = await look(session, preset);
      const counts = (kind: string) =>
        Object.fromEntries(result.groups.filter((one) => one.kind === kind).map(({ id, count }) => [id, count]));
      expect([preset.label, column]).toEqual([
        preset.label,
        {
          judged: result.judged,
          status: result.counts.rejected > 0 ? "rejected" : result.counts.changed > 0 ? "changed" : "accepted",
          rejected: counts("rejected"),
          changed: counts("changed"),
          left: result.counts.left,
        },
      ]);
    }
  });

  test.each([
    ["openai", ["responses-call-ids", "responses-unpaired-items", "wire/openai-responses"]],
    ["anthropic", ["thinking-signatures", "tool-call-ids", "merge-user-turns"]],
    ["google", ["tool-call-ids", "google-bootstrap", "route-bound-thinking"]],
    ["mistral", ["tool-call-ids", "bridge-tool-turn", "wire/mistral-conversations"]],
  ])("%s: its own rules work, and no others", async (provider, rules) => {
    const preset = presets.find((one) => one.provider === provider) ?? { provider };
    const { result } = await look(JSON.stringify(messages), preset);
    expect(groupsOf(result, "changed")).toEqual(["tool-result-pairing", ...rules]);
    expect(result.notApplicable.map(({ id }) => id)).not.toEqual(expect.arrayContaining(rules));
  });
});

describe("rows", () => {
  const text = (words: string) => ({ type: "text", text: words });
  const anthropic = { provider: "anthropic", modelId: "claude-opus-4-6" };

  test("what was added, merged and dropped has a row and a word", async () => {
    const messages = [
      { role: "user", content: [text("One")] },
      { role: "user", content: [text("Two")] },
      {
        role: "assistant",
        content: [{ type: "toolCall", id: "toolu_1", name: "bash", arguments: {} }],
        stopReason: "toolUse",
      },
      { role: "user", content: [text("  ")] },
      { role: "user", content: [text("Three")] },
    ];
    const { result, ask } = await look(JSON.stringify(messages), anthropic);
    const { before, after } = result.rows;
    const rows = [...before.keys()].map((row) => [before[row], after[row]]);
    expect(rows).toContainEqual([-1, expect.any(Number)]);
    const bits = flagsOf(result).reduce((all, one) => all | one, 0);
    expect(bits & FLAG.made).toBeTruthy();
    expect(bits & FLAG.merged).toBeTruthy();
    expect(bits & FLAG.dropped).toBeTruthy();
    const merged = flagsOf(result).findIndex((one) => one & FLAG.merged && after[flagsOf(result).indexOf(one)] === -1);
    const turn = await ask("turn", { row: merged });
    expect(turn.mergedInto).toBeGreaterThanOrEqual(0);
  });

  test("a clean transcript says what was checked", async () => {
    const { result } = await look(JSON.stringify([{ role: "user", content: [text("Hello")] }]), anthropic);
    expect(result.status).toBe("clean");
    expect(result.groups).toEqual([]);
    expect(result.passed.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["call-unanswered", "tool-result-pairing"]),
    );
    expect(result.notApplicable.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["thought-signature", "responses-call-ids"]),
    );
    for (const { summary } of [...result.passed, ...result.notApplicable]) expect(summary).not.toBe("");
  });

  test("a session that ends with an answer keeps it, and says that the prompt is to come", async () => {
    const messages = [
      { role: "user", content: [text("Hello")] },
      { role: "assistant", content: [text("Good day.")], stopReason: "stop" },
    ];
    const { result } = await look(JSON.stringify(messages), anthropic);
    expect([result.status, result.awaitsPrompt, groupsOf(result, "rejected")]).toEqual(["clean", true, []]);
    const asked = await look(JSON.stringify(messages), anthropic, { policy: { trailingPrefill: "drop" } });
    expect(groupsOf(asked.result, "rejected")).toEqual(["prefill"]);
    expect(asked.result.after.turns).toBe(1);
  });

  test("repairs of the file are a layer of their own", async () => {
    const { text: make, target } = example("bedrock-empty-turn");
    const { result, ask } = await look(await make(), target);
    expect(result.groups.filter(({ layer }) => layer === "file").map(({ id }) => id)).toEqual(["rewrote-assistant"]);
    expect((flagsOf(result)[1] ?? 0) & FLAG.file).toBeTruthy();
    const turn = await ask("turn", { row: 1 });
    expect(turn.line).toBe(3);
    expect(turn.blocks.map(({ state }) => state)).toEqual(["added"]);
  });
});

describe("a request body", () => {
  const body = {
    model: "claude-opus-4-6",
    max_tokens: 10,
    tools: [{ name: "bash", input_schema: { type: "object" } }],
    messages: [
      { role: "user", content: "Go." },
      { role: "assistant", content: [{ type: "tool_use", id: "call|1", name: "bash", input: { command: "ls" } }] },
      { role: "user", content: "And?" },
    ],
  };

  test("is judged as it is; its other parts have a row", async () => {
    const { opened, result, ask } = await look(JSON.stringify(body), { provider: "anthropic" });
    expect(opened).toMatchObject({
      kind: "body",
      turns: 3,
      target: { provider: "anthropic", modelId: "claude-opus-4-6" },
    });
    expect(groupsOf(result, "rejected").toSorted()).toEqual(["call-id-pattern", "call-unanswered"]);
    expect(result.rows.before[0]).toBe(-2);
    const [request, first] = await ask("rows", { rows: [0, 1] });
    expect(request).toMatchObject({ role: "request", summary: expect.stringContaining("claude-opus-4-6") });
    expect(first).toMatchObject({ role: "user", summary: "Go." });
    const turn = await ask("turn", { row: 2 });
    expect(turn.blocks[0]).toMatchObject({ label: "tool call bash", state: "edited" });
    expect(turn.blocks[0]?.issues.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["rejected", "changed"]));
    const saved = await ask("export", { kind: "body", name: "request.json" });
    const again = await look(saved.blob, { provider: "anthropic" });
    expect([again.result.status, again.result.counts.rejected]).toEqual(["clean", 0]);
  });

  test("is explained with its block", async () => {
    const { ask } = await look(JSON.stringify(body), { provider: "anthropic" });
    const error = "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: call|1.";
    const [found] = await ask("explain", { text: error });
    expect(found).toMatchObject({ code: "call-unanswered", row: 2, confirmed: true });
    expect(await ask("explain", { text: "the cat sat on the mat" })).toEqual([]);
  });

  test("can be compared for providers of its API", async () => {
    const { ask } = await look(JSON.stringify(body), { provider: "anthropic" });
    const column = await ask("provider", { target: { provider: "minimax", modelApi: "anthropic-messages" } });
    expect(column.status).toBe("rejected");
    expect(column.left).toBe(0);
  });
});

describe("opening", () => {
  const anthropic = { provider: "anthropic", modelId: "claude-opus-4-6" };

  test("packed files, byte order marks and carriage returns make no difference", async () => {
    const { text: make, target } = example("orphan-tool-use");
    const text = (await make()) as string;
    const plain = await look(text, target);
    const rows = async (other: string | Blob) => {
      const { result, ask } = await look(other, target);
      return [result.counts.rejected, await ask("rows", { rows: [0, 1, 2, 3, 4, 5] })];
    };
    const expected = [plain.result.counts.rejected, await plain.ask("rows", { rows: [0, 1, 2, 3, 4, 5] })];
    expect(await rows(new Blob([new Uint8Array(gzipSync(text))]))).toEqual(expected);
    expect(await rows(text.replaceAll("\n", "\r\n"))).toEqual(expected);
    expect(await rows(text.trimEnd())).toEqual(expected);
    const marked = await look(`\uFEFF${text}`, target);
    expect(marked.result.groups.map(({ id }) => id)).toContain("removed-bom");
  });

  test("bad lines are told with their bytes; the rest is there", async () => {
    const { text: make, target } = example("broken-line");
    const text = ((await make()) as string).replace("Rename", "Rénommer");
    const { result, ask } = await look(text, target);
    const index = await ask("rawIndex", {});
    expect(index.bad).toEqual([5]);
    const [line] = await ask("raw", { from: 5, count: 1 });
    const offset = Buffer.byteLength(text.split("\n").slice(0, 4).join("\n")) + 1;
    expect(line).toMatchObject({
      state: "dropped",
      offset,
      note: expect.stringContaining(offset.toLocaleString("en")),
    });
    expect(await ask("rawLine", { line: 6 })).toBe(text.split("\n")[5]);
    expect(result.before.turns).toBe(5);
    const saved = await ask("export", { kind: "session", name: "mine.jsonl" });
    const kept = text.split("\n").filter((_, index_) => index_ !== 4);
    expect(await saved.blob.text()).toBe(kept.join("\n"));
  });

  test("another branch of a session", async () => {
    const entry = (id: string, parentId: string | null, role: string, words: string) =>
      JSON.stringify({
        type: "message",
        id,
        parentId,
        timestamp: "2026-11-03T09:30:00.000Z",
        message: { role, content: [{ type: "text", text: words }] },
      });
    const text = [
      JSON.stringify({ type: "session", version: 3, id: "s", timestamp: "2026-11-03T09:30:00.000Z", cwd: "/" }),
      entry("a", null, "user", "Hello"),
      entry("b", "a", "assistant", "First answer"),
      entry("c", "b", "user", "Left behind"),
      entry("d", "a", "assistant", "Second answer"),
      entry("e", "d", "user", "Goes on"),
    ].join("\n");
    const { opened, result, ask } = await look(text, anthropic);
    expect(opened.branches).toMatchObject([
      { label: "Left behind", messages: 3, active: false },
      { label: "Goes on", messages: 3, active: true },
    ]);
    expect((await ask("rows", { rows: [2] }))[0]?.summary).toBe("Goes on");
    expect(result.before.turns).toBe(3);
    const other = await look(text, anthropic, { leaf: opened.branches[0]?.leaf ?? -1 });
    expect((await other.ask("rows", { rows: [1, 2] })).map(({ summary }) => summary)).toEqual([
      "First answer",
      "Left behind",
    ]);
    expect(other.opened.branches.map(({ active }) => active)).toEqual([true, false]);
    expect((await other.ask("turn", { row: 2 })).line).toBe(4);
  });

  test.each([
    ["nothing", "", "empty"],
    ["prose", "hello there", "unknown-shape"],
    ["an object of no known shape", '{"title":"x","pages":[]}', "unknown-shape"],
    ["what a provider answered", '{"type":"error","error":{"type":"invalid_request_error"}}', "provider-error"],
  ])("%s is refused in words", async (_name, text, code) => {
    const error = await look(text, anthropic).catch((one: unknown) => one);
    expect(error).toMatchObject({ name: "UnreadableError", code, advice: expect.stringMatching(/\w/) });
  });

  test("a file that is larger than a string may be is refused before it is read", async () => {
    const blob = Object.defineProperty(new Blob(["{}"]), "size", { value: 600 * 2 ** 20 });
    const error = await look(blob, anthropic).catch((one: unknown) => one);
    expect(error).toMatchObject({ code: "too-large", message: expect.stringContaining("600 MiB") });
  });

  test("the first rows of a large file come before the rest is read", async () => {
    const line = (index: number) =>
      JSON.stringify({
        role: index % 2 ? "assistant" : "user",
        content: [{ type: "text", text: `Turn ${index} ${"x".repeat(4000)}` }],
        stopReason: "stop",
      });
    const text = Array.from({ length: 1000 }, (_, index) => line(index)).join("\n");
    const { told, result } = await look(text, anthropic);
    const preview = told.findIndex((one) => "rows" in one);
    expect(told[preview]).toMatchObject({ rows: expect.arrayContaining([expect.objectContaining({ role: "user" })]) });
    expect(told.findIndex((one) => "phase" in one && one.phase === "reading")).toBeGreaterThan(preview);
    expect(result.rows.count).toBe(1000);
  });
});

describe("asking for more", () => {
  const deep = {
    role: "user",
    content: [
      {
        type: "text",
        text: "x".repeat(50_000),
        meta: { ["__proto__"]: 1, list: Array.from({ length: 450 }, (_, i) => i) },
      },
    ],
  };
  const anthropic = { provider: "anthropic", modelId: "claude-opus-4-6" };

  test("long texts are clipped, and whole when asked for", async () => {
    const { ask } = await look(JSON.stringify([deep]), anthropic);
    const turn = await ask("turn", { row: 0 });
    expect(turn.blocks[0]?.after?.body).toMatchObject({ length: 50_000 });
    expect(turn.blocks[0]?.after?.body.text).toHaveLength(20_000);
    expect(await ask("text", { path: "/0/content/0", side: "after" })).toHaveLength(50_000);
  });

  test("JSON comes a level and a page at a time", async () => {
    const { ask } = await look(
      JSON.stringify([deep]).replace('"__proto__":1', '"__proto__":{"polluted":1}'),
      anthropic,
    );
    const block = await ask("nodes", { path: "/0/content/0", side: "before", offset: 0 });
    expect(block.map(({ key, kind }) => [key, kind])).toEqual([
      ["type", "string"],
      ["text", "string"],
      ["meta", "object"],
    ]);
    const meta = await ask("nodes", { path: "/0/content/0/meta", side: "before", offset: 0 });
    expect(meta[0]).toMatchObject({ key: "__proto__", kind: "object" });
    const list = await ask("nodes", { path: "/0/content/0/meta/list", side: "before", offset: 0 });
    expect(list).toHaveLength(201);
    expect(list.at(-1)).toMatchObject({ kind: "more", size: 250 });
    expect(await ask("nodes", { path: "/0/content/0/meta/list", side: "before", offset: 400 })).toHaveLength(50);
    expect("polluted" in {}).toBe(false);
  });

  test("search finds turns, not the data of pictures", async () => {
    const { text: make, target } = example("large-screenshot");
    const { ask } = await look(await make(), target);
    expect([...(await ask("search", { query: "WIDE SCREEN" }))]).toEqual([42]);
    expect([...(await ask("search", { query: "iVBORw0KGgo" }))]).toEqual([]);
    expect([...(await ask("search", { query: "toolu_01Step7" }))]).toEqual([13, 14]);
  });

  test("the places of a group come a page at a time", async () => {
    const messages = Array.from({ length: 60 }, (_, index) =>
      index % 2
        ? {
            role: "assistant",
            content: [
              { type: "thinking", thinking: "x" },
              { type: "text", text: "y" },
            ],
            stopReason: "stop",
          }
        : { role: "user", content: [{ type: "text", text: "z" }] },
    );
    const { result, ask } = await look(JSON.stringify(messages), anthropic);
    const group = result.groups.find(({ id }) => id === "thinking-signatures");
    expect([group?.count, group?.first.length]).toEqual([30, 20]);
    const rest = await ask("issues", { id: "thinking-signatures", kind: "changed", offset: 20, limit: 100 });
    expect(rest.map(({ row }) => row)).toEqual([41, 43, 45, 47, 49, 51, 53, 55, 57, 59]);
  });

  test("what was found is grouped by turns, some at a time", async () => {
    const { text: make, target } = example("broken-line");
    const { result, ask } = await look(await make(), target);
    const { turns, total } = await ask("turnIssues", { kind: undefined, layer: undefined, offset: 0, limit: 2 });
    const placed = turns.map(({ turn, issues }) => [turn?.row, issues.map(({ id }) => id)]);
    expect(placed).toEqual([
      [undefined, ["line-malformed"]],
      [3, ["result-orphaned", "tool-result-pairing"]],
    ]);
    expect(total).toBe(2);
    const all = await ask("turnIssues", { kind: undefined, layer: undefined, offset: 0, limit: 100 });
    const count = result.groups.reduce((sum, group) => sum + group.count, 0);
    expect(all.turns.flatMap(({ issues }) => issues)).toHaveLength(count);
    const file = await ask("turnIssues", { kind: "changed", layer: "file", offset: 0, limit: 100 });
    expect(file.turns.map(({ issues }) => issues.map(({ id }) => id))).toEqual([["line-malformed"]]);
  });

  test("images are listed with their sizes; the file of one can be asked for", async () => {
    const { text: make, target } = example("large-screenshot");
    const { result, ask } = await look(await make(), target);
    expect(result.images).toHaveLength(21);
    expect(result.images.at(-1)).toMatchObject({
      state: "waiting",
      path: "/42/content/1",
      before: { width: 6000, height: 2400 },
    });
    const blob = await ask("image", { path: "/42/content/1", side: "before" });
    expect([blob?.type, blob?.size]).toEqual(["image/png", result.images.at(-1)?.before?.bytes]);
    const left = await ask("finish", { ports: [] });
    expect([left.unchecked, left.imagesLeft, left.status]).toEqual([true, 0, "unrepairable"]);
  });
});
