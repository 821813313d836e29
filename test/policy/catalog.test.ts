/** The table of policies is complete, and every fact has a source. */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { policyCatalog } from "../../src/policy/catalog.ts";
import { families } from "../../src/policy/families/index.ts";
import { limitsByApi, limitsByProvider } from "../../src/policy/limits.ts";
import { resolveTranscriptPolicy } from "../../src/policy/resolve.ts";

test("has a row for each family, in order", () => {
  expect(policyCatalog.map(({ id }) => id)).toEqual(families.map(({ id }) => id));
  expect(new Set(policyCatalog.map(({ id }) => id)).size).toBe(policyCatalog.length);
  expect(JSON.parse(JSON.stringify(policyCatalog))).toStrictEqual(policyCatalog);
});

test.each(policyCatalog)("$id: the example is of this family", ({ id, example, flags, summary, source }) => {
  const policy = resolveTranscriptPolicy(example);
  expect(policy.family).toBe(id);
  expect(policy).toMatchObject(flags);
  expect(summary.length).toBeGreaterThan(10);
  expect(source.url).toMatch(/^https:\/\//);
});

test("each provider has one owner", () => {
  const providers = policyCatalog.flatMap((row) => row.providers);
  expect(new Set(providers).size).toBe(providers.length);
});

test("each family has a file, and each file is in the list", () => {
  const files = readdirSync(new URL("../../src/policy/families/", import.meta.url)).filter(
    (file) => file !== "index.ts" && file !== "transports.ts",
  );
  const owned = families.filter(({ id }) => !id.includes(":")).map(({ id }) => `${id}.ts`);
  expect(owned.toSorted()).toEqual(files.toSorted());
});

test("every reason and limit has a source and a date", () => {
  const sources = families.flatMap((family) => {
    const target = { provider: family.providers[0] ?? "custom", modelApi: family.defaultApi ?? "" };
    const { why, limits } = resolveTranscriptPolicy({ ...target, modelId: family.exampleModel ?? null });
    return [...why.map(({ source }) => source), ...Object.values(limits).map((l) => ({ ...l, url: l.source }))];
  });
  const numbers = [...Object.values(limitsByApi), ...limitsByProvider.map(({ limits }) => limits)];
  const all = [...sources, ...numbers.flatMap((l) => Object.values(l)).map((l) => ({ ...l, url: l.source }))];
  for (const source of all) {
    expect(source?.url).toMatch(/^https:\/\/[^\s]+$/);
    expect(source?.checked).toMatch(/^2026-\d{2}-\d{2}$/);
  }
});
