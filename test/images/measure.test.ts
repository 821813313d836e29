import { imageMeta } from "image-meta";
import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { formatOfMime, MIME_TYPES } from "../../src/images/formats/index.ts";
import { measureCanonical, measureImage } from "../../src/images/measure.ts";
import type { ImageInfo } from "../../src/images/types.ts";

type Part = string | readonly number[] | Uint8Array;

/** Bytes of numbers, of texts with one byte a character, and of bytes. */
function join(...parts: readonly Part[]): Buffer {
  return Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))),
  );
}

const u16 = (value: number): readonly number[] => [(value >>> 8) & 255, value & 255];
const u32 = (value: number): readonly number[] => [...u16(value >>> 16), ...u16(value)];
const u16le = (value: number): readonly number[] => u16(value).toReversed();
const u24le = (value: number): readonly number[] => [...u16le(value), (value >>> 16) & 255];
const u32le = (value: number): readonly number[] => u32(value).toReversed();

function measure(...parts: readonly Part[]): ImageInfo | undefined {
  return measureImage(join(...parts).toString("base64"));
}

/** What is known of the sides. */
function sides(info: ImageInfo | undefined): string | undefined {
  return info && `${info.format} ${info.width}x${info.height}`;
}

const photo = (width: number, height: number, channels: 3 | 4 = 3): Sharp =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 30, b: 60, alpha: 0.5 } } });

const frames = (count: number): Sharp =>
  sharp(
    Uint8Array.from({ length: 20 * 10 * count * 3 }, (_, i) => (i * 7 + Math.floor(i / 600) * 40) & 255),
    {
      raw: { width: 20, height: 10 * count, channels: 3, pageHeight: 10 },
    },
  );

/** EXIF data with nothing but an orientation, in either byte order. */
function exif(orientation: number, little = false, type = 3): Buffer {
  const [short, long] = little ? [u16le, u32le] : [u16, u32];
  const field = [...short(0x0112), ...short(type), ...long(1), ...short(orientation), 0, 0];
  return join(little ? "II" : "MM", short(42), long(8), short(1), field, long(0));
}

describe("encodings by sharp", () => {
  it.each<[string, Sharp, Partial<ImageInfo>]>([
    ["png", photo(33, 21).png(), { format: "png", alpha: false, progressive: false, bitDepth: 8, frames: 1 }],
    ["png with alpha", photo(33, 21, 4).png(), { format: "png", alpha: true }],
    ["png with a palette", photo(33, 21, 4).png({ palette: true }), { format: "png", alpha: true }],
    ["interlaced png", photo(33, 21).png({ progressive: true }), { format: "png", progressive: true }],
    ["png of 16 bits", photo(33, 21).toColourspace("rgb16").png(), { format: "png", bitDepth: 16 }],
    ["jpeg", photo(33, 21).jpeg(), { format: "jpeg", progressive: false, bitDepth: 8, channels: 3, alpha: false }],
    ["progressive jpeg", photo(33, 21).jpeg({ progressive: true }), { format: "jpeg", progressive: true }],
    ["gray jpeg", photo(33, 21).toColourspace("b-w").jpeg(), { format: "jpeg", channels: 1 }],
    ["cmyk jpeg", photo(33, 21).toColourspace("cmyk").jpeg(), { format: "jpeg", channels: 4 }],
    ["gif", photo(33, 21).gif(), { format: "gif", frames: 1 }],
    ["gif with alpha", photo(33, 21, 4).gif(), { format: "gif", frames: 1, alpha: true }],
    ["lossy webp", photo(33, 21).webp(), { format: "webp", frames: 1, alpha: false }],
    ["lossy webp with alpha", photo(33, 21, 4).webp(), { format: "webp", frames: 1, alpha: true }],
    ["lossless webp", photo(33, 21).webp({ lossless: true }), { format: "webp", frames: 1, alpha: false }],
    ["lossless webp with alpha", photo(33, 21, 4).webp({ lossless: true }), { format: "webp", alpha: true }],
    ["avif", photo(33, 21).avif(), { format: "avif", alpha: false, bitDepth: 8 }],
    ["avif with alpha", photo(33, 21, 4).avif(), { format: "avif", alpha: true }],
    ["tiff", photo(33, 21).tiff(), { format: "tiff", frames: 1, alpha: false, bitDepth: 8 }],
    [
      "tiled tiff with alpha",
      photo(33, 21, 4).tiff({ tile: true, compression: "lzw" }),
      { format: "tiff", alpha: true },
    ],
  ])("%s", async (_, image, expected) => {
    const file = await image.toBuffer();
    const info = measure(file);
    const mimeType = expected.format && MIME_TYPES[expected.format];
    expect(info).toMatchObject({ ...expected, mimeType, width: 33, height: 21, orientation: 1, bytes: file.length });
    expect(info).not.toHaveProperty("truncated");
    const oracle = imageMeta(file);
    expect(sides(info)).toBe(`${oracle.type === "jpg" ? "jpeg" : oracle.type} ${oracle.width}x${oracle.height}`);
  });

  it.each(["gif", "webp"] as const)("counts the frames of %s", async (format) => {
    const file = await frames(5).toFormat(format, { loop: 0 }).toBuffer();
    expect(measure(file)).toMatchObject({ format, width: 20, height: 10, frames: 5 });
  });

  it.each(["png", "jpeg", "webp", "tiff"] as const)("turns the sides of %s by the orientation", async (format) => {
    for (let orientation = 1; orientation <= 8; orientation++) {
      const file = await photo(33, 21).withMetadata({ orientation }).toFormat(format).toBuffer();
      const [width, height] = orientation > 4 ? [21, 33] : [33, 21];
      expect(measure(file), `${orientation}`).toMatchObject({ format, width, height, orientation });
    }
  });

  it("sees where files are cut, at every tenth", async () => {
    const noise = (width: number, height: number): Sharp =>
      sharp({
        create: { width, height, channels: 3, background: "red", noise: { type: "gaussian", mean: 128, sigma: 60 } },
      });
    const files = await Promise.all([
      noise(60, 40).png().toBuffer(),
      noise(60, 40).jpeg().toBuffer(),
      noise(60, 40).jpeg({ progressive: true }).toBuffer(),
      noise(60, 40).gif().toBuffer(),
      noise(60, 40).webp().toBuffer(),
      noise(60, 40).webp({ lossless: true }).withMetadata().toBuffer(),
      frames(5).gif().toBuffer(),
      frames(5).webp().toBuffer(),
      noise(60, 40).avif().toBuffer(),
      noise(60, 40).tiff({ compression: "none" }).toBuffer(),
    ]);
    for (const file of files) {
      const whole = measure(file);
      expect(whole?.truncated).toBeUndefined();
      for (let tenth = 1; tenth < 10; tenth++) {
        const info = measure(file.subarray(0, Math.floor((file.length * tenth) / 10)));
        expect(info, `${whole?.format} ${tenth}`).toMatchObject({ format: whole?.format, truncated: true });
        const known = [0, whole?.width];
        expect(known).toContain(info?.width);
      }
    }
  });
});

