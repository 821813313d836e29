// Every demand of the Responses API has a body that breaks it and nothing else, and what is accepted is not judged.
import { describe, expect, test } from "vitest";
import * as calls from "../../src/validate/openai-responses/calls.ts";
import * as ids from "../../src/validate/openai-responses/ids.ts";
import * as images from "../../src/validate/openai-responses/images.ts";
import * as whole from "../../src/validate/openai-responses/index.ts";
import * as items from "../../src/validate/openai-responses/items.ts";
import * as pairs from "../../src/validate/openai-responses/pairs.ts";
import * as parts from "../../src/validate/openai-responses/parts.ts";
import * as reasoningDemands from "../../src/validate/openai-responses/reasoning.ts";
import * as request from "../../src/validate/openai-responses/request.ts";
import type { Demand, ValidateTarget } from "../../src/validate/types.ts";
import { lookUp } from "../oracles/values.ts";
import { createRandom } from "../properties/random.ts";
import { valid } from "../wire/fixtures/openai-responses.ts";
import { ask, body, call, output, outputText, reasoning, said } from "../wire/fixtures/responses-items.ts";
import { generate } from "../wire/valid/openai-responses.ts";
import { DIRECT, to } from "./openai-responses/bodies.ts";
import { callRows, mild, OTHERS } from "./openai-responses/calls.ts";
import { itemRows } from "./openai-responses/items.ts";

const validate = whole.validateOpenaiResponses;
const rows = { ...itemRows, ...callRows };

/** A body of 512 MiB is no test. */
const UNTESTED: ReadonlySet<unknown> = new Set([request.TOO_LARGE]);

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
  const modules = [whole, request, items, parts, images, ids, calls, pairs, reasoningDemands];
  const all = modules.flatMap((module) => Object.entries(module)).filter(([, value]) => isDemand(value));
  const tested = new Set(Object.values(rows).map(({ demand }) => demand));
  const left = all.filter(([, demand]) => !tested.has(demand as Demand) && !UNTESTED.has(demand));
  expect(left.map(([name]) => name)).toEqual([]);
  expect(all.length).toBeGreaterThan(60);
});

function isDemand(value: unknown): boolean {
  return typeof value === "object" && value !== null && "severity" in value && "evidence" in value;
}

const errorsOf = (given: unknown, target: ValidateTarget) =>
  validate(given, target).filter(({ severity }) => severity === "error");

describe("what is accepted", () => {
  test.each(valid)("$name", ({ body: given }) => expect(errorsOf(given, DIRECT)).toEqual([]));

  test("120 random bodies", () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= 120; seed++) {
      const given = generate(createRandom(seed));
      seen.add(JSON.stringify(given));
      expect(errorsOf(given, DIRECT)).toEqual([]);
      expect(errorsOf(given, to("azure"))).toEqual([]);
    }
    expect(seen.size).toBeGreaterThan(100);
  });

  const named = { ...said(outputText("a")), id: "msg_1", status: "completed" };
  const fine: Record<string, [unknown, ValidateTarget?]> = {
    "ids without reasoning of a model that has none": [body([ask, named, ask], { model: "gpt-4.1" })],
    "ids without reasoning while the model does not reason": [body([ask, named], { reasoning: { effort: "none" } })],
    "ids without reasoning in a conversation that goes on": [body([named, ask], { previous_response_id: "resp_1" })],
    "an output whose call is kept": [body([output("a")], { conversation: "conv_1" })],
    "an output whose call is only named": [body([ask, { type: "item_reference", id: "fc_1" }, output("a")])],
    "no input where a response is continued": [{ model: "gpt-5.2", previous_response_id: "resp_1" }],
    "no input where there is a prompt": [{ prompt: { id: "pmpt_1" } }],
    "calls and outputs one behind the other": [body([ask, call("a"), output("a"), call("b"), output("b")])],
    "outputs in another order": [body([ask, call("a"), call("b"), output("b"), output("a")])],
    "a call of the provider's own tools between calls": [
      body([ask, call("a"), { type: "web_search_call", id: "ws_1" }, call("b"), output("a"), output("b")]),
    ],
    "an empty output": [body([ask, call("a"), output("a", { output: "" })])],
    "any id on another server": [
      body([ask, call("functions.read:0", { id: "x/y" }), output("functions.read:0")]),
      to("acme"),
    ],
    "reasoning without encryption on another server": [
      body([ask, { type: "reasoning", summary: [], content: [] }, call("a"), output("a")], { store: false }),
      to("acme"),
    ],
    "reasoning without ids on the backend of Codex": [
      body([ask, reasoning("rs_1", { id: undefined }), call("a"), output("a")], { store: false }),
      to("openai-codex"),
    ],
  };
  test.each(Object.entries(fine))("%s", (_, [given, target = DIRECT]) => expect(errorsOf(given, target)).toEqual([]));
});

test.each(Object.entries(mild))("what OpenAI demands of %s is a warning where others judge", (_, given) => {
  for (const target of OTHERS) {
    expect(errorsOf(given, target)).toEqual([]);
    expect(validate(given, target).map(({ severity }) => severity)).toContain("warning");
  }
});

test("the endpoint says more than the provider, and the target's model more than the body's", () => {
  const given = body([ask, { ...said(outputText("a")), id: "msg_1" }]);
  expect(errorsOf(given, DIRECT).map(({ code }) => code)).toEqual(["item-without-reasoning"]);
  expect(errorsOf(given, to("openai", "openai/gpt-4o"))).toEqual([]);
  const codex = { ...DIRECT, baseUrl: "https://chatgpt.com/backend-api/codex" };
  expect(errorsOf(body([ask]), codex).map(({ code }) => code)).toEqual(["param-refused"]);
});

test("a body that is wrong in a million places is told of in bounds", () => {
  const given = body(Array.from({ length: 12_000 }, () => null));
  expect(validate(given, DIRECT)).toHaveLength(10_000);
});
