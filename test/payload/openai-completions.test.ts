// Bodies of Chat Completions end to end: what is accepted comes back as it is, what is refused is repaired.
import { describe, expect, test } from "vitest";
import { lintPayload, prepareReplay, sanitizePayload } from "../../src/index.ts";
import { deepFreeze } from "../oracles/values.ts";
import { createRandom } from "../properties/random.ts";
import { rows } from "../validate/openai-completions/rows.ts";
import { foreign, valid } from "../wire/fixtures/openai-completions.ts";
import {
  CLAUDE,
  DEEPSEEK,
  generatorOf,
  MISTRAL,
  OPENAI,
  OPENROUTER,
  TEMPLATE,
} from "../wire/valid/openai-completions.ts";
import { FLAVORS } from "./cases.ts";
import { DEFECTS, damageBody, type Json } from "./completions-damage.ts";

/** The model decides where the provider's own models are not the flavor's. */
const to = (provider: string) => ({ format: "openai-completions" as const, target: { provider } });

describe("what is accepted comes back as the very object", () => {
  test.each([...valid, ...foreign])("$name", async ({ body }) => {
    const provider = valid.some((one) => one.body === body) ? "openai" : "openrouter";
    const result = await sanitizePayload(deepFreeze(body), { target: { provider } });
    expect(result.body).toBe(body);
    expect(result).toMatchObject({ status: "clean", changes: [] });
  });

  test.each([
    ["openai", OPENAI],
    ["openrouter", OPENROUTER],
    ["openrouter", CLAUDE],
    ["deepseek", DEEPSEEK],
    ["llama.cpp", TEMPLATE],
    ["mistral", MISTRAL],
  ] as const)("%s", async (provider, flavor) => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= 120; seed++) {
      const body = deepFreeze(generatorOf(flavor)(createRandom(seed)));
      seen.add(JSON.stringify(body));
      const result = await sanitizePayload(body, to(provider));
      expect(result.findings.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(result.body).toBe(body);
      expect(result.changes).toEqual([]);
    }
    expect(seen.size).toBeGreaterThan(100);
  });
});

describe("what is refused is repaired, and a second run has nothing to do", () => {
  /** Nobody can say what was meant, or what should go. */
  const beyond = new Set([
    "a body that is none",
    "no list of messages",
    "no message",
    "too many tools",
    "a body of eleven million bytes",
    "calls that are no list",
    "a file of the assistant",
  ]);
  const refused = Object.entries(rows).filter(([, { demand }]) => demand.severity === "error");

  test.each(refused)("%s", async (name, { body, to: provider = "openai" }) => {
    const result = await sanitizePayload(body, to(provider));
    expect(result.status).toBe(beyond.has(name) ? "unrepairable" : "repaired");
    if (beyond.has(name)) return;
    expect(result.changes.length).toBeGreaterThan(0);
    expect(lintPayload(result.body, to(provider)).filter(({ severity }) => severity === "error")).toEqual([]);
    const again = await sanitizePayload(result.body, to(provider));
    expect(again.status).toBe("clean");
    expect(again.body).toBe(result.body);
  });

  test.each(FLAVORS.map(([provider, flavor], index) => [`${provider} ${index}`, provider, flavor] as const))(
    "random damage: %s",
    async (_name, provider, flavor) => {
      const met = new Set<string>();
      for (let seed = 1; seed <= 60; seed++) {
        const random = createRandom(seed);
        const { body, names } = damageBody(generatorOf(flavor)(random) as Json, random, 5);
        for (const name of names) met.add(name);
        const result = await sanitizePayload(deepFreeze(body), to(provider));
        const errors = result.findings.filter(({ severity }) => severity === "error");
        expect(errors, `seed ${seed}: ${names}`).toEqual([]);
        expect(result.status, `seed ${seed}: ${names}`).not.toBe("unrepairable");
        const again = await sanitizePayload(result.body, to(provider));
        expect(again.body, `seed ${seed}: ${names}`).toBe(result.body);
      }
      expect(met.size).toBeGreaterThan(Object.keys(DEFECTS).length * 0.8);
    },
  );
});

