import { describe, expect, it } from "vitest";
import { pageForDisplay } from "../../src/display/index.ts";

const rows = Array.from({ length: 450 }, (_, index) => ({ role: "user", content: String(index) }));

describe("pageForDisplay", () => {
  it("begins with the last 200 rows and reads backwards", () => {
    const last = pageForDisplay(rows);
    expect(last).toMatchObject({ offset: 250, total: 450, older: 50 });
    expect(last.messages).toEqual(rows.slice(250));
    expect(last).not.toHaveProperty("newer");
    const middle = pageForDisplay(rows, { offset: 50 });
    expect(middle).toMatchObject({ offset: 50, older: 0, newer: 250 });
    expect(middle.messages).toEqual(rows.slice(50, 250));
    const first = pageForDisplay(rows, { offset: 0, limit: 50 });
    expect(first).toMatchObject({ offset: 0, newer: 50 });
    expect(first).not.toHaveProperty("older");
  });

  it("has at most 1000 rows", () => {
    const many = Array.from({ length: 3000 }, () => ({ role: "user", content: "x" }));
    expect(pageForDisplay(many, { limit: 5000 }).messages).toHaveLength(1000);
  });

  it.each([
    [{ limit: 0 }, 449, 1],
    [{ limit: -3 }, 449, 1],
    [{ limit: Number.NaN }, 250, 200],
    [{ limit: 1.9 }, 449, 1],
    [{ offset: -1 }, 0, 200],
    [{ offset: 1e9 }, 450, 0],
    [{ offset: 449.7 }, 449, 1],
    [{ offset: "7" }, 250, 200],
  ])("brings %j into range", (request, offset, count) => {
    const page = pageForDisplay(rows, request as never);
    expect(page.offset).toBe(offset);
    expect(page.messages).toHaveLength(count);
  });

  it("is empty for an empty history", () => {
    expect(pageForDisplay([])).toEqual({ messages: [], offset: 0, total: 0 });
  });
});
