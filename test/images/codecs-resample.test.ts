// Scaling against a slow filter with the same weights, and against sharp.
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { Pixels, Size } from "../../src/images/engines/jsquash/pixels.ts";
import { type Layout, RowResampler, resample } from "../../src/images/engines/jsquash/resample.ts";
import { ONE, share } from "../../src/images/engines/jsquash/shares.ts";
import { createRandom, type Random } from "../properties/random.ts";

const SCALES = [
  [1, 1, 1, 1],
  [2, 2, 1, 1],
  [7, 5, 7, 5],
  [7, 5, 6, 5],
  [40, 30, 13, 7],
  [64, 3, 8, 1],
  [3, 64, 1, 8],
  [101, 77, 100, 76],
  [300, 200, 3, 2],
  [33, 21, 32, 1],
] as const;

describe("the weights", () => {
  test.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [100, 100],
    [101, 100],
    [1000, 7],
    [65_500, 1],
    [65_500, 1200],
    [4000, 1200],
    [1201, 1200],
  ])("of %i pixels in %i add up to one, and lie between the centers", (source, target) => {
    const { centers, before, behind } = share(source, target);
    const sums = new Float64Array(target);
    let output = -1;
    let least = 0;
    for (let pixel = 0; pixel < source; pixel++) {
      while (centers[output + 1] === pixel && output + 1 < target) output++;
      const [near, far] = [before[pixel] as number, behind[pixel] as number];
      least = Math.min(least, near, far);
      if (near > 0) sums[output] = (sums[output] as number) + near;
      if (far > 0) sums[output + 1] = (sums[output + 1] as number) + far;
    }
    expect([output, least]).toEqual([target - 1, 0]);
    expect(new Set(sums)).toEqual(new Set([ONE]));
    expect(centers[target]).toBe(source);
  });
});

describe.each(["gray", "rgb", "rgbx", "rgba"] as const)("rows of %s", (layout) => {
  test.each(SCALES)("%i x %i to %i x %i as the slow filter", (width, height, toWidth, toHeight) => {
    const random = createRandom(width * 1000 + toWidth);
    const rows = randomRows(random, layout, width, height);
    const size = { width: toWidth, height: toHeight };
    const found = scaleRows(rows, { width, height }, size, layout);
    expectNear(found, slowly(rgbaOf(rows, layout), { width, height }, size), 1);
    expect(found.opaque).toBe(found.data.every((value, i) => i % 4 < 3 || value === 255));
  });

  test("one color stays that color", () => {
    for (let value = 0; value < 256; value += 5) {
      const row = new Uint8Array(101 * 4).fill(value);
      const rows = Array<Uint8Array>(77).fill(row);
      const { data } = scaleRows(rows, { width: 101, height: 77 }, { width: 10, height: 7 }, layout);
      const alpha = layout === "rgba" ? value : 255;
      const color = alpha === 0 ? 0 : value;
      for (let i = 0; i < data.length; i += 4) {
        expect([...data.subarray(i, i + 4)]).toEqual([color, color, color, alpha]);
      }
    }
  });

  test("repeated rows give the same, whether it is said or not", () => {
    const random = createRandom(3);
    const rows = randomRows(random, layout, 30, 20).flatMap((row) => Array<Uint8Array>(random.below(5)).fill(row));
    const source = { width: 30, height: rows.length };
    const size = { width: 13, height: 9 };
    const told = new RowResampler(source, size, layout);
    for (const [i, row] of rows.entries()) told.push(row, 0, i > 0 && row === rows[i - 1]);
    expect(told.count).toBe(rows.length);
    expect(told.finish()).toEqual(scaleRows(rows, source, size, layout));
  });
});

describe("whole images", () => {
  test("of the right size are the same object", () => {
    const pixels: Pixels = { data: new Uint8Array(24), width: 3, height: 2, opaque: false };
    expect(resample(pixels, { width: 3, height: 2 })).toBe(pixels);
  });

  test("opaque ones are scaled the same without alpha", () => {
    const pixels = randomPixels(createRandom(9), 50, 40, true);
    const size = { width: 21, height: 17 };
    const withAlpha = resample({ ...pixels, opaque: false }, size);
    expectNear(resample(pixels, size), withAlpha.data, 1);
    expect(withAlpha.opaque).toBe(true);
  });

  test("colors that are not seen do not shine through", () => {
    const data = new Uint8Array(8 * 8 * 4);
    for (let i = 0; i < data.length; i += 4) data.set(i % 8 === 0 ? [0, 200, 0, 255] : [255, 0, 0, 0], i);
    const { data: scaled, opaque } = resample({ data, width: 8, height: 8, opaque: false }, { width: 4, height: 4 });
    for (let i = 0; i < scaled.length; i += 4) expect([...scaled.subarray(i, i + 3)]).toEqual([0, 200, 0]);
    expect(opaque).toBe(false);
  });

  test("the input is left as it was", () => {
    const pixels = randomPixels(createRandom(10), 20, 20, false);
    const before = pixels.data.slice();
    resample(pixels, { width: 9, height: 9 });
    expect(pixels.data).toEqual(before);
  });

  test.each([true, false])("as sharp scales with its linear filter, opaque: %s", async (opaque) => {
    const pixels = smoothPixels(640, 480, opaque);
    const size = { width: 250, height: 188 };
    const raw = { width: 640, height: 480, channels: 4 as const };
    const seen = await sharp(pixels.data, { raw })
      .resize({ ...size, fit: "fill", kernel: "linear" })
      .raw()
      .toBuffer();
    expect(noiseRatio(resample(pixels, size).data, seen)).toBeGreaterThan(46);
  });
});

