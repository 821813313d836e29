/// <reference path="../../src/adapters/deno/deno.d.ts" />
import { expect, test } from "vitest";
import { count, layOut, number, size } from "../../src/adapters/deno/layout.ts";
import { bar } from "../../src/adapters/deno/terminal.ts";

test("numbers", () => {
  expect([0, 999, 1000, 1234567].map(number)).toEqual(["0", "999", "1,000", "1,234,567"]);
  expect([count(1, "file"), count(2000, "file"), count(0, "entry", "entries")]).toEqual([
    "1 file",
    "2,000 files",
    "0 entries",
  ]);
  expect([1, 999, 1000, 999_999, 1_000_000, 1_234_567_890].map(size)).toEqual([
    "1 byte",
    "999 bytes",
    "1.0 kB",
    "999.9 kB",
    "1.0 MB",
    "1,234.5 MB",
  ]);
});

test("a bar is full only at the end", () => {
  expect([0, 1, 50, 99, 100, 200].map((done) => bar(done, 100, 10))).toEqual([
    "[----------]   0%",
    "[----------]   1%",
    "[#####-----]  50%",
    "[#########-]  99%",
    "[##########] 100%",
    "[##########] 100%",
  ]);
});

test("a table has columns as wide as their widest cell, and ends where the terminal ends", () => {
  const rows = [
    ["first", "1", "some text"],
    ["the second", "1,000", "\u001b"],
  ];
  const head = ["name", "count", "what"];
  expect(layOut(head, rows, new Set([1]), Number.POSITIVE_INFINITY)).toEqual([
    "name        count  what",
    "first           1  some text",
    "the second  1,000  \\u001b",
  ]);
  expect(layOut(head, rows, new Set([1]), 20).map(({ length }) => length)).toEqual([20, 20, 20]);
  expect(layOut(head, [], new Set(), 80)).toEqual(["name  count  what"]);
});
