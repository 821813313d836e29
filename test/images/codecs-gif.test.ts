// GIF of every kind, compared with what sharp reads.
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { decodeGif } from "../../src/images/engines/jsquash/gif.ts";
import type { Decoded } from "../../src/images/engines/jsquash/pixels.ts";
import { createRandom } from "../properties/random.ts";
import { codeOf, measured } from "./codecs.ts";
import { join, u16le } from "./generate/bytes.mjs";
import { encodeGif, type Frame } from "./generate/gif.mjs";

const PALETTE = Array.from({ length: 256 }, (_, i) => [i, (i * 7) & 255, (i * 31) & 255]);

describe("as sharp reads it", () => {
  test.each([
    ["noise of 256 colors", 61, 47, 256, 1],
    ["few colors in runs", 300, 200, 4, 40],
    ["two colors", 33, 9, 2, 5],
    ["long strings", 700, 500, 3, 900],
    ["one pixel", 1, 1, 2, 1],
  ])("%s", async (_name, width, height, colors, run) => {
    const random = createRandom(width);
    const data = new Uint8Array(width * height * 3);
    let color = 0;
    for (let i = 0; i < data.length; i += 3) {
      if (random.below(run) === 0) color = random.below(colors);
      data.set([color, (color * 7) & 255, (color * 31) & 255], i);
    }
    const file = await sharp(data, { raw: { width, height, channels: 3 } })
      .gif({ dither: 0, effort: 1 })
      .toBuffer();
    await compare(new Uint8Array(file));
  });

  test("transparent parts", async () => {
    const data = Uint8Array.from({ length: 40 * 30 * 4 }, (_, i) =>
      i % 4 < 3 ? (i >> 6) & 255 : i % 16 < 8 ? 255 : 0,
    );
    const file = await sharp(data, { raw: { width: 40, height: 30, channels: 4 } })
      .gif()
      .toBuffer();
    await compare(new Uint8Array(file));
  });

  test.each([1, 2, 3, 4, 5, 8, 9, 16, 17, 33])("interlaced, %i rows", async (height) => {
    await compare(encodeGif(5, height, PALETTE, [randomFrame(5, height, { interlaced: true })]));
  });

  test("not interlaced, and a color that is transparent", async () => {
    await compare(encodeGif(50, 40, PALETTE, [randomFrame(50, 40, { clear: 7 })]));
  });

  test("an animation: the first picture", async () => {
    const next = { ...randomFrame(10, 10), left: 3, top: 3 };
    await compare(encodeGif(30, 20, PALETTE, [randomFrame(30, 20), next, next]));
  });
});

test("a first picture that does not fill the screen: the rest is transparent", () => {
  const frame = { left: 2, top: 1, width: 2, height: 2, indices: [1, 2, 3, 4] };
  const { pixels } = decode(encodeGif(5, 4, PALETTE, [frame]));
  expect(pixels.opaque).toBe(false);
  const expected = new Uint8Array(5 * 4 * 4);
  for (const [i, color] of frame.indices.entries()) {
    expected.set([...(PALETTE[color] as number[]), 255], ((1 + (i >> 1)) * 5 + 2 + (i & 1)) * 4);
  }
  expect(pixels.data).toEqual(expected);
});

test("a picture that is larger than the screen is cut off", () => {
  const frame = { left: 1, top: 1, width: 4, height: 4, indices: Array.from({ length: 16 }, (_, i) => i) };
  const { pixels, warnings } = decode(encodeGif(3, 3, PALETTE, [frame]));
  expect(reds(pixels.data)).toEqual([0, 0, 0, 0, 0, 1, 0, 4, 5]);
  expect(warnings).toEqual([]);
});

test("a palette of its own, and colors that it lacks", () => {
  // Two colors, codes of three bits: clear, 0, 1, 3, end. 3 is a color of two bits that the palette lacks.
  const local = [0x80, 10, 20, 30, 40, 50, 60];
  const file = join(head(3, 1), [0x2c, 0, 0, 0, 0, 3, 0, 1, 0], local, [2], codes(3, [4, 0, 1, 3, 5]), [0, 0x3b]);
  expect([...decode(file).pixels.data]).toEqual([10, 20, 30, 255, 40, 50, 60, 255, 0, 0, 0, 255]);
});

