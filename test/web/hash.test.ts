import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { decodeContent, encodeContent, formatHash, parseHash } from "../../web/hash.ts";

const state = {
  target: { provider: "anthropic", modelApi: "anthropic-messages", modelId: "claude-opus-4-6" },
  tab: "findings",
  row: 412,
  onlyChanged: true,
  layer: "replay",
  rule: "call-id-pattern",
  example: "mistral-ids",
  content: undefined,
} as const;

test("the view comes back from its address", () => {
  const { content: _, ...expected } = state;
  expect(parseHash(formatHash(state))).toEqual(expected);
});

test("what is not understood is left out", () => {
  expect(parseHash("v=1&tab=evil&turn=-3&only=x&layer=y&p=&m=z")).toEqual({});
  expect(parseHash("v=2&p=openai")).toMatchObject({ newer: true, target: { provider: "openai" } });
  expect(parseHash("%%%&&==")).toEqual({});
  expect(parseHash(`p=${"x".repeat(5000)}`).target?.provider).toHaveLength(200);
});

test("content comes back, and is refused when it is damaged or a bomb", async () => {
  const text = '{"role":"user","content":"Grüße"}\n';
  const packed = encodeContent(deflateRawSync(text));
  expect(packed).toMatch(/^1[\w-]+$/);
  expect(await (await decodeContent(packed)).text()).toBe(text);
  await expect(decodeContent("2abc")).rejects.toThrow("another version");
  await expect(decodeContent("1!!!")).rejects.toThrow();
  await expect(decodeContent(`1${"A".repeat(50_000)}`)).rejects.toThrow("more than a link may hold");
  await expect(decodeContent(encodeContent(deflateRawSync(Buffer.alloc(9 * 2 ** 20))))).rejects.toThrow("Unpacked");
});
