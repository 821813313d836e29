// Every demand of Mistral's chat API has a body that breaks it and nothing else, and what is accepted is not judged.
import { describe, expect, test } from "vitest";
import { explainError, resolveTranscriptPolicy } from "../../src/index.ts";
import { mistralServerFor } from "../../src/transcript/mistral-servers.ts";
import * as calls from "../../src/validate/mistral-conversations/calls.ts";
import * as content from "../../src/validate/mistral-conversations/content.ts";
import { mistralDemands } from "../../src/validate/mistral-conversations/dialects.ts";
import * as extras from "../../src/validate/mistral-conversations/extras.ts";
import * as images from "../../src/validate/mistral-conversations/images.ts";
import * as bodies from "../../src/validate/mistral-conversations/index.ts";
import * as request from "../../src/validate/mistral-conversations/request.ts";
import * as turns from "../../src/validate/mistral-conversations/turns.ts";
import type { Demand } from "../../src/validate/types.ts";
import { lookUp } from "../oracles/values.ts";
import { createRandom } from "../properties/random.ts";
import { valid } from "../wire/fixtures/mistral-conversations.ts";
import {
  answer,
  ask,
  call,
  id,
  image,
  PDF,
  result,
  say,
  text,
  thought,
  user,
} from "../wire/fixtures/mistral-messages.ts";
import { garbage, mutateBody } from "../wire/garbage.ts";
import { generate } from "../wire/valid/mistral-conversations.ts";
import { step, to } from "./mistral-conversations/bodies.ts";
import { rows } from "./mistral-conversations/rows.ts";

const validate = bodies.validateMistralConversations;
const errorsOf = (body: unknown, provider = "mistral", modelId = ""): string[] =>
  validate(body, to(provider, modelId))
    .filter(({ severity }) => severity === "error")
    .map(({ code, path }) => `${code} ${path}`);

describe.each(Object.entries(rows))("%s", (_, { demand, body, at, to: provider = "mistral", also = [] }) => {
  const findings = validate(body, to(provider));
  const [start = ""] = demand.message.split("{}");
  const found = findings.find(
    ({ code, message, path }) => code === demand.code && message.startsWith(start) && path === at,
  );

  test("is found, and nothing else", () => {
    expect(found).toMatchObject({ severity: demand.severity, document: "body", evidence: demand.evidence });
    expect(found?.message).not.toContain("{}");
    expect(found?.providerMessage ?? "").not.toContain("{}");
    expect(at === "" || lookUp(body, at).length > 0).toBe(true);
    const errors = findings.filter(({ severity }) => severity === "error").map(({ code }) => code);
    const expected = demand.severity === "error" ? [demand.code, ...also] : also;
    expect([...new Set(errors)].sort()).toEqual([...new Set(expected)].sort());
  });

  const explained = demand.says === undefined ? [] : [demand.says];
  test.each(explained)("is explained by the words: %s", () => {
    const words = found?.providerMessage ?? "";
    const target = { provider };
    const [told] = explainError(words, { body, target, format: "mistral-conversations" });
    const [, code = demand.code] = OTHERWISE.find(([start]) => words.startsWith(start)) ?? [];
    expect(told?.code).toBe(code);
    if (code === demand.code && demand.severity === "error") expect(told?.findings.length).toBeGreaterThan(0);
  });
});

/** What the server says of several things alike, and what that says by itself. */
const OTHERWISE: readonly (readonly [start: string, code: string])[] = [
  ["Field required", "field-invalid"],
  ["Input should be a valid", "field-invalid"],
  ["Input should be <ChunkTypes", "image-role"],
  ["Extra inputs are not permitted", "field-form"],
  ["Input tag 'developer' found using 'role'", "role-unknown"],
  ["Input tag 'input_text' found using 'type'", "field-invalid"],
  ["Input tag 'file' found using 'type'", "field-invalid"],
  ["Function name was", "tool-name"],
  ["Unexpected tool call id", "result-orphaned"],
  ["Assistant message with prefix True", "prefill"],
];

