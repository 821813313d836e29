import { describe, expect, it } from "vitest";
import { parseTimestamp } from "../../src/transcript/time.ts";

describe("parseTimestamp", () => {
  it.each([0, -1, 1.5, 1_700_000_000_000])("takes the finite number %d as it is", (value) => {
    expect(parseTimestamp(value)).toBe(value);
  });

  it.each([
    ["1970-01-01T00:00:00Z", 0],
    ["1970-01-01T01:00:00+01:00", 0],
    ["1969-12-31T19:00-05:00", 0],
    ["1970-01-01T00:00Z", 0],
    ["1970-01-01T00:00:00.5Z", 500],
    ["1970-01-01T00:00:00,25Z", 250],
    ["1970-01-01T00:00:00.0019999Z", 1],
    ["1970-01-01T24:00:00Z", 86_400_000],
    ["1970-01-01T05:30:00+0530", 0],
    ["1970-01-01T05:00:00+05", 0],
    ["2024-02-29T12:00:00Z", 1_709_208_000_000],
    ["2000-02-29T00:00:00Z", 951_782_400_000],
    ["+275760-09-13T00:00:00Z", 8.64e15],
    ["-271821-04-20T00:00:00Z", -8.64e15],
  ])("reads %s", (text, expected) => expect(parseTimestamp(text)).toBe(expected));

  it.each([
    "2026-01-05",
    "2026-01-05T09:30:00",
    "2026-01-05 09:30:00Z",
    "2026-01-05T09Z",
    "Mon, 05 Jan 2026 09:30:00 GMT",
    "2026-02-30T00:00:00Z",
    "2025-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2026-00-01T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-04-31T00:00:00Z",
    "2026-01-00T00:00:00Z",
    "2026-01-05T24:00:01Z",
    "2026-01-05T25:00:00Z",
    "2026-01-05T09:60:00Z",
    "2026-01-05T09:30:60Z",
    "2026-01-05T09:30:00+24:00",
    "2026-01-05T09:30:00+01:60",
    "2026-01-05T09:30:00.Z",
    " 2026-01-05T09:30:00Z",
    "2026-01-05T09:30:00Z\n",
    "-000000-01-01T00:00:00Z",
    "+275760-09-13T00:00:00.001Z",
    "1700000000000",
    "",
    `2026-01-05T09:30:00.${"1".repeat(2_000_000)}`,
  ])("does not guess at %.40j", (text) => expect(parseTimestamp(text)).toBeUndefined());

  it.each([undefined, null, true, {}, [], Number.NaN, Number.POSITIVE_INFINITY, 1n])("has no number for %s", (value) =>
    expect(parseTimestamp(value)).toBeUndefined(),
  );

  it("agrees with the host's calendar", () => {
    let seed = 1;
    for (let i = 0; i < 20_000; i += 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      const time = Math.round((seed / 2_147_483_647 - 0.5) * 2 * 8.64e15);
      expect(parseTimestamp(new Date(time).toISOString())).toBe(time);
    }
    for (let day = -150_000; day < 150_000; day += 1) {
      const time = day * 86_400_000;
      if (parseTimestamp(new Date(time).toISOString()) !== time) expect.fail(new Date(time).toISOString());
    }
  });
});