function scaleRows(rows: readonly Uint8Array[], source: Size, size: Size, layout: Layout): Pixels {
  const resampler = new RowResampler(source, size, layout);
  for (const row of rows) resampler.push(row);
  return resampler.finish();
}

function randomRows(random: Random, layout: Layout, width: number, height: number): Uint8Array[] {
  const bytes = { gray: 1, rgb: 3, rgbx: 4, rgba: 4 }[layout];
  return Array.from({ length: height }, () => {
    const row = Uint8Array.from({ length: width * bytes }, () => random.below(256));
    // Some rows are opaque, and some pixels not seen at all.
    if (layout === "rgba" && random.chance(0.3)) for (let i = 3; i < row.length; i += 4) row[i] = 255;
    else if (layout === "rgba") for (let i = 3; i < row.length; i += 12) row[i] = 0;
    return row;
  });
}

function randomPixels(random: Random, width: number, height: number, opaque: boolean): Pixels {
  const data = Uint8Array.from({ length: width * height * 4 }, () => random.below(256));
  if (opaque) for (let i = 3; i < data.length; i += 4) data[i] = 255;
  return { data, width, height, opaque };
}

function smoothPixels(width: number, height: number, opaque: boolean): Pixels {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 4) {
      const wave = Math.round(60 * Math.sin(x / 9) * Math.cos(y / 7));
      data.set([128 + wave, 128 - wave, (x + y) & 255, opaque ? 255 : 128 + wave], i);
    }
  }
  return { data, width, height, opaque };
}

function rgbaOf(rows: readonly Uint8Array[], layout: Layout): Uint8Array {
  const bytes = { gray: 1, rgb: 3, rgbx: 4, rgba: 4 }[layout];
  return Uint8Array.from(
    rows.flatMap((row) =>
      Array.from({ length: row.length / bytes }, (_, x) => {
        const color = [0, 1, 2].map((channel) => row[x * bytes + (bytes === 1 ? 0 : channel)] as number);
        return [...color, layout === "rgba" ? (row[x * 4 + 3] as number) : 255];
      }).flat(),
    ),
  );
}

/** The same filter by its definition: every output pixel looks at every pixel, in floating point. */
function slowly(data: Uint8Array, source: Size, size: Size): Uint8Array {
  const result = new Uint8Array(size.width * size.height * 4);
  const columns = triangles(source.width, size.width);
  const rows = triangles(source.height, size.height);
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const sum = [0, 0, 0, 0];
      for (const [v, rowWeight] of (rows[y] as Map<number, number>).entries()) {
        for (const [u, columnWeight] of (columns[x] as Map<number, number>).entries()) {
          const at = (v * source.width + u) * 4;
          const weight = (rowWeight * columnWeight * (data[at + 3] as number)) / 255;
          for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + weight * (data[at + c] as number);
          sum[3] = (sum[3] as number) + weight;
        }
      }
      const alpha = Math.round((sum[3] as number) * 255);
      const color = sum.slice(0, 3).map((value) => (alpha === 0 ? 0 : Math.round(value / (sum[3] as number))));
      result.set([...color, alpha], (y * size.width + x) * 4);
    }
  }
  return result;
}

function triangles(source: number, target: number): Map<number, number>[] {
  const scale = source / target;
  return Array.from({ length: target }, (_, i) => {
    const weights = Array.from({ length: source }, (_, pixel) =>
      Math.max(0, 1 - Math.abs(pixel + 0.5 - (i + 0.5) * scale) / scale),
    );
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return new Map(
      [...weights.entries()].filter(([, weight]) => weight > 0).map(([at, weight]) => [at, weight / total]),
    );
  });
}

/** Colors may differ more where little is seen of them. */
function expectNear({ data }: Pixels, expected: Uint8Array, distance: number): void {
  expect(data.length).toBe(expected.length);
  let most = 0;
  for (let i = 0; i < data.length; i += 4) {
    const alpha = expected[i + 3] as number;
    most = Math.max(most, Math.abs((data[i + 3] as number) - alpha));
    for (let c = 0; c < 3; c++) {
      most = Math.max(most, (Math.abs((data[i + c] as number) - (expected[i + c] as number)) * alpha) / 255);
    }
  }
  expect(most).toBeLessThanOrEqual(distance);
}

/** Peak signal to noise in decibels, colors before black. */
function noiseRatio(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 4) {
    for (let c = 0; c < 3; c++) {
      const difference = (a[i + c] as number) * (a[i + 3] as number) - (b[i + c] as number) * (b[i + 3] as number);
      sum += (difference / 255) ** 2;
    }
  }
  return 10 * Math.log10((255 * 255) / (sum / ((a.length / 4) * 3)));
}
