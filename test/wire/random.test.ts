// The laws of every format on random bodies. For many: node test/wire/run.mjs.
import { expect, test } from "vitest";
import { lawCases } from "./cases/index.ts";
import { describeRow, runLaws } from "./suite.ts";

test.each(lawCases)("250 random bodies of $adapter.format", { timeout: 120_000 }, (one) => {
  const row = runLaws(one, 250, 500_000);
  expect(row.failures.length, describeRow(row)).toBe(0);
  expect(row.distinct).toBeGreaterThan(100);
});
