// What holds of the projection of any transcript: orderly, damaged, or made of garbage.
import { expect, test } from "vitest";
import { projectForDisplay } from "../../src/display/index.ts";
import { deepFreeze, sameJson } from "../oracles/values.ts";
import { garbage, generate, type Scenario } from "../properties/generate.ts";

const SEEDS = 400;

/** Fields that only hosts and providers use, wherever they stand in a row's blocks. */
const PRIVATE = /"(?:thinkingSignature|openclawReasoningReplay|providerReplay|upstreamUserText)":/;

function eachScenario(check: (scenario: Scenario, name: string) => void): void {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    check(generate(seed), `generate(${seed})`);
    check(garbage(seed), `garbage(${seed})`);
  }
}

test("the input is left alone, and projecting again changes nothing", () => {
  eachScenario(({ messages }, name) => {
    const before = JSON.stringify(messages);
    const rows = projectForDisplay(deepFreeze(messages) as readonly unknown[]);
    expect(JSON.stringify(messages), name).toBe(before);
    if (!sameJson(projectForDisplay(rows), rows)) expect.fail(`${name} differs the second time`);
  });
});

test("nothing is left of what is not for people", () => {
  let seen = 0;
  eachScenario(({ messages }, name) => {
    if (PRIVATE.test(JSON.stringify(messages))) seen += 1;
    for (const row of projectForDisplay(messages as readonly unknown[])) {
      expect(row["details"], name).toBeUndefined();
      for (const block of Array.isArray(row.content) ? row.content : []) {
        expect(JSON.stringify(block) ?? "", name).not.toMatch(PRIVATE);
        if (block?.type === "image") expect(block.data, name).toBeUndefined();
      }
    }
  });
  expect(seen).toBeGreaterThan(SEEDS / 10);
});

test("rows are made of messages in their order, and none is larger than allowed", () => {
  eachScenario(({ messages }, name) => {
    const rows = projectForDisplay(messages as readonly unknown[], { maxBytes: 2000 });
    expect(rows.length, name).toBeLessThanOrEqual(messages.length);
    for (const row of rows)
      expect(new TextEncoder().encode(JSON.stringify(row)).length, name).toBeLessThanOrEqual(2000);
  });
});
