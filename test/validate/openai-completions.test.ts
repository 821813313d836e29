// Every demand of Chat Completions has a body that breaks it and nothing else, and what is accepted is not judged.
import { describe, expect, test } from "vitest";
import { completionsServerFor } from "../../src/transcript/completions-servers.ts";
import * as calls from "../../src/validate/openai-completions/calls.ts";
import * as content from "../../src/validate/openai-completions/content.ts";
import { completionsDemands } from "../../src/validate/openai-completions/dialects.ts";
import * as images from "../../src/validate/openai-completions/images.ts";
import * as bodies from "../../src/validate/openai-completions/index.ts";
import * as reasoning from "../../src/validate/openai-completions/reasoning.ts";
import * as request from "../../src/validate/openai-completions/request.ts";
import * as turns from "../../src/validate/openai-completions/turns.ts";
import type { Demand } from "../../src/validate/types.ts";
import { completionsDialects } from "../../src/wire/openai-completions/dialects.ts";
import { lookUp } from "../oracles/values.ts";
import { createRandom } from "../properties/random.ts";
import { foreign, valid } from "../wire/fixtures/openai-completions.ts";
import { garbage, mutateBody } from "../wire/garbage.ts";
import { generate } from "../wire/valid/openai-completions.ts";
import { ask, call, calling, chat, picture, result, say, to } from "./openai-completions/bodies.ts";
import { rows } from "./openai-completions/rows.ts";

const validate = bodies.validateOpenaiCompletions;
const errorsOf = (body: unknown, provider: string, modelId = ""): string[] =>
  validate(body, to(provider, modelId))
    .filter(({ severity }) => severity === "error")
    .map(({ code, path }) => `${code} ${path}`);

test.each(Object.entries(rows))("%s", (_, { demand, body, at, to: provider = "openai", also = [] }) => {
  const findings = validate(body, to(provider));
  const [start = ""] = demand.message.split("{}");
  const found = findings.find(({ code, message }) => code === demand.code && message.startsWith(start));
  expect(found).toMatchObject({ severity: demand.severity, path: at, document: "body", evidence: demand.evidence });
  expect(found?.message).not.toContain("{}");
  expect(found?.providerMessage ?? "").not.toContain("{}");
  expect(at === "" || lookUp(body, at).length > 0).toBe(true);
  const errors = findings.filter(({ severity }) => severity === "error").map(({ code }) => code);
  const expected = demand.severity === "error" ? [demand.code, ...also] : also;
  expect([...new Set(errors)].sort()).toEqual([...new Set(expected)].sort());
});

test("every demand has a row, a source and a date", () => {
  const modules = [bodies, request, turns, content, calls, reasoning, images];
  const all = modules.flatMap((module) => Object.entries(module)).filter(([, value]) => isDemand(value));
  const tested = new Set(Object.values(rows).map(({ demand }) => demand));
  expect(all.filter(([, demand]) => !tested.has(demand as Demand)).map(([name]) => name)).toEqual([]);
  expect(all.length).toBeGreaterThan(70);
  for (const [, demand] of all) {
    const { source } = demand as Demand;
    expect(source.url).toMatch(/^https:\/\//);
    expect(source.checked).toMatch(/^2026-1[12]-\d\d$/);
  }
});

function isDemand(value: unknown): boolean {
  return typeof value === "object" && value !== null && "severity" in value && "evidence" in value;
}

describe("what is accepted has no error", () => {
  test.each(valid)("$name", ({ body }) => expect(errorsOf(body, "openai")).toEqual([]));
  test.each(foreign)("$name", ({ body }) => expect(errorsOf(body, "openrouter")).toEqual([]));
});

test("nothing is thrown, whatever the body is, and what is found is bounded", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = createRandom(seed);
    const body = seed % 3 === 0 ? garbage(random) : mutateBody(random, generate(random));
    for (const provider of ["openai", "openrouter", "mistral", "google", "ollama", "zai"]) validate(body, to(provider));
  }
  const many = validate(chat(Array.from({ length: 12_000 }, () => null)), to("openai"));
  expect(many).toHaveLength(10_000);
});

test("dialects are known to both sides", () => {
  expect(Object.keys(completionsDemands).sort()).toEqual(Object.keys(completionsDialects).sort());
});

