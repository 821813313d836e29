import { expect, test } from "vitest";
import { filesIn, textOf } from "./source.ts";

test("no source file is longer than 400 lines", () => {
  const files = filesIn(["src", "worker", "web", "common"], /\.(ts|css|html)$/);
  const long = files.map((path) => ({ path, lines: textOf(path).split("\n").length - 1 }));
  expect(long.filter(({ lines }) => lines > 400)).toEqual([]);
});
