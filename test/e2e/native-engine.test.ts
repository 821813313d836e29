// The engine `native` in Chromium. The pictures are made and looked at by sharp.
import { build } from "esbuild";
import type { Browser, Page } from "playwright";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createNativeEngine } from "../../src/images/engines/native/index.ts";
import { type EncodedImage, type ImageLimits, measureImage } from "../../src/index.ts";
import { pngHead } from "../images/heads.ts";
import { launch } from "./visit.ts";

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type Outcome = EncodedImage | { code: string; message: string };
interface Api {
  work(data: string, info: unknown, limits: ImageLimits, abort: boolean): Promise<Outcome>;
}

const limits: ImageLimits = { maxSide: 300, maxBytes: 1_000_000, formats: ["jpeg", "png"] };

let browser: Browser;
let page: Page;

beforeAll(async () => {
  const contents = `
    import { createNativeEngine } from "./src/images/engines/native/index.ts";
    const engine = createNativeEngine();
    globalThis.work = (data, info, limits, abort) => engine
      .process({ data, info, limits }, abort ? AbortSignal.abort(new Error("stopped")) : undefined)
      .catch(({ code, message }) => ({ code, message }));
  `;
  const stdin = { contents, resolveDir: process.cwd() };
  const { outputFiles } = await build({ stdin, bundle: true, format: "iife", target: "es2022", write: false });
  browser = await launch();
  page = await browser.newPage();
  await page.addScriptTag({ content: outputFiles[0]?.text ?? "" });
});

afterAll(() => browser?.close());

async function run(data: string, changed: Partial<ImageLimits> = {}, abort = false): Promise<Outcome> {
  const job = [data, measureImage(data), { ...limits, ...changed }, abort] as const;
  return page.evaluate((args) => (globalThis as unknown as Api).work(...args), job as Parameters<Api["work"]>);
}

async function made(data: string, changed: Partial<ImageLimits> = {}): Promise<EncodedImage> {
  const outcome = await run(data, changed);
  if ("code" in outcome) throw new Error(`${outcome.code}: ${outcome.message}`);
  const { format, width, height, bytes } = outcome;
  expect(measureImage(outcome.data)).toMatchObject({ format, width, height, bytes, orientation: 1 });
  return outcome;
}

const RED = [220, 30, 30];
const GREEN = [30, 200, 30];
const BLUE = [30, 30, 220];
const WHITE = [250, 250, 250];

/** A quarter each of red, green, blue and white, with grain; `alpha` is that of the blue quarter. */
function picture(width: number, height: number, { grain = 0, alpha = 255 } = {}): Sharp {
  const rgba = Buffer.alloc(width * height * 4, 255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const quarter = (x < width / 2 ? 0 : 1) + (y < height / 2 ? 0 : 2);
      const at = (y * width + x) * 4;
      const noise = Math.round(((((x * 7919 + y * 104_729) * 48_271) % 1000) / 1000 - 0.5) * grain);
      for (const [i, value] of ([RED, GREEN, BLUE, WHITE][quarter] ?? []).entries()) {
        rgba[at + i] = Math.max(0, Math.min(255, value + noise));
      }
      if (quarter === 2) rgba[at + 3] = alpha;
    }
  }
  return sharp(rgba, { raw: { width, height, channels: 4 } });
}

const base64 = async (image: Sharp) => (await image.toBuffer()).toString("base64");

/** The color at the middle of each quarter: top left, top right, bottom left, bottom right. */
async function quarters({ data, width, height }: EncodedImage): Promise<number[][]> {
  const pixels = await sharp(Buffer.from(data, "base64")).ensureAlpha().raw().toBuffer();
  const at = (x: number, y: number) => [
    ...pixels.subarray((Math.floor(y * height) * width + Math.floor(x * width)) * 4).subarray(0, 4),
  ];
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}

async function expectQuarters(image: EncodedImage, expected: readonly (readonly number[])[]): Promise<void> {
  for (const [i, color] of (await quarters(image)).entries()) {
    for (const [j, value] of (expected[i] ?? []).entries()) expect(Math.abs((color[j] ?? 0) - value)).toBeLessThan(20);
  }
}

