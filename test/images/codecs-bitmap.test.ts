// BMP and ICO, which sharp does not read: compared with the pixels they were written from.
import { describe, expect, test } from "vitest";
import { decodeBmp } from "../../src/images/engines/jsquash/bmp.ts";
import { decodeIco } from "../../src/images/engines/jsquash/ico.ts";
import type { Decoded } from "../../src/images/engines/jsquash/pixels.ts";
import { createRandom } from "../properties/random.ts";
import { measured, refusal } from "./codecs.ts";
import { encodeBmp, encodeIco, encodeRleBmp } from "./generate/bmp.mjs";
import { join, u16le, u32le } from "./generate/bytes.mjs";
import { type Picture, paint } from "./generate/picture.mjs";
import { encodePng } from "./generate/png.mjs";

const COLORS = Array.from({ length: 256 }, (_, i) => [(i * 3) & 255, (i * 7) & 255, (i * 31) & 255, 255] as const);

describe("BMP", () => {
  test.each([1, 4, 8] as const)("%i bits with a palette", (bits) => {
    for (const topDown of [false, true]) {
      const palette = COLORS.slice(0, 2 ** bits);
      const picture = randomPicture(37, 11, palette);
      expectPicture(decode(encodeBmp(picture, { bits, palette, topDown })), picture);
    }
  });

  test.each([24, 32] as const)("%i bits", (bits) => {
    for (const topDown of [false, true]) {
      const picture = randomPicture(37, 11, COLORS);
      expectPicture(decode(encodeBmp(picture, { bits, topDown })), picture);
    }
  });

  test("24 bits with the short header", () => {
    const picture = randomPicture(5, 3, COLORS);
    expectPicture(decode(encodeBmp(picture, { bits: 24, core: true })), picture);
  });

  test("16 bits: five for each color, or as masks say", () => {
    const values = Array.from({ length: 32 }, (_, i) => i);
    const plain = bitmap(
      { width: 32, height: 1, bits: 16 },
      values.flatMap((v) => u16le((v << 10) | ((31 - v) << 5) | v)),
    );
    const expected = values.map((v) => [scaled(v, 31), scaled(31 - v, 31), scaled(v, 31), 255]);
    expect(chunked(decode(plain).pixels.data)).toEqual(expected);
    const masks = [0x001f, 0x07e0, 0xf800].flatMap(u32le);
    const masked = bitmap(
      { width: 32, height: 1, bits: 16, compression: 3 },
      values.flatMap((v) => u16le((v << 11) | ((2 * v) << 5) | (31 - v))),
      masks,
    );
    const other = values.map((v) => [scaled(31 - v, 31), scaled(2 * v, 63), scaled(v, 31), 255]);
    expect(chunked(decode(masked).pixels.data)).toEqual(other);
  });

  test("32 bits with masks: alpha counts, unless there is none at all", () => {
    const masks = [0xff000000, 0x00ff0000, 0x0000ff00, 0x000000ff].flatMap(u32le);
    const shape = { width: 2, height: 1, bits: 32, compression: 3, size: 56 };
    const seen = decode(bitmap(shape, [100, 30, 20, 10, 255, 60, 50, 40], masks));
    expect(chunked(seen.pixels.data)).toEqual([
      [10, 20, 30, 100],
      [40, 50, 60, 255],
    ]);
    expect(seen.pixels.opaque).toBe(false);
    const unset = decode(bitmap(shape, [0, 30, 20, 10, 0, 60, 50, 40], masks));
    expect(chunked(unset.pixels.data)).toEqual([
      [10, 20, 30, 255],
      [40, 50, 60, 255],
    ]);
    expect(unset.pixels.opaque).toBe(true);
  });

  test("32 bits without masks: the fourth byte means nothing", () => {
    const { pixels } = decode(bitmap({ width: 1, height: 1, bits: 32 }, [1, 2, 3, 4]));
    expect([...pixels.data]).toEqual([3, 2, 1, 255]);
  });

  test("colors that the palette lacks are black", () => {
    const { pixels } = decode(bitmap({ width: 2, height: 1, bits: 8, colors: 1 }, [0, 9, 0, 0], [7, 8, 9, 0]));
    expect([...pixels.data]).toEqual([9, 8, 7, 255, 0, 0, 0, 255]);
  });

  test("cut: the rows that are there, gray, and a warning", () => {
    const picture = randomPicture(4, 10, COLORS);
    const file = encodeBmp(picture, { bits: 24 });
    const { pixels, warnings } = decode(file.subarray(0, 54 + 12 * 3 + 7));
    expect(warnings).toEqual(["The image data break off: 7 of 10 rows are missing."]);
    // The lower rows come first.
    expect([...pixels.data.subarray(7 * 16)]).toEqual([...picture.rgba.subarray(7 * 16)]);
    expect([...pixels.data.subarray(0, 4)]).toEqual([128, 128, 128, 255]);
    expect(pixels.opaque).toBe(true);
    expect(refusal(() => decode(file.subarray(0, 60)))).toBe("undecodable");
  });

  test.each([
    ["run lengths", encodeRleBmp(randomPicture(8, 4, COLORS.slice(0, 4), 4), COLORS.slice(0, 4)), "unsupported-format"],
    [
      "an unknown compression",
      bitmap({ width: 1, height: 1, bits: 24, compression: 9 }, [0, 0, 0, 0]),
      "unsupported-format",
    ],
    ["an unknown depth", bitmap({ width: 1, height: 1, bits: 5 }, [0, 0, 0, 0]), "undecodable"],
    ["a header that is cut", bitmap({ width: 1, height: 1, bits: 24 }, []).subarray(0, 50), "undecodable"],
    ["pixels behind the end", bitmap({ width: 1, height: 1, bits: 24, data: 0xfffffff0 }, [1, 2, 3, 0]), "undecodable"],
  ])("%s", (_name, file, code) => {
    expect(refusal(() => decodeBmp(file, { ...measured(file), width: 8, height: 4 }))).toBe(code);
    expect(refusal(() => decode(file))).toBe(code);
  });

  test("sides that contradict what was measured", () => {
    const file = bitmap({ width: 1, height: 1, bits: 24 }, [1, 2, 3, 0]);
    expect(refusal(() => decodeBmp(file, { ...measured(file), width: 2 }))).toBe("undecodable");
  });

  test("any bytes: an image of the right size, or an error of the right kind", () => {
    const random = createRandom(3);
    const outcomes = new Set<string>();
    for (let i = 0; i < 500; i++) {
      const bits = random.pick([1, 4, 8, 16, 24, 32] as const);
      const file = encodeBmp(randomPicture(9, 7, COLORS.slice(0, 2)), { bits, palette: COLORS.slice(0, 2) });
      const info = measured(file);
      for (let n = 1 + random.below(3); n > 0; n--) file[10 + random.below(file.length - 10)] = random.below(256);
      const outcome: string = refusal(() => expect(decodeBmp(file, info).pixels.data.length).toBe(9 * 7 * 4));
      outcomes.add(outcome);
    }
    expect(outcomes).toEqual(new Set(["none", "undecodable", "unsupported-format"]));
  });
});

