// Bodies of the Responses API end to end: what is accepted comes back as it is, what is refused is repaired.
import { describe, expect, test } from "vitest";
import { lintPayload, prepareReplay, sanitizePayload } from "../../src/index.ts";
import { deepFreeze } from "../oracles/values.ts";
import { createRandom } from "../properties/random.ts";
import { callRows } from "../validate/openai-responses/calls.ts";
import { itemRows } from "../validate/openai-responses/items.ts";
import { valid } from "../wire/fixtures/openai-responses.ts";
import {
  ask,
  body,
  call,
  ENCRYPTED,
  inputText,
  type Json,
  output,
  outputText,
  reasoning,
  said,
  told,
} from "../wire/fixtures/responses-items.ts";
import { generate } from "../wire/valid/openai-responses.ts";
import { damageResponses, RESPONSES_DEFECTS } from "./responses-damage.ts";

const rows = { ...itemRows, ...callRows };
const OPENAI = { target: { provider: "openai" } };

describe("what is accepted comes back as the very object", () => {
  test.each(valid)("$name", async ({ body: given }) => {
    const result = await sanitizePayload(deepFreeze(given));
    expect(result.body).toBe(given);
    expect(result).toMatchObject({ status: "clean", changes: [] });
  });

  test("120 random bodies", async () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= 120; seed++) {
      const given = deepFreeze(generate(createRandom(seed)));
      seen.add(JSON.stringify(given));
      const result = await sanitizePayload(given);
      expect(result.findings.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(result.body).toBe(given);
      expect(result.changes).toEqual([]);
    }
    expect(seen.size).toBeGreaterThan(100);
  });
});

describe("what is refused is repaired, and a second run has nothing to do", () => {
  /** Nobody can say what was meant, or what should go. */
  const beyond: ReadonlySet<string> = new Set([
    "a body that is none",
    "no input",
    "an empty list",
    "an empty text",
    "an input that is a number",
    "a text that is too long",
    "an output that is too long",
  ]);
  const refused = Object.entries(rows).filter(([, { demand }]) => demand.severity === "error");
  test.each(refused)("%s", async (name, { body: given, target: judged, demand }) => {
    const target = { provider: judged?.provider ?? "openai", ...(judged?.modelId && { modelId: judged.modelId }) };
    const result = await sanitizePayload(deepFreeze(given), { target, format: "openai-responses" });
    if (beyond.has(name)) {
      expect(result.status).toBe("unrepairable");
      expect(result.findings.map(({ code }) => code)).toContain(demand.code);
      return;
    }
    expect(result.findings.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(result.status).toBe("repaired");
    expect(result.changes.length).toBeGreaterThan(0);
    const again = await sanitizePayload(result.body, { target });
    expect(again).toMatchObject({ status: "clean", changes: [] });
    expect(again.body).toBe(result.body);
  });
});

test("reasoning that goes item by item is told of item by item", async () => {
  const given = body([ask, reasoning("rs_1"), reasoning("rs_2"), { role: "user", content: "next" }]);
  const result = await sanitizePayload(given, OPENAI);
  expect(result.status).toBe("repaired");
  const gone = result.changes.flatMap(({ action, lossy, from }) => (action === "drop" && lossy ? from : []));
  expect([...new Set(gone)].sort()).toEqual(["/input/1", "/input/2"]);
});

describe("damage of up to five kinds is always repaired", () => {
  const providers = ["openai", "azure", "openai-codex", "deepseek", "acme"] as const;
  test.each(providers)("%s", { timeout: 120_000 }, async (provider) => {
    for (let seed = 1; seed <= 80; seed++) {
      const random = createRandom(700_000 + seed);
      const { body: damaged, names } = damageResponses(generate(random) as Json, random, 5);
      const options = { target: { provider } };
      const result = await sanitizePayload(deepFreeze(damaged), options);
      const left = result.findings.filter(({ severity }) => severity === "error");
      expect(left, `seed ${seed}: ${names.join(", ")}`).toEqual([]);
      const again = await sanitizePayload(result.body, options);
      expect(again.body, `seed ${seed}: ${names.join(", ")}`).toBe(result.body);
    }
  });

  test.each(Object.keys(RESPONSES_DEFECTS))("%s alone", async (name) => {
    let damages = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const random = createRandom(800_000 + seed);
      const valid = generate(random) as Json;
      if (!Array.isArray(valid["input"])) continue;
      const input = RESPONSES_DEFECTS[name]?.(valid["input"] as Json[], random) as Json[];
      if (input !== valid["input"]) damages++;
      const result = await sanitizePayload({ ...valid, input }, OPENAI);
      expect(result.findings.filter(({ severity }) => severity === "error")).toEqual([]);
    }
    expect(damages).toBeGreaterThan(0);
  });

  test("at the level of the documents, too", { timeout: 120_000 }, async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = createRandom(900_000 + seed);
      const { body: damaged, names } = damageResponses(generate(random) as Json, random, 5);
      const options = { ...OPENAI, level: "documents" as const };
      const result = await sanitizePayload(deepFreeze(damaged), options);
      const left = result.findings.filter(({ severity }) => severity === "error");
      expect(left, `seed ${seed}: ${names.join(", ")}`).toEqual([]);
      const again = await sanitizePayload(result.body, options);
      expect(again.body, `seed ${seed}: ${names.join(", ")}`).toEqual(result.body);
    }
  });
});

/** What a body becomes. */
async function repaired(input: readonly unknown[], target: Json = {}, more: Json = {}) {
  const given = body(input, more);
  const result = await sanitizePayload(deepFreeze(given), { target: { provider: "openai", ...target } });
  expect(result.status).toBe("repaired");
  return { ...result, items: (result.body as { input: unknown[] }).input };
}

