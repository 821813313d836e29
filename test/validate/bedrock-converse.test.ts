// Every demand of Converse has a body that breaks it and nothing else, and what is accepted is not judged.
import { describe, expect, test } from "vitest";
import { resolveTranscriptPolicy } from "../../src/index.ts";
import * as caching from "../../src/validate/bedrock-converse/caching.ts";
import * as calls from "../../src/validate/bedrock-converse/calls.ts";
import * as content from "../../src/validate/bedrock-converse/content.ts";
import * as documents from "../../src/validate/bedrock-converse/documents.ts";
import * as images from "../../src/validate/bedrock-converse/images.ts";
import * as body from "../../src/validate/bedrock-converse/index.ts";
import * as request from "../../src/validate/bedrock-converse/request.ts";
import * as thinking from "../../src/validate/bedrock-converse/thinking.ts";
import * as turns from "../../src/validate/bedrock-converse/turns.ts";
import type { Demand, ValidateTarget } from "../../src/validate/types.ts";
import { pngHead } from "../images/heads.ts";
import { lookUp } from "../oracles/values.ts";
import { valid } from "../wire/fixtures/bedrock-converse.ts";
import {
  ask,
  assistant,
  CLAUDE,
  called,
  document,
  image,
  LLAMA_4,
  NOVA,
  OPUS,
  ofSide,
  PROFILE,
  point,
  result,
  say,
  text,
  thought,
  use,
  user,
} from "./bedrock-converse/bodies.ts";
import { callRows } from "./bedrock-converse/calls.ts";
import { mediaRows } from "./bedrock-converse/media.ts";
import { requestRows } from "./bedrock-converse/requests.ts";
import { turnRows } from "./bedrock-converse/turns.ts";

const validate = body.validateBedrockConverse;
const rows = { ...requestRows, ...turnRows, ...callRows, ...mediaRows };

test.each(Object.entries(rows))("%s", (_, { demand, body: given, at, target = CLAUDE, also = [] }) => {
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
  const modules = [body, request, turns, content, calls, thinking, images, documents, caching];
  const all = modules.flatMap((module) => Object.entries(module)).filter(([, value]) => isDemand(value));
  const tested = new Set(Object.values(rows).map(({ demand }) => demand));
  expect(all.filter(([, demand]) => !tested.has(demand as Demand)).map(([name]) => name)).toEqual([]);
  expect(all.length).toBeGreaterThan(80);
});

function isDemand(value: unknown): boolean {
  return typeof value === "object" && value !== null && "severity" in value && "evidence" in value;
}

const errorsOf = (given: unknown, target: ValidateTarget = CLAUDE): readonly string[] =>
  validate(given, target)
    .filter(({ severity }) => severity === "error")
    .map(({ code, path }) => `${code} ${path}`);

describe("what is accepted", () => {
  test.each(valid)("$name", ({ body: given }) => {
    expect(errorsOf(given, { provider: "amazon-bedrock", modelId: "", baseUrl: "" })).toEqual([]);
  });

  const fine: Record<string, [unknown, ValidateTarget?]> = {
    "reasoning that is empty but signed": [say([ask, assistant(thought(""), text("a")), ask])],
    "empty and blank texts in a result": [called(result("a", { content: [text(""), text("\n")] }))],
    "an empty result": [called(result("a", { content: [] }))],
    "ids of another form, for a model that is not Claude": [
      say([ask, assistant(use("functions.read:0")), user(result("functions.read:0"))]),
      NOVA,
    ],
    "the same id in two turns, for a model that is not Claude": [
      say([ask, assistant(use("a")), user(result("a")), assistant(use("a")), user(result("a"))]),
      NOVA,
    ],
    "text before a result, for a model that is not Claude": [called(text("n"), result("a")), NOVA],
    "text beside calls and results, for a model that is not Claude": [
      say([ask, assistant(text("hm"), use("a")), user(result("a"), text("n"))]),
      NOVA,
    ],
    "an answer to go on with, for an older model": [say([ask, assistant(text("a"))])],
    "an image in a result, for Llama 4": [called(result("a", { content: [ofSide(9)] })), LLAMA_4],
    "images of the full size": [say([user(image(pngHead(8000, 10, 3.75 * 2 ** 20 - 100)))])],
    "20 images in a message": [say([user(...Array.from({ length: 20 }, () => ofSide(2001)))])],
    "a large PDF for Claude 4": [
      say([user(text("a"), document("a", { source: { bytes: new Uint8Array(5 * 2 ** 20) } }))]),
    ],
    "a large Word document for Nova": [
      say([user(text("a"), document("a", { format: "docx", source: { bytes: new Uint8Array(5 * 2 ** 20) } }))]),
      NOVA,
    ],
    "names with an underscore": [say([user(text("a"), document("report_v1 (final) [2]"))])],
    "four cache points": [
      say([user(text("a"), point), assistant(use("a"), point), user(result("a"), point)], {
        system: [text("s"), point],
      }),
    ],
    "a turn that waits for the model's own tool": [say([ask, assistant(use("s", { type: "server_tool_use" }))]), OPUS],
    "a stored prompt": [{ modelId: "arn:aws:bedrock:us-east-1:123456789012:prompt/ABCDEFGHIJ" }],
  };
  test.each(Object.entries(fine))("%s", (_, [given, target = CLAUDE]) => {
    expect(errorsOf(given, target)).toEqual([]);
  });
});

