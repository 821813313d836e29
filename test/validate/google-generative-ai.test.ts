// Every demand of Gemini's generateContent has a body that breaks it and nothing else, and what is accepted is not judged.
import { describe, expect, test } from "vitest";
import { geminiModel, isGeminiSince } from "../../src/transcript/gemini-models.ts";
import { googleDemands } from "../../src/validate/google-generative-ai/dialects.ts";
import { validateGoogleGenerativeAi as validate } from "../../src/validate/google-generative-ai/index.ts";
import type { Demand, ValidateTarget } from "../../src/validate/types.ts";
import { lookUp } from "../oracles/values.ts";
import { valid } from "../wire/fixtures/google-generative-ai.ts";
import {
  ask,
  call,
  image,
  model,
  PNG,
  response,
  SKIP,
  say,
  signed,
  text,
  user,
} from "../wire/fixtures/google-parts.ts";
import { called, GEMINI, modules, NEWER, NOBODY, OLDER, rows, VERTEX } from "./google-generative-ai/rows.ts";

test.each(Object.entries(rows))("%s", (_, { demand, body, at, target = GEMINI, also = [] }) => {
  const findings = validate(body, target);
  const [start = ""] = demand.message.split("{}");
  const found = findings.find(({ code, message }) => code === demand.code && message.startsWith(start));
  expect(found).toMatchObject({ severity: demand.severity, path: at, document: "body" });
  expect(found?.message).not.toContain("{}");
  expect(found?.providerMessage ?? "").not.toContain("{}");
  expect(at === "" || lookUp(body, at).length > 0).toBe(true);
  const errors = findings.filter(({ severity }) => severity === "error").map(({ code }) => code);
  const expected = demand.severity === "error" ? [demand.code, ...also] : also;
  expect([...new Set(errors)].sort()).toEqual([...new Set(expected)].sort());
});

test("every demand has a row, a source and a date", () => {
  const isDemand = (value: unknown): value is Demand =>
    typeof value === "object" && value !== null && "severity" in value && "evidence" in value;
  const all = modules.flatMap((module) => Object.values(module)).filter(isDemand);
  const tested = new Set(Object.values(rows).map(({ demand }) => demand));
  expect(all.filter((demand) => !tested.has(demand)).map(({ message }) => message)).toEqual([]);
  expect(all.length).toBeGreaterThan(55);
  for (const { source } of all) {
    expect(source.url).toMatch(/^https:\/\/\S+$/);
    expect(source.checked).toMatch(/^2026-1[12]-\d\d$/);
  }
  for (const { images, requestBytes } of Object.values(googleDemands)) {
    for (const limit of [images, requestBytes]) if (limit) expect(limit.source.url).toMatch(/^https:/);
  }
});

const errorsOf = (body: unknown, target: ValidateTarget) =>
  validate(body, target).filter(({ severity }) => severity === "error");

describe("what is accepted", () => {
  test.each(valid)("$name", ({ body }) => expect(errorsOf(body, GEMINI)).toEqual([]));

  const fine: Record<string, [unknown, ValidateTarget?]> = {
    "calls of older models without signatures": [
      say([ask, model(call("read")), user(response("read"))]),
      { ...GEMINI, modelId: "gemini-2.5-pro" },
    ],
    "calls of turns that are over without signatures": [
      say([ask, model(call("read")), user(response("read")), model(text("a")), ask]),
    ],
    "a second step with a signature of its own": [
      say([
        ask,
        model(signed("read")),
        user(response("read")),
        model(signed("exec"), call("read")),
        user(response("exec"), response("read")),
      ]),
    ],
    "a text of white space": [say([user(text(" "))])],
    "the beginning of an answer": [say([ask, model(text("So"))])],
    "what the user says in a content behind the responses": [
      say([...(called() as { contents: unknown[] }).contents, ask]),
      NEWER,
    ],
    "an image of another family's name": [say([user(image(PNG, "image/jpg"))])],
    "a system prompt as a text in the SDK's envelope": [say([ask], { config: { systemInstruction: "s" } })],
    "the sentinel on Vertex AI": [
      say([ask, model({ ...call("read"), thoughtSignature: SKIP }), user(response("read"))]),
      VERTEX,
    ],
    "ids of an older model that are not those of their calls": [
      say([ask, model(call("read")), user(response("read", { id: "read-1" }))]),
      OLDER,
    ],
    "a model of another family behind Code Assist": [
      say([ask, model(call("read", { id: "a" })), user(response("read", { id: "a" }))]),
      { provider: "google-antigravity", modelId: "claude-opus-4-6-thinking", baseUrl: "" },
    ],
  };
  test.each(Object.entries(fine))("%s", (_, [body, target = GEMINI]) => expect(errorsOf(body, target)).toEqual([]));
});

test("the model is the target's, else the one that the body names", () => {
  const body = { model: "gemini-3.8-flash", request: { contents: [ask, model(text("a"))] } };
  expect(errorsOf(body, NOBODY).map(({ code, path }) => [code, path])).toEqual([["prefill", "/request/contents/1"]]);
  expect(errorsOf(body, OLDER)).toEqual([]);
});

test("a body that is wrong in a million places is told of in bounds", () => {
  expect(errorsOf(say([user(...Array.from({ length: 12_000 }, () => text("")))]), GEMINI)).toHaveLength(10_000);
});

test.each([
  ["gemini-3-pro-preview", 3, 0],
  ["models/gemini-2.5-flash-lite", 2, 5],
  ["google/gemini-3.6-flash", 3, 6],
  ["gemini-4-argon", 4, 0],
  ["auto-gemini-3", 3, 0],
  ["gemini-pro", 1, 0],
  ["gemini-pro-latest", 3, 1],
  ["gemini-flash-latest", 3, 99],
])("%s is of version %i.%i", (id, major, minor) => {
  expect(geminiModel(id)).toMatchObject({ major, minor });
  expect(isGeminiSince(id, major, minor)).toBe(true);
  expect(isGeminiSince(id, major, minor + 1)).toBe(false);
});

test.each(["", "claude-opus-4-6", "gemma-3"])("%s is no Gemini", (id) => expect(geminiModel(id)).toBeUndefined());