const ask = { role: "user", content: "x" };
const calling = (list: readonly unknown[], more: object = {}): object => ({
  role: "assistant",
  content: null,
  tool_calls: list,
  ...more,
});
const call = (id: string, text = "{}"): object => ({
  id,
  type: "function",
  function: { name: "read", arguments: text },
});
const answer = (id: string, content: string): object => ({ role: "tool", tool_call_id: id, content });

async function repaired(provider: string, body: object): Promise<Record<string, unknown>[]> {
  const result = await sanitizePayload(body, { target: { provider } });
  expect(result.status).toBe("repaired");
  return (result.body as { messages: Record<string, unknown>[] }).messages;
}

function callsIn<Call>(message: Record<string, unknown> | undefined): readonly Call[] {
  return (message?.["tool_calls"] ?? []) as readonly Call[];
}

describe("as users met it", () => {
  test("long ids that differ in their last character stay apart, each with its result", async () => {
    const start = "ws_689e2d4880a0819d98acca37694989b00b15d90494fc6b87";
    const messages = await repaired("openai", {
      model: "gpt-5-mini",
      messages: [
        ask,
        calling([call(`${start}A`), call(`${start}B`)]),
        answer(`${start}B`, "B"),
        answer(`${start}A`, "A"),
      ],
    });
    const [first, second] = callsIn<{ id: string }>(messages[1]);
    expect(first?.id).not.toBe(second?.id);
    expect(first?.id.length).toBeLessThanOrEqual(40);
    expect(second?.id.length).toBeLessThanOrEqual(40);
    const contentOf = (id: unknown): unknown => messages.find((one) => one["tool_call_id"] === id)?.["content"];
    expect([contentOf(first?.id), contentOf(second?.id)]).toEqual(["A", "B"]);
  });

  test("a call that was never answered gets a result, the other keeps its own", async () => {
    const messages = await repaired("openai", {
      model: "gpt-5-mini",
      messages: [ask, calling([call("call_1"), call("call_2")]), answer("call_1", "A"), { role: "user", content: "y" }],
    });
    expect(messages.map(({ role, tool_call_id }) => tool_call_id ?? role)).toEqual([
      "user",
      "assistant",
      "call_1",
      "call_2",
      "user",
    ]);
    expect(messages[2]?.["content"]).toBe("A");
  });

  test("a result that came after the next question goes behind its call", async () => {
    const messages = await repaired("minimax", {
      model: "MiniMax-M2.5",
      messages: [ask, calling([call("c_1")]), { role: "user", content: "queued" }, answer("c_1", "late")],
    });
    expect(messages.map(({ content }) => content)).toEqual(["x", null, "late", "queued"]);
  });

  test("arguments that were cut off become an object, and call and result stay", async () => {
    const messages = await repaired("qwen", {
      model: "qwen3.5-plus",
      messages: [ask, calling([call("call_j", '{"path": "a.md", "out": ')]), answer("call_j", "invalid")],
    });
    const [first] = callsIn<{ function: { arguments: string } }>(messages[1]);
    expect(JSON.parse(first?.function.arguments ?? "")).toEqual({ input: '{"path": "a.md", "out": ' });
    expect(messages[2]?.["content"]).toBe("invalid");
  });

  test("GLM gets a user message, and no answer to continue", async () => {
    const messages = await repaired("zai", {
      model: "glm-4.5",
      messages: [
        { role: "system", content: "S" },
        { role: "assistant", content: "hello" },
      ],
    });
    expect(messages.some(({ role }) => role === "user")).toBe(true);
    expect(messages.at(-1)?.["role"]).not.toBe("assistant");
  });

  test("an empty answer goes, what was asked stays", async () => {
    const messages = await repaired("zai", {
      model: "glm-4",
      messages: [ask, { role: "assistant", content: "" }, { role: "user", content: "y" }],
    });
    expect(JSON.stringify(messages)).toContain('"x"');
    expect(JSON.stringify(messages)).toContain('"y"');
    expect(messages.filter(({ role }) => role === "assistant")).toEqual([]);
  });

  test("a template gets turns that alternate, with all that was said in order", async () => {
    const said = ["a", "b", "c", "d", "e"];
    const roles = ["user", "user", "assistant", "assistant", "user"];
    const messages = await repaired("llama.cpp", {
      model: "devstral-small-2",
      messages: [{ role: "system", content: "S" }, ...said.map((content, index) => ({ role: roles[index], content }))],
    });
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(JSON.stringify(messages).match(/"[a-e]"/g)).toEqual(said.map((one) => `"${one}"`));
  });

  test("two answers at the end become one", async () => {
    const messages = await repaired("ollama", {
      model: "qwen3:8b",
      messages: [ask, { role: "assistant", content: "", reasoning: "t" }, { role: "assistant", content: "part" }],
    });
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(messages[1]).toMatchObject({ reasoning: "t" });
  });

  test("a result that nobody asked for does not stand behind a question", async () => {
    const messages = await repaired("openrouter", {
      model: "mistralai/mistral-large",
      messages: [ask, answer("Ab3dE6gH9", "A"), { role: "user", content: "y" }],
    });
    expect(messages.map(({ role }) => role)).toEqual(["user", "user"]);
  });

  test("six pictures for a server that takes five", async () => {
    const url = "data:image/gif;base64,R0lGODlhAgABAIAAAExpccwzMyH5BAUAAAAALAAAAAACAAEAAAICTAoAOw==";
    const content = Array.from({ length: 6 }, () => ({ type: "image_url", image_url: { url } }));
    const [message] = await repaired("groq", { model: "llama-4-scout", messages: [{ role: "user", content }] });
    const types = ((message?.["content"] ?? []) as { type: string }[]).map(({ type }) => type);
    expect(types).toEqual(["text", "image_url", "image_url", "image_url", "image_url", "image_url"]);
  });
});

