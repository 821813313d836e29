import { expect, test } from "vitest";
import { budgets, gzipOf } from "./size.mjs";

test("the bundle of src/index.ts is small and holds only what it should", async () => {
  const measured = await budgets.library.measure();
  expect(gzipOf(measured)).toBeLessThanOrEqual(budgets.library.limit);
  expect(measured.text).not.toContain("node:");
  // `import { z } from "zod"` would bring in the classic API and every locale.
  expect(measured.inputs.filter((path) => /zod\/.*\/(locales|classic)\//.test(path))).toEqual([]);
  expect(
    measured.inputs.filter((path) => /^(worker|web|test|src\/adapters|src\/images\/engines)\//.test(path)),
  ).toEqual([]);
});

test("who needs prepareReplay only does not pay for the rest", async () => {
  const measured = await budgets.frontDoor.measure();
  expect(gzipOf(measured)).toBeLessThanOrEqual(budgets.frontDoor.limit);
  expect(measured.inputs.filter((path) => /^src\/(session|display|images\/engines)\//.test(path))).toEqual([]);
});

test("the worker with all codecs fits where a worker may have 3 MB", async () => {
  const measured = await budgets.worker.measure();
  expect(gzipOf(measured)).toBeLessThanOrEqual(budgets.worker.limit);
  expect(measured.parts.filter(({ name }) => name.endsWith(".wasm"))).toHaveLength(5);
});

test("the page begins without the core, and the core without a codec", async () => {
  for (const { limit, measure } of [budgets.page, budgets.core]) {
    const measured = await measure();
    expect(measured.parts.length).toBeGreaterThan(0);
    expect(gzipOf(measured)).toBeLessThanOrEqual(limit);
    // The beginning of every WASM file, in base64.
    expect(measured.text).not.toContain("AGFzbQ");
    // No text is run as code.
    expect(measured.text).not.toMatch(/\beval\(|\bFunction\(/);
  }
});