describe("the server is told", () => {
  test.each([
    [{ provider: "", modelId: "", baseUrl: "" }, "openai"],
    [{ provider: "openai", modelId: "gpt-5.4", baseUrl: "" }, "openai"],
    [{ provider: "openai", modelId: "deepseek-v4-pro", baseUrl: "" }, "deepseek"],
    [{ provider: "openai", modelId: "anthropic/claude-opus-4.6", baseUrl: "" }, "compatible"],
    [{ provider: "openai", modelId: "claude-opus-4-6", baseUrl: "" }, "compatible"],
    [{ provider: "openai", modelId: "gpt-5.4", baseUrl: "https://api.groq.com/openai/v1" }, "groq"],
    [{ provider: "acme", modelId: "m", baseUrl: "https://my.openai.azure.com/x" }, "azure"],
    [{ provider: "acme", modelId: "glm-4.5", baseUrl: "" }, "glm"],
    [{ provider: "acme", modelId: "m", baseUrl: "" }, "compatible"],
    [{ provider: "moonshotai", modelId: "", baseUrl: "" }, "kimi"],
    [{ provider: "openrouter", modelId: "deepseek/deepseek-chat", baseUrl: "" }, "openrouter"],
  ])("%j: %s", (target, expected) => expect(completionsServerFor(target)).toBe(expected));
});

describe("demands hold for whom they hold", () => {
  test("OpenAI's own are warnings elsewhere", () => {
    const body = chat([ask, say("a", { tool_calls: [] }), ask], { model: "local" });
    expect(errorsOf(body, "openai")).toHaveLength(1);
    expect(errorsOf(body, "acme")).toEqual([]);
    expect(validate(body, to("acme")).map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      "warning field-form",
    ]);
  });

  test("those of a model's maker hold behind gateways, and are warnings where nobody knows the server", () => {
    const body = chat([ask, say("a")], { model: "claude-opus-4-6" });
    expect(errorsOf(body, "copilot")).toEqual(["prefill /messages/1"]);
    expect(errorsOf(body, "acme")).toEqual([]);
    const long = chat([ask, calling([call("a".repeat(41))]), result("a".repeat(41))], { model: "openai/gpt-4o" });
    expect(errorsOf(long, "openrouter")).toEqual(["call-id-length /messages/1/tool_calls/0/id"]);
    expect(errorsOf(long, "openrouter", "qwen/qwen3-coder")).toEqual([]);
  });

  test("models with a v in their name see, with GLM", () => {
    const body = chat([{ role: "user", content: [picture("https://example.com/a.png")] }]);
    expect(errorsOf(body, "zai", "glm-4.5")).toEqual(["image-input /messages/0/content/0"]);
    expect(errorsOf(body, "zai", "glm-4.5v")).toEqual([]);
  });

  test("reasoning need not come back while thinking is off", () => {
    const messages = [ask, calling([call("a")]), result("a")];
    const body = (more: object): object => chat(messages, { model: "deepseek-v4-pro", ...more });
    expect(errorsOf(body({}), "deepseek")).toEqual(["reasoning-missing /messages/1"]);
    expect(errorsOf(body({ thinking: { type: "disabled" } }), "deepseek")).toEqual([]);
    expect(errorsOf(body({ reasoning_effort: "none" }), "deepseek")).toEqual([]);
    expect(errorsOf(body({ model: "deepseek-chat", thinking: { type: "enabled" } }), "deepseek")).toHaveLength(1);
  });

  test("Gemini's signatures are looked for in the open turn alone", () => {
    const signed = call("b", { extra_content: { google: { thought_signature: "QUJD" } } });
    const messages = [ask, calling([call("a")]), result("a"), say("x"), ask, calling([signed, call("c")])];
    const body = chat([...messages, result("b"), result("c")], { model: "gemini-3-pro-preview" });
    expect(errorsOf(body, "google")).toEqual([]);
    expect(errorsOf(body, "google", "gemini-2.5-pro")).toEqual([]);
  });

  test("a call of the old kind is a call", () => {
    const legacy = say(null, { function_call: { name: "read", arguments: "{}" } });
    expect(errorsOf(chat([ask, legacy, { role: "function", name: "read", content: "ok" }]), "openai")).toEqual([]);
  });

  test("results at the very beginning have no call", () => {
    expect(errorsOf(chat([result("a"), result("b"), ask]), "openai")).toEqual([
      "result-orphaned /messages/0/tool_call_id",
      "result-orphaned /messages/1/tool_call_id",
    ]);
  });
});