test("every demand has a row, a source and a date", () => {
  const isDemand = (value: unknown): value is Demand =>
    typeof value === "object" && value !== null && "severity" in value && "evidence" in value;
  const modules = [bodies, request, turns, content, extras, calls, images];
  const all = modules.flatMap((module) => Object.values(module)).filter(isDemand);
  const tested = new Set(Object.values(rows).map(({ demand }) => demand));
  expect(all.filter((demand) => !tested.has(demand)).map(({ message }) => message)).toEqual([]);
  expect(all.length).toBeGreaterThan(60);
  for (const { source } of all) {
    expect(source.url).toMatch(/^https:\/\/\S+$/);
    expect(source.checked).toMatch(/^2026-1[12]-\d\d$/);
  }
  for (const { textResults, images: most, imageSide, imageBytes, requestBytes } of Object.values(mistralDemands)) {
    for (const source of [textResults, most?.source, imageSide?.source, imageBytes?.source, requestBytes?.source])
      if (source) expect(source.url).toMatch(/^https:/);
  }
});

test("the numbers that the policy has, too, are the same", () => {
  const { limits } = resolveTranscriptPolicy({ provider: "mistral" });
  const long = "a".repeat(limits.toolCallIdLength?.value ?? 0);
  const name = "a".repeat(limits.toolNameLength?.value ?? 0);
  const body = (own: string, tool: string): object =>
    say([
      ask,
      answer("", { tool_calls: [{ id: own, function: { name: tool, arguments: "{}" } }] }),
      { role: "tool", tool_call_id: own, content: "ok" },
    ]);
  expect(errorsOf(body(long, name))).toEqual([]);
  expect(errorsOf(body(`${long}a`, `${name}a`))).toHaveLength(3);
});

describe("what is accepted has no error", () => {
  test.each(valid)("$name", ({ body }) => expect(errorsOf(body)).toEqual([]));

  const uuid = "00000000-0000-4000-8000-000000000001";
  const fine: Readonly<Record<string, unknown>> = {
    "a system message alone": say([{ role: "system", content: "s" }]),
    "a system message at the end": say([ask, { role: "system", content: "s" }]),
    "an answer first": say([answer("Hello."), ask]),
    "two users, two answers": say([ask, ask, answer("a"), answer("b"), ask]),
    "an answer that is null beside calls": say([ask, answer(null, { tool_calls: [call("A")] }), result("A")]),
    "empty calls beside a text": say([ask, answer("a", { tool_calls: [] }), ask]),
    "calls that are null": say([ask, answer("a", { tool_calls: null }), ask]),
    "results in another order": say([
      ask,
      answer("", { tool_calls: [call("A"), call("B")] }),
      result("B"),
      result("A"),
    ]),
    "one id in two turns": say([ask, ...step("A"), answer("a"), ask, ...step("A")]),
    "a result that is null, or nothing": say([
      ask,
      answer("", { tool_calls: [call("A"), call("B"), call("C")] }),
      result("A", null),
      result("B", ""),
      result("C", []),
    ]),
    "a user who says nothing": say([{ role: "user", content: "" }]),
    "an answer to continue, without text behind it": say([ask, answer([thought("t"), text("So")], { prefix: true })]),
    "thinking in the system prompt": say([{ role: "system", content: [text("s"), thought("how")] }, ask]),
    "references of the assistant": say([
      ask,
      answer([text("a"), { type: "reference", reference_ids: [1, "w"] }, text("b")]),
      ask,
    ]),
    "a tool that was searched with, in thinking": say([
      ask,
      answer([
        { type: "thinking", thinking: [{ type: "tool_reference", tool: "web_search", title: "t" }, text("a")] },
        text("b"),
      ]),
      ask,
    ]),
    "documents and files in a result": say([
      ask,
      answer("", { tool_calls: [call("A")] }),
      result("A", [text("a"), { type: "document_url", document_url: PDF }, { type: "file", file_id: uuid }]),
    ]),
    "a name of 64 characters": say([
      ask,
      answer("", { tool_calls: [{ id: id("A"), function: { name: "a-_".repeat(21).concat("z"), arguments: "" } }] }),
      result("A", "ok", { name: "a-_".repeat(21).concat("z") }),
    ]),
    "eight images": say([user(...Array.from({ length: 8 }, () => image()))]),
    "an image by URL, in another's form": say([user(image({ url: "https://example.com/a.bmp", detail: "auto" }))]),
    "tools that are null, a connector": say([ask], { tools: null, tool_choice: "any" }),
    "all parameters": say([ask], {
      temperature: 0,
      top_p: 1,
      max_tokens: null,
      stream: true,
      stop: ["\n"],
      random_seed: 0,
      metadata: { a: 1 },
      response_format: { type: "json_schema", json_schema: { name: "a", schema: {} } },
      presence_penalty: 0,
      frequency_penalty: 0,
      n: 1,
      prediction: { type: "content", content: "a" },
      parallel_tool_calls: true,
      reasoning_effort: "none",
      prompt_mode: null,
      guardrails: null,
      prompt_cache_key: "k",
      service_tier: null,
      safe_prompt: false,
    }),
  };
  test.each(Object.entries(fine))("%s", (_, body) => {
    expect(errorsOf(body)).toEqual([]);
    expect(validate(body, to("mistral"))).toEqual([]);
  });
});

