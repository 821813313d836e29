// Bodies of Converse end to end: what is accepted comes back as it is, what is refused is repaired.
import { describe, expect, test } from "vitest";
import { lintPayload, prepareReplay, sanitizePayload } from "../../src/index.ts";
import { deepFreeze } from "../oracles/values.ts";
import { createRandom } from "../properties/random.ts";
import { CLAUDE } from "../validate/bedrock-converse/bodies.ts";
import { callRows } from "../validate/bedrock-converse/calls.ts";
import { mediaRows } from "../validate/bedrock-converse/media.ts";
import { requestRows } from "../validate/bedrock-converse/requests.ts";
import { turnRows } from "../validate/bedrock-converse/turns.ts";
import { PNG } from "../wire/fixtures/anthropic-blocks.ts";
import { valid } from "../wire/fixtures/bedrock-converse.ts";
import { ask, body, point, reasoning, result, SIGNATURE, text, use } from "../wire/fixtures/converse-blocks.ts";
import { PICTURES } from "../wire/valid/anthropic-messages.ts";
import { bytesOf, generate } from "../wire/valid/bedrock-converse.ts";
import { DEFECTS, damageBody, type Json } from "./converse-damage.ts";

const format = "bedrock-converse" as const;
const isError = ({ severity }: { readonly severity: string }): boolean => severity === "error";

describe("what is accepted comes back as the very object", () => {
  test.each(valid)("$name", async ({ body: given }) => {
    const { body: after, status, changes } = await sanitizePayload(deepFreeze(given));
    expect(after).toBe(given);
    expect([status, changes]).toEqual(["clean", []]);
  });

  test("random bodies", async () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= 150; seed++) {
      const given = deepFreeze(generate(createRandom(seed)));
      seen.add(JSON.stringify(given));
      const { body: after, changes, findings } = await sanitizePayload(given);
      expect(findings.filter(isError)).toEqual([]);
      expect(after).toBe(given);
      expect(changes).toEqual([]);
    }
    expect(seen.size).toBeGreaterThan(100);
  });
});

describe("what is refused is repaired, and a second run has nothing to do", () => {
  /** Nobody can say what was meant, or what should go. */
  const beyond = new Set([
    "no object",
    "no messages",
    "messages that are no list",
    "an empty list",
    "a system prompt that is an object",
    "an image in the system prompt",
    "no tokens",
    "a temperature above 1",
    "a small budget",
    "a budget above the limit",
    "a tool of another API",
    "two tools of one name",
  ]);
  const refused = Object.entries({ ...requestRows, ...turnRows, ...callRows, ...mediaRows }).filter(
    ([, { demand }]) => demand.severity === "error",
  );

  test.each(refused)("%s", async (name, { body: given, target = CLAUDE }) => {
    const { provider, modelId } = target;
    const options = { format, target: { provider, modelId } };
    const repaired = await sanitizePayload(deepFreeze(given), options);
    expect(repaired.status).toBe(beyond.has(name) ? "unrepairable" : "repaired");
    if (beyond.has(name)) return;
    expect(repaired.changes.length).toBeGreaterThan(0);
    expect(lintPayload(repaired.body, options).filter(isError)).toEqual([]);
    const again = await sanitizePayload(repaired.body, options);
    expect(again.status).toBe("clean");
    expect(again.body).toBe(repaired.body);
  });

  test("random damage", async () => {
    const met = new Set<string>();
    for (let seed = 1; seed <= Number(process.env["COUNT"] ?? 400); seed++) {
      const random = createRandom(seed);
      const { body: given, names } = damageBody(generate(random) as Json, random, 5);
      for (const name of names) met.add(name);
      const repaired = await sanitizePayload(deepFreeze(given), { format });
      const told = `seed ${seed}: ${names}`;
      expect(repaired.findings.filter(isError), told).toEqual([]);
      expect(repaired.status, told).not.toBe("unrepairable");
      const again = await sanitizePayload(repaired.body, { format });
      expect(again.body, told).toBe(repaired.body);
    }
    expect([...Object.keys(DEFECTS)].filter((name) => !met.has(name))).toEqual([]);
  });
});

const done = (id: string): object => result(id, [text("done")]);
const call = (...blocks: readonly object[]): object => ({ role: "assistant", content: blocks });
const user = (...blocks: readonly object[]): object => ({ role: "user", content: blocks });

const blocksOf = (message: Json | undefined): readonly unknown[] => (message?.["content"] ?? []) as readonly unknown[];

async function repair(given: unknown): Promise<readonly Json[]> {
  const repaired = await sanitizePayload(deepFreeze(given));
  expect(repaired.status).toBe("repaired");
  return (repaired.body as { readonly messages: readonly Json[] }).messages;
}

