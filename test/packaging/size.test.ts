import { expect, test } from "vitest";
import { limit, measure } from "./size.mjs";

test("the bundle of src/index.ts is small and holds only what it should", async () => {
  const { gzip, text, inputs } = await measure();
  expect(gzip).toBeLessThanOrEqual(limit);
  expect(text).not.toContain("node:");
  // `import { z } from "zod"` would bring in the classic API and every locale.
  expect(inputs.filter((path) => /zod\/.*\/(locales|classic)\//.test(path))).toEqual([]);
  expect(inputs.filter((path) => /^(worker|web|test|src\/adapters)\//.test(path))).toEqual([]);
});
