import fc from "fast-check";
import { expect, test } from "vitest";
import { type Change, prepareReplay, resolveTranscriptPolicy } from "../../src/index.ts";
import { checkReport } from "../oracles/difference.ts";
import { checkStructure } from "../oracles/structure.ts";
import { deepFreeze, sameJson } from "../oracles/values.ts";
import { FAMILIES, type Family, type Messages } from "./families.ts";
import { DEFECTS, generate } from "./generate.ts";
import { createRandom } from "./random.ts";
import { shrink } from "./shrink.ts";
import { describeRows, runProperties, scenarioFor } from "./suite.ts";

test.each(FAMILIES)("150 random transcripts to $name", { timeout: 60_000 }, async ({ name }) => {
  const rows = (await runProperties({ count: 150, seed: 1, family: name })).filter(({ family }) => family === name);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.failed, describeRows(rows)).toBe(0);
});

const fewFamilies = FAMILIES.filter((_, index) => index % 4 === 0);

test.each(fewFamilies)("arbitrary JSON to $name", { timeout: 60_000 }, async (family) => {
  const roles = fc.constantFrom("user", "assistant", "toolResult", "custom", "compactionSummary", "x");
  const block = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.record({ type: fc.constantFrom("text", "thinking", "toolCall", "image"), text: fc.string(), id: fc.string() }),
  );
  const content = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.array(block, { maxLength: 4 }));
  const message = fc.record({ role: roles, content, toolCallId: fc.string() }, { requiredKeys: ["role"] });
  const transcript = fc.array(fc.oneof({ weight: 3, arbitrary: message }, fc.jsonValue({ maxDepth: 2 })), {
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(transcript, (messages) => holds(family, messages)),
    { seed: 7, numRuns: 120 },
  );
});

async function holds({ target }: Family, transcript: readonly unknown[]): Promise<void> {
  const input = deepFreeze(transcript) as Messages;
  const first = await prepareReplay(input, { target });
  const { messages, request } = first;
  const violations = [
    ...checkStructure(messages, resolveTranscriptPolicy(target)),
    ...checkReport(input, messages, ofMessages(first.changes)),
  ];
  expect(violations).toEqual([]);
  const second = await prepareReplay(messages, { target, ...(request && { request }) });
  expect(ofMessages(second.changes)).toEqual([]);
  expect(second.messages).toBe(messages);
}

function ofMessages(changes: readonly Change[]): readonly Change[] {
  return changes.filter(({ stage }) => stage !== "body");
}

test("the generator gives the same transcript for the same seed, and different ones for different seeds", () => {
  expect(sameJson(scenarioFor(12), scenarioFor(12))).toBe(true);
  expect(sameJson(scenarioFor(14), scenarioFor(14))).toBe(true);
  const distinct = new Set(Array.from({ length: 200 }, (_, seed) => JSON.stringify(scenarioFor(seed * 5).messages)));
  expect(distinct.size).toBeGreaterThan(190);
});

test.each(DEFECTS)("the generator can make this defect: $name", ({ apply }) => {
  const damaged = Array.from({ length: 150 }, (_, seed) => {
    const { messages } = generate(seed, 0);
    const before = JSON.stringify(messages);
    apply(messages as Parameters<typeof apply>[0], createRandom(seed));
    return JSON.stringify(messages) !== before;
  });
  expect(damaged).toContain(true);
});

test("shrinking leaves only what makes the failure", async () => {
  const messages = [{ role: "user", content: "a" }, { role: "x", extra: 1, content: [1, "needle", 3] }, null, 5];
  const fails = async (candidate: unknown[]): Promise<boolean> => JSON.stringify(candidate).includes("needle");
  expect(await shrink(messages, fails)).toEqual([{ role: "x", content: ["needle"] }]);
});