describe("ICO", () => {
  const picture = randomPicture(16, 12, COLORS);

  test("the largest picture, as a bitmap with alpha", () => {
    const small = randomPicture(8, 8, COLORS);
    const seeThrough = paint(16, 12, (x, y) => [x, y, x * y, (x * 16 + y) & 255]);
    const { pixels, warnings } = decoded(encodeIco([{ picture: small }, { picture: seeThrough }]));
    expect([pixels.width, pixels.height, pixels.opaque, warnings]).toEqual([16, 12, false, []]);
    expect(Buffer.compare(pixels.data, seeThrough.rgba)).toBe(0);
  });

  test("a PNG is handed on", () => {
    const png = encodePng(16, 12, (x, y) => [x, y, 0], { type: 2 });
    const file = encodeIco([{ picture: randomPicture(4, 4, COLORS) }, { picture, png }]);
    const entry = decodeIco(file, measured(file));
    expect("png" in entry && Buffer.compare(entry.png, png)).toBe(0);
  });

  test("a bitmap without alpha, and its mask", () => {
    const file = icon(
      [{ width: 3, height: 2, bits: 24 }],
      [
        icoBitmap(
          3,
          2,
          24,
          [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 11, 12, 13, 14, 15, 16, 17, 18, 19, 0, 0, 0],
          [0b01000000, 0, 0, 0, 0b10000000, 0, 0, 0],
        ),
      ],
    );
    const { pixels } = decoded(file);
    expect(chunked(pixels.data)).toEqual([
      [0, 0, 0, 0],
      [16, 15, 14, 255],
      [19, 18, 17, 255],
      [3, 2, 1, 255],
      [0, 0, 0, 0],
      [9, 8, 7, 255],
    ]);
    expect(pixels.opaque).toBe(false);
  });

  test("32 bits without any alpha count as opaque, and the mask hides", () => {
    const file = icon(
      [{ width: 2, height: 1, bits: 32 }],
      [icoBitmap(2, 1, 32, [1, 2, 3, 0, 4, 5, 6, 0], [0b01000000, 0, 0, 0])],
    );
    expect(chunked(decoded(file).pixels.data)).toEqual([
      [3, 2, 1, 255],
      [0, 0, 0, 0],
    ]);
  });

  test("of two pictures of one size the one with more colors", () => {
    const poor = icoBitmap(1, 1, 1, [0x80, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0, 9, 9, 9, 0]);
    const rich = icoBitmap(1, 1, 24, [1, 2, 3, 0], [0, 0, 0, 0]);
    const file = icon(
      [
        { width: 1, height: 1, bits: 1 },
        { width: 1, height: 1, bits: 24 },
      ],
      [poor, rich],
    );
    expect(chunked(decoded(file).pixels.data)).toEqual([[3, 2, 1, 255]]);
    const alone = icon([{ width: 1, height: 1, bits: 1 }], [poor]);
    expect(chunked(decoded(alone).pixels.data)).toEqual([[9, 9, 9, 255]]);
  });

  test("sides that the bitmap contradicts", () => {
    const file = icon([{ width: 2, height: 1, bits: 24 }], [icoBitmap(1, 1, 24, [1, 2, 3, 0], [0, 0, 0, 0])]);
    expect(refusal(() => decoded(file))).toBe("undecodable");
  });

  test("any bytes: an image of the right size, or an error of the right kind", () => {
    const random = createRandom(4);
    const outcomes = new Set<string>();
    for (let i = 0; i < 500; i++) {
      const file = encodeIco([{ picture: randomPicture(5, 5, COLORS) }, { picture }]);
      const info = measured(file);
      for (let n = 1 + random.below(3); n > 0; n--) file[4 + random.below(file.length - 4)] = random.below(256);
      if (random.chance(0.2)) file.fill(0, random.below(file.length));
      outcomes.add(refusal(() => expect((decodeIco(file, info) as Decoded).pixels.data.length).toBe(16 * 12 * 4)));
    }
    expect(outcomes).toEqual(new Set(["none", "undecodable", "unsupported-format"]));
  });
});

