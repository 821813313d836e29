import { expect, test } from "vitest";
import { fuzz } from "./fuzz.ts";

// Many more: node test/session/fuzz.mjs
test("damaged files: nothing throws, no byte is lost unsaid, a second repair finds nothing", () => {
  const { failures, repaired, dropped, recovered, slowest } = fuzz(1500, 1, () => performance.now());
  expect(failures).toEqual([]);
  expect(repaired).toBeGreaterThan(1000);
  expect(dropped).toBeGreaterThan(500);
  expect(recovered).toBeGreaterThan(300);
  expect(slowest).toBeLessThan(5000);
}, 120_000);