test("nothing is thrown, whatever the body is, and what is found is bounded", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = createRandom(seed);
    const body = seed % 3 === 0 ? garbage(random) : mutateBody(random, generate(random));
    for (const provider of ["mistral", "acme"]) validate(body, to(provider));
  }
  expect(validate(say(Array.from({ length: 12_000 }, () => null)), to("mistral"))).toHaveLength(10_000);
});

describe("the server is told", () => {
  test.each([
    [{ provider: "", baseUrl: "" }, "mistral"],
    [{ provider: "mistral", baseUrl: "" }, "mistral"],
    [{ provider: "acme", baseUrl: "https://api.mistral.ai/v1" }, "mistral"],
    [{ provider: "mistral", baseUrl: "https://gateway.example.com/v1" }, "mistral"],
    [{ provider: "vllm", baseUrl: "" }, "compatible"],
    [{ provider: "acme", baseUrl: "https://mistral.ai.example.com" }, "compatible"],
  ])("%j: %s", (target, expected) => expect(mistralServerFor({ ...target, modelId: "m" })).toBe(expected));
});

describe("a body at another server that has Mistral's validator", () => {
  test("may hold fields of other APIs, and is told of them", () => {
    const body = say([ask, answer("a", { reasoning_content: "why", refusal: null }), ask], { seed: 1, tools: [] });
    expect(errorsOf(body)).toHaveLength(4);
    expect(errorsOf(body, "vllm")).toEqual([]);
    expect(validate(body, to("vllm")).map(({ severity, path }) => `${severity} ${path}`)).toEqual([
      "warning /tools",
      "warning /seed",
      "warning /messages/1/reasoning_content",
      "warning /messages/1/refusal",
    ]);
  });

  test("holds no picture in a result, and any number of them elsewhere", () => {
    const seen = [image(), ...Array.from({ length: 9 }, () => image())];
    const body = say([user(...seen), answer("", { tool_calls: [call("A")] }), result("A", [text("a"), image()])]);
    expect(errorsOf(body)).toEqual(["image-count /messages/0/content/8"]);
    expect(errorsOf(body, "vllm")).toEqual(["image-role /messages/2/content/1"]);
  });

  test("has the order of turns and the ids that Mistral's has", () => {
    const body = say([ask, ...step("A"), ask, answer("", { tool_calls: [call("A", "{}", { id: "x" })] })]);
    expect(errorsOf(body, "vllm")).toEqual([
      "bridge-missing /messages/3",
      "call-id-pattern /messages/4/tool_calls/0/id",
      "call-unanswered /messages/4/tool_calls/0",
    ]);
  });
});
