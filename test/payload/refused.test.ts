// What a provider refused although the body's own check finds nothing wrong: the refusal is read and answered.
import { describe, expect, test } from "vitest";
import { explainError, lintPayload, type PayloadOptions, sanitizePayload } from "../../src/index.ts";
import { deepFreeze } from "../oracles/values.ts";

const SIGNATURE = "QUJDREVGR0g=";
const thinking = (text: string) => ({ type: "thinking", thinking: text, signature: SIGNATURE });
const said = (text: string) => ({ type: "text", text });
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const claude = deepFreeze({
  model: "claude-opus-4-6",
  max_tokens: 4096,
  messages: [
    { role: "user", content: "Ship 2.4." },
    { role: "assistant", content: [thinking("Tests first."), said("On it.")] },
    { role: "user", content: "And?" },
    { role: "assistant", content: [thinking("They passed."), said("Done.")] },
    {
      role: "user",
      content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: PNG } }, said("See?")],
    },
  ],
});

const gpt = deepFreeze({
  model: "gpt-5.2",
  store: false,
  input: [
    { role: "user", content: "Ship 2.4." },
    { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAAAABo" },
    { type: "function_call", id: "fc_1", call_id: "call_1", name: "test", arguments: "{}" },
    { type: "function_call_output", call_id: "call_1", output: "412 passed" },
    { role: "user", content: "And?" },
  ],
});

/** Repairs what is sound by its own check, by what the provider said of it. */
async function answer(body: object, error: string, options: PayloadOptions = {}) {
  expect(lintPayload(body, options).filter(({ severity }) => severity === "error")).toEqual([]);
  const refused = explainError(error, { body, ...options });
  expect(refused).not.toEqual([]);
  const result = await sanitizePayload(body, { ...options, refused });
  expect(result.findings.filter(({ severity }) => severity === "error")).toEqual([]);
  return result;
}

describe("of Anthropic", () => {
  test("a signature that is not its own: all thinking goes, since one error names one block", async () => {
    const { body, status, changes } = await answer(
      claude,
      "messages.1.content.0: Invalid `signature` in `thinking` block",
    );
    expect(status).toBe("repaired");
    expect(JSON.stringify(body)).not.toContain("thinking");
    expect(changes.map(({ rule, from, lossy }) => [rule, from[0], lossy])).toEqual([
      ["drop-thinking-block", "/messages/1/content/0", true],
      ["drop-thinking-block", "/messages/3/content/0", true],
    ]);
  });

  test("thinking that may not be modified, in an open tool turn: this request is made without", async () => {
    const open = deepFreeze({
      ...claude,
      thinking: { type: "enabled", budget_tokens: 1024 },
      tools: [{ name: "test", input_schema: { type: "object" } }],
      messages: [
        { role: "user", content: "Ship 2.4." },
        {
          role: "assistant",
          content: [thinking("Tests first."), { type: "tool_use", id: "t1", name: "test", input: {} }],
        },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "412 passed" }] },
      ],
    });
    const { body } = await answer(
      open,
      "messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.",
    );
    expect(body).toMatchObject({ thinking: { type: "disabled" } });
    expect((body as typeof open).messages[1]?.content).toEqual([
      { type: "tool_use", id: "t1", name: "test", input: {} },
    ]);
  });

  test("an image that could not be processed becomes a sentence, where the error names it", async () => {
    const { body, changes } = await answer(claude, "messages.4.content.0.image.source.base64: Could not process image");
    expect((body as typeof claude).messages[4]?.content).toEqual([
      said("(image omitted: the provider could not read it)"),
      said("See?"),
    ]);
    expect(changes.map(({ rule }) => rule)).toEqual(["omit-image"]);
  });

  test("an image that could not be processed stays when nobody says which", async () => {
    const result = await sanitizePayload(claude, { refused: [{ code: "image-invalid" }] });
    expect([result.status, result.body]).toEqual(["clean", claude]);
  });
});

describe("of OpenAI", () => {
  test("encrypted reasoning that could not be read: it goes, with the ids that belong to it", async () => {
    const { body, changes } = await answer(
      gpt,
      "The encrypted content gAAA...Bo could not be verified. Reason: Encrypted content could not be decrypted or parsed.",
    );
    expect((body as typeof gpt).input).toEqual([
      gpt.input[0],
      { type: "function_call", call_id: "call_1", name: "test", arguments: "{}" },
      gpt.input[3],
      gpt.input[4],
    ]);
    expect(changes.some(({ lossy }) => lossy)).toBe(true);
  });
});

test("a second run with the same refusals has nothing to do", async () => {
  const refused = explainError("Invalid `signature` in `thinking` block", { body: claude });
  const { body } = await sanitizePayload(claude, { refused });
  const again = await sanitizePayload(deepFreeze(body), { refused });
  expect([again.status, again.body]).toEqual(["clean", body]);
});

test("without refusals a sound body is the very object", async () => {
  expect((await sanitizePayload(claude, { refused: [] })).body).toBe(claude);
});

test.each([[["x"]], ["thinking-signature"], [[{ code: "constructor" }]], [[{ code: "prefill", path: 1 }]]])(
  "%j is no list of refusals",
  async (refused) => {
    const given = { refused } as unknown as PayloadOptions;
    await expect(sanitizePayload(claude, given)).rejects.toMatchObject({ code: "invalid-option", path: "/refused" });
  },
);
