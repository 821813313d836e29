// What the engine makes of good images, compared with what sharp makes of them.
import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { createEngine } from "../../src/images/engines/jsquash/engine.ts";
import { createJsquashEngine } from "../../src/images/engines/jsquash/index.ts";
import { drawing, fileOf, jobOf, likeness, MIB, modules, photo } from "./engines.ts";

const engine = createJsquashEngine({ modules });
const side = 300;

/** What sharp makes of a file at the longest side. */
function expected(file: Uint8Array): Sharp {
  return sharp(file).autoOrient().resize(side, side, { fit: "inside" }).toColorspace("srgb");
}

describe("photos", async () => {
  const picture = await photo(1000, 700);
  const raw = await picture.raw().toBuffer();
  const source = (): Sharp => sharp(raw, { raw: { width: 1000, height: 700, channels: 3 } });
  const files: Record<string, Buffer> = {
    "baseline JPEG": await source().jpeg({ quality: 90 }).toBuffer(),
    "progressive JPEG": await source().jpeg({ quality: 90, progressive: true }).toBuffer(),
    "JPEG without subsampling": await source().jpeg({ quality: 90, chromaSubsampling: "4:4:4" }).toBuffer(),
    "gray JPEG": await source().grayscale().jpeg({ quality: 90 }).toBuffer(),
    PNG: await source().png().toBuffer(),
    "interlaced PNG": await source().png({ progressive: true }).toBuffer(),
    "gray PNG": await source().grayscale().toColorspace("b-w").png().toBuffer(),
    "16-bit PNG": await source().toColorspace("rgb16").png().toBuffer(),
    "lossy WebP": await source().webp({ quality: 90 }).toBuffer(),
    "lossless WebP": await source().webp({ lossless: true, effort: 0 }).toBuffer(),
    GIF: await source().gif({ effort: 1 }).toBuffer(),
  };

  test.each(Object.keys(files))("%s", async (name) => {
    const file = files[name] as Buffer;
    const result = await engine.process(jobOf(file, { maxSide: side }));
    expect(result).toMatchObject({ format: "jpeg", mimeType: "image/jpeg", width: 300, height: 210, quality: 85 });
    expect(result.warnings).toEqual([]);
    expect(result.bytes).toBe(fileOf(result).length);
    expect(await likeness(sharp(fileOf(result)), expected(file))).toBeGreaterThan(30);
  });

  test("loses no more than sharp at the same size of file", async () => {
    const file = files["baseline JPEG"] as Buffer;
    const result = await engine.process(jobOf(file, { maxSide: side }));
    const pixels = await expected(file).raw().toBuffer();
    const reference = (): Sharp => sharp(pixels, { raw: { width: 300, height: 210, channels: 3 } });
    let theirs = await reference().jpeg({ quality: 85 }).toBuffer();
    for (let quality = 84; theirs.length > result.bytes; quality--)
      theirs = await reference().jpeg({ quality }).toBuffer();
    const difference =
      (await likeness(sharp(fileOf(result)), reference())) - (await likeness(sharp(theirs), reference()));
    expect(difference).toBeGreaterThan(-1);
  });

  test("quality high is nearer to Lanczos", async () => {
    const high = createJsquashEngine({ modules, quality: "high" });
    for (const name of ["baseline JPEG", "PNG", "lossy WebP"]) {
      const job = jobOf(files[name] as Buffer, { maxSide: side });
      const [fast, fine] = [await engine.process(job), await high.process(job)];
      const reference = expected(files[name] as Buffer);
      expect(await likeness(sharp(fileOf(fine)), reference.clone())).toBeGreaterThan(
        await likeness(sharp(fileOf(fast)), reference.clone()),
      );
    }
  });
});

describe("orientation", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])("%i is applied and gone", async (orientation) => {
    const raw = await (await photo(401, 300)).raw().toBuffer();
    const stored = sharp(raw, { raw: { width: 401, height: 300, channels: 3 } }).withMetadata({ orientation });
    for (const file of [await stored.clone().jpeg({ quality: 95 }).toBuffer(), await stored.clone().png().toBuffer()]) {
      const result = await engine.process(jobOf(file, { maxSide: side }));
      expect([result.width, result.height]).toEqual(orientation > 4 ? [224, 300] : [300, 224]);
      const { orientation: left = 1, exif } = await sharp(fileOf(result)).metadata();
      expect([left, exif]).toEqual([1, undefined]);
      expect(await likeness(sharp(fileOf(result)), expected(file))).toBeGreaterThan(30);
    }
  });
});

test("no metadata survives", async () => {
  const file = await (await photo(500, 400))
    .withExif({ IFD0: { Copyright: "somebody" }, IFD3: { GPSLatitude: "1/1 2/1 3/1" } })
    .withIccProfile("p3")
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'><secret/></x:xmpmeta>")
    .jpeg()
    .toBuffer();
  const { exif, icc, xmp } = await sharp(file).metadata();
  expect([exif, icc, xmp]).not.toContain(undefined);
  const result = await engine.process(jobOf(file, { maxSide: side }));
  const left = await sharp(fileOf(result)).metadata();
  expect([left.exif, left.icc, left.xmp, left.comments]).toEqual([undefined, undefined, undefined, undefined]);
  expect(fileOf(result).includes("secret")).toBe(false);
});

