// The writer of PNG: what it writes is read by others as it was.
import { inflateSync } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { codeLengths } from "../../src/images/engines/jsquash/code-lengths.ts";
import { deflate } from "../../src/images/engines/jsquash/deflate.ts";
import { isOpaque, type Pixels } from "../../src/images/engines/jsquash/pixels.ts";
import { writePng } from "../../src/images/engines/jsquash/png-writer.ts";
import { createRandom, type Random } from "../properties/random.ts";
import { drawing } from "./engines.ts";

const random = createRandom(1);

/** Bytes of every character: noise, runs, texts, steps, few values, and all of them in turn. */
const kinds: Record<string, (i: number, before: number, random: Random) => number> = {
  noise: (_, __, random) => random.below(256),
  zeros: () => 0,
  "three values": (_, __, random) => random.below(3),
  "a pattern": (i) => i % 37,
  runs: (_, before, random) => (random.chance(0.02) ? random.below(256) : before),
  "mostly small": (_, __, random) => Math.min(255, Math.floor(20 / (random.next() + 0.05)) - 19),
};

function bytes(kind: keyof typeof kinds, length: number): Uint8Array {
  const result = new Uint8Array(length);
  const next = kinds[kind] as (typeof kinds)[string];
  for (let i = 0; i < length; i++) result[i] = next(i, result[i - 1] ?? 0, random);
  return result;
}

describe("deflate", () => {
  test.each(Object.keys(kinds))("%s", (kind) => {
    const lengths = [...Array(70).keys(), 255, 256, 257, 258, 259, 1000, 32_767, 32_768, 32_769, 70_000, 200_000];
    for (const length of lengths) {
      const data = bytes(kind, length);
      expect(Buffer.compare(inflateSync(deflate(data)), data)).toBe(0);
    }
  });

  test("any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (data) => Buffer.compare(inflateSync(deflate(data)), data) === 0),
    );
  });

  test("finds what repeats at the end of its window, and not beyond", () => {
    const piece = bytes("noise", 300);
    for (const [distance, saved] of [
      [32_768, true],
      [32_769, false],
    ] as const) {
      const data = Uint8Array.from([...piece, ...bytes("noise", distance - 300), ...piece]);
      const stream = deflate(data);
      expect(Buffer.compare(inflateSync(stream), data)).toBe(0);
      expect(stream.length < data.length).toBe(saved);
    }
  });
});

describe("code lengths", () => {
  test("use all codes there are, and none is too long", () => {
    const counts = fc.array(fc.oneof(fc.nat(3), fc.nat(1000), fc.nat(2 ** 31)), { minLength: 2, maxLength: 286 });
    fc.assert(
      fc.property(counts, fc.constantFrom(9, 15), (list, limit) => {
        const lengths = codeLengths(Uint32Array.from(list), limit);
        const used = list.filter((count) => count > 0).length;
        expect(Array.from(lengths, (length) => length > 0)).toEqual(list.map((count) => count > 0));
        expect(Math.max(...lengths)).toBeLessThanOrEqual(limit);
        const share = lengths.reduce((sum, length) => sum + (length > 0 ? 2 ** -length : 0), 0);
        expect(share).toBe(used > 1 ? 1 : used / 2);
      }),
    );
  });

  test("rare symbols get the longer codes", () => {
    expect([...codeLengths(Uint32Array.of(1, 1, 2, 4, 8), 15)]).toEqual([4, 4, 3, 2, 1]);
    expect([...codeLengths(Uint32Array.of(1, 1, 2, 4, 8), 3)]).toEqual([3, 3, 3, 3, 1]);
    expect([...codeLengths(Uint32Array.of(0, 7, 0), 15)]).toEqual([0, 1, 0]);
  });
});

describe("PNG", () => {
  /** A picture of some colors in rectangles. */
  function picture(width: number, height: number, colors: number, alpha: boolean): Pixels {
    const palette = Array.from({ length: colors }, (_, i) => [
      random.below(256),
      i & 255,
      i >> 8,
      alpha && i % 2 === 0 ? random.below(255) : 255,
    ]);
    const data = new Uint8Array(width * height * 4);
    for (let i = 0; i < width * height; i++)
      data.set(palette[i < colors ? i : random.below(colors)] as number[], i * 4);
    return { data, width, height, opaque: isOpaque(data) };
  }

  test.each([1, 2, 3, 4, 5, 16, 17, 256, 257, 1000])("of %i colors", async (colors) => {
    for (const alpha of [false, true]) {
      for (const [width, height] of [
        [1, 1000],
        [1000, 1],
        [37, 41],
      ] as const) {
        const pixels = picture(width, height, colors, alpha);
        const file = writePng(pixels);
        const { width: itsWidth, height: itsHeight, hasAlpha } = await sharp(file).metadata();
        expect([itsWidth, itsHeight]).toEqual([width, height]);
        // The bit depth and the type: 3 is a palette.
        const depth = [2, 4, 16, 256].findIndex((most) => colors <= most);
        expect([...file.subarray(24, 26)]).toEqual(depth < 0 ? [8, pixels.opaque ? 2 : 6] : [1 << depth, 3]);
        expect(hasAlpha).toBe(!pixels.opaque);
        const read = await sharp(file).ensureAlpha().raw().toBuffer();
        expect(Buffer.compare(read, pixels.data)).toBe(0);
      }
    }
  });

  test("is about as small as sharp's", async () => {
    const source = drawing(800, 500).blur(2);
    const { data, info } = await source.clone().ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const file = writePng({ data: new Uint8Array(data), width: info.width, height: info.height, opaque: true });
    const theirs = await source.clone().png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
    expect(file.length).toBeLessThan(theirs.length * 1.1);
  });
});