const SIGNATURE = join([0x89], "PNG\r\n", [0x1a], "\n");

/** The checksums are zero: nobody looks at them here. */
const chunk = (type: string, ...parts: readonly Part[]): Buffer => {
  const body = join(...parts);
  return join(u32(body.length), type, body, u32(0));
};

const ihdr = (width: number, height: number, depth = 8, type = 2, interlace = 0): Buffer =>
  chunk("IHDR", u32(width), u32(height), [depth, type, 0, 0, interlace]);

describe("png", () => {
  const end = chunk("IEND");
  const idat = chunk("IDAT", Array(50).fill(0));

  it("reports sides of zero as they are, and huge ones", () => {
    expect(sides(measure(SIGNATURE, ihdr(0, 10), idat, end))).toBe("png 0x10");
    expect(sides(measure(SIGNATURE, ihdr(30_000, 2 ** 31 - 1), idat, end))).toBe("png 30000x2147483647");
  });

  it("counts what is animated by its frames and not by what is claimed", () => {
    const fctl = chunk("fcTL", Array(26).fill(0));
    const fdat = chunk("fdAT", Array(30).fill(0));
    const actl = chunk("acTL", u32(4_000_000_000), u32(0));
    expect(measure(SIGNATURE, ihdr(3, 2), actl, fctl, idat, fctl, fdat, fctl, fdat, end)?.frames).toBe(3);
    expect(measure(SIGNATURE, ihdr(3, 2), actl, idat, end)?.frames).toBe(1);
    expect(measure(SIGNATURE, ihdr(3, 2), idat, end)?.frames).toBe(1);
  });

  it("finds transparency in color types and in tRNS", () => {
    const alpha = (type: number, ...more: readonly Buffer[]) =>
      measure(SIGNATURE, ihdr(3, 2, 8, type), ...more, idat, end)?.alpha;
    const trns = chunk("tRNS", [0, 0]);
    expect([0, 2, 3, 4, 6].map((type) => alpha(type))).toEqual([false, false, false, true, true]);
    expect([0, 2, 3].map((type) => alpha(type, trns))).toEqual([true, true, true]);
  });

  it("reads the orientation before and behind the pixels", () => {
    const exifChunk = chunk("eXIf", exif(6));
    expect(measure(SIGNATURE, ihdr(30, 20), exifChunk, idat, end)).toMatchObject({ width: 20, height: 30 });
    expect(measure(SIGNATURE, ihdr(30, 20), idat, exifChunk, end)).toMatchObject({ orientation: 6, width: 20 });
  });

  it("needs IHDR first and whole", () => {
    expect(measure(SIGNATURE, idat, end)).toMatchObject({ format: "png", width: 0, height: 0 });
    expect(measure(SIGNATURE, ihdr(3, 2).subarray(0, 20))).toMatchObject({ width: 0, truncated: true });
    expect(measure(SIGNATURE)).toMatchObject({ format: "png", width: 0, truncated: true });
    expect(measure(SIGNATURE.subarray(0, 7))).toBeUndefined();
  });

  it("calls chunks that lead nowhere truncated", () => {
    expect(measure(SIGNATURE, ihdr(3, 2), idat)).toMatchObject({ width: 3, truncated: true });
    expect(measure(SIGNATURE, ihdr(3, 2), u32(0xffffffff), "IDAT", end)).toMatchObject({ width: 3, truncated: true });
    expect(measure(SIGNATURE, ihdr(3, 2), idat, end.subarray(0, 10))).toMatchObject({ truncated: true });
    expect(measure(SIGNATURE, ihdr(3, 2), idat, end, "trailing")).not.toHaveProperty("truncated");
  });
});

