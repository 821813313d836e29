// Bodies of Gemini's generateContent, repaired end to end.
import { describe, expect, test } from "vitest";
import { detectWireFormat, sanitizePayload } from "../../src/index.ts";
import type { ValidateTarget } from "../../src/validate/types.ts";
import { deepFreeze } from "../oracles/values.ts";
import { createRandom } from "../properties/random.ts";
import { GEMINI, NEWER, OLDER, rows, VERTEX } from "../validate/google-generative-ai/rows.ts";
import { valid } from "../wire/fixtures/google-generative-ai.ts";
import {
  ask,
  call,
  image,
  model,
  PNG,
  response,
  SIGNATURE,
  SKIP,
  say,
  signed,
  text,
  user,
} from "../wire/fixtures/google-parts.ts";
import { generate } from "../wire/valid/google-generative-ai.ts";
import { DEFECTS, type Json, withContents } from "./google-damage.ts";

const UNKNOWN =
  "No result was recorded for this tool call. Its outcome is unknown: check whether it took effect before you repeat it.";

const repair = async (body: unknown, { provider, modelId }: Omit<ValidateTarget, "baseUrl"> = GEMINI) => {
  const result = await sanitizePayload(deepFreeze(body), {
    target: { provider, modelId },
    format: "google-generative-ai",
  });
  return { ...result, errors: result.findings.filter(({ severity }) => severity === "error") };
};

async function expectRepaired(body: unknown, target?: Omit<ValidateTarget, "baseUrl">): Promise<unknown> {
  const first = await repair(body, target);
  expect(first.errors).toEqual([]);
  expect(first.status).toBe("repaired");
  expect(first.changes.length).toBeGreaterThan(0);
  const second = await repair(first.body, target);
  expect(second.status).toBe("clean");
  expect(second.body).toBe(first.body);
  return first.body;
}

const contentsOf = (body: unknown): unknown => (body as { contents: unknown }).contents;

/** What no edit of a transcript can answer. */
const BEYOND_REPAIR: ReadonlySet<string> = new Set([
  "a body that is no object",
  "contents that are text",
  "parts that are a number",
  "several kinds of data",
  "a system prompt that is a list",
  "two functions of one name",
  "too many functions",
]);

describe("one body a demand", () => {
  const refused = Object.entries(rows).filter(([, { demand }]) => demand.severity === "error");
  test.each(refused)("%s", async (name, { body, target = GEMINI }) => {
    if (!BEYOND_REPAIR.has(name)) await expectRepaired(body, target);
    else expect((await repair(body, target)).status).toBe("unrepairable");
  });
});

test.each(valid)("$name stays the very same object", async ({ body }) => {
  expect(detectWireFormat(body)).toBe("google-generative-ai");
  const { body: after, status, changes } = await repair(body);
  expect(status).toBe("clean");
  expect(after).toBe(body);
  expect(changes).toEqual([]);
});

test("100 random valid bodies stay the very same objects", async () => {
  for (let seed = 1; seed <= 100; seed++) {
    const body = generate(createRandom(seed));
    const { body: after, status } = await repair(body);
    expect([seed, status]).toEqual([seed, "clean"]);
    expect(after).toBe(body);
  }
});

