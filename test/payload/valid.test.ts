// What a provider accepts comes back as the very object: over a thousand random bodies, and every fixture without error.
import { describe, expect, test } from "vitest";
import { lintPayload, sanitizePayload } from "../../src/index.ts";
import { deepFreeze } from "../oracles/values.ts";
import { createRandom } from "../properties/random.ts";
import { lawCases } from "../wire/cases/index.ts";
import * as anthropic from "../wire/fixtures/anthropic-messages.ts";
import * as converse from "../wire/fixtures/bedrock-converse.ts";
import * as google from "../wire/fixtures/google-generative-ai.ts";
import * as mistral from "../wire/fixtures/mistral-conversations.ts";
import * as completions from "../wire/fixtures/openai-completions.ts";
import * as responses from "../wire/fixtures/openai-responses.ts";
import type { LawCase } from "../wire/suite.ts";

const PER_FORMAT = 180;
const formats = new Map<string, LawCase[]>();
for (const one of lawCases) formats.set(one.adapter.format, [...(formats.get(one.adapter.format) ?? []), one]);
const fixtures = { anthropic, converse, google, mistral, completions, responses };

test("there are six formats", () => {
  expect(formats.size).toBe(6);
  expect(PER_FORMAT * formats.size).toBeGreaterThan(1000);
});

test.each([...formats])("180 random bodies of %s", { timeout: 120_000 }, async (_format, cases) => {
  const seen = new Set<string>();
  for (let at = 0; at < PER_FORMAT; at++) {
    const { adapter, generate, target } = cases[at % cases.length] as LawCase;
    const body = deepFreeze(generate(createRandom(700_000 + at)));
    seen.add(JSON.stringify(body));
    const result = await sanitizePayload(body, { target, format: adapter.format });
    expect(result.findings.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(result).toMatchObject({ status: "clean", changes: [] });
    expect(result.body).toBe(body);
  }
  expect(seen.size).toBeGreaterThanOrEqual(100);
});

describe.each(Object.entries(fixtures))("fixtures of %s", (_format, { valid }) => {
  test.each(valid)("$name", async ({ body }) => {
    const frozen = deepFreeze(body);
    const errors = lintPayload(frozen).filter(({ severity }) => severity === "error");
    const result = await sanitizePayload(frozen);
    // A fixture may be what another server of the format takes.
    if (errors.length > 0) expect(result.body).not.toBe(frozen);
    else {
      expect(result).toMatchObject({ status: "clean", changes: [] });
      expect(result.body).toBe(frozen);
    }
  });
});

test("nearly all fixtures are without error at the provider's own server", () => {
  const bodies = Object.values(fixtures).flatMap(({ valid }) => valid.map(({ body }) => body));
  const clean = bodies.filter((body) => lintPayload(body).every(({ severity }) => severity !== "error"));
  expect(clean.length / bodies.length).toBeGreaterThan(0.95);
});
