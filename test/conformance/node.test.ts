import { expect, test } from "vitest";
import { conform, report } from "./suite.ts";

test("conformance", async () => {
  const outcome = await conform({ runtime: "node", nodeFree: false });
  console.log(report(outcome));
  expect(outcome.failures.length, outcome.failures[0]).toBe(0);
}, 60_000);
