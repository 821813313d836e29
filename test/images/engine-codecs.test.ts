// Formats that the engine reads with the help of packages that are not part of it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createAvifCodec } from "../../src/images/engines/avif.ts";
import { createJsquashEngine, type ImageCodec } from "../../src/images/engines/jsquash/index.ts";
import { fileOf, jobOf, likeness, load, modules, photo } from "./engines.ts";
import { heic } from "./generate/once.mjs";

const require = createRequire(import.meta.url);

const avif = createAvifCodec(load("@jsquash/avif/codec/dec/avif_dec.wasm"));

/** The part of libheif-js that is used; the package has no types for it. */
interface Libheif {
  HeifDecoder: new () => { decode(file: Uint8Array): readonly HeifImage[] };
}
interface HeifImage {
  get_width(): number;
  get_height(): number;
  display(target: HeifPixels, done: (shown: HeifPixels | null) => void): void;
}
interface HeifPixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** HEIC with libheif, which turns pictures upright itself. */
const heicCodec: ImageCodec = {
  formats: ["heic"],
  upright: true,
  async decode(bytes) {
    const { HeifDecoder } = require("libheif-js/wasm-bundle.js") as Libheif;
    const [image] = new HeifDecoder().decode(bytes);
    if (!image) throw new Error("no image");
    const [width, height] = [image.get_width(), image.get_height()];
    const data = new Uint8ClampedArray(width * height * 4);
    await new Promise<void>((resolve, reject) => {
      image.display({ data, width, height }, (shown) => (shown ? resolve() : reject(new Error("damaged"))));
    });
    return { data: new Uint8Array(data.buffer), width, height, opaque: false };
  },
};

/** TIFF with utif2. */
const tiffCodec: ImageCodec = {
  formats: ["tiff"],
  async decode(bytes) {
    const { default: utif } = await import("utif2");
    const [page] = utif.decode(bytes.buffer);
    if (!page) throw new Error("no page");
    utif.decodeImage(bytes.buffer, page);
    return { data: new Uint8Array(utif.toRGBA8(page)), width: page.width, height: page.height, opaque: false };
  },
};

const engine = createJsquashEngine({ modules, codecs: [avif, heicCodec, tiffCodec] });

describe("AVIF", async () => {
  const picture = await photo(400, 300);

  test("is decoded", async () => {
    const file = await picture.clone().avif({ quality: 80, effort: 0 }).toBuffer();
    const result = await engine.process(jobOf(file, { maxSide: 200 }));
    expect(result).toMatchObject({ format: "jpeg", width: 200, height: 150, warnings: [] });
    expect(await likeness(sharp(fileOf(result)), sharp(file).resize(200))).toBeGreaterThan(30);
  });

  test("keeps transparent parts", async () => {
    const file = await picture.clone().ensureAlpha(0.5).avif({ effort: 0 }).toBuffer();
    const result = await engine.process(jobOf(file, { maxSide: 200 }));
    expect(result.format).toBe("png");
    expect((await sharp(fileOf(result)).stats()).channels[3]?.mean).toBeCloseTo(128, -1);
  });

  test("is refused when it is damaged", async () => {
    const file = await picture.clone().avif({ effort: 0 }).toBuffer();
    const refused = engine.process(jobOf(file.fill(0xaa, file.indexOf("mdat") + 4), { maxSide: 200 }));
    await expect(refused).rejects.toMatchObject({ code: "undecodable" });
  });
});

test("HEIC, with libheif", async () => {
  const result = await engine.process(jobOf(heic, { maxSide: 48 }));
  expect(result).toMatchObject({ width: 48, height: 32 });
  const { data, info } = await sharp(fileOf(result)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number[] => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ];
  const [red, green, blue, white] = [at(8, 8), at(40, 8), at(8, 24), at(40, 24)] as [
    number[],
    number[],
    number[],
    number[],
  ];
  expect([red[0], green[1], blue[2]].every((value) => (value as number) > 150)).toBe(true);
  expect([red[1], green[0], blue[0]].every((value) => (value as number) < 80)).toBe(true);
  expect(Math.min(...white)).toBeGreaterThan(200);
});

test("TIFF, with utif2", async () => {
  const picture = await photo(300, 200);
  const raw = await picture.raw().toBuffer();
  const file = await sharp(raw, { raw: { width: 300, height: 200, channels: 3 } })
    .tiff({ compression: "lzw" })
    .toBuffer();
  const result = await engine.process(jobOf(file, { maxSide: 150 }));
  expect(result).toMatchObject({ format: "jpeg", width: 150, height: 100 });
  expect(await likeness(sharp(fileOf(result)), sharp(file).resize(150))).toBeGreaterThan(30);
});

test("a codec of the host is asked before the engine's own decoder", async () => {
  const pixels = new Uint8Array(64 * 4).fill(255);
  const codec: ImageCodec = {
    formats: ["jpeg"],
    decode: () => Promise.resolve({ data: pixels, width: 8, height: 8, opaque: true }),
  };
  const job = jobOf(await (await photo(40, 30)).jpeg().toBuffer());
  const result = await createJsquashEngine({ modules, codecs: [codec] }).process(job);
  expect([result.width, result.height]).toEqual([8, 8]);
});

test("the module of AVIF is read only when an AVIF comes", async () => {
  let loaded = 0;
  const file = readFileSync(require.resolve("@jsquash/avif/codec/dec/avif_dec.wasm"));
  const lazy = createAvifCodec(() => {
    loaded++;
    return WebAssembly.compile(file);
  });
  const own = createJsquashEngine({ modules, codecs: [lazy] });
  await own.process(jobOf(await (await photo(40, 30)).jpeg().toBuffer()));
  expect(loaded).toBe(0);
  await own.process(jobOf(await (await photo(40, 30)).avif({ effort: 0 }).toBuffer()));
  expect(loaded).toBe(1);
});