const SOI = [0xff, 0xd8];
const EOI = [0xff, 0xd9];
const segment = (code: number, ...parts: readonly Part[]): Buffer => {
  const body = join(...parts);
  return join([0xff, code], u16(body.length + 2), body);
};

const sof = (code: number, width: number, height: number, precision = 8, channels = 3): Buffer =>
  segment(code, [precision], u16(height), u16(width), [channels], Array(channels * 3).fill(1));

const sos = join(segment(0xda, [1, 1, 0, 0, 63, 0]), [1, 2, 3, 0xff, 0, 4]);

describe("jpeg", () => {
  it("knows all frames of the standard and no other marker", () => {
    for (let code = 0xc0; code <= 0xcf; code++) {
      const info = measure(SOI, sof(code, 40, 30), sos, EOI);
      const isFrame = ![0xc4, 0xc8, 0xcc].includes(code);
      expect(sides(info), code.toString(16)).toBe(isFrame ? "jpeg 40x30" : "jpeg 0x0");
      if (isFrame) expect(info?.progressive).toBe([0xc2, 0xc6, 0xca, 0xce].includes(code));
    }
  });

  it("reports precision and channels", () => {
    expect(measure(SOI, sof(0xc1, 40, 30, 12, 4), sos, EOI)).toMatchObject({ bitDepth: 12, channels: 4 });
    expect(measure(SOI, sof(0xc9, 65_535, 0, 8, 1), sos, EOI)).toMatchObject({ width: 65_535, height: 0, channels: 1 });
  });

  it("hops over any number of segments, fill bytes, lone markers and garbage between them", () => {
    const profile = segment(0xe2, "ICC_PROFILE\0", new Uint8Array(65_000).fill(0xc0));
    expect(sides(measure(SOI, ...Array(15).fill(profile), sof(0xc0, 40, 30), sos, EOI))).toBe("jpeg 40x30");
    expect(sides(measure(SOI, ...Array(5000).fill(segment(0xfe)), sof(0xc0, 40, 30), sos, EOI))).toBe("jpeg 40x30");
    const fill = Array(300).fill(0xff);
    expect(sides(measure(SOI, fill, segment(0xfe, "x"), fill, sof(0xc0, 40, 30), sos, EOI))).toBe("jpeg 40x30");
    const odd = [0xff, 0xd0, 0xff, 0x01, 1, 2, 3, 0xff, 0x00];
    expect(sides(measure(SOI, segment(0xfe, "x"), odd, sof(0xc0, 40, 30), sos, EOI))).toBe("jpeg 40x30");
  });

  it("takes no segment's content for a frame", () => {
    const thumbnail = join(SOI, sof(0xc0, 160, 120), sos, EOI);
    expect(sides(measure(SOI, segment(0xe1, "Exif\0\0", thumbnail), sof(0xc0, 40, 30), sos, EOI))).toBe("jpeg 40x30");
  });

  it("reads the orientation in both byte orders, wherever it is before the scan", () => {
    for (const little of [false, true]) {
      const app1 = segment(0xe1, "Exif\0\0", exif(8, little));
      const xmp = segment(0xe1, "http://ns.adobe.com/xap/1.0/\0", "<x/>");
      const turned = { width: 30, height: 40, orientation: 8 };
      expect(measure(SOI, xmp, app1, sof(0xc0, 40, 30), sos, EOI)).toMatchObject(turned);
      expect(measure(SOI, sof(0xc0, 40, 30), app1, sos, EOI)).toMatchObject(turned);
      const first = segment(0xe1, "Exif\0\0", exif(3, little));
      expect(measure(SOI, xmp, first, app1, sof(0xc0, 40, 30), sos, EOI)?.orientation).toBe(3);
    }
  });

  it("takes no orientation that is none", () => {
    const orientation = (data: Uint8Array) =>
      measure(SOI, segment(0xe1, "Exif\0\0", data), sof(0xc0, 40, 30), sos, EOI)?.orientation;
    expect([0, 9, 65_535].map((value) => orientation(exif(value)))).toEqual([1, 1, 1]);
    expect(orientation(exif(6, false, 2))).toBe(1);
    expect(orientation(join("MM", u16(42), u32(7), exif(6)))).toBe(1);
    expect(orientation(join("MM", u16(42), u32(0xfffffff0)))).toBe(1);
    expect(orientation(exif(6).subarray(0, 15))).toBe(1);
    // Of this one, the field lies behind the end of the segment.
    const cut = join(segment(0xe1, "Exif\0\0", exif(6).subarray(0, 12)), exif(6).subarray(12));
    expect(measure(SOI, cut, sof(0xc0, 40, 30), sos, EOI)?.orientation).toBe(1);
  });

  it("wants an end, and bears what is behind it", () => {
    const image = join(SOI, sof(0xc0, 40, 30), sos);
    expect(measure(image)).toMatchObject({ width: 40, truncated: true });
    expect(measure(image, EOI)).not.toHaveProperty("truncated");
    expect(measure(image, EOI, new Uint8Array(5000))).not.toHaveProperty("truncated");
    expect(measure(image, new Uint8Array(50_000))).toMatchObject({ truncated: true });
    // An end marker before the scan is that of a thumbnail.
    expect(measure(SOI, segment(0xe1, EOI), sof(0xc0, 40, 30), sos)).toMatchObject({ truncated: true });
  });

  it("stops at segments that have no length, and at the end before any frame", () => {
    for (const broken of [[0xff, 0xe0, 0, 0], [0xff, 0xe0, 0, 1], EOI, SOI, sos]) {
      expect(sides(measure(SOI, [0xff], broken, sof(0xc0, 40, 30), sos, EOI))).toBe("jpeg 0x0");
    }
    expect(measure(SOI, [0xff, 0xc0])).toMatchObject({ width: 0, height: 0, truncated: true });
    expect(measure(SOI, sof(0xc0, 40, 30).subarray(0, 9))).toMatchObject({ width: 0, truncated: true });
  });
});

