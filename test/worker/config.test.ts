// The settings of a worker: their defaults, what they may be, and that a wrong one is named and never shown.
import { expect, test } from "vitest";
import { readSettings, SettingError, settingsOf } from "../../worker/config.ts";

test("every setting has a default", () => {
  expect(readSettings({})).toEqual({
    tokens: new Map(),
    corsOrigins: new Set(),
    openSessions: false,
    limits: {
      maxBodyBytes: 16 * 2 ** 20,
      maxJsonDepth: 200,
      maxJsonValues: 1_000_000,
      maxBlocks: 200_000,
      maxImagePixels: 50_000_000,
      cpuBudgetMs: 20_000,
    },
  });
});

test("variables are read as text and as JSON values", () => {
  const { limits, corsOrigins } = readSettings({
    MAX_BODY_BYTES: "2048",
    MAX_JSON_DEPTH: 50,
    CORS_ORIGINS: "https://a.example, http://localhost:3000/",
  });
  expect(limits).toMatchObject({ maxBodyBytes: 2048, maxJsonDepth: 50 });
  expect([...corsOrigins]).toEqual(["https://a.example", "http://localhost:3000"]);
});

test("tokens are one secret, or secrets by tenant", () => {
  const [one, two, three] = ["a".repeat(16), "b".repeat(16), "c".repeat(20)];
  expect(readSettings({ API_TOKENS: one }).tokens).toEqual(new Map([["default", [one]]]));
  expect(readSettings({ API_TOKENS: JSON.stringify({ acme: one, umbrella: [two, three] }) }).tokens).toEqual(
    new Map([
      ["acme", [one]],
      ["umbrella", [two, three]],
    ]),
  );
});

test.each([
  ["MAX_BODY_BYTES", "lots"],
  ["MAX_BODY_BYTES", "-1"],
  ["MAX_JSON_DEPTH", "1e9"],
  ["CPU_BUDGET_MS", 1.5],
  ["CORS_ORIGINS", "a.example"],
  ["CORS_ORIGINS", "https://a.example/path"],
  ["CORS_ORIGINS", "null"],
  ["API_TOKENS", "secret-short"],
  ["API_TOKENS", "{secret"],
  ["API_TOKENS", "{}"],
  ["API_TOKENS", '{"a/b":"secret-secret-secret"}'],
  ["API_TOKENS", '{"a":[]}'],
  ["API_TOKENS", '{"a":"secret-secret-secret","b":"secret-secret-secret"}'],
  ["API_TOKENS", "secret secret secret"],
])("%s=%j is named and not shown", (name, value) => {
  const read = () => readSettings({ [name]: value });
  expect(read).toThrow(SettingError);
  expect(read).toThrow(name);
  expect(read).not.toThrow(/secret-/);
});

test("they are read once", () => {
  const env = { MAX_JSON_DEPTH: "50" };
  expect(settingsOf(env)).toBe(settingsOf(env));
});