describe("transparent parts", async () => {
  const circle = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><circle cx="300" cy="200" r="150" fill="#c33"/></svg>',
  );
  const file = await sharp(circle, { density: 72 }).png().toBuffer();

  test("stay, as PNG", async () => {
    const result = await engine.process(jobOf(file, { maxSide: side }));
    expect(result).toMatchObject({ format: "png", mimeType: "image/png", width: 300, height: 200, warnings: [] });
    expect(result).not.toHaveProperty("quality");
    for (const background of ["white", "black"]) {
      const before = expected(file).flatten({ background });
      expect(await likeness(sharp(fileOf(result)).flatten({ background }), before)).toBeGreaterThan(35);
    }
  });

  test("become white, as JPEG, where PNG is not taken or does not fit", async () => {
    const white = expected(file).flatten({ background: "white" });
    for (const limits of [{ formats: ["jpeg"] as const }, { maxBytes: 2500 }]) {
      const result = await engine.process(jobOf(file, { maxSide: side, ...limits }));
      expect(result.format).toBe("jpeg");
      expect(result.warnings).toHaveLength(1);
      expect(await likeness(sharp(fileOf(result)), white.clone())).toBeGreaterThan(25);
    }
  });

  test("an alpha channel that is opaque everywhere does not count", async () => {
    const opaque = await (await photo(500, 400)).ensureAlpha().png().toBuffer();
    const result = await engine.process(jobOf(opaque, { maxSide: side }));
    expect(result).toMatchObject({ format: "jpeg", warnings: [] });
  });
});

describe("formats", () => {
  test("of PNG and JPEG the smaller one, for a drawing", async () => {
    const file = await drawing(600, 400).png({ compressionLevel: 0 }).toBuffer();
    const result = await engine.process(jobOf(file, { maxSide: 599 }));
    const jpegOnly = await engine.process(jobOf(file, { maxSide: 599, formats: ["jpeg"] }));
    const pngOnly = await engine.process(jobOf(file, { maxSide: 599, formats: ["png"] }));
    expect([jpegOnly.format, pngOnly.format]).toEqual(["jpeg", "png"]);
    expect(result.bytes).toBe(Math.min(jpegOnly.bytes, pngOnly.bytes));
  });

  test("JPEG becomes PNG only where nothing else is taken", async () => {
    const file = await drawing(600, 400).jpeg().toBuffer();
    expect((await engine.process(jobOf(file, { maxSide: side }))).format).toBe("jpeg");
    expect((await engine.process(jobOf(file, { maxSide: side, formats: ["png"] }))).format).toBe("png");
  });

  test("an image within the limits is converted at its size", async () => {
    const file = await drawing(200, 100).webp({ lossless: true }).toBuffer();
    const result = await engine.process(jobOf(file, { formats: ["jpeg"] }));
    expect(result).toMatchObject({ format: "jpeg", width: 200, height: 100 });
  });

  test("a target that takes neither is refused", async () => {
    const file = await drawing(200, 100).png().toBuffer();
    await expect(engine.process(jobOf(file, { formats: ["webp"] }))).rejects.toMatchObject({ code: "does-not-fit" });
  });
});

describe("a file does not grow where only the side has to shrink", async () => {
  const raw = await (await photo(640, 480)).raw().toBuffer();
  const source = (): Sharp => sharp(raw, { raw: { width: 640, height: 480, channels: 3 } });

  test("the quality goes down instead", async () => {
    for (const file of [await source().jpeg({ quality: 60 }).toBuffer(), await source().webp().toBuffer()]) {
      const result = await engine.process(jobOf(file, { maxSide: 600 }));
      expect(result.bytes).toBeLessThanOrEqual(file.length);
      expect(result).toMatchObject({ format: "jpeg", width: 600 });
      expect(result.quality).toBeLessThan(85);
    }
  });

  test("and where that is not enough, it grows little", async () => {
    const file = await source().jpeg({ quality: 10 }).toBuffer();
    const result = await engine.process(jobOf(file, { maxSide: 600 }));
    expect(result).toMatchObject({ width: 600, quality: 35 });
  });

  test("a format that is not taken may grow", async () => {
    const file = await source().webp({ quality: 10 }).toBuffer();
    const result = await engine.process(jobOf(file, { formats: ["jpeg"] }));
    expect(result).toMatchObject({ width: 640, quality: 85 });
  });
});

test("extreme shapes", async () => {
  for (const [width, height] of [
    [4000, 1],
    [1, 4000],
    [1, 1],
  ] as const) {
    const color = { create: { width, height, channels: 3 as const, background: "#369" } };
    for (const file of [await sharp(color).jpeg().toBuffer(), await sharp(color).png().toBuffer()]) {
      const result = await engine.process(jobOf(file, { maxSide: 1000 }));
      expect([result.width, result.height]).toEqual([Math.min(width, 1000), Math.min(height, 1000)]);
    }
  }
});

test("the same job gives the same bytes, whatever was done before", async () => {
  const file = await (await photo(900, 700)).jpeg().toBuffer();
  const other = await drawing(500, 500).png().toBuffer();
  const first = await createJsquashEngine({ modules }).process(jobOf(file, { maxSide: side }));
  await engine.process(jobOf(other, { maxSide: side }));
  expect(await engine.process(jobOf(file, { maxSide: side }))).toEqual(first);
  expect(await createEngine({ modules, memory: "edge" }).process(jobOf(file, { maxSide: side }))).toEqual(first);
  expect(first.bytes).toBeLessThan(MIB);
});

test("the name tells of what changes results", () => {
  expect(engine.name).toBe("jsquash");
  expect(createJsquashEngine({ modules, quality: "high" }).name).not.toBe(engine.name);
});