describe("gif", () => {
  const screen = (width: number, height: number, flags = 0): Buffer =>
    join("GIF89a", u16le(width), u16le(height), [flags, 0, 0], new Uint8Array(flags & 0x80 ? 6 << (flags & 7) : 0));
  const picture = (width: number, height: number, flags = 0): Buffer =>
    join(
      [0x2c, 0, 0, 0, 0],
      u16le(width),
      u16le(height),
      [flags],
      new Uint8Array(flags & 0x80 ? 6 << (flags & 7) : 0),
      [2, 2, 0x44, 1, 0],
    );
  const control = (flags: number): readonly number[] => [0x21, 0xf9, 4, flags, 0, 0, 0, 0];

  it("hops over color tables and extensions", () => {
    const comment = join([0x21, 0xfe, 5], "hello", [3], ",,,", [0]);
    const info = measure(screen(5, 4, 0x87), comment, picture(5, 4, 0x83), control(4), picture(5, 4, 0x40), [0x3b]);
    expect(info).toMatchObject({ format: "gif", width: 5, height: 4, frames: 2, alpha: false, progressive: false });
    expect(info).not.toHaveProperty("truncated");
    expect(measure(screen(5, 4), picture(5, 4, 0x40), [0x3b])?.progressive).toBe(true);
  });

  it("finds transparency in extensions and beside the first picture", () => {
    expect(measure(screen(5, 4), picture(5, 4), control(1), picture(2, 2), [0x3b])).toMatchObject({
      alpha: true,
      frames: 2,
    });
    expect(measure(screen(5, 4), picture(5, 3), [0x3b])?.alpha).toBe(true);
    expect(measure(screen(5, 4), picture(5, 4), picture(1, 1), [0x3b])?.alpha).toBe(false);
  });

  it("misses what is cut off", () => {
    const file = join(screen(5, 4), picture(5, 4), [0x3b]);
    for (let length = 13; length < file.length; length++) {
      expect(measure(file.subarray(0, length)), `${length}`).toMatchObject({ width: 5, truncated: true });
    }
    expect(measure(file.subarray(0, 12))).toMatchObject({ format: "gif", width: 0, truncated: true });
    expect(measure("GIF88a", file.subarray(6))).toBeUndefined();
  });

  it("reports huge and empty screens as they are", () => {
    expect(sides(measure(screen(65_535, 65_535), [0x3b]))).toBe("gif 65535x65535");
    expect(measure(screen(0, 0), [0x3b])).toMatchObject({ width: 0, height: 0, frames: 0 });
  });
});

