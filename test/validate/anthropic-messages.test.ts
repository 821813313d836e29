// Every demand of the Messages API has a body that breaks it and nothing else, and what is accepted is not judged.
import { describe, expect, test } from "vitest";
import * as calls from "../../src/validate/anthropic-messages/calls.ts";
import * as content from "../../src/validate/anthropic-messages/content.ts";
import { anthropicDemands } from "../../src/validate/anthropic-messages/dialects.ts";
import * as images from "../../src/validate/anthropic-messages/images.ts";
import * as body from "../../src/validate/anthropic-messages/index.ts";
import * as request from "../../src/validate/anthropic-messages/request.ts";
import * as thinking from "../../src/validate/anthropic-messages/thinking.ts";
import * as turns from "../../src/validate/anthropic-messages/turns.ts";
import type { Demand, ValidateTarget } from "../../src/validate/types.ts";
import { lookUp } from "../oracles/values.ts";
import { valid } from "../wire/fixtures/anthropic-messages.ts";
import {
  ask,
  assistant,
  DIRECT,
  OPUS,
  ofSide,
  result,
  say,
  text,
  thought,
  to,
  use,
  user,
} from "./anthropic-messages/bodies.ts";
import { callRows } from "./anthropic-messages/calls.ts";
import { imageRows } from "./anthropic-messages/images.ts";
import { requestRows } from "./anthropic-messages/requests.ts";
import { turnRows } from "./anthropic-messages/turns.ts";

const validate = body.validateAnthropicMessages;
const rows = { ...requestRows, ...turnRows, ...callRows, ...imageRows };

test.each(Object.entries(rows))("%s", (_, { demand, body: given, at, target = DIRECT, also = [] }) => {
  const findings = validate(given, target);
  const [start = ""] = demand.message.split("{}");
  const found = findings.find(({ code, message }) => code === demand.code && message.startsWith(start));
  expect(found).toMatchObject({ severity: demand.severity, path: at, document: "body", evidence: demand.evidence });
  expect(found?.message).not.toContain("{}");
  expect(found?.providerMessage ?? "").not.toContain("{}");
  expect(at === "" || lookUp(given, at).length > 0).toBe(true);
  const errors = findings.filter(({ severity }) => severity === "error").map(({ code }) => code);
  const expected = demand.severity === "error" ? [demand.code, ...also] : also;
  expect([...new Set(errors)].sort()).toEqual([...new Set(expected)].sort());
});

test("every demand has a row", () => {
  const modules = [body, request, turns, content, calls, thinking, images];
  const all = modules.flatMap((module) => Object.entries(module)).filter(([, value]) => isDemand(value));
  const tested = new Set(Object.values(rows).map(({ demand }) => demand));
  expect(all.filter(([, demand]) => !tested.has(demand as Demand)).map(([name]) => name)).toEqual([]);
  expect(all.length).toBeGreaterThan(60);
});

function isDemand(value: unknown): boolean {
  return typeof value === "object" && value !== null && "severity" in value && "evidence" in value;
}

describe("what is accepted", () => {
  test.each(valid)("$name", ({ body: given }) => {
    const judged = validate(given, { provider: "anthropic", modelId: "", baseUrl: "" });
    expect(judged.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  const fine: Record<string, [unknown, ValidateTarget?]> = {
    "thinking that is empty but signed": [say([ask, assistant(thought({ thinking: "" }), text("a")), ask])],
    "an assistant turn first": [say([assistant(text("a")), ask])],
    "two user turns in a row": [say([ask, ask])],
    "a turn that waits for the server's tool": [
      say([ask, assistant({ type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} })]),
      OPUS,
    ],
    "a server tool that is answered after the client's": [
      say([
        ask,
        assistant({ type: "server_tool_use", id: "srvtoolu_1", name: "code_execution", input: {} }, use("a")),
        user(result("a")),
        assistant({ type: "code_execution_tool_result", tool_use_id: "srvtoolu_1", content: {} }, text("b")),
        ask,
      ]),
    ],
    "600 images for a newer model": [say([user(...Array.from({ length: 600 }, () => ofSide(9)))]), OPUS],
    "a side of 8000 pixels": [say([user(ofSide(8000))])],
    "an open tool turn in the adaptive mode": [
      say([ask, assistant(use("a")), user(result("a"))], { thinking: { type: "adaptive" } }),
      OPUS,
    ],
    "any id on Copilot": [say([ask, assistant(use("call_1|fc_1")), user(result("call_1|fc_1"))]), to("github-copilot")],
    "native ids on Kimi": [say([ask, assistant(use("read:0")), user(result("read:0"))]), to("kimi", "kimi-k2.6")],
    "unsigned thinking on DeepSeek": [
      say([ask, assistant(thought({ signature: "" }), use("a")), user(result("a"))], { thinking: { type: "enabled" } }),
      to("deepseek", "deepseek-v4-pro"),
    ],
    "an answer to go on with, for another model": [say([ask, assistant(text("a"))]), to("my-server", "qwen3")],
  };
  test.each(Object.entries(fine))("%s", (_, [given, target = DIRECT]) => {
    expect(validate(given, target).filter(({ severity }) => severity === "error")).toEqual([]);
  });
});

test("the demands of Anthropic are warnings for another model on a server that nobody knows", () => {
  const given = say([ask, assistant(use("a.b")), user(result("a.b"))]);
  expect(validate(given, to("my-server", "qwen3")).map(({ severity }) => severity)).toEqual(["warning"]);
  expect(validate(given, to("my-server", "claude-opus-4-6")).map(({ severity }) => severity)).toEqual(["error"]);
  expect(validate(given, to("deepseek", "deepseek-v4-pro"))).toEqual([]);
});

test("the endpoint says more than the provider, and the body's model stands in for the target's", () => {
  const given = say([ask, assistant(text("a"))], { model: "claude-opus-4-6" });
  expect(validate(given, { provider: "anthropic", modelId: "", baseUrl: "" }).map(({ code }) => code)).toEqual([
    "prefill",
  ]);
  const url = say([user({ type: "image", source: { type: "url", url: "https://example.com/a.png" } })]);
  const baseUrl = "https://us-east5-aiplatform.googleapis.com/v1";
  expect(validate(url, { ...DIRECT, baseUrl }).map(({ code }) => code)).toEqual(["image-input"]);
});

test("a body that is wrong in a million places is told of in bounds", () => {
  const given = say([user(...Array.from({ length: 12_000 }, () => text("")))]);
  expect(validate(given, DIRECT)).toHaveLength(10_000);
});

test("every dialect has its numbers from somewhere", () => {
  for (const demands of Object.values(anthropicDemands)) {
    for (const limit of [demands.imageBase64, demands.requestBytes, demands.toolNameLength]) {
      if (limit) expect(limit.source.url).toMatch(/^https:/);
    }
  }
});
