// Damaged bodies at every server that differs, a few of each; run.mjs runs them by the thousand.
import { describe, expect, test } from "vitest";
import { damageCases } from "./cases.ts";
import { runDamage, runGarbage } from "./suite.ts";

describe("damage is repaired, a second run has nothing to do, and nothing is lost in silence", () => {
  test.each(damageCases.map((one) => [`${one.format} at ${Object.values(one.target).join(" ")}`, one] as const))(
    "%s",
    async (_, one) => {
      const { failures, repaired } = await runDamage(one, 10, 4_000_000);
      expect(failures).toEqual([]);
      expect(repaired).toBeGreaterThan(3);
    },
  );
});

test("random JSON throws nothing, and some of it is repaired", async () => {
  for (const one of damageCases.filter(({ target }) => ["mistral", "anthropic", "openai"].includes(target.provider))) {
    const { rate } = await runGarbage(one, 30, 6000);
    expect(rate).toBeLessThan(0.95);
  }
});
