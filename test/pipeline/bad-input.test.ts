// What no host should hand in, and some will: a typed error or a reported change, never a crash and never a wait.
import { describe, expect, test } from "vitest";
import {
  explainError,
  prepareReplay,
  readSession,
  repairSessionBytes,
  repairSessionText,
  TranscriptInputError,
} from "../../src/index.ts";
import { deepFreeze, lookUp, sameJson } from "../oracles/values.ts";
import { FAMILIES, type Family, type Messages } from "../properties/families.ts";

type Message = Record<string, unknown>;
type Result = Awaited<ReturnType<typeof prepareReplay>>;

const names = ["anthropic-opus-4-6", "bedrock-claude", "openai-responses", "custom-completions", "google", "mistral"];
const families = names.map((name) => FAMILIES.find((family) => family.name === name) as Family);

async function run({ target }: Family, messages: unknown): Promise<Result> {
  return prepareReplay(messages as Messages, { target });
}

const said = (text: string): Message => ({ type: "text", text });
const user = (text: string): Message => ({ role: "user", content: [said(text)] });
const call = (id: unknown, input: unknown = {}): Message => ({ type: "toolCall", id, name: "read", arguments: input });
const calling = (...content: unknown[]): Message => ({ role: "assistant", content, stopReason: "toolUse" });
const result = (toolCallId: unknown, content: unknown = [said("r")]): Message => ({
  role: "toolResult",
  toolCallId,
  toolName: "read",
  content,
});

