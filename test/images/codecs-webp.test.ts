// WebP of every kind, compared with what sharp reads; and the PNG encoder.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import type { Pixels } from "../../src/images/engines/jsquash/pixels.ts";
import { type PngCodec, pngCodec } from "../../src/images/engines/jsquash/png-codec.ts";
import { type WebpCodec, webpCodec } from "../../src/images/engines/jsquash/webp.ts";
import { firstFrame } from "../../src/images/engines/jsquash/webp-frame.ts";
import { createRandom } from "../properties/random.ts";
import { codeOf, measured, refusal } from "./codecs.ts";
import { join } from "./generate/bytes.mjs";
import { type Picture, photo } from "./generate/picture.mjs";
import { animateWebp, extended, pixelChunks, riff, riffChunk } from "./generate/webp.mjs";

const require = createRequire(import.meta.url);
let modules: { webp: WebAssembly.Module; png: WebAssembly.Module };
let codec: WebpCodec;

beforeAll(async () => {
  const load = async (name: string): Promise<WebAssembly.Module> =>
    WebAssembly.compile(new Uint8Array(await readFile(require.resolve(name))));
  modules = {
    webp: await load("@jsquash/webp/codec/dec/webp_dec.wasm"),
    png: await load("@jsquash/png/codec/pkg/squoosh_png_bg.wasm"),
  };
  codec = await webpCodec.start(modules.webp);
});

const opaque = photo(61, 47);
const translucent = photo(61, 47, [
  [220, 30, 30, 128],
  [30, 200, 30, 255],
  [30, 30, 220, 0],
  [240, 240, 240, 192],
]);

describe("stills as sharp reads them", () => {
  test.each([
    ["lossy", opaque, {}],
    ["lossless", opaque, { lossless: true }],
    ["lossy with alpha", translucent, {}],
    ["lossless with alpha", translucent, { lossless: true }],
  ])("%s", async (_name, picture, options) => {
    const file = await encode(picture, options);
    const { pixels, warnings } = codec.decode(file, measured(file));
    await expectSeen(pixels, file);
    expect([pixels.opaque, warnings]).toEqual([picture === opaque, []]);
  });

  test("metadata is left behind", async () => {
    const raw = { raw: { width: 61, height: 47, channels: 4 as const } };
    const exif = { IFD0: { Copyright: "somebody" } };
    const file = new Uint8Array(await sharp(opaque.rgba, raw).withIccProfile("p3").withExif(exif).webp().toBuffer());
    expect(Buffer.from(file).includes("somebody")).toBe(true);
    expect(Buffer.from(firstFrame(file).file).includes("somebody")).toBe(false);
    const { pixels } = codec.decode(file, measured(file));
    expect([pixels.width, pixels.height]).toEqual([61, 47]);
  });

  test("a turned one is given as it is stored", async () => {
    const raw = { raw: { width: 61, height: 47, channels: 4 as const } };
    const file = new Uint8Array(await sharp(opaque.rgba, raw).withMetadata({ orientation: 6 }).webp().toBuffer());
    const info = measured(file);
    expect([info.width, info.height]).toEqual([47, 61]);
    const { pixels } = codec.decode(file, info);
    expect([pixels.width, pixels.height]).toEqual([61, 47]);
  });
});

describe("animations: the first picture", () => {
  test.each([
    ["lossy", opaque, {}],
    ["lossless", opaque, { lossless: true }],
    ["lossy with alpha", translucent, {}],
    ["lossless with alpha", translucent, { lossless: true }],
  ])("%s, that fills the canvas", async (_name, picture, options) => {
    const still = await encode(picture, options);
    const place = { left: 0, top: 0, width: 61, height: 47 };
    const file = animateWebp(61, 47, [
      { still, ...place },
      { still: await encode(opaque, {}), ...place },
    ]);
    expect(codec.decode(file, measured(file))).toEqual(codec.decode(still, measured(still)));
    await expectSeen(codec.decode(file, measured(file)).pixels, file);
  });

  test("that does not fill the canvas: the rest is transparent", async () => {
    const still = await encode(opaque, { lossless: true });
    const file = animateWebp(80, 70, [{ still, left: 12, top: 20, width: 61, height: 47 }]);
    const { pixels } = codec.decode(file, measured(file));
    expect([pixels.width, pixels.height, pixels.opaque]).toEqual([80, 70, false]);
    const expected = new Uint8Array(80 * 70 * 4);
    for (let y = 0; y < 47; y++)
      expected.set(opaque.rgba.subarray(y * 61 * 4, (y + 1) * 61 * 4), ((y + 20) * 80 + 12) * 4);
    expect(Buffer.compare(pixels.data, expected)).toBe(0);
  });
});