test.each([
  [1, [RED, GREEN, BLUE, WHITE]],
  [2, [GREEN, RED, WHITE, BLUE]],
  [3, [WHITE, BLUE, GREEN, RED]],
  [4, [BLUE, WHITE, RED, GREEN]],
  [5, [RED, BLUE, GREEN, WHITE]],
  [6, [BLUE, RED, WHITE, GREEN]],
  [7, [WHITE, GREEN, BLUE, RED]],
  [8, [GREEN, WHITE, RED, BLUE]],
])("a photo of orientation %i is turned upright and scaled down", async (orientation, expected) => {
  const photo = picture(1000, 600, { grain: 30 }).removeAlpha().jpeg({ quality: 95 });
  const image = await made(await base64(photo.withMetadata({ orientation })));
  const [width, height] = orientation < 5 ? [300, 180] : [180, 300];
  expect(image).toMatchObject({ format: "jpeg", mimeType: "image/jpeg", quality: 85, width, height, warnings: [] });
  await expectQuarters(image, expected);
});

test("bytes cost quality first, then sides", async () => {
  const photo = await base64(picture(600, 600, { grain: 200 }).removeAlpha().jpeg({ quality: 95 }));
  const free = await made(photo);
  const tight = await made(photo, { maxBytes: Math.floor(free.bytes * 0.7) });
  expect(tight).toMatchObject({ width: 300, height: 300 });
  expect(tight.bytes).toBeLessThanOrEqual(free.bytes * 0.7);
  expect(tight.quality).toBeLessThan(85);
  const tiny = await made(photo, { maxBytes: 4000 });
  expect(tiny.bytes).toBeLessThanOrEqual(4000);
  expect(tiny.width).toBeLessThan(300);
  expect(tiny.height).toBe(tiny.width);
});

test("a drawing and transparent parts stay PNG; a target without PNG gets white", async () => {
  const drawing = await made(await base64(picture(1000, 600).removeAlpha().png()));
  expect(drawing).toMatchObject({ format: "png", width: 300, height: 180 });
  await expectQuarters(drawing, [RED, GREEN, BLUE, WHITE]);

  const glass = await base64(picture(1000, 600, { alpha: 0, grain: 100 }).png());
  expect((await quarters(await made(glass)))[2]?.[3]).toBe(0);
  const flat = await made(glass, { formats: ["jpeg"] });
  expect(flat.format).toBe("jpeg");
  expect((await quarters(flat))[2]?.every((value) => value > 245)).toBe(true);
});

test("an animation keeps its first picture, and says so", async () => {
  const frames = await Promise.all([
    picture(400, 400).png().toBuffer(),
    picture(400, 400, { grain: 100 }).png().toBuffer(),
  ]);
  for (const animation of [
    sharp(frames, { join: { animated: true } }).gif(),
    sharp(frames, { join: { animated: true } }).webp(),
  ]) {
    const image = await made(await base64(animation));
    expect(image.warnings).toEqual(["Only the first of 2 pictures is kept."]);
    await expectQuarters(image, [RED, GREEN, BLUE, WHITE]);
  }
});

test("what cannot be read or made to fit is refused in words", async () => {
  const photo = await base64(picture(400, 300, { grain: 100 }).jpeg());
  const code = async (data: string, changed?: Partial<ImageLimits>) => {
    const outcome = await run(data, changed);
    return "code" in outcome ? `${outcome.code}: ${outcome.message}` : "made";
  };
  expect(await code(pngHead(300, 300))).toMatch(/^undecodable: /);
  expect(await code(pngHead(30_000, 30_000))).toMatch(/^too-large: .*30000x30000/);
  expect(await code(await base64(picture(400, 300).tiff()))).toMatch(/^unsupported-format: /);
  expect(await code(photo, { maxBytes: 100 })).toMatch(/^does-not-fit: .*100B/);
  expect(await code(photo, { formats: ["webp"] })).toMatch(/^does-not-fit: /);
  expect(await run(photo, {}, true)).toMatchObject({ message: "stopped" });
  expect(await code(photo)).toBe("made");
});

test("without a canvas it says so", async () => {
  const data = await base64(picture(400, 300).png());
  const info = measureImage(data);
  if (!info) throw new Error("no picture");
  await expect(createNativeEngine().process({ data, info, limits })).rejects.toMatchObject({ code: "unavailable" });
});
