// PNG of every kind, compared with what sharp reads.
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { Decoded } from "../../src/images/engines/jsquash/pixels.ts";
import { decodePng } from "../../src/images/engines/jsquash/png-stream.ts";
import { resample } from "../../src/images/engines/jsquash/resample.ts";
import { createRandom } from "../properties/random.ts";
import { codeOf, measured } from "./codecs.ts";
import { join } from "./generate/bytes.mjs";
import { exifBody } from "./generate/jpeg.mjs";
import { chunk, encodePng, header, type PngOptions, signature } from "./generate/png.mjs";

const proceed = (): void => {};

/** Channels by color type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

const KINDS: readonly (readonly [type: number, depth: number])[] = [
  ...[1, 2, 4, 8, 16].map((depth) => [0, depth] as const),
  ...[1, 2, 4, 8].map((depth) => [3, depth] as const),
  ...[2, 4, 6].flatMap((type) => [8, 16].map((depth) => [type, depth] as const)),
];

const SIZES = [
  [1, 1],
  [2, 3],
  [5, 1],
  [1, 9],
  [17, 13],
  [40, 33],
] as const;

describe.each([false, true])("interlaced: %s", (interlaced) => {
  test.each(KINDS)("color type %i of %i bits", async (type, depth) => {
    for (const [width, height] of SIZES) {
      const file = randomPng(width, height, {
        type,
        depth,
        interlaced,
        before: type === 3 ? [palette(2 ** depth)] : [],
      });
      await compare(file);
    }
  });

  test.each([
    [0, 2, [0, 3]],
    [0, 8, [0, 3]],
    [0, 16, [1, 1]],
    [2, 8, [0, 1, 0, 1, 0, 0]],
    [2, 16, [0, 1, 1, 1, 1, 0]],
  ])("color type %i of %i bits with a transparent color", async (type, depth, color) => {
    for (const [width, height] of SIZES) {
      // Few colors, so that the transparent one is among them.
      const next = createRandom(width);
      const samples = (): number[] =>
        color.length === 6
          ? [next.below(2), next.below(2), 0].map((low) => low * (depth === 16 ? 257 : 1))
          : [depth === 16 ? 257 * next.below(3) : next.below(4)];
      await compare(encodePng(width, height, samples, { type, depth, interlaced, before: [chunk("tRNS", color)] }));
    }
  });

  test.each([1, 2, 4, 8])("a palette of %i bits with alphas", async (depth) => {
    const alphas = chunk(
      "tRNS",
      Array.from({ length: Math.min(3, 2 ** depth) }, (_, i) => i * 90),
    );
    for (const [width, height] of SIZES) {
      await compare(randomPng(width, height, { type: 3, depth, interlaced, before: [palette(2 ** depth), alphas] }));
    }
  });
});

function randomPng(width: number, height: number, options: PngOptions): Uint8Array {
  const random = createRandom(width * 100 + height);
  const { type, depth = 8 } = options;
  return encodePng(
    width,
    height,
    () => Array.from({ length: CHANNELS[type] as number }, () => random.below(2 ** depth)),
    options,
  );
}

function palette(colors: number): Uint8Array {
  const random = createRandom(colors);
  return chunk(
    "PLTE",
    Array.from({ length: colors * 3 }, () => random.below(256)),
  );
}

async function compare(file: Uint8Array): Promise<void> {
  const info = measured(file);
  const { pixels, warnings } = await decodePng(file, info, info, proceed);
  const seen = await sharp(file).toColorspace("srgb").ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([pixels.width, pixels.height, warnings]).toEqual([seen.info.width, seen.info.height, []]);
  const { data } = seen;
  for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 0) data.fill(0, i, i + 3);
  expect(Buffer.compare(pixels.data, data)).toBe(0);
  expect(pixels.opaque).toBe(data.every((value, i) => i % 4 < 3 || value === 255));
}

describe("damage", () => {
  const WIDTH = 40;
  const HEIGHT = 33;
  const sound = randomPng(WIDTH, HEIGHT, { type: 2, pieces: 7 });
  const GRAY = [128, 128, 128, 255];

  test("cut anywhere: the rows that are there, gray, and a warning; or an error when there is none", async () => {
    const whole = await decode(sound);
    let partial = 0;
    for (let length = 33; length <= sound.length; length += 3) {
      const found = await decode(sound.subarray(0, length)).catch(codeOf);
      if (found === "undecodable") {
        expect(partial).toBe(0);
        continue;
      }
      if (typeof found === "string") throw new Error(found);
      const { pixels, warnings } = found;
      const rows = HEIGHT - Number(/(\d+) of 33 rows are missing/.exec(warnings[0] ?? "0 of 33 rows are missing")?.[1]);
      expect(rows).toBeGreaterThanOrEqual(partial);
      partial = rows;
      const end = rows * WIDTH * 4;
      expect(Buffer.compare(pixels.data.subarray(0, end), whole.pixels.data.subarray(0, end))).toBe(0);
      expect([...pixels.data.subarray(end, end + 4)]).toEqual(rows < HEIGHT ? GRAY : []);
      expect([...pixels.data.subarray(-4)]).toEqual(rows < HEIGHT ? GRAY : [...whole.pixels.data.subarray(-4)]);
      expect(pixels.opaque).toBe(true);
    }
    expect(partial).toBe(HEIGHT);
  });

  test("an interlaced one, cut: what later passes lack is filled from earlier ones", async () => {
    const even = encodePng(64, 64, (x, y) => [x < 32 ? 200 : 50, y < 32 ? 200 : 50, 0], { type: 2, interlaced: true });
    const whole = await decode(even);
    let partial = 0;
    for (let length = 33; length < even.length - 16; length++) {
      const found = await decode(even.subarray(0, length)).catch(codeOf);
      if (typeof found === "string") {
        expect([found, partial]).toEqual(["undecodable", 0]);
        continue;
      }
      const pass = Number(/break off in pass (\d) of 7/.exec(found.warnings[0] ?? "")?.[1] ?? 8);
      expect(pass).toBeGreaterThanOrEqual(partial);
      partial = pass;
      // With the first pass all that is known of this picture is known.
      if (pass > 1) expect(Buffer.compare(found.pixels.data, whole.pixels.data)).toBe(0);
    }
    expect(partial).toBeGreaterThan(6);
  });

  test("any bytes: an image of the right size, or an error of the right kind", async () => {
    const random = createRandom(1);
    const outcomes = new Set<string>();
    for (let i = 0; i < 400; i++) {
      const file = randomPng(1 + random.below(20), 1 + random.below(20), {
        type: random.pick([0, 2, 4, 6]),
        interlaced: random.chance(0.5),
      });
      const info = measured(file);
      for (let n = 1 + random.below(3); n > 0; n--) file[33 + random.below(file.length - 33)] = random.below(256);
      const found = await decodePng(file, info, info, proceed).catch(codeOf);
      outcomes.add(typeof found === "string" ? found : "image");
      if (typeof found !== "string") expect(found.pixels.data.length).toBe(info.width * info.height * 4);
    }
    expect(outcomes).toEqual(new Set(["image", "undecodable"]));
  });

  test.each([
    ["a header that contradicts what was measured", 16, 1],
    ["an unknown compression", 26, 1],
    ["an unknown filter method", 27, 1],
    ["an unknown order of rows", 28, 2],
    ["an unknown color type", 25, 5],
    ["a depth that the color type has not", 24, 4],
  ])("%s", async (_name, at, value) => {
    const file = sound.slice();
    file[at] = value;
    const info = measured(sound);
    expect(await decodePng(file, info, info, proceed).catch(codeOf)).toBe("undecodable");
  });

  test("a palette that is missing, and colors that it lacks", async () => {
    const options = { type: 3, depth: 2 };
    expect(await decode(randomPng(4, 4, options)).catch(codeOf)).toBe("undecodable");
    const { pixels } = await decode(encodePng(2, 1, (x) => [x], { ...options, before: [chunk("PLTE", [9, 8, 7])] }));
    expect([...pixels.data]).toEqual([9, 8, 7, 255, 0, 0, 0, 255]);
  });

  test("a filter that does not exist", async () => {
    const rows = [0, 1, 2, 3, 1, 4, 5, 6, 9, 7, 8, 9];
    const file = join(signature, header(3, 3, { type: 0 }), chunk("IDAT", deflateSync(Uint8Array.from(rows))));
    const { pixels, warnings } = await decode(file);
    expect(warnings).toEqual(["The image data break off: 1 of 3 rows are missing."]);
    expect([...pixels.data.filter((_, i) => i % 4 === 0)]).toEqual([1, 2, 3, 4, 9, 15, 128, 128, 128]);
  });
});

describe("scaling on the way", () => {
  test.each([false, true])("is what scaling afterwards would be, interlaced: %s", async (interlaced) => {
    for (const type of [0, 2, 4, 6]) {
      const file = randomPng(50, 41, { type, interlaced });
      const info = measured(file);
      const size = { width: 17, height: 14 };
      const scaled = await decodePng(file, info, size, proceed);
      const { pixels } = await decode(file);
      expect(scaled.pixels).toEqual(resample({ ...pixels, opaque: type < 4 }, size));
    }
  });

  test("a turned one is scaled as it is stored", async () => {
    const file = randomPng(50, 41, { type: 2, before: [chunk("eXIf", exifBody(6))] });
    const info = measured(file);
    expect([info.width, info.height, info.orientation]).toEqual([41, 50, 6]);
    const { pixels } = await decodePng(file, info, { width: 25, height: 20 }, proceed);
    expect([pixels.width, pixels.height]).toEqual([25, 20]);
  });

  test("the host is asked whether to go on", async () => {
    let asked = 0;
    const stop = (): void => {
      if (++asked === 3) throw new Error("enough");
    };
    const file = encodePng(1, 1000, (_, y) => [y & 255], { type: 0 });
    await expect(decodePng(file, measured(file), measured(file), stop)).rejects.toThrow("enough");
  });

  test("what follows the last row is not inflated", async () => {
    const bomb = deflateSync(Buffer.concat([Buffer.from([0, 7]), Buffer.alloc(64 * 2 ** 20)]));
    const file = join(signature, header(1, 1, { type: 0 }), chunk("IDAT", bomb), chunk("IEND"));
    let asked = 0;
    const { pixels, warnings } = await decodePng(file, measured(file), { width: 1, height: 1 }, () => asked++);
    expect([[...pixels.data], warnings]).toEqual([[7, 7, 7, 255], []]);
    // A block of zlib is far shorter than the bomb, so the blocks would have been many.
    expect(asked).toBeLessThan(10);
  });
});

const decode = (file: Uint8Array): Promise<Decoded> => decodePng(file, measured(file), measured(file), proceed);