/** Nested lists around a text, made without recursion. */
function nested(depth: number): unknown {
  let value: unknown = "bottom";
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

describe.each(families)("$name", (family) => {
  test.each([undefined, null, 5, "text", {}, { length: 1, 0: user("hi") }])("%j is no transcript", async (messages) => {
    await expect(run(family, messages)).rejects.toBeInstanceOf(TranscriptInputError);
    await expect(run(family, messages)).rejects.toMatchObject({ code: "messages-not-a-list", path: "" });
  });

  test("entries that are no messages go, and the report names each", async () => {
    const bad = [null, undefined, 5, "text", [], {}, { content: "no role" }, { role: 7, content: "x" }, { role: "" }];
    const input = deepFreeze([user("hi"), ...bad, user("bye")]);
    const { messages, changes } = await run(family, input);
    expect(messages.every((message) => typeof message.role === "string" && message.role !== "")).toBe(true);
    const dropped = changes.filter(({ action }) => action === "drop").flatMap(({ from }) => from);
    for (const index of bad.keys()) expect(dropped).toContain(`/${index + 1}`);
    expect(JSON.stringify(messages)).toContain("hi");
    expect(JSON.stringify(messages)).toContain("bye");
  });

  test("cycles in arguments, details and content do no harm", async () => {
    const loop: Message = { name: "loop" };
    loop["self"] = loop;
    const round: unknown[] = [];
    round.push(round);
    const input = [
      user("hi"),
      calling(call("c1", loop), round, loop),
      { ...result("c1", [said("r"), round, loop]), details: loop },
      user("bye"),
    ];
    const { messages, changes } = await run(family, input);
    expect(messages.length).toBeGreaterThan(2);
    expect(() => JSON.stringify(changes)).not.toThrow();
    expect(changes.some(({ from }) => from.some((pointer) => pointer.startsWith("/2/details")))).toBe(true);
  });

  test("100,000 blocks in one message", async () => {
    const content = Array.from({ length: 100_000 }, (_, index) => said(index % 2 ? `t${index}` : " "));
    const { messages, changes } = await run(family, [{ role: "user", content }, calling(said("ok"))]);
    expect(messages[0]?.content).toHaveLength(50_000);
    expect(changes.filter(({ from }) => from[0]?.startsWith("/0/"))).toHaveLength(50_000);
  });

  test("more blocks than a message may have is a typed error", async () => {
    const content = new Array(2 ** 20).fill(said("x"));
    await expect(run(family, [{ role: "user", content }])).rejects.toMatchObject({
      code: "too-many-blocks",
      path: "/0/content",
    });
  });

  test("10,000 levels of nesting in arguments and in a result", async () => {
    const input = [
      user("hi"),
      calling(call("c1", { deep: nested(10_000) })),
      result("c1", [nested(10_000), said("r")]),
    ];
    const { messages } = await run(family, [...input, user("bye")]);
    const [first] = (messages[1]?.content ?? []) as Message[];
    expect(sameJson(first?.["arguments"], { deep: nested(10_000) })).toBe(true);
    const twins = [calling(said("x"), nested(10_000)), calling(said("x"), nested(10_000))];
    await expect(run(family, [user("hi"), ...twins, user("bye")])).resolves.toBeDefined();
  });

  test("own __proto__ keys stay data and reach no prototype", async () => {
    const json = `[
      {"role":"user","content":"hi","__proto__":{"polluted":1}},
      {"role":"assistant","__proto__":{"polluted":1},"content":[
        {"type":"toolCall","id":"c1","name":"read","arguments":{"__proto__":{"polluted":1}},"__proto__":{"polluted":1}}]},
      {"role":"toolResult","toolCallId":"c1","content":[{"type":"text","text":"r"}],"details":{"__proto__":{"polluted":1}}},
      {"role":"user","content":"bye"}]`;
    const { messages } = await run(family, deepFreeze(JSON.parse(json)));
    expect(({} as Message)["polluted"]).toBeUndefined();
    const [first] = (messages[1]?.content ?? []) as Message[];
    expect(JSON.stringify(first?.["arguments"])).toBe('{"__proto__":{"polluted":1}}');
    for (const message of messages) {
      expect(Object.getPrototypeOf(message)).toBe(Object.prototype);
      expect((message as Message)["polluted"]).toBeUndefined();
    }
  });

  test("lone surrogates are replaced or kept, and never break the report", async () => {
    const text = "half \ud83d of it";
    const input = [
      { role: "user", content: text },
      calling(said(text), call("c\ud83d1")),
      result("c\ud83d1", [said(text)]),
    ];
    const { messages, changes } = await run(family, [...input, user("bye")]);
    // Mistral wants an answer between a result and what the user says.
    expect(messages).toHaveLength(family.name === "mistral" ? 5 : 4);
    for (const change of changes) expect(JSON.parse(JSON.stringify(change))).toEqual(change);
    const [id] = messages.flatMap(({ content }) => (Array.isArray(content) ? content : [])).filter((b) => b["id"]);
    expect(messages[2]?.["toolCallId"]).toBe(id?.["id"]);
  });

  test("numbers as ids: the call goes with its result, and the report says so", async () => {
    const input = [user("hi"), calling(said("x"), call(7)), result(7), user("bye")];
    const { messages, changes } = await run(family, input);
    expect(messages.filter(({ role }) => role === "toolResult")).toEqual([]);
    const dropped = changes.filter(({ action, lossy }) => action === "drop" && lossy).flatMap(({ from }) => from);
    expect(dropped).toEqual(expect.arrayContaining(["/1/content/1", "/2"]));
  });

  test("the same object twice is two messages", async () => {
    const [turn, answer] = [calling(call("c1")), result("c1")];
    const input = deepFreeze([user("hi"), turn, answer, turn, answer, user("bye")]);
    const { messages, changes } = await run(family, input);
    const ids = messages
      .flatMap(({ content }) => (Array.isArray(content) ? content : []))
      .flatMap((b) => b["id"] ?? []);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
    for (const { from } of changes) for (const pointer of from) expect(lookUp(input, pointer)).toHaveLength(1);
  });

  test("an empty transcript stays the same array", async () => {
    const input: unknown[] = [];
    const { messages, changes } = await run(family, input);
    expect(messages).toBe(input);
    expect(changes).toEqual([]);
  });
});

describe("growth", () => {
  /** A transcript of `n` damaged turns. */
  function damaged(n: number): unknown[] {
    return Array.from({ length: n }, (_, index) => [
      user(`question ${index}`),
      calling(said(" "), call(`call_same`), call(`call|${index}`)),
      result("call_same"),
      { ...result(`orphan ${index}`), details: { index } },
      calling(said(`answer ${index}`)),
    ]).flat();
  }

  async function cpu(family: Family, input: unknown[]): Promise<{ ms: number; changes: number }> {
    let best = Number.POSITIVE_INFINITY;
    let changes = 0;
    for (let round = 0; round < 3; round++) {
      const begun = process.cpuUsage();
      changes = (await run(family, input)).changes.length;
      const { user: own, system } = process.cpuUsage(begun);
      best = Math.min(best, (own + system) / 1000);
    }
    return { ms: best, changes };
  }

  test.each(families)(
    "four times the transcript is about four times the work ($name)",
    { timeout: 60_000 },
    async (family) => {
      const small = await cpu(family, damaged(200));
      const large = await cpu(family, damaged(800));
      expect(large.changes).toBeGreaterThan(small.changes * 3.8);
      expect(large.changes).toBeLessThan(small.changes * 4.2);
      // Quadratic work would be sixteen times; the machine is noisy, so the bound is wide and has a floor.
      expect(large.ms).toBeLessThan(Math.max(small.ms, 20) * 12);
    },
  );
});

describe("session files and errors", () => {
  const others = [undefined, null, 5, {}, [], Symbol("x"), new Map(), nested(10_000)];

  test("what is no text is said to be none", () => {
    for (const value of others) {
      for (const read of [readSession, repairSessionText]) {
        expect(() => read(value as string)).toThrow(expect.objectContaining({ code: "not-text", path: "" }));
      }
      expect(() => explainError(value as string)).toThrow(TranscriptInputError);
    }
    expect(() => explainError("400", null as never)).toThrow(TranscriptInputError);
  });

  test("nor are bytes", () => {
    for (const value of [...others, "text", new ArrayBuffer(2)]) {
      expect(() => repairSessionBytes(value as Uint8Array)).toThrow(expect.objectContaining({ code: "not-bytes" }));
    }
  });
});