describe("what is done is the least", () => {
  test("a call whose reasoning is gone keeps everything but the id of its item", async () => {
    const { items, changes } = await repaired([
      ask,
      call("call_1", { id: "fc_1", status: "completed" }),
      output("call_1"),
      ask,
    ]);
    expect(items).toEqual([ask, call("call_1", { status: "completed" }), output("call_1"), ask]);
    expect(changes.every(({ lossy }) => !lossy)).toBe(true);
  });

  test("damaged reasoning goes, with the ids of what it led to", async () => {
    const damaged = reasoning("rs_1", { encrypted_content: "gAAAA<truncated" });
    const answer = { ...said(outputText("a")), id: "msg_1" };
    const { items } = await repaired([ask, damaged, answer, call("call_1", { id: "fc_1" }), output("call_1"), ask]);
    expect(items).toEqual([ask, said(outputText("a")), call("call_1"), output("call_1"), ask]);
  });

  test("of two reasoning items in one answer, only the damaged one goes", async () => {
    const [first, second] = [reasoning("rs_1"), reasoning("rs_2", { encrypted_content: "..." })];
    const calls = [call("call_1", { id: "fc_1" }), call("call_2", { id: "fc_2" })];
    const outputs = [output("call_1"), output("call_2")];
    const { items } = await repaired([ask, first, calls[0], second, calls[1], ...outputs]);
    expect(items).toEqual([ask, first, calls[0], call("call_2"), ...outputs]);
  });

  test("reasoning that nothing follows goes without a trace", async () => {
    const { items } = await repaired([ask, reasoning("rs_1"), ask]);
    expect(items).toEqual([ask, ask]);
  });

  test("what stands between a call and its output goes behind it, and what says nothing goes", async () => {
    const note = said(outputText("note"));
    const { items } = await repaired([ask, call("a"), note, said(outputText("")), said(), output("a")]);
    expect(items).toEqual([ask, call("a"), output("a"), note]);
  });

  test("reasoning between calls goes before them on DeepSeek, and stays on OpenAI", async () => {
    const thought = { type: "reasoning", summary: [], content: [{ type: "reasoning_text", text: "t" }] };
    const input = [ask, call("a"), thought, call("b"), output("a"), output("b")];
    const { items } = await repaired(input, { provider: "deepseek" });
    expect(items).toEqual([ask, thought, call("a"), call("b"), output("a"), output("b")]);
    expect((await sanitizePayload(body(input), OPENAI)).status).toBe("clean");
  });

  test("a missing output is of the kind of its call", async () => {
    const custom = { type: "custom_tool_call", call_id: "a", name: "patch", input: "x" };
    const { items } = await repaired([ask, custom, call("b"), output("b"), ask]);
    expect(items).toEqual([
      ask,
      custom,
      call("b"),
      output("b"),
      { type: "custom_tool_call_output", call_id: "a", output: "aborted" },
      ask,
    ]);
  });

  test("the backend of Codex gets no ids, no store and no system", async () => {
    const input = [
      { role: "system", content: "s" },
      ask,
      reasoning("rs_1"),
      call("call_1", { id: "fc_1" }),
      output("call_1", { id: "fc_2" }),
      reasoning("rs_2"),
      { ...said(outputText("a")), id: "msg_1", phase: "commentary" },
    ];
    const { items, body: after } = await repaired(input, { provider: "openai-codex" }, { max_output_tokens: 5 });
    const bare = { type: "reasoning", summary: [], encrypted_content: ENCRYPTED };
    expect(items).toEqual([
      { role: "developer", content: "s" },
      ask,
      bare,
      call("call_1"),
      output("call_1", { id: "fc_2" }),
      bare,
      { ...said(outputText("a")), phase: "commentary" },
    ]);
    expect(after).toMatchObject({ store: false });
    expect(after).not.toHaveProperty("max_output_tokens");
  });

  test("only what is named is looked at: the rest is the very object", async () => {
    const kept = [told(inputText("a")), said(outputText("b")), told(inputText("c"))];
    const { items } = await repaired([...kept, call("a")]);
    expect(items.slice(0, 3)).toEqual(kept);
    kept.forEach((item, index) => void expect(items[index]).toBe(item));
  });
});

test("a body is judged without being repaired", () => {
  const given = body([ask, output("a")]);
  const [finding] = lintPayload(given, OPENAI);
  expect(finding).toMatchObject({ code: "result-orphaned", path: "/input/1/call_id", severity: "error" });
  expect(finding?.remedies).toContain("tool-result-pairing");
});

test("a session is written for the Responses API, and is accepted", async () => {
  const signature = JSON.stringify(reasoning("rs_1"));
  const messages = [
    { role: "user", content: "go" },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "hm", thinkingSignature: signature },
        { type: "toolCall", id: "call_1|fc_1", name: "read", arguments: { path: "a" } },
      ],
      stopReason: "toolUse",
    },
    { role: "user", content: "and?" },
  ];
  const target = { provider: "openai", modelApi: "openai-responses", modelId: "gpt-5.2" };
  const result = await prepareReplay(messages, { target });
  expect(result.findings.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(result.body).toMatchObject({
    input: [
      { role: "user" },
      { type: "reasoning", id: "rs_1" },
      { type: "function_call", id: "fc_1", call_id: "call_1" },
      { type: "function_call_output", call_id: "call_1", output: "aborted" },
      { role: "user" },
    ],
  });
});
