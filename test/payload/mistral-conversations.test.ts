// Bodies of Mistral's chat API end to end: what is accepted comes back as it is, what is refused is repaired.
import { describe, expect, test } from "vitest";
import { lintPayload, prepareReplay, sanitizePayload } from "../../src/index.ts";
import { checkKeptInBody } from "../oracles/kept-in-body.ts";
import { deepFreeze } from "../oracles/values.ts";
import { createRandom } from "../properties/random.ts";
import { step } from "../validate/mistral-conversations/bodies.ts";
import { rows } from "../validate/mistral-conversations/rows.ts";
import { valid } from "../wire/fixtures/mistral-conversations.ts";
import { answer, ask, call, id, image, PICTURE, result, say, text, user } from "../wire/fixtures/mistral-messages.ts";
import { generate } from "../wire/valid/mistral-conversations.ts";
import { damageMistral, type Json, MISTRAL_DEFECTS } from "./mistral-damage.ts";
import { runDamage } from "./suite.ts";

const format = "mistral-conversations" as const;
const to = (provider: string) => ({ format, target: { provider } });
const isError = ({ severity }: { readonly severity: string }): boolean => severity === "error";

describe("what is accepted comes back as the very object", () => {
  test.each(valid)("$name", async ({ body }) => {
    const after = await sanitizePayload(deepFreeze(body));
    expect(after.body).toBe(body);
    expect(after).toMatchObject({ status: "clean", changes: [] });
  });

  test("150 random bodies", async () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= 150; seed++) {
      const body = deepFreeze(generate(createRandom(seed)));
      seen.add(JSON.stringify(body));
      const after = await sanitizePayload(body);
      expect(after.findings.filter(isError)).toEqual([]);
      expect(after.body).toBe(body);
      expect(after.changes).toEqual([]);
    }
    expect(seen.size).toBeGreaterThan(130);
  });
});

describe("what is refused is repaired, and a second run has nothing to do", () => {
  /** Nobody can say what was meant, or what should go. */
  const beyond: ReadonlySet<string> = new Set(["a body that is none", "no list of messages", "no message"]);
  const refused = Object.entries(rows).filter(([, { demand }]) => demand.severity === "error");

  test.each(refused)("%s", async (name, { body, to: provider = "mistral" }) => {
    const repaired = await sanitizePayload(deepFreeze(body), to(provider));
    expect(repaired.status).toBe(beyond.has(name) ? "unrepairable" : "repaired");
    if (beyond.has(name)) return;
    expect(repaired.changes.length).toBeGreaterThan(0);
    expect(lintPayload(repaired.body, to(provider)).filter(isError)).toEqual([]);
    expect(checkKeptInBody(body, repaired.body, repaired.changes)).toEqual([]);
    const again = await sanitizePayload(repaired.body, to(provider));
    expect(again.status).toBe("clean");
    expect(again.body).toBe(repaired.body);
  });
});

describe("damage of up to five kinds is always repaired, and nothing is lost in silence", () => {
  test.each(["mistral", "acme"])("%s", { timeout: 120_000 }, async (provider) => {
    const one = { ...to(provider), generate, damage: damageMistral };
    const { failures, repaired, met } = await runDamage(one, 200, 700_000);
    expect(failures).toEqual([]);
    expect(repaired).toBeGreaterThan(150);
    expect(met.size).toBeGreaterThan(Object.keys(MISTRAL_DEFECTS).length * 0.9);
  });

  test.each(Object.keys(MISTRAL_DEFECTS))("%s alone", async (name) => {
    let damages = 0;
    const damage = (body: Json, random: Parameters<typeof generate>[0]) => {
      const before = body["messages"] as readonly Json[];
      const messages = MISTRAL_DEFECTS[name]?.(before, random) ?? before;
      if (messages !== before) damages++;
      return { body: { ...body, messages }, names: [name] };
    };
    const { failures } = await runDamage({ ...to("mistral"), generate, damage }, 12, 800_000);
    expect(failures).toEqual([]);
    expect(damages).toBeGreaterThan(0);
  });

  test("at the level of the documents, too", { timeout: 120_000 }, async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = createRandom(900_000 + seed);
      const { body, names } = damageMistral(generate(random) as Json, random, 5);
      const options = { ...to("mistral"), level: "documents" as const };
      const repaired = await sanitizePayload(deepFreeze(body), options);
      expect(repaired.findings.filter(isError), `seed ${seed}: ${names}`).toEqual([]);
      const again = await sanitizePayload(repaired.body, options);
      expect(again.body, `seed ${seed}: ${names}`).toEqual(repaired.body);
    }
  });
});

async function repaired(messages: readonly unknown[], more: object = {}, provider = "mistral") {
  const after = await sanitizePayload(deepFreeze(say(messages, more)), to(provider));
  expect(after.status).toBe("repaired");
  const body = after.body as Json;
  return { body, messages: body["messages"] as readonly Json[], changes: after.changes };
}