describe("webp", () => {
  const riff = (...parts: readonly Part[]): Buffer => {
    const body = join("WEBP", ...parts);
    return join("RIFF", u32le(body.length), body);
  };
  const part = (type: string, ...parts: readonly Part[]): Buffer => {
    const body = join(...parts);
    return join(type, u32le(body.length), body, new Uint8Array(body.length % 2));
  };
  const extended = (flags: number, width: number, height: number): Buffer =>
    part("VP8X", [flags, 0, 0, 0], u24le(width - 1), u24le(height - 1));
  const lossy = part("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a], u16le(300 | 0x4000), u16le(200 | 0x8000), [0]);

  it("leaves the scale bits of lossy pictures alone", () => {
    expect(sides(measure(riff(lossy)))).toBe("webp 300x200");
    expect(sides(measure(riff(part("VP8 ", new Uint8Array(20)))))).toBe("webp 0x0");
    expect(sides(measure(riff(part("VP8L", new Uint8Array(20)))))).toBe("webp 0x0");
    expect(sides(measure(riff(part("JUNK", new Uint8Array(20)))))).toBe("webp 0x0");
  });

  it("reads the largest canvas there is", () => {
    expect(sides(measure(riff(extended(0, 2 ** 24, 2 ** 24), lossy)))).toBe("webp 16777216x16777216");
    expect(sides(measure(riff(part("VP8L", [0x2f], u32le(0x0fffffff)))))).toBe("webp 16384x16384");
  });

  it("finds transparency in the flags, in ALPH and in lossless pictures", () => {
    const lossless = part("VP8L", [0x2f], u32le(0x10000000));
    expect(measure(riff(extended(0x10, 9, 9), lossy))?.alpha).toBe(true);
    expect(measure(riff(extended(0, 9, 9), part("ALPH", [1, 2, 3]), lossy))?.alpha).toBe(true);
    expect(measure(riff(extended(0, 9, 9), lossless))?.alpha).toBe(true);
    expect(measure(riff(extended(0, 9, 9), lossy))?.alpha).toBe(false);
  });

  it("counts frames only where the file says that it is animated", () => {
    const frame = part("ANMF", new Uint8Array(16), lossy);
    expect(measure(riff(extended(2, 9, 9), part("ANIM", new Uint8Array(6)), frame, frame))?.frames).toBe(2);
    expect(measure(riff(extended(0, 9, 9), frame, frame))?.frames).toBe(1);
  });

  it("reads EXIF with and without its name, behind chunks of odd size", () => {
    for (const data of [exif(5, true), join("Exif\0\0", exif(5))]) {
      const info = measure(riff(extended(8, 30, 20), part("XMP ", "odd"), lossy, part("EXIF", data)));
      expect(info).toMatchObject({ width: 20, height: 30, orientation: 5 });
    }
  });

  it("is truncated when the container says that there is more", () => {
    const file = riff(extended(0, 9, 9), lossy);
    expect(measure(file)).not.toHaveProperty("truncated");
    expect(measure(file, "more")).not.toHaveProperty("truncated");
    expect(measure(file.subarray(0, -1))).toMatchObject({ width: 9, truncated: true });
    expect(measure(file.subarray(0, 14))).toMatchObject({ width: 0, truncated: true });
  });
});

describe("bmp", () => {
  const bmp = (header: Part, pixels: number): Buffer =>
    join("BM", u32le(0), u32le(0), u32le(14 + join(header).length), header, new Uint8Array(pixels));
  const info = (size: number, width: number, height: number, bits: number, compression = 0, bytes = 0): Buffer =>
    join(
      u32le(size),
      u32le(width),
      u32le(height),
      u16le(1),
      u16le(bits),
      u32le(compression),
      u32le(bytes),
      new Uint8Array(size - 24),
    );

  it("reads every header", () => {
    expect(sides(measure(bmp(join(u32le(12), u16le(5), u16le(4), u16le(1), u16le(24)), 64)))).toBe("bmp 5x4");
    for (const size of [40, 52, 56, 64, 108, 124]) {
      expect(sides(measure(bmp(info(size, 5, 4, 24), 64))), `${size}`).toBe("bmp 5x4");
    }
    const short = join(u32le(16), u32le(5), u32le(4), u16le(1), u16le(24));
    expect(sides(measure(bmp(short, 64)))).toBe("bmp 5x4");
  });

  it("takes a negative height for the other order of rows, and no negative width", () => {
    expect(sides(measure(bmp(info(40, 5, -4, 24), 64)))).toBe("bmp 5x4");
    expect(sides(measure(bmp(info(40, 5, -(2 ** 31), 24), 64)))).toBe("bmp 5x2147483648");
    expect(measure(bmp(info(40, -5, 4, 24), 64))).toBeUndefined();
  });

  it("counts rows of four bytes, and compressed ones by what the header says", () => {
    expect(measure(bmp(info(40, 5, 4, 24), 64))).not.toHaveProperty("truncated");
    expect(measure(bmp(info(40, 5, 4, 24), 63))).toMatchObject({ truncated: true });
    expect(measure(bmp(info(40, 5, 4, 8, 1, 10), 10))).not.toHaveProperty("truncated");
    expect(measure(bmp(info(40, 5, 4, 8, 1, 11), 10))).toMatchObject({ truncated: true });
  });

  it("finds the alpha mask", () => {
    const masks = join(u32le(0xff0000), u32le(0xff00), u32le(0xff), u32le(0xff000000));
    const header = info(108, 5, 4, 32, 3);
    expect(measure(bmp(header, 80))?.alpha).toBe(false);
    expect(measure(bmp(join(header.subarray(0, 40), masks, header.subarray(56)), 80))?.alpha).toBe(true);
  });

  it("does not take two letters for a picture", () => {
    expect(measure("BMW is a car maker from Munich, and this is a text")).toBeUndefined();
  });
});

describe("avif and heic", () => {
  const box = (type: string, ...parts: readonly Part[]): Buffer => {
    const body = join(...parts);
    return join(u32(body.length + 8), type, body);
  };
  const full = (type: string, version: number, flags: number, ...parts: readonly Part[]): Buffer =>
    box(type, [version, 0, 0, flags], ...parts);
  const ispe = (width: number, height: number): Buffer => full("ispe", 0, 0, u32(width), u32(height));
  const irot = (turns: number): Buffer => box("irot", [turns]);
  const imir = (axis: number): Buffer => box("imir", [axis]);
  const ftyp = (...brands: readonly string[]): Buffer => {
    const [major = "", ...others] = brands;
    return box("ftyp", major, u32(0), ...others);
  };

  /** A file with properties, of which item 7 has those of the numbers. */
  const file = (properties: readonly Buffer[], numbers: readonly number[], brand = "heic"): Buffer =>
    join(
      ftyp(brand, "mif1"),
      full(
        "meta",
        0,
        0,
        full("hdlr", 0, 0, new Uint8Array(20)),
        full("pitm", 0, 0, u16(7)),
        box(
          "iprp",
          box("ipco", ...properties),
          full(
            "ipma",
            0,
            0,
            u32(2),
            u16(3),
            [1, 1],
            u16(7),
            [numbers.length],
            numbers.map((number) => number | 0x80),
          ),
        ),
      ),
      box("mdat", new Uint8Array(30)),
    );

  it("takes the sides of the main picture, not of tiles and thumbnails", () => {
    expect(sides(measure(file([ispe(512, 512), ispe(4032, 3024), ispe(9999, 9999)], [2])))).toBe("heic 4032x3024");
    expect(sides(measure(file([ispe(512, 512), ispe(400, 300)], [2], "avif")))).toBe("avif 400x300");
  });

  it("takes the largest when it is not said which is the main one", () => {
    expect(sides(measure(file([ispe(512, 512), ispe(4032, 3024)], [])))).toBe("heic 4032x3024");
    const meta = full("meta", 0, 0, box("iprp", box("ipco", ispe(40, 30), ispe(400, 300), ispe(4, 3))));
    expect(sides(measure(ftyp("avif"), meta))).toBe("avif 400x300");
  });

  it.each([
    [[], 1],
    [[imir(1)], 2],
    [[irot(2)], 3],
    [[imir(0)], 4],
    [[irot(1), imir(0)], 5],
    [[irot(3)], 6],
    [[irot(3), imir(0)], 7],
    [[irot(1)], 8],
    [[irot(2), imir(0)], 2],
    [[irot(2), imir(1)], 4],
    [[irot(3), imir(1)], 5],
    [[irot(1), imir(1)], 7],
    [[imir(0), irot(3)], 5],
    [[imir(1), irot(3)], 7],
  ])("turns and mirrors %j to orientation %d", (turns, orientation) => {
    const numbers = [1, ...turns.map((_, i) => i + 2)];
    const [width, height] = orientation > 4 ? [30, 40] : [40, 30];
    expect(measure(file([ispe(40, 30), ...turns], numbers))).toMatchObject({ width, height, orientation });
  });

  it("reads wide ids and wide numbers", () => {
    const many = Array.from({ length: 200 }, () => box("free"));
    const meta = full(
      "meta",
      0,
      0,
      full("pitm", 1, 0, u32(70_000)),
      box(
        "iprp",
        box("ipco", ...many, ispe(40, 30)),
        full("ipma", 1, 1, u32(2), u32(1), [1], u16(1), u32(70_000), [1], u16(201 | 0x8000)),
      ),
    );
    expect(sides(measure(ftyp("heix"), meta))).toBe("heic 40x30");
  });

  it("tells the two by the first brand that says so, and not by the minor version", () => {
    const meta = full("meta", 0, 0, box("iprp", box("ipco", ispe(40, 30))));
    const format = (...parts: readonly Part[]) => measure(...parts, meta)?.format;
    expect(format(ftyp("mif1", "miaf", "avif"))).toBe("avif");
    expect(format(ftyp("mif1", "heic", "avif"))).toBe("heic");
    expect(format(ftyp("isom", "mp42", "avis"))).toBe("avif");
    expect(format(ftyp("mif1"))).toBe("heic");
    expect(format(ftyp("mp42", "isom"))).toBeUndefined();
    expect(format(box("ftyp", "isom", "avif", "mp41"))).toBeUndefined();
  });

  it("reads sizes of eight bytes, and of zero: up to the end", () => {
    const brands = join("heic", u32(0), "mif1");
    const meta = full("meta", 0, 0, box("iprp", box("ipco", ispe(40, 30))));
    const wide = join(u32(1), "ftyp", u32(0), u32(16 + brands.length), brands);
    expect(sides(measure(wide, meta))).toBe("heic 40x30");
    expect(measure(u32(0), "ftyp", brands)).toMatchObject({ format: "heic", width: 0, height: 0 });
    const last = join(u32(0), meta.subarray(4));
    expect(measure(ftyp("heic"), last)).toMatchObject({ width: 40, height: 30 });
    expect(measure(u32(1), "ftyp", u32(0xffffffff), u32(0xffffffff), brands)).toMatchObject({ truncated: true });
  });

  it("finds depth and alpha", () => {
    const pixi = full("pixi", 0, 0, [3, 10, 10, 10]);
    const auxC = full("auxC", 0, 0, "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0");
    const depth = full("auxC", 0, 0, "urn:mpeg:mpegB:cicp:systems:auxiliary:depth\0");
    expect(measure(file([ispe(40, 30), pixi, auxC], [1, 2]))).toMatchObject({ bitDepth: 10, alpha: true });
    expect(measure(file([ispe(40, 30), depth], [1]))).toMatchObject({ alpha: false });
  });

  it("is truncated when a box goes beyond the end", () => {
    const whole = file([ispe(40, 30)], [1]);
    expect(measure(whole)).not.toHaveProperty("truncated");
    expect(measure(whole.subarray(0, -1))).toMatchObject({ width: 40, truncated: true });
    expect(measure(ftyp("heic"))).toMatchObject({ format: "heic", width: 0, height: 0 });
  });
});

describe("tiff", () => {
  /** A directory of fields with one value each, of four bytes. */
  const directory = (little: boolean, fields: readonly (readonly [number, number])[], next = 0): Buffer => {
    const [short, long] = little ? [u16le, u32le] : [u16, u32];
    return join(
      short(fields.length),
      ...fields.map(([tag, value]) => join(short(tag), short(4), long(1), long(value))),
      long(next),
    );
  };

  it("finds the directory anywhere, in both byte orders", () => {
    for (const little of [false, true]) {
      const [short, long] = little ? [u16le, u32le] : [u16, u32];
      const fields = directory(little, [
        [0x100, 400],
        [0x101, 300],
      ]);
      const head = join(little ? "II" : "MM", short(42), long(100_000));
      expect(sides(measure(head, new Uint8Array(100_000 - 8), fields))).toBe("tiff 400x300");
    }
  });

  it("counts directories, and no ring for ever", () => {
    const fields = [
      [0x100, 4],
      [0x101, 3],
    ] as const;
    const size = directory(true, fields).length;
    const pages = [1, 2, 3].map((page) => directory(true, fields, page < 3 ? 8 + page * size : 0));
    expect(measure("II*\0", u32le(8), ...pages)).toMatchObject({ width: 4, frames: 3 });
    expect(measure("II*\0", u32le(8), directory(true, fields, 8))).toMatchObject({ frames: 1 });
    const ring = [directory(true, fields, 8 + size), directory(true, fields, 8)];
    expect(measure("II*\0", u32le(8), ...ring)).toMatchObject({ frames: 2 });
  });

  it("sees pixels that are missing", () => {
    const strip = (offset: number) =>
      directory(true, [
        [0x100, 4],
        [0x101, 3],
        [0x111, offset],
        [0x117, 12],
      ]);
    expect(measure("II*\0", u32le(20), new Uint8Array(12), strip(8))).not.toHaveProperty("truncated");
    expect(measure("II*\0", u32le(8), strip(66), new Uint8Array(11))).toMatchObject({ width: 4, truncated: true });
  });

  it("has no sides without a directory", () => {
    for (const offset of [0, 7, 500, 0xffffffff]) {
      expect(measure("MM\0*", u32(offset), new Uint8Array(40)), `${offset}`).toMatchObject({
        format: "tiff",
        width: 0,
      });
    }
    expect(measure("MM\0+", u32(8), new Uint8Array(40))).toBeUndefined();
  });
});

describe("ico", () => {
  const entry = (width: number, height: number, size: number, offset: number): Buffer =>
    join([width & 255, height & 255, 0, 0], u16le(1), u16le(32), u32le(size), u32le(offset));

  it("takes the largest picture, with the sides of a PNG from the PNG", () => {
    const png = join(SIGNATURE, ihdr(512, 512));
    const file = join(
      [0, 0, 1, 0, 3, 0],
      entry(16, 16, 4, 54),
      entry(256, 256, png.length, 58),
      entry(48, 32, 4, 54),
      "bmp.",
      png,
    );
    expect(measure(file)).toMatchObject({
      format: "ico",
      mimeType: "image/x-icon",
      width: 512,
      height: 512,
      frames: 3,
    });
    expect(sides(measure([0, 0, 1, 0, 1, 0], entry(256, 256, 4, 22), "bmp."))).toBe("ico 256x256");
    expect(measure(file.subarray(0, -1))).toMatchObject({ truncated: true });
  });

  it("does not take four bytes for a picture", () => {
    expect(measure([0, 0, 1, 0], new Uint8Array(40))).toBeUndefined();
    expect(measure([0, 0, 1, 0, 1, 0], entry(16, 16, 4, 21), "bmp.")).toBeUndefined();
    expect(measure([0, 0, 1, 0, 1, 0], entry(16, 16, 0, 22), "bmp.")).toBeUndefined();
    expect(measure([0, 0, 1, 0])).toBeUndefined();
  });
});

describe("svg", () => {
  it.each([
    ['<svg width="40" height="30"/>', "40x30"],
    ["<svg\n\twidth = '40px'\n height = '30px' >", "40x30"],
    ['\ufeff<?xml version="1.0"?>\n<!-- <svg width="1" height="1"/> -->\n<svg width="40" height="30">', "40x30"],
    ['<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd"><svg width="40" height="30">', "40x30"],
    ['<!DOCTYPE svg [<!ENTITY a "b"> <!ENTITY c "d">]><svg width="40" height="30">', "40x30"],
    ['<svg:svg xmlns:svg="http://www.w3.org/2000/svg" width="40" height="30">', "40x30"],
    ['<svg viewBox="0 0 40 30">', "40x30"],
    ['<svg viewBox="-1,-2 , 40.4,29.6" width="100%" height="100%">', "40x30"],
    ['<svg viewBox="0 0 4 3" width="40">', "40x30"],
    ['<svg viewBox="0 0 4 3" height="30">', "40x30"],
    ['<svg title="a > b" width="40" height="30">', "40x30"],
    ['<svg width="30pt" height="1in">', "40x96"],
    ['<svg width="1cm" height="10mm">', "38x38"],
    ['<svg width="0.1" height="4e1">', "1x40"],
    ['<svg width="40" height="1e99" viewBox="0 0 1e99 1">', "0x0"],
    ['<svg width="-40" height="30">', "0x0"],
    ['<svg data-width="40" height="30">', "0x0"],
    ["<svg>", "0x0"],
    ['<svg width="40', "0x0"],
  ])("%j", (text, expected) => {
    const info = measureImage(Buffer.from(text).toString("base64"));
    expect(sides(info)).toBe(`svg ${expected}`);
  });

  it.each([
    '<html><body><svg width="40" height="30"/></body></html>',
    "<svgx width='1' height='1'>",
    "<?xml version='1.0'?><rss/>",
    "<!-- <svg>",
    "<!DOCTYPE svg [",
    "svg",
    "<",
    " ".repeat(100),
    `<!--${" ".repeat(20_000)}--><svg width="1" height="1"/>`,
  ])("is not %.60j", (text) => {
    expect(measureImage(Buffer.from(text).toString("base64"))).toBeUndefined();
  });
});

describe("measureImage", () => {
  const png = join(
    SIGNATURE,
    ihdr(33, 21),
    chunk(
      "IDAT",
      Uint8Array.from({ length: 9000 }, (_, i) => i * 13),
    ),
    chunk("IEND"),
  );
  const data = png.toString("base64");
  const info = measureCanonical(data);

  it("reads base64 as it is found", () => {
    expect(info).toMatchObject({ format: "png", width: 33, height: 21, bytes: png.length });
    const urlSafe = data.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
    const texts = [data, `data:image/jpeg;base64,${data}`, urlSafe, `\n ${data} `, data.replace(/.{76}/g, "$&\r\n")];
    // White space that only begins where nobody looks makes the chunks seem torn.
    texts.push(`${data.slice(0, 6000)}    ${data.slice(6000)}`);
    for (const text of texts) expect(measureImage(text)).toEqual(info);
  });

  it("has nothing to say of what is no image or no base64", () => {
    for (const text of ["", " ", "QUJD", "iVBO", `${data.slice(0, -4)}*${data.slice(-3)}`, "é", data.slice(0, 41)]) {
      expect(measureImage(text)).toBeUndefined();
    }
    for (const page of ["<!doctype html><title>x</title>", "%PDF-1.7", "PK\x03\x04", "OggS", "\0asm", "{}"]) {
      expect(measureImage(Buffer.from(page.padEnd(200)).toString("base64"))).toBeUndefined();
    }
    expect(measureImage(undefined as unknown as string)).toBeUndefined();
  });
});

describe("formatOfMime", () => {
  it("knows the registered names, those of files, and others that are in use", () => {
    for (const [format, mimeType] of Object.entries(MIME_TYPES)) expect(formatOfMime(mimeType)).toBe(format);
    const names = [
      "png",
      "JPG",
      "image/jpg",
      "image/pjpeg",
      " Image/PNG ; charset=binary",
      "image/x-png",
      "image/x-ms-bmp",
    ];
    expect(names.map(formatOfMime)).toEqual(["png", "jpeg", "jpeg", "jpeg", "png", "png", "bmp"]);
    expect(["image/heif", "image/vnd.microsoft.icon", "svg", "image/tif"].map(formatOfMime)).toEqual([
      "heic",
      "ico",
      "svg",
      "tiff",
    ]);
  });

  it("knows no others", () => {
    for (const name of [
      "",
      "image/",
      "image/image/png",
      "text/png",
      "application/pdf",
      "constructor",
      "__proto__",
      "image/jxl",
    ]) {
      expect(formatOfMime(name)).toBeUndefined();
    }
  });
});