const decode = (file: Uint8Array): Decoded => decodeBmp(file, measured(file));

function decoded(file: Uint8Array): Decoded {
  const entry = decodeIco(file, measured(file));
  if ("png" in entry) throw new Error("a PNG");
  return entry;
}

function randomPicture(
  width: number,
  height: number,
  colors: readonly (readonly [number, number, number, number])[],
  run = 1,
): Picture {
  const random = createRandom(width * height);
  let color = random.pick(colors);
  return paint(width, height, (x) => {
    if (x % run === 0) color = random.pick(colors);
    return color;
  });
}

function expectPicture({ pixels, warnings }: Decoded, { width, height, rgba }: Picture): void {
  expect([pixels.width, pixels.height, pixels.opaque, warnings]).toEqual([width, height, true, []]);
  expect(Buffer.compare(pixels.data, rgba)).toBe(0);
}

interface Shape {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly compression?: number;
  readonly colors?: number;
  readonly size?: number;
  readonly data?: number;
}

/** A BMP from its parts. @param table masks or palette, which for larger headers belong to the header */
function bitmap(shape: Shape, body: readonly number[], table: readonly number[] = []): Uint8Array {
  const start = 14 + 40 + table.length;
  return join("BM", u32le(start + body.length), u32le(0), u32le(shape.data ?? start), dibHeader(shape), table, body);
}

function dibHeader({ width, height, bits, compression = 0, colors = 0, size = 40 }: Shape): Uint8Array {
  const rest = [u32le(compression), u32le(0), u32le(0), u32le(0), u32le(colors), u32le(0)];
  return join(u32le(size), u32le(width), u32le(height), u16le(1), u16le(bits), ...rest);
}

function icoBitmap(
  width: number,
  height: number,
  bits: number,
  body: readonly number[],
  mask: readonly number[],
  palette: readonly number[] = [],
): Uint8Array {
  return join(dibHeader({ width, height: height * 2, bits }), palette, body, mask);
}

function icon(shapes: readonly Shape[], files: readonly Uint8Array[]): Uint8Array {
  let offset = 6 + shapes.length * 16;
  const list = shapes.map(({ width, height, bits }, i) => {
    const length = (files[i] as Uint8Array).length;
    const entry = [width, height, 0, 0, ...u16le(1), ...u16le(bits), ...u32le(length), ...u32le(offset)];
    offset += length;
    return entry;
  });
  return join(u16le(0), u16le(1), u16le(shapes.length), list.flat(), ...files);
}

function scaled(value: number, most: number): number {
  return Math.floor((value * 255) / most + 0.5);
}

function chunked(data: Uint8Array): number[][] {
  return Array.from({ length: data.length / 4 }, (_, i) => [...data.subarray(i * 4, i * 4 + 4)]);
}
