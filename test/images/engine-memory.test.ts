// How much memory the engine takes: the linear memory of its codecs, and what the arrays around them add.
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createEngine, type JsquashEngineOptions } from "../../src/images/engines/jsquash/engine.ts";
import type { ImageJob } from "../../src/images/types.ts";
import { drawing, jobOf, MIB, modules, photo } from "./engines.ts";

const small = await (await photo(800, 600, 16)).png().toBuffer();

/** A photo of many pixels, as JPEG. */
async function large(width: number, height: number, progressive = false): Promise<ImageJob> {
  const file = await sharp(small)
    .resize(width, height, { kernel: "linear" })
    .jpeg({ quality: 85, progressive })
    .toBuffer();
  return jobOf(file);
}

const twelve = await large(4000, 3000);
const fortyEight = await large(8000, 6000);
const progressive = await large(4000, 3000, true);

/** The most linear memory while jobs were done, in bytes. */
async function measure(jobs: readonly ImageJob[], options: JsquashEngineOptions): Promise<number> {
  let most = 0;
  const engine = createEngine({ modules, ...options }, (_, bytes) => {
    most = Math.max(most, bytes);
  });
  for (const job of jobs) expect(await engine.process(job)).toMatchObject({ warnings: [] });
  return most;
}

/** The pixels of a result of 1200x900: as they come out of scaling, and their base64 and file. */
const around = 1200 * 900 * 4 + MIB;

describe("edge", () => {
  test("photos of 12 and 48 megapixels take less than 64 MiB", async () => {
    const most = await measure([twelve, fortyEight, twelve], { memory: "edge" });
    expect(most).toBeGreaterThan(16 * MIB);
    expect(most + around).toBeLessThan(64 * MIB);
  });

  test("a screenshot of 2560x1440 takes at most 32 MiB", async () => {
    const job = jobOf(await drawing(2560, 1440).png().toBuffer());
    const most = await measure([job], { memory: "edge" });
    expect(most + job.info.bytes + 1200 * 675 * 4).toBeLessThan(32 * MIB);
  });

  test("a progressive JPEG takes what its coefficients take, or is refused", async () => {
    expect((await measure([progressive], { memory: "edge" })) + around).toBeLessThan(64 * MIB);
    const refused = createEngine({ modules, memory: 32 * MIB }).process(progressive);
    await expect(refused).rejects.toMatchObject({ code: "too-large" });
  });

  test("what cannot be held at the side that is asked for becomes smaller", async () => {
    const asked = { ...twelve, limits: { ...twelve.limits, maxSide: 4000, maxBytes: twelve.info.bytes - 1 } };
    const result = await createEngine({ modules, memory: "edge" }).process(asked);
    expect(result.width).toBe(1600);
    expect(result.warnings).toEqual(["The image is smaller than asked for, to fit into memory."]);
  });
});

test("instances do not pile up over many images", async () => {
  const jobs = [await large(2000, 1500), jobOf(small), jobOf(await sharp(small).webp().toBuffer())];
  const once = await measure(jobs, {});
  expect(await measure([...jobs, ...jobs, ...jobs], {})).toBe(once);
});

test("an instance that is too large to keep is dropped after its image", async () => {
  const seen: number[] = [];
  const engine = createEngine({ modules, memory: "edge" }, (_, bytes) => seen.push(bytes));
  await engine.process(progressive);
  expect(Math.max(...seen)).toBeGreaterThan(40 * MIB);
  await engine.process(jobOf(small));
  expect(seen.at(-1)).toBeLessThan(25 * MIB);
});
