// Bodies of the Messages API end to end: what is accepted comes back as it is, what is refused is repaired.
import { describe, expect, test } from "vitest";
import { lintPayload, sanitizePayload } from "../../src/index.ts";
import { checkKeptInBody } from "../oracles/kept-in-body.ts";
import { deepFreeze, type Json } from "../oracles/values.ts";
import { createRandom } from "../properties/random.ts";
import { DIRECT } from "../validate/anthropic-messages/bodies.ts";
import { callRows } from "../validate/anthropic-messages/calls.ts";
import { imageRows } from "../validate/anthropic-messages/images.ts";
import { requestRows } from "../validate/anthropic-messages/requests.ts";
import { turnRows } from "../validate/anthropic-messages/turns.ts";
import { ask, body, result, text, use } from "../wire/fixtures/anthropic-blocks.ts";
import { valid } from "../wire/fixtures/anthropic-messages.ts";
import { generate } from "../wire/valid/anthropic-messages.ts";
import { ANTHROPIC_DEFECTS, damageAnthropic } from "./anthropic-damage.ts";
import { runDamage } from "./suite.ts";

const format = "anthropic-messages" as const;
const to = (provider: string) => ({ format, target: { provider } });
const isError = ({ severity }: { readonly severity: string }): boolean => severity === "error";

describe("what is accepted comes back as the very object", () => {
  test.each(valid)("$name", async ({ body: given }) => {
    const after = await sanitizePayload(deepFreeze(given), { target: { provider: "anthropic" } });
    expect(after.body).toBe(given);
    expect(after).toMatchObject({ status: "clean", changes: [] });
  });

  test("150 random bodies", async () => {
    for (let seed = 1; seed <= 150; seed++) {
      const given = deepFreeze(generate(createRandom(seed)));
      const after = await sanitizePayload(given);
      expect(after.findings.filter(isError)).toEqual([]);
      expect(after.body).toBe(given);
      expect(after.changes).toEqual([]);
    }
  });
});

/** Nobody can say what was meant, or what should go. */
const BEYOND: ReadonlySet<string> = new Set([
  "no object",
  "no messages",
  "messages that are no list",
  "an empty list",
  "no tokens",
  "a small budget",
  "a budget above the limit",
  "a system prompt that is an object",
  "two tools of one name",
  // Nothing else is there.
  "a result without a call",
]);
/** What is too large in all takes long to be told of. */
const LARGE: ReadonlySet<string> = new Set([
  "too many messages",
  "a request of 33 MiB",
  "a request of 101 MiB to Kimi",
]);

describe("what is refused is repaired, and a second run has nothing to do", () => {
  const refused = Object.entries({ ...requestRows, ...turnRows, ...callRows, ...imageRows }).filter(
    ([name, { demand }]) => demand.severity === "error" && !LARGE.has(name),
  );
  test.each(refused)("%s", async (name, { body: given, target = DIRECT }) => {
    const { provider, modelId } = target;
    const options = { format, target: { provider, ...(modelId !== "" && { modelId }) } };
    const repaired = await sanitizePayload(deepFreeze(given), options);
    expect([name, repaired.status]).toEqual([name, BEYOND.has(name) ? "unrepairable" : "repaired"]);
    if (BEYOND.has(name)) return;
    expect(lintPayload(repaired.body, options).filter(isError)).toEqual([]);
    expect(checkKeptInBody(given, repaired.body, repaired.changes)).toEqual([]);
    const again = await sanitizePayload(repaired.body, options);
    expect(again.status).toBe("clean");
    expect(again.body).toBe(repaired.body);
  });
});

describe("damage of up to five kinds is always repaired, and nothing is lost in silence", () => {
  test.each(["anthropic", "anthropic-vertex", "amazon-bedrock", "deepseek", "kimi"])(
    "%s",
    { timeout: 120_000 },
    async (provider) => {
      const one = { ...to(provider), generate, damage: damageAnthropic };
      const { failures, repaired, met } = await runDamage(one, 100, 700_000);
      expect(failures).toEqual([]);
      expect(repaired).toBeGreaterThan(70);
      expect(met.size).toBeGreaterThan(Object.keys(ANTHROPIC_DEFECTS).length * 0.8);
    },
  );

  test.each(Object.keys(ANTHROPIC_DEFECTS))("%s alone", async (name) => {
    let damages = 0;
    const damage = (given: Json, random: Parameters<typeof generate>[0]) => {
      const before = given["messages"] as readonly Json[];
      const messages = ANTHROPIC_DEFECTS[name]?.(before, random) ?? before;
      if (messages !== before) damages++;
      return { body: { ...given, messages }, names: [name] };
    };
    const { failures } = await runDamage({ ...to("anthropic"), generate, damage }, 12, 800_000);
    expect(failures).toEqual([]);
    expect(damages).toBeGreaterThan(0);
  });
});

async function repaired(messages: readonly unknown[], provider = "anthropic"): Promise<readonly Json[]> {
  const after = await sanitizePayload(deepFreeze(body(messages)), to(provider));
  expect(after.status).toBe("repaired");
  return (after.body as { messages: readonly Json[] }).messages;
}

describe("what is written", () => {
  test("one block where a list belongs stands in a list", async () => {
    const [first] = await repaired([{ role: "user", content: text("a") }]);
    expect(first).toEqual({ role: "user", content: [text("a")] });
  });

  test("a user who says null keeps the place, an assistant who does goes", async () => {
    const messages = await repaired([ask, { role: "assistant", content: null }, { role: "user", content: null }]);
    expect(messages.map(({ role }) => role)).toEqual(["user", "user"]);
    expect(JSON.stringify(messages[1])).toContain("[empty content omitted]");
  });

  test("a call of the user goes, what was said beside it stays", async () => {
    const messages = await repaired([{ role: "user", content: [text("a"), use("x")] }]);
    expect(messages).toEqual([{ role: "user", content: [text("a")] }]);
  });

  test("a result that is null says nothing, and stays with its call", async () => {
    const messages = await repaired([
      ask,
      { role: "assistant", content: [use("a")] },
      { role: "user", content: [result("a", { content: null })] },
    ]);
    expect(messages[2]).toEqual({ role: "user", content: [result("a", { content: [] })] });
  });

  test("a document by URL becomes a sentence on a cloud that takes none", async () => {
    const document = { type: "document", title: "a.pdf", source: { type: "url", url: "https://example.com/a.pdf" } };
    const messages = await repaired([{ role: "user", content: [document, text("b")] }], "anthropic-vertex");
    expect(messages).toEqual([{ role: "user", content: [text("[document omitted: a.pdf]"), text("b")] }]);
  });

  test("the answer to be continued is trimmed, though an empty one stands behind it", async () => {
    const given = { model: "claude-3-5-haiku-20241022", max_tokens: 9 };
    const messages = [ask, { role: "assistant", content: "So: " }, { role: "assistant", content: [] }];
    const after = await sanitizePayload({ ...given, messages }, to("anthropic"));
    expect(after.status).toBe("repaired");
    expect(JSON.stringify(after.body)).toContain('"So:"');
  });

  test("half an emoji in the description of a tool", async () => {
    const tools = [{ name: "read", description: "Reads \ud83d", input_schema: { type: "object" } }];
    const after = await sanitizePayload(body([ask], { tools }), to("anthropic"));
    expect(after.status).toBe("repaired");
    expect(after.body).toMatchObject({ tools: [{ ...tools[0], description: "Reads \ufffd" }] });
  });
});