describe("sessions become bodies that are proved", () => {
  const step = (more: object = {}, by: object = { provider: "deepseek" }) => [
    { role: "user", content: [{ type: "text", text: "find" }] },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "I should search" },
        { type: "toolCall", id: "call_d", name: "search", arguments: { q: "a" }, ...more },
      ],
      stopReason: "toolUse",
      ...by,
    },
    { role: "toolResult", toolCallId: "call_d", toolName: "search", content: [{ type: "text", text: "hit" }] },
  ];

  test("DeepSeek gets its reasoning back, with its call", async () => {
    const target = { provider: "deepseek", modelApi: "openai-completions", modelId: "deepseek-reasoner" };
    const { body, status } = await prepareReplay(step(), { target });
    expect(status).not.toBe("unrepairable");
    expect((body as { messages: unknown[] }).messages[1]).toMatchObject({
      reasoning_content: "I should search",
      tool_calls: [{ function: { name: "search", arguments: '{"q":"a"}' } }],
    });
  });

  test("a damaged thought signature goes, and a whole one stays, behind OpenRouter", async () => {
    const target = { provider: "openrouter", modelApi: "openai-completions", modelId: "google/gemini-3-pro-preview" };
    const by = { provider: "openrouter", api: "openai-completions", model: target.modelId };
    const messages = step({ thoughtSignature: "QUJDA" }, by);
    const bad = await prepareReplay(messages, { target });
    expect(bad.status).not.toBe("unrepairable");
    expect(JSON.stringify(bad.body)).not.toContain("QUJDA");
    const good = await prepareReplay(step({ thoughtSignature: "QUJD" }, by), { target });
    expect(JSON.stringify(good.body)).toContain('{"google":{"thought_signature":"QUJD"}}');
  });

  test("pictures of tools are seen", async () => {
    const target = { provider: "openai", modelApi: "openai-completions", modelId: "gpt-5.4" };
    const picture = {
      type: "image",
      data: "R0lGODlhAgABAIAAAExpccwzMyH5BAUAAAAALAAAAAACAAEAAAICTAoAOw==",
      mimeType: "image/gif",
    };
    const messages = [...step().slice(0, 2), { role: "toolResult", toolCallId: "call_d", content: [picture] }];
    const { body, status, findings } = await prepareReplay(messages, { target });
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(status).not.toBe("unrepairable");
    expect((body as { messages: { role: string }[] }).messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "user",
    ]);
  });
});