describe("damage", () => {
  test("cut anywhere, and any bytes: an image of the right size, or an error of the right kind", async () => {
    const random = createRandom(6);
    const outcomes = new Set<string>();
    for (const options of [{}, { lossless: true }]) {
      for (const picture of [opaque, translucent]) {
        const sound = await encode(picture, options);
        for (let i = 0; i < 90; i++) {
          const file = i < 25 ? sound.slice(0, 30 + random.below(sound.length - 30)) : sound.slice();
          if (i >= 25)
            for (let n = 1 + random.below(3); n > 0; n--) file[12 + random.below(file.length - 12)] = random.below(256);
          // As the engine does it: a failed instance is replaced.
          let outcome = "image";
          try {
            expect(codec.decode(file, measured(sound)).pixels.data.length).toBe(61 * 47 * 4);
          } catch (error) {
            outcome = error instanceof Error && error.name === "AssertionError" ? "wrong size" : codeOf(error);
            codec = await webpCodec.start(modules.webp);
          }
          outcomes.add(outcome);
        }
      }
    }
    expect(outcomes).toEqual(new Set(["image", "undecodable"]));
  });

  test("sides that were not measured do not reach the decoder", async () => {
    const still = await encode(opaque, { lossless: true });
    const image = pixelChunks(still);
    const info = measured(riff(extended(0, 30, 30), image));
    expect([info.width, info.height]).toEqual([30, 30]);
    expect(refusal(() => codec.decode(riff(extended(0, 30, 30), image), info))).toBe("undecodable");
    const outside = animateWebp(70, 50, [{ still, left: 10, top: 0, width: 61, height: 47 }]);
    expect(refusal(() => codec.decode(outside, measured(outside)))).toBe("undecodable");
  });

  test.each([
    ["no picture", riff(extended(0, 9, 9))],
    ["an animation without picture", riff(extended(2, 9, 9), riffChunk("ANIM", [0, 0, 0, 0, 0, 0]))],
    ["a frame that is cut", riff(extended(2, 9, 9), riffChunk("ANMF", [0, 0, 0]))],
    ["a frame without picture", riff(extended(2, 9, 9), riffChunk("ANMF", Array<number>(16).fill(0)))],
    ["a picture without sides", riff(riffChunk("VP8 ", [1, 2, 3]))],
    ["nothing", join("RIFF")],
  ])("%s", (_name, file) => {
    expect(refusal(() => firstFrame(file))).toBe("undecodable");
  });
});

describe("the PNG encoder", () => {
  let encoder: PngCodec;
  beforeAll(async () => {
    encoder = await pngCodec.start(modules.png);
  });

  test.each([opaque, translucent])("gives what sharp reads as the same pixels", async (picture) => {
    const { width, height, rgba } = picture;
    const file = encoder.encode({ data: rgba, width, height, opaque: picture === opaque });
    const seen = await sharp(file).ensureAlpha().raw().toBuffer();
    expect(Buffer.compare(seen, rgba)).toBe(0);
    expect(measured(file)).toMatchObject({ format: "png", width, height });
  });

  test("takes a part of a larger array as that part", async () => {
    const large = new Uint8Array(1000);
    large.set([9, 8, 7, 255], 500);
    const file = encoder.encode({ data: large.subarray(500, 504), width: 1, height: 1, opaque: true });
    expect([...(await sharp(file).ensureAlpha().raw().toBuffer())]).toEqual([9, 8, 7, 255]);
  });

  test("throws when the pixels are not as many as the sides say", () => {
    expect(() => encoder.encode({ data: new Uint8Array(8), width: 9, height: 9, opaque: true })).toThrow();
  });
});

async function encode({ rgba, width, height }: Picture, options: { lossless?: boolean }): Promise<Uint8Array> {
  const image = sharp(rgba, { raw: { width, height, channels: 4 } });
  return new Uint8Array(await image.webp({ quality: 80, exact: true, ...options }).toBuffer());
}

/** The same pixels, but for colors that are not seen. */
async function expectSeen(pixels: Pixels, file: Uint8Array): Promise<void> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([pixels.width, pixels.height]).toEqual([info.width, info.height]);
  let most = 0;
  for (let i = 0; i < data.length; i++) {
    const seen = data[i | 3] as number;
    if (seen > 0) most = Math.max(most, Math.abs((data[i] as number) - (pixels.data[i] as number)));
  }
  expect(most).toBeLessThanOrEqual(1);
}
