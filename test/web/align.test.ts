import fc from "fast-check";
import { expect, test } from "vitest";
import { align } from "../../web/analysis/align.ts";

const none = { pairs: [], gone: new Set<number>(), made: new Set<number>() };
const kind = (item: unknown): string => (item as { k: string }).k;
const item = (k: string) => ({ k });

test("the very same objects belong together, wherever they are", () => {
  const [a, b, c] = [item("x"), item("x"), item("x")];
  expect(align([a, b, c], [c, a, b], none, kind)).toEqual([
    { before: 2, after: 0 },
    { before: 0, after: 1 },
    { before: 1, after: 2 },
  ]);
});

test("an object that stands twice is paired in order", () => {
  const a = item("x");
  expect(align([a, a], [a, a], none, kind)).toEqual([
    { before: 0, after: 0 },
    { before: 1, after: 1 },
  ]);
});

test("hints pair what differs; what is gone stands behind its predecessor, what is new where it is", () => {
  const [a, d] = [item("x"), item("x")];
  const before = [a, item("x"), item("y"), d];
  const after = [a, item("new"), item("x2"), d];
  const hints = { pairs: [[1, 2]] as [number, number][], gone: new Set([2]), made: new Set([1]) };
  expect(align(before, after, hints, kind)).toEqual([
    { before: 0, after: 0 },
    { before: -1, after: 1 },
    { before: 1, after: 2 },
    { before: 2, after: -1 },
    { before: 3, after: 3 },
  ]);
});

test("neighbors of one kind fill the gaps", () => {
  const before = [item("user"), item("assistant"), item("user")];
  const after = [item("user"), item("assistant")];
  expect(align(before, after, none, kind)).toEqual([
    { before: 0, after: 0 },
    { before: 1, after: 1 },
    { before: 2, after: -1 },
  ]);
});

test("whatever the lists: every item is there once", () => {
  const list = fc.array(fc.constantFrom(...["a", "b", "c"].map(item)), { maxLength: 12 });
  const pairs = fc.array(fc.tuple(fc.nat(14), fc.nat(14)), { maxLength: 6 });
  fc.assert(
    fc.property(list, list, pairs, (before, after, hinted) => {
      const rows = align(before, after, { pairs: hinted, gone: new Set(), made: new Set() }, kind);
      const left = rows.map((row) => row.before).filter((index) => index >= 0);
      const right = rows.map((row) => row.after).filter((index) => index >= 0);
      expect(left.toSorted((a, b) => a - b)).toEqual([...before.keys()]);
      expect(right).toEqual([...after.keys()]);
    }),
  );
});
