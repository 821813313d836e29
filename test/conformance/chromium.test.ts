import { expect, test } from "vitest";
import { conform, report } from "./suite.ts";
import { wasm } from "./wasm-vite.ts";

test("conformance", async () => {
  const outcome = await conform({ runtime: "chromium", nodeFree: false, wasm });
  console.log(report(outcome));
  expect(outcome.failures.length, outcome.failures[0]).toBe(0);
}, 180_000);
