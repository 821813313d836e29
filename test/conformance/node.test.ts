import { expect, test } from "vitest";
import { conform, report } from "./suite.ts";
import { wasm } from "./wasm-node.ts";

test("conformance", async () => {
  const outcome = await conform({ runtime: "node", nodeFree: false, wasm });
  console.log(report(outcome));
  expect(outcome.failures.length, outcome.failures[0]).toBe(0);
}, 180_000);