describe("what is written", () => {
  const cases: Record<string, [unknown, unknown, Omit<ValidateTarget, "baseUrl">?]> = {
    "a cancelled parallel call gets a response, behind the real one": [
      say([ask, model(signed("read"), call("read")), user(response("read", { response: { output: "ONE" } })), ask]),
      [
        ask,
        model(signed("read"), call("read")),
        user(response("read", { response: { output: "ONE" } }), {
          functionResponse: { name: "read", response: { error: UNKNOWN } },
        }),
        ask,
      ],
    ],
    "an orphan goes": [
      say([ask, model(signed("read")), user(response("read")), user(response("read")), model(text("done")), ask]),
      [ask, model(signed("read")), user(response("read")), model(text("done")), ask],
    ],
    "a call that stands first gets a user turn before it": [
      say([model(signed("read")), user(response("read"))]),
      [user(text("(session bootstrap)")), model(signed("read")), user(response("read"))],
    ],
    "two signatures in one give way to the sentinel": [
      say([ask, model({ ...call("a"), thoughtSignature: "dTBoZ0I=RXBzRkNr" }), user(response("a"))]),
      [ask, model({ ...call("a"), thoughtSignature: SKIP }), user(response("a"))],
    ],
    "and to nothing where none is needed": [
      say([ask, model({ ...call("a"), thoughtSignature: "dTBoZ0I=RXBzRkNr" }), user(response("a"))]),
      [ask, model(call("a")), user(response("a"))],
      OLDER,
    ],
    "a cut signature goes, its text stays": [
      say([ask, model(text("t", { thoughtSignature: "CiQB0e2Kb7I\u2026" })), ask]),
      [ask, model(text("t")), ask],
      OLDER,
    ],
    "only the first call of each step of the open turn is signed": [
      say([
        ask,
        model(call("a")),
        user(response("a")),
        model(text("b")),
        ask,
        model(call("a"), call("b")),
        user(response("a"), response("b")),
        model(call("c")),
        user(response("c")),
      ]),
      [
        ask,
        model(call("a")),
        user(response("a")),
        model(text("b")),
        ask,
        model({ ...call("a"), thoughtSignature: SKIP }, call("b")),
        user(response("a"), response("b")),
        model({ ...call("c"), thoughtSignature: SKIP }),
        user(response("c")),
      ],
    ],
    "an empty turn of the model keeps its place": [
      say([user(text("x")), model(), user(text("y"))]),
      [user(text("x")), model(text("[assistant turn failed before producing content]")), user(text("y"))],
    ],
    "an empty text with a signature stays, one without goes": [
      say([ask, model(text("a"), text("", { thoughtSignature: SIGNATURE }), text("")), ask]),
      [ask, model(text("a"), text("", { thoughtSignature: SIGNATURE })), ask],
    ],
    "a system prompt alone is asked on": [
      say([], { systemInstruction: { parts: [text("S")] } }),
      [user(text("(continue)"))],
    ],
    "what only has a short name for its type gets the whole one": [
      say([user(text("x"), image(PNG, "png"))]),
      [user(text("x"), image())],
      OLDER,
    ],
    "a response takes the name and the id of its call": [
      say([ask, model(signed("read", { id: "a" })), user(response("write", { id: "a" }))]),
      [ask, model(signed("read", { id: "a" })), user(response("read", { id: "a" }))],
    ],
    "a stray id becomes that of the call, or goes": [
      say([
        ask,
        model(signed("read", { id: "a" }), call("exec")),
        user(response("read", { id: "x" }), response("exec", { id: "y" })),
      ]),
      [ask, model(signed("read", { id: "a" }), call("exec")), user(response("read", { id: "a" }), response("exec"))],
    ],
    "responses over two contents become one, and text between them waits": [
      say([ask, model(signed("a"), call("b")), user(response("a")), user(text("wait")), user(response("b"))]),
      [ask, model(signed("a"), call("b")), user(response("a"), response("b")), user(text("wait"))],
    ],
    "roles of other APIs, responses that are text": [
      say([
        { role: "system", parts: [text("S")] },
        ask,
        { role: "assistant", parts: [signed("a")] },
        { role: "tool", parts: [response("a", { response: "bare" })] },
      ]),
      [user(text("S")), ask, model(signed("a")), user(response("a", { response: { output: "bare" } }))],
    ],
    "no role on Vertex AI": [say([{ parts: [text("go")] }]), [ask], VERTEX],
    "what stands behind the last responses gets a content of its own": [
      say([ask, model(signed("a")), user(response("a"), text("and"))]),
      [ask, model(signed("a")), user(response("a")), user(text("and"))],
      NEWER,
    ],
    "an answer that is not continued goes": [say([ask, model(text("So"))]), [ask], NEWER],
    "contents of the model before a call become one": [
      say([ask, model(text("a")), model(signed("b")), user(response("b"))]),
      [ask, model(text("a"), signed("b")), user(response("b"))],
    ],
    "pictures in responses of older models stand behind them": [
      say([ask, model(call("shot")), user(response("shot", { parts: [image()] }))]),
      [ask, model(call("shot")), user(response("shot")), user(text("Image(s) from tool result (shot):"), image())],
      OLDER,
    ],
  };
  test.each(Object.entries(cases))("%s", async (_, [body, contents, target]) => {
    expect(contentsOf(await expectRepaired(body, target))).toEqual(contents);
  });

  test("within the envelope of Code Assist, and with settings in the SDK's place", async () => {
    const contents = [ask, model(signed("read")), user()];
    const outer = { model: "gemini-3-pro-preview", project: "p", request: { contents, systemInstruction: "S" } };
    expect(await expectRepaired(outer)).toEqual({
      ...outer,
      request: {
        contents: [
          ask,
          model(signed("read")),
          user({ functionResponse: { name: "read", response: { error: UNKNOWN } } }),
          user(text("[empty content omitted]")),
        ],
        systemInstruction: { parts: [text("S")] },
      },
    });
    const named = { contents: [ask, model(signed("read a file")), user(response("read a file"))] };
    const config = { tools: [{ functionDeclarations: [{ name: "read a file" }] }], topK: 1 };
    expect(await expectRepaired({ model: "gemini-3-pro-preview", ...named, config })).toEqual({
      model: "gemini-3-pro-preview",
      contents: [ask, model(signed("read_a_file")), user(response("read_a_file"))],
      config: { tools: [{ functionDeclarations: [{ name: "read_a_file" }] }], topK: 1 },
    });
  });

  test("the sentinel is warned of", async () => {
    const { findings } = await repair(say([ask, model(call("a")), user(response("a"))]));
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([["thought-signature", "warning"]]);
  });
});

describe("up to five defects in one body", { timeout: 240_000 }, () => {
  const targets = { GEMINI, NEWER, OLDER, VERTEX };
  test.each(Object.entries(targets))("%s", async (_, target) => {
    const names = Object.keys(DEFECTS);
    let repaired = 0;
    for (let seed = 1; seed <= 120; seed++) {
      const random = createRandom(seed);
      let body = generate(random) as Json;
      const done: string[] = [];
      for (let count = 1 + random.below(5); count > 0; count--) {
        const name = random.pick(names);
        done.push(name);
        body = withContents(body, (contents) =>
          contents.length === 0 ? contents : (DEFECTS[name]?.(contents, random) ?? contents),
        );
      }
      const { status, errors, body: after } = await repair(body, target);
      expect([seed, done, errors]).toEqual([seed, done, []]);
      if (status !== "repaired") continue;
      repaired++;
      expect([seed, (await repair(after, target)).status]).toEqual([seed, "clean"]);
    }
    expect(repaired).toBeGreaterThan(90);
  });
});