describe("damage", () => {
  test("cut anywhere: the rows that are there, gray, and a warning; or an error when there is none", () => {
    const file = encodeGif(20, 15, PALETTE, [randomFrame(20, 15)]);
    const whole = decode(file).pixels.data;
    let partial = 0;
    for (let length = 800; length < file.length; length++) {
      const found = attempt(file.subarray(0, length));
      if (typeof found === "string") {
        expect([found, partial]).toEqual(["undecodable", 0]);
        continue;
      }
      const rows =
        15 - Number(/(\d+) of 15 rows are missing/.exec(found.warnings[0] ?? "0 of 15 rows are missing")?.[1]);
      expect(rows).toBeGreaterThanOrEqual(partial);
      partial = rows;
      const end = rows * 20 * 4;
      expect(found.pixels.data.subarray(0, end)).toEqual(whole.subarray(0, end));
      if (rows < 15) expect([...found.pixels.data.subarray(end, end + 4)]).toEqual([128, 128, 128, 255]);
    }
    expect(partial).toBe(15);
  });

  test("an interlaced one, cut: rows that are missing are as those above them", () => {
    const indices = Array.from({ length: 32 * 4 }, (_, i) => i >> 2);
    const file = encodeGif(4, 32, PALETTE, [{ left: 0, top: 0, width: 4, height: 32, indices, interlaced: true }]);
    // Behind eight rows of the first two passes.
    const { pixels, warnings } = decode(file.subarray(0, 13 + 768 + 8 + 10 + 2 + 38));
    expect(warnings).toEqual(["The image data break off: 24 of 32 rows are missing."]);
    const rows = reds(pixels.data).filter((_, i) => i % 4 === 0);
    expect(rows).toEqual(Array.from({ length: 32 }, (_, y) => y & ~3));
  });

  test("any bytes: an image of the right size, or an error of the right kind", () => {
    const random = createRandom(2);
    const outcomes = new Set<string>();
    for (let i = 0; i < 500; i++) {
      const [width, height] = [1 + random.below(20), 1 + random.below(20)];
      const file = encodeGif(width, height, PALETTE, [randomFrame(width, height, { interlaced: random.chance(0.5) })]);
      const info = measured(file);
      for (let n = 1 + random.below(5); n > 0; n--) file[781 + random.below(file.length - 781)] = random.below(256);
      let found = "image";
      try {
        expect(decodeGif(file, info).pixels.data.length).toBe(width * height * 4);
      } catch (error) {
        found = codeOf(error);
      }
      outcomes.add(found);
    }
    expect(outcomes).toEqual(new Set(["image", "undecodable"]));
  });

  test("codes that lead to each other in a circle in other decoders", () => {
    // 7 and 6 mean nothing when they come; a decoder that takes them makes strings of 6 and 7 that never end.
    const data = [3, 0xbc, 0x71, 0x05];
    const file = join(head(4, 4), [0x2c, 0, 0, 0, 0, 4, 0, 4, 0, 0x80, 1, 2, 3, 4, 5, 6, 2], data, [0, 0x3b]);
    expect(attempt(file)).toBe("undecodable");
  });

  test.each([
    ["no picture", join(head(2, 2), [0x3b])],
    ["no palette", join(head(1, 1), [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2], codes(3, [4, 0, 5]), [0, 0x3b])],
    ["a picture without pixels", join(head(1, 1), [0x2c, 0, 0, 0, 0, 0, 0, 1, 0, 0x80, 0, 0, 0, 1, 1, 1, 2, 0])],
    ["an unknown block", join(head(1, 1), [0x77])],
    [
      "a picture far larger than its screen",
      join(head(1, 1), [0x2c, 0, 0, 0, 0, 255, 255, 255, 255, 0x80, 0, 0, 0, 1, 1, 1, 8, 0]),
    ],
    ["codes of impossible size", join(head(1, 1), [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 0, 0, 0, 1, 1, 1, 13, 1, 1, 0])],
  ])("%s", (_name, file) => {
    expect(attempt(file)).toBe("undecodable");
  });
});

const decode = (file: Uint8Array): Decoded => decodeGif(file, measured(file));

function attempt(file: Uint8Array): Decoded | string {
  try {
    return decode(file);
  } catch (error) {
    return codeOf(error);
  }
}

function randomFrame(width: number, height: number, more: Partial<Frame> = {}): Frame {
  const random = createRandom(width * height);
  const indices = Array.from({ length: width * height }, () => random.below(256));
  return { left: 0, top: 0, width, height, indices, ...more };
}

/** The header of a file without palette. */
function head(width: number, height: number): Uint8Array {
  return join("GIF89a", u16le(width), u16le(height), [0, 0, 0]);
}

/** Codes of one size in one block. */
function codes(bits: number, list: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((list.length * bits) / 8));
  for (const [i, code] of list.entries()) {
    for (let bit = 0; bit < bits; bit++) {
      const at = i * bits + bit;
      bytes[at >> 3] = (bytes[at >> 3] as number) | (((code >> bit) & 1) << (at & 7));
    }
  }
  return join([bytes.length], bytes);
}

function reds(data: Uint8Array): number[] {
  return [...data.filter((_, i) => i % 4 === 0)];
}

async function compare(file: Uint8Array): Promise<void> {
  const { pixels, warnings } = decode(file);
  const { data, info } = await sharp(file)
    .toColorspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([pixels.width, pixels.height, warnings]).toEqual([info.width, info.height, []]);
  for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 0) data.fill(0, i, i + 3);
  expect(Buffer.compare(pixels.data, data)).toBe(0);
  expect(pixels.opaque).toBe(data.every((value, i) => i % 4 < 3 || value === 255));
}
