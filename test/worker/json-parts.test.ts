// JSON that is written piece by piece is the JSON that is written at once.
import fc from "fast-check";
import { expect, test } from "vitest";
import { streamJson } from "../../worker/json-parts.ts";

const textOf = (value: unknown): Promise<string> => new Response(streamJson(value) as BodyInit).text();

test("whatever the value", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.anything({
        withDate: true,
        withNullPrototype: true,
        values: [fc.string({ unit: "binary" }), fc.double(), fc.constant(undefined)],
      }),
      async (value) => {
        const whole = { value, list: [value, undefined, [[[[value]]]]], none: undefined, work: () => 1 };
        expect(await textOf(whole)).toBe(JSON.stringify(whole));
      },
    ),
    { numRuns: 200, seed: 1 },
  );
});

test("keys like __proto__ and getters too, in pieces of some size", async () => {
  const messages = Array.from({ length: 5000 }, (_, n) => JSON.parse(`{"__proto__":${n},"text":"${"é".repeat(50)}"}`));
  const value = Object.defineProperty({ a: 1 }, "messages", { enumerable: true, get: () => messages });
  expect(await textOf(value)).toBe(JSON.stringify(value));
  let pieces = 0;
  await streamJson(value).pipeTo(new WritableStream({ write: () => void pieces++ }));
  expect(pieces).toBeLessThan(20);
});