test("Claude's own demands are warnings for a profile that does not say whose it is", () => {
  const given = say([ask, assistant(use("a")), user(result("a")), assistant(use("a")), user(text("n"), result("a"))]);
  const severities = (target: ValidateTarget) => new Set(validate(given, target).map(({ severity }) => severity));
  expect([...severities(PROFILE)]).toEqual(["warning"]);
  expect([...severities({ ...PROFILE, modelId: "" })]).toEqual(["error"]);
  expect([...severities(NOVA)]).toEqual([]);
});

test("the model that the body names stands in for the target's", () => {
  const given = { ...say([ask, assistant(text("a"))]), modelId: "global.anthropic.claude-opus-4-8" };
  expect(errorsOf(given, { ...CLAUDE, modelId: "" })).toEqual(["prefill /messages/1"]);
  expect(errorsOf(given)).toEqual([]);
});

test("a body that is wrong in a million places is told of in bounds", () => {
  const given = say([user(...Array.from({ length: 5000 }, () => text("")))]);
  expect(validate(given, CLAUDE)).toHaveLength(200);
});

test("bytes in the hands of an SDK cost no more than their size", () => {
  const bytes = new Uint8Array(4.5 * 2 ** 20);
  const given = say([user(text("a"), document("a", { source: { bytes } }))]);
  const begun = performance.now();
  expect(errorsOf(given)).toEqual([]);
  expect(performance.now() - begun).toBeLessThan(1000);
});

test("the numbers are those of the policy, or the policy is stricter", () => {
  const target = { provider: "amazon-bedrock", modelApi: "bedrock-converse-stream", modelId: CLAUDE.modelId };
  const { limits } = resolveTranscriptPolicy(target);
  const longest = limits.toolCallIdLength?.value ?? 0;
  const ids = (length: number) => say([ask, assistant(use("a".repeat(length))), user(result("a".repeat(length)))]);
  expect(errorsOf(ids(longest))).toEqual([]);
  expect(errorsOf(ids(longest + 1))).toHaveLength(1);
  const name = "a".repeat(limits.toolNameLength?.value ?? 0);
  const named = (value: string) =>
    say([ask], { toolConfig: { tools: [{ toolSpec: { name: value, inputSchema: { json: {} } } }] } });
  expect(errorsOf(named(name))).toEqual([]);
  expect(errorsOf(named(`${name}a`))).toHaveLength(1);
  const sized = (side: number, bytes?: number) => say([user(image(pngHead(side, 5, bytes)))]);
  expect(errorsOf(sized(limits.imageSidePx?.value ?? 0, limits.imageBytes?.value))).toEqual([]);
  expect(errorsOf(sized((limits.imageSidePx?.value ?? 0) + 1))).toHaveLength(1);
  expect(errorsOf(sized(5, (limits.imageBytes?.value ?? 0) + 3))).toHaveLength(1);
  const count = limits.imagesPerMessage?.value ?? 0;
  const many = (number: number) =>
    say([user(...Array.from({ length: number }, () => ofSide(limits.manyImagesSidePx?.value ?? 0)))]);
  expect(errorsOf(many(count))).toEqual([]);
  expect(errorsOf(many(count + 1))).toHaveLength(1);
});
