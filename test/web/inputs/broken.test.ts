import { expect, test } from "vitest";
import { brokenAt } from "../../../web/inputs/broken.ts";

test.each([
  ['{"a":[1,2,]}', 10],
  ['{"a":[}', 6],
  ['{"a" 1}', 5],
  ['{"a":1,}', 7],
  ["{a:1}", 1],
  ['{"a":01}', 6],
  ['["a\nb"]', 1],
  ['["\\x"]', 1],
  ["[1] 2", 4],
  ["[1,2}", 4],
  ["]", 0],
  ["", 0],
])("%j stops to be JSON at its place", (text, at) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(brokenAt(text)).toBe(at);
});

test.each(['{"a":[1,2', '{"a":"b', '{"a":"b\\', '{"a"', "[", `["${"x".repeat(5_000_000)}`])(
  "a text that is cut off is broken at its end (%#)",
  (text) => {
    expect(brokenAt(text)).toBe(text.length);
  },
);

test("what is JSON is not found to be broken before its end", () => {
  const value = [{}, [], [[]], { a: { b: [null, true, false, -1.5e-7, 0, '\u2028"\\/\b\u0001é'] }, "": [{ c: "" }] }];
  for (const space of [0, 2]) {
    const text = JSON.stringify(value, null, space);
    expect(brokenAt(text)).toBe(text.length);
  }
});