describe("as users met it", () => {
  test("results of parallel calls that came as messages of their own become one, as they were", async () => {
    const [first, second] = [done("a"), done("b")];
    const messages = await repair(body([ask, call(use("a"), use("b")), user(first), user(second, text("and"))]));
    expect(messages).toEqual([ask, call(use("a"), use("b")), user(first, second, text("and"))]);
    expect(blocksOf(messages[2])[1]).toBe(second);
  });

  test("a call that was interrupted is answered in the message that the user sent instead", async () => {
    const messages = await repair(body([ask, call(use("a")), user(text("never mind"))]));
    expect(messages).toHaveLength(3);
    expect(messages[2]).toMatchObject({
      content: [{ toolResult: { toolUseId: "a", status: "error" } }, text("never mind")],
    });
  });

  test("a signature without text is sent with an empty one, and signed reasoning stays byte for byte", async () => {
    const signed = reasoning("hm");
    const messages = await repair(body([ask, call(reasoning(null), signed, use("a")), user(done("a"))]));
    expect(messages[1]).toEqual(call(reasoning(""), signed, use("a")));
    expect(blocksOf(messages[1])[1]).toBe(signed);
  });

  test("the result of a failed tool that said nothing says so", async () => {
    const messages = await repair(body([ask, call(use("a")), user(result("a", [], { status: "error" }))]));
    expect(messages[2]).toEqual(user(result("a", [text("(no output)")], { status: "error" })));
  });

  test("a document that stands alone gets a text, and each document a name of its own", async () => {
    const named = (name: string): object => ({ document: { format: "pdf", name, source: { bytes: "JVBE" } } });
    const messages = await repair(
      body([user(named("report.pdf")), call(text("ok")), user(text("and"), named("report"))]),
    );
    expect(messages[0]).toEqual(user(text("(see attached document)"), named("report 2")));
    expect(messages[2]).toEqual(user(text("and"), named("report")));
  });

  test("tools that were called are offered when the list was left out", async () => {
    const { messages, modelId } = body([ask, call(use("a")), user(done("a"))]) as Json;
    const repaired = await sanitizePayload({ modelId, messages });
    expect(repaired.body).toMatchObject({
      modelId,
      messages,
      toolConfig: { tools: [{ toolSpec: { name: "read", inputSchema: { json: { type: "object" } } } }] },
    });
  });

  test("a cache point behind reasoning stands behind what may carry one, else it goes", async () => {
    const given = body([ask, call(reasoning("hm"), point(), text("a")), user(text("b"))]);
    expect((await repair(given))[1]).toEqual(call(reasoning("hm"), text("a"), point()));
    const alone = body([ask, call(reasoning("hm"), point()), user(text("b"))]);
    expect((await repair(alone))[1]).toEqual(call(reasoning("hm")));
  });

  test("a model without a cache gets no cache points, wherever they stood", async () => {
    const { toolConfig } = body([]) as { readonly toolConfig: { readonly tools: readonly object[] } };
    const given = body([user(text("a"), point()), call(use("a"), point()), user(done("a"), point())], {
      modelId: "mistral.mistral-large-2407-v1:0",
      system: [text("s"), point()],
      toolConfig: { tools: [...toolConfig.tools, point()] },
    });
    const repaired = await sanitizePayload(deepFreeze(given));
    expect(repaired.body).toEqual(
      body([user(text("a")), call(use("a")), user(done("a"))], {
        modelId: "mistral.mistral-large-2407-v1:0",
        system: [text("s")],
      }),
    );
  });

  test("reasoning of Claude goes when another model is asked, and a sentence stands for a turn that had nothing else", async () => {
    const given = body([ask, call(reasoning("hm")), ask], { modelId: "us.amazon.nova-pro-v1:0" });
    expect(await repair(given)).toEqual([ask, call(text("[assistant reasoning omitted]")), ask]);
  });

  test("a tool turn that lost its reasoning is gone on with while thinking is off", async () => {
    const thinking = { type: "enabled", budget_tokens: 1024 };
    const given = body([ask, call(use("a")), user(done("a"))], {
      additionalModelRequestFields: { thinking, top_k: 5 },
    });
    const repaired = await sanitizePayload(deepFreeze(given));
    expect(repaired.body).toEqual({
      ...given,
      additionalModelRequestFields: { thinking: { type: "disabled" }, top_k: 5 },
    });
    expect(repaired.changes).toMatchObject([{ rule: "pause-thinking", from: [""] }]);
  });

  test("an image with another name is named right, and bytes stay bytes", async () => {
    const bytes = bytesOf(PICTURES["image/jpeg"] ?? "");
    const messages = await repair(body([user({ image: { format: "jpg", source: { bytes } } })]));
    expect(messages[0]).toEqual(user({ image: { format: "jpeg", source: { bytes } } }));
    expect(blocksOf(messages[0])[0]).toMatchObject({ image: { source: { bytes: expect.any(Uint8Array) } } });
  });

  test("an image in a result follows the results, for a model that takes none there", async () => {
    const image = { image: { format: "png", source: { bytes: PNG } } };
    const given = body([ask, call(use("a"), use("b")), user(result("a", [image]), done("b"))], {
      modelId: "global.openai.gpt-oss-120b-1:0",
    });
    const messages = await repair(given);
    expect(messages[2]).toEqual(
      user(result("a", [text("(see attached image)")]), done("b"), text("Image(s) from tool result (read):"), image),
    );
  });

  test("text behind a call stands before it for newer models", async () => {
    const given = body([ask, call(use("a"), text("reading")), user(done("a"))], {
      modelId: "global.anthropic.claude-opus-4-8",
    });
    expect((await repair(given))[1]).toEqual(call(text("reading"), use("a")));
  });

  test("JSON that is no object becomes a text", async () => {
    const messages = await repair(body([ask, call(use("a")), user(result("a", [{ json: [1, "é"] }]))]));
    expect(messages[2]).toEqual(user(result("a", [text('[1,"é"]')])));
  });

  test("a lone surrogate in JSON is replaced where it stands", async () => {
    const messages = await repair(body([ask, call(use("a")), user(result("a", [{ json: { k: "a\ud83d" } }]))]));
    expect(messages[2]).toEqual(user(result("a", [{ json: { k: "a\ufffd" } }])));
  });

  test("calls and results stand in messages of their own, for Llama and older models of Mistral", async () => {
    const given = body(
      [ask, call(text("hm"), use("a"), text("now")), user(text("n"), done("a"), text("o")), call(text("b")), ask],
      { modelId: "us.meta.llama3-3-70b-instruct-v1:0" },
    );
    expect(await repair(given)).toEqual([
      ask,
      call(text("hm"), text("now")),
      user(text("(continue)")),
      call(use("a")),
      user(done("a")),
      call(text("The tool results have arrived.")),
      user(text("n"), text("o")),
      call(text("b")),
      ask,
    ]);
  });

  test("a session that began elsewhere is sent to Converse", async () => {
    const messages = [
      { role: "user", content: "Ship 2.4." },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Tests first.", thinkingSignature: SIGNATURE },
          { type: "toolCall", id: "toolu_1", name: "test", arguments: {} },
        ],
      },
      { role: "toolResult", toolCallId: "toolu_1", toolName: "test", content: [{ type: "text", text: "412 passed" }] },
      { role: "user", content: "Go on." },
      { role: "user", content: "Did it go out?" },
    ];
    const target = { provider: "amazon-bedrock", modelId: "us.anthropic.claude-sonnet-4-6" };
    const prepared = await prepareReplay(messages, { target });
    expect(prepared.status).toBe("repaired");
    expect(prepared.findings.filter(isError)).toEqual([]);
    const { body: built } = prepared as unknown as { readonly body: Json };
    expect(built).toMatchObject({
      messages: [
        user(text("Ship 2.4.")),
        call(reasoning("Tests first."), { toolUse: { toolUseId: "toolu_1", name: "test", input: {} } }),
        user(result("toolu_1", [text("412 passed")]), text("Go on."), text("Did it go out?")),
      ],
      toolConfig: { tools: [{ toolSpec: { name: "test" } }] },
    });
    expect(lintPayload(built, { target }).filter(isError)).toEqual([]);
  });

  test("a turn of what Converse has no words for keeps its place with a sentence", async () => {
    const messages = [
      { role: "user", content: "Draw it." },
      { role: "assistant", content: [{ type: "text", text: "Done." }] },
      { role: "user", content: [{ type: "media", kind: "image", url: "https://example.com/a.png" }] },
      { role: "assistant", content: [{ type: "text", text: "Nice." }] },
      { role: "user", content: "Again." },
    ];
    const target = { provider: "amazon-bedrock", modelId: "us.amazon.nova-pro-v1:0" };
    const prepared = await prepareReplay(messages, { target });
    expect(prepared.findings.filter(isError)).toEqual([]);
    expect(prepared.body).toEqual({
      messages: [
        user(text("Draw it.")),
        call(text("Done.")),
        user(text("[empty content omitted]")),
        call(text("Nice.")),
        user(text("Again.")),
      ],
    });
    expect(prepared.changes.map(({ rule, action }) => `${rule} ${action}`)).toContain("wire/bedrock-converse drop");
  });

  test("a tool that was given with a name that is refused gets another", async () => {
    const target = { provider: "amazon-bedrock", modelId: "us.amazon.nova-pro-v1:0" };
    const tools = [{ name: "now" }, { name: "fs.read" }];
    const prepared = await prepareReplay([{ role: "user", content: "Go." }], { target, request: { tools } });
    expect(prepared.findings.filter(isError)).toEqual([]);
    expect(prepared.body).toMatchObject({
      toolConfig: { tools: [{ toolSpec: { name: "now" } }, { toolSpec: { name: "fs_read" } }] },
    });
  });
});
