// Sides, qualities, and how few files are made to find the right one.
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createJsquashEngine } from "../../src/images/engines/jsquash/index.ts";
import { type Attempt, fitSide, QUALITIES, SHARES, search, sidesFor } from "../../src/images/engines/jsquash/ladder.ts";
import { drawing, fileOf, jobOf, modules, photo } from "./engines.ts";

const proceed = (): void => {};

describe("sides", () => {
  test("begin at the longest allowed and go down", () => {
    expect(sidesFor({ width: 2600, height: 400 }, 1200).slice(0, 4)).toEqual([1200, 1000, 800, 640]);
    expect(sidesFor({ width: 900, height: 900 }, 1200).slice(0, 3)).toEqual([900, 800, 640]);
    expect(sidesFor({ width: 4000, height: 3000 }, 8000).slice(0, 3)).toEqual([4000, 1800, 1600]);
    expect(sidesFor({ width: 4000, height: 3000 }, 8000).at(-1)).toBe(64);
    expect(sidesFor({ width: 50, height: 40 }, 1200)).toEqual([50]);
  });

  test("keep the shape and never grow", () => {
    expect(fitSide({ width: 2600, height: 400 }, 1200)).toEqual({ width: 1200, height: 185 });
    expect(fitSide({ width: 400, height: 300 }, 1200)).toEqual({ width: 400, height: 300 });
    expect(fitSide({ width: 10_000, height: 2 }, 100)).toEqual({ width: 100, height: 1 });
  });
});

describe("search", () => {
  /** Searches among files of these sizes; gives the step and how many files were made. */
  async function run(sizes: readonly number[], limit: number, first: number): Promise<[number | undefined, number]> {
    const made = new Set<number>();
    const attempt = async (step: number): Promise<Attempt> => {
      made.add(step);
      return { file: new Uint8Array(sizes[step] as number), size: { width: 1, height: 1 } };
    };
    const { step } = await search(SHARES, limit, first, attempt, proceed);
    return [step, made.size];
  }

  test("finds what trying all of them finds", async () => {
    const falling = fc
      .array(fc.integer({ min: 1, max: 1000 }), { minLength: SHARES.length, maxLength: SHARES.length })
      .map((steps) => steps.map((_, i) => steps.slice(i).reduce((sum, step) => sum + step)));
    await fc.assert(
      fc.asyncProperty(falling, fc.nat(6000), fc.nat(SHARES.length - 1), async (sizes, limit, first) => {
        const [step] = await run(sizes, limit, first);
        const best = sizes.findIndex((size) => size <= limit);
        expect(step).toBe(best < 0 ? undefined : best);
      }),
    );
  });

  test("makes two or three files where sizes are as expected", async () => {
    const sizes = SHARES.map((share) => Math.round(100_000 * share));
    for (const limit of [75_000, 60_000, 50_000, 40_000, 31_000]) {
      const [step, made] = await run(sizes, limit, 0);
      expect(sizes[step as number]).toBeLessThanOrEqual(limit);
      expect(made).toBeLessThanOrEqual(3);
    }
    expect(await run(sizes, 100_000, 0)).toEqual([0, 1]);
    expect(await run(sizes, 10, 0)).toEqual([undefined, 2]);
  });
});

describe("bytes", async () => {
  const file = await (await photo(900, 900, 30)).png().toBuffer();
  const engine = createJsquashEngine({ modules });

  test("a quality that is enough, the best one", async () => {
    const full = await engine.process(jobOf(file));
    expect(full).toMatchObject({ width: 900, quality: 85 });
    const limit = Math.floor(full.bytes * 0.6);
    const less = await engine.process(jobOf(file, { maxBytes: limit }));
    expect(less.width).toBe(900);
    expect(less.bytes).toBeLessThanOrEqual(limit);
    // One step better is too large: asked for exactly, it comes.
    const better = QUALITIES[QUALITIES.indexOf(less.quality as number) - 1];
    const larger = await engine.process(jobOf(file, { maxBytes: full.bytes - 1 }));
    expect(larger.quality).toBe(75);
    if (better === 75) expect(larger.bytes).toBeGreaterThan(limit);
  });

  test("then smaller sides", async () => {
    for (const maxBytes of [40_000, 20_000, 5000, 1500]) {
      const result = await engine.process(jobOf(file, { maxBytes }));
      expect(result.bytes).toBeLessThanOrEqual(maxBytes);
      expect(result.bytes).toBe(fileOf(result).length);
      expect(result.width).toBe(result.height);
      expect(await sharp(fileOf(result)).metadata()).toMatchObject({ width: result.width, height: result.height });
    }
  });

  test("PNG shrinks by its sides alone", async () => {
    const result = await engine.process(jobOf(file, { maxBytes: 100_000, formats: ["png"] }));
    expect(result.format).toBe("png");
    expect(result.bytes).toBeLessThanOrEqual(100_000);
    expect(result.width).toBeLessThan(900);
  });

  test("says what was reached when nothing fits", async () => {
    const small = await drawing(200, 200).png().toBuffer();
    const message = /^Image could not be reduced below 100B \(got [\d.]+K?B\)$/;
    for (const formats of [["jpeg"], ["png"], ["jpeg", "png"]] as const) {
      const refused = engine.process(jobOf(small, { maxBytes: 100, formats }));
      await expect(refused).rejects.toMatchObject({ code: "does-not-fit", message: expect.stringMatching(message) });
    }
  });
});