describe("as users met it", () => {
  test("a question behind results gets an answer before it", async () => {
    const before = [ask, ...step("A"), user(text("and now?"))];
    const { messages } = await repaired(before);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant", "user"]);
    expect([0, 1, 2, 4].map((index) => messages[index])).toEqual(before);
  });

  test("ids of another provider become ids of nine characters, in call and result alike", async () => {
    const ids = ["toolu_01AbCdEf", "toolu_01AbCdEg", id("C")];
    const { messages, changes } = await repaired([
      ask,
      answer("", { tool_calls: ids.map((one) => call("A", "{}", { id: one })) }),
      ...ids.map((one) => ({ role: "tool", tool_call_id: one, content: one })),
    ]);
    const renamed = (messages[1]?.["tool_calls"] as Json[] | undefined)?.map((one) => one["id"]) ?? [];
    expect(new Set(renamed).size).toBe(3);
    for (const one of renamed) expect(one).toMatch(/^[a-zA-Z0-9]{9}$/);
    expect(renamed[2]).toBe(id("C"));
    expect(messages.slice(2).map((one) => [one["tool_call_id"], one["content"]])).toEqual(
      renamed.map((one, index) => [one, ids[index]]),
    );
    expect(changes.some(({ lossy }) => lossy)).toBe(false);
  });

  test("reasoning in another API's field becomes a chunk that the API has, and nothing is lost", async () => {
    const { messages, changes } = await repaired([ask, answer("So.", { reasoning_content: "Why?" }), ask]);
    expect(messages[1]).toEqual({
      role: "assistant",
      content: [{ type: "thinking", thinking: [text("Why?")], closed: true }, text("So.")],
    });
    expect(changes.filter(({ lossy }) => lossy)).toEqual([]);
  });

  test("parameters of Chat Completions get their names, and an empty list of tools goes", async () => {
    const { body } = await repaired([ask], { max_completion_tokens: 100, seed: 7, tools: [], store: false });
    expect(body).toEqual({ model: "mistral-large-latest", max_tokens: 100, random_seed: 7, messages: [ask] });
  });

  test("what was cut off before its results came is answered", async () => {
    const { messages } = await repaired([ask, answer("", { tool_calls: [call("A"), call("B")] }), result("B"), ask]);
    expect(messages.map(({ role, tool_call_id }) => tool_call_id ?? role)).toEqual([
      "user",
      "assistant",
      id("B"),
      id("A"),
      "assistant",
      "user",
    ]);
    expect(messages[2]).toEqual(result("B"));
  });

  test("a picture in a result is shown to a server that takes none there", async () => {
    const { messages } = await repaired([ask, step("A")[0], result("A", [text("seen"), image()])], {}, "vllm");
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant", "user"]);
    expect(JSON.stringify(messages[2])).toContain("seen");
    expect(JSON.stringify(messages[4])).toContain(PICTURE);
  });

  test("an answer at the end stays where it says that it is to go on, and goes where it does not", async () => {
    const kept = say([ask, answer("So", { prefix: true })]);
    expect((await sanitizePayload(kept)).body).toBe(kept);
    const { messages, changes } = await repaired([ask, answer("So")]);
    expect(messages.at(-1)?.["role"]).not.toBe("assistant");
    expect(checkKeptInBody(say([ask, answer("So")]), { messages }, changes)).toEqual([]);
  });

  test("the names of the SDK stay the names of the SDK", async () => {
    const { messages } = await repaired([
      ask,
      { role: "assistant", toolCalls: [call("A"), call("B")] },
      { role: "tool", toolCallId: id("A"), content: "ok" },
    ]);
    expect(Object.keys(messages[3] ?? {})).toContain("toolCallId");
    expect(JSON.stringify(messages)).not.toContain("tool_call");
  });
});

test("a session of another provider becomes a body that is proved", async () => {
  const target = { provider: "mistral", modelApi: "mistral-conversations", modelId: "mistral-large-latest" };
  const { body, status } = await prepareReplay(
    [
      { role: "user", content: "find" },
      {
        role: "assistant",
        provider: "anthropic",
        content: [
          { type: "thinking", thinking: "Search first.", thinkingSignature: "EqQBCkYI" },
          { type: "toolCall", id: "toolu_01AbCdEf", name: "search", arguments: { q: "a" } },
        ],
      },
      {
        role: "toolResult",
        toolCallId: "toolu_01AbCdEf",
        toolName: "search",
        content: [{ type: "text", text: "hit" }],
      },
      { role: "user", content: "and?" },
    ],
    { target },
  );
  expect(status).toBe("repaired");
  const { messages } = body as { messages: readonly Json[] };
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant", "user"]);
  expect(JSON.stringify(messages)).not.toContain("EqQBCkYI");
  expect(lintPayload(body, { target }).filter(isError)).toEqual([]);
});
