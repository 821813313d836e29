// What the engine refuses, and what it survives.
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createJsquashEngine, type ImageCodec } from "../../src/images/engines/jsquash/index.ts";
import { ImageError, type ImageInfo } from "../../src/images/types.ts";
import { bad, damaged } from "./bad.mjs";
import { drawing, fileOf, jobOf, load, modules, photo } from "./engines.ts";

const engine = createJsquashEngine({ modules });
const jpeg = await (await photo(400, 300)).jpeg().toBuffer();
const png = await drawing(400, 300).png().toBuffer();
const webp = await (await photo(400, 300)).webp().toBuffer();
const gif = await drawing(400, 300).gif().toBuffer();

describe("refused before a decoder sees it", () => {
  const cases: [string, Partial<ImageInfo>, string][] = [
    ["JPEG of 32768x32768", { format: "jpeg", width: 32_768, height: 32_768 }, "too-large"],
    ["JPEG of 101 megapixels", { format: "jpeg", width: 10_100, height: 10_000 }, "too-large"],
    ["a side of 65501", { format: "jpeg", width: 65_501, height: 1 }, "too-large"],
    ["PNG of 51 megapixels", { format: "png", width: 5100, height: 10_000 }, "too-large"],
    ["interlaced PNG of 9 megapixels", { format: "png", progressive: true, width: 3000, height: 3000 }, "too-large"],
    ["WebP of 13 megapixels", { format: "webp", width: 1300, height: 10_000 }, "too-large"],
    ["GIF of 65535x65535", { format: "gif", width: 65_535, height: 65_535 }, "too-large"],
    ["BMP of 26 megapixels", { format: "bmp", width: 2600, height: 10_000 }, "too-large"],
    ["no width", { format: "jpeg", width: 0, height: 10 }, "undecodable"],
    ["no number", { format: "png", width: Number.NaN, height: 10 }, "undecodable"],
    ["AVIF without a codec", { format: "avif" }, "unsupported-format"],
    ["SVG", { format: "svg" }, "unsupported-format"],
    ["a progressive JPEG of 90 megapixels", { format: "jpeg", progressive: true, width: 9000, height: 10_000 }, ""],
  ];
  // The file is a good one of another size: a decoder that saw it would say `undecodable`.
  test.each(cases.slice(0, -1))("%s", async (_, info, code) => {
    const job = jobOf(jpeg);
    const refused = engine.process({ ...job, info: { ...job.info, ...info } });
    await expect(refused).rejects.toMatchObject({ name: "ImageError", code });
  });

  test("what needs more memory than the host allows", async () => {
    const job = jobOf(jpeg);
    const [, info] = cases.at(-1) as (typeof cases)[number];
    const edge = createJsquashEngine({ modules, memory: "edge" });
    const refused = edge.process({ ...job, info: { ...job.info, ...info } });
    await expect(refused).rejects.toMatchObject({ code: "too-large", message: expect.stringContaining("64 MiB") });
    const tiny = createJsquashEngine({ modules, memory: 1000 });
    await expect(tiny.process(job)).rejects.toMatchObject({ code: "too-large" });
  });

  test("a header that says something else than what was measured", async () => {
    for (const file of [jpeg, png, webp]) {
      const job = jobOf(file);
      const refused = engine.process({ ...job, info: { ...job.info, width: 399 } });
      await expect(refused).rejects.toMatchObject({ code: "undecodable" });
    }
  });
});

describe("bad images", () => {
  test.each(Object.keys(bad))("%s", async (name) => {
    const file = bad[name] as Uint8Array;
    await expect(engine.process(jobOf(file, { maxSide: 100 }))).rejects.toBeInstanceOf(ImageError);
  });

  test("the kinds of JPEG that are not supported are named", async () => {
    const messageOf = async (name: string): Promise<string> => {
      const error = await engine.process(jobOf(bad[name] as Uint8Array)).catch((thrown: unknown) => thrown);
      return error instanceof ImageError ? `${error.code}: ${error.message}` : "none";
    };
    expect(await messageOf("12-bit JPEG")).toBe("unsupported-format: JPEG with 12 bits is not supported");
    expect(await messageOf("arithmetic JPEG")).toBe("unsupported-format: JPEG with arithmetic coding is not supported");
    expect(await messageOf("JPEG in 300 scans")).toMatch(/^too-large: /);
  });

  test.each(Object.keys(damaged))("%s: what is there is shown, and said", async (name) => {
    const result = await engine.process(jobOf(damaged[name] as Uint8Array, { maxSide: 60 }));
    expect(result.warnings).toHaveLength(1);
    expect([result.width, result.height]).toEqual([60, 45]);
    // Above, where the data are, it is no single color.
    const top = await sharp(fileOf(result)).extract({ left: 0, top: 0, width: 60, height: 10 }).stats();
    expect(top.channels[0]?.stdev).toBeGreaterThan(5);
  });

  test("a picture of one color is a picture, though its end is missing", async () => {
    const plain = { create: { width: 64, height: 64, channels: 3 as const, background: "#222" } };
    const file = await sharp(plain).jpeg().toBuffer();
    const result = await engine.process(jobOf(file.subarray(0, -2), { maxSide: 32 }));
    expect(result.warnings).toHaveLength(1);
    expect((await sharp(fileOf(result)).stats()).channels[0]?.mean).toBeCloseTo(0x22, 0);
  });

  test("good images decode after a hundred bad ones of each kind", async () => {
    const good = [jpeg, png, webp, gif].map((file) => jobOf(file, { maxSide: 100 }));
    const before = await Promise.all(good.map((job) => engine.process(job)));
    for (const file of Object.values(bad)) {
      const job = jobOf(file, { maxSide: 100 });
      for (let i = 0; i < 100; i++) await expect(engine.process(job)).rejects.toBeInstanceOf(ImageError);
    }
    for (const file of Object.values(damaged)) {
      const job = jobOf(file, { maxSide: 100 });
      for (let i = 0; i < 20; i++) expect((await engine.process(job)).warnings).toHaveLength(1);
    }
    expect(await Promise.all(good.map((job) => engine.process(job)))).toEqual(before);
  });
});

describe("codecs of the host", () => {
  const job = jobOf(jpeg);
  const asHeic = { ...job, info: { ...job.info, format: "heic" as const } };
  const withCodec = (decode: ImageCodec["decode"]): Promise<unknown> =>
    createJsquashEngine({ modules, codecs: [{ formats: ["heic"], decode }] }).process(asHeic);

  test.each([
    ["a number", 5_246_024],
    ["a text", "secret bytes"],
    ["a class of its own", { name: "ExitStatus", status: 1 }],
    ["nothing", undefined],
    ["a trap", new WebAssembly.RuntimeError("unreachable")],
    ["an error", new Error("secret bytes")],
  ])("may throw %s", async (_, thrown) => {
    const refused = withCodec(() => Promise.reject(thrown));
    await expect(refused).rejects.toMatchObject({ code: "undecodable", message: "the image could not be decoded" });
    await expect(refused).rejects.not.toHaveProperty("cause");
  });

  test("that give something else than pixels are refused", async () => {
    const results = [
      { data: new Uint8Array(10), width: 400, height: 300, opaque: true },
      { data: new Uint8Array(0), width: 0, height: 0, opaque: true },
      { data: new Uint8Array(4), width: 1e9, height: 1e9, opaque: true },
      { data: [1, 2, 3, 4], width: 1, height: 1, opaque: true },
      undefined,
    ];
    for (const result of results) {
      await expect(withCodec(() => Promise.resolve(result as never))).rejects.toBeInstanceOf(ImageError);
    }
  });
});

describe("modules", () => {
  test("that are missing make what needs them unavailable", async () => {
    const job = jobOf(jpeg);
    const message = "Image processor unavailable for reading JPEG";
    await expect(createJsquashEngine().process(job)).rejects.toMatchObject({ code: "unavailable", message });
    const { jpegEncode: _, ...rest } = modules;
    await expect(createJsquashEngine({ modules: rest }).process(job)).rejects.toMatchObject({ code: "unavailable" });
  });

  test("are loaded when they are needed, and once", async () => {
    const loaded: string[] = [];
    const watched = Object.fromEntries(
      Object.entries(modules).map(([name, source]) => [
        name,
        () => {
          loaded.push(name);
          return (source as () => WebAssembly.Module)();
        },
      ]),
    );
    const lazy = createJsquashEngine({ modules: watched });
    expect(loaded).toEqual([]);
    await lazy.process(jobOf(jpeg));
    await lazy.process(jobOf(jpeg));
    expect(loaded).toEqual(["jpegDecode", "jpegEncode"]);
    // Drawings need no module.
    await lazy.process(jobOf(png, { formats: ["png"] }));
    expect(loaded).toEqual(["jpegDecode", "jpegEncode"]);
    await lazy.process(jobOf(jpeg, { formats: ["png"] }));
    expect(loaded).toEqual(["jpegDecode", "jpegEncode", "png"]);
  });

  test("that cannot be loaded are tried again with the next image", async () => {
    let tries = 0;
    const jpegDecode = async (): Promise<WebAssembly.Module> => {
      if (++tries === 1) throw new Error("no network");
      return load("@cwasm/jpeg-turbo/jpeg-turbo.wasm")();
    };
    const flaky = createJsquashEngine({ modules: { ...modules, jpegDecode } });
    await expect(flaky.process(jobOf(jpeg))).rejects.toMatchObject({ code: "unavailable" });
    expect((await flaky.process(jobOf(jpeg))).format).toBe("jpeg");
  });

  test("that are mixed up are unavailable", async () => {
    const mixed = createJsquashEngine({ modules: { ...modules, jpegDecode: modules.webpDecode } });
    await expect(mixed.process(jobOf(jpeg))).rejects.toMatchObject({ code: "unavailable" });
  });
});

describe("stopping", () => {
  test("an abort rejects with its reason, and the next image is not held up", async () => {
    const aborted = AbortSignal.abort(new Error("enough"));
    await expect(engine.process(jobOf(jpeg), aborted)).rejects.toThrow("enough");
    const controller = new AbortController();
    const running = engine.process(jobOf(png), controller.signal);
    const waiting = engine.process(jobOf(jpeg), controller.signal);
    const next = engine.process(jobOf(webp));
    controller.abort(new Error("later"));
    await expect(running).rejects.toThrow("later");
    await expect(waiting).rejects.toThrow("later");
    expect((await next).format).toBe("jpeg");
  });

  test("a time limit in the host's clock", async () => {
    let time = 0;
    const slow = createJsquashEngine({ modules, timeLimit: 10, now: () => (time += 4) });
    await expect(slow.process(jobOf(jpeg))).rejects.toMatchObject({ code: "time-limit" });
    const patient = createJsquashEngine({ modules, timeLimit: 1000, now: () => (time += 4) });
    expect((await patient.process(jobOf(jpeg))).format).toBe("jpeg");
  });

  test("one image at a time", async () => {
    let running = 0;
    const codec: ImageCodec = {
      formats: ["heic"],
      async decode() {
        running++;
        await new Promise((resolve) => setTimeout(resolve, 5));
        const seen = running--;
        return { data: new Uint8Array(400).fill(seen), width: 10, height: 10, opaque: false };
      },
    };
    const busy = createJsquashEngine({ modules, codecs: [codec] });
    const job = jobOf(jpeg);
    const heic = {
      ...job,
      info: { ...job.info, format: "heic" as const },
      limits: { ...job.limits, formats: ["png"] as const },
    };
    const results = await Promise.all(Array.from({ length: 5 }, () => busy.process(heic)));
    const pixels = await sharp(Buffer.from((results[0] as (typeof results)[0]).data, "base64"))
      .raw()
      .toBuffer();
    expect([...new Set(pixels)]).toEqual([1]);
    expect(new Set(results.map(({ data }) => data)).size).toBe(1);
  });
});

test("jobs and their files are not changed", async () => {
  const job = jobOf(jpeg, { maxSide: 100 });
  const frozen = Object.freeze({ ...job, info: Object.freeze(job.info), limits: Object.freeze(job.limits) });
  const before = JSON.stringify(frozen);
  await engine.process(frozen);
  expect(JSON.stringify(frozen)).toBe(before);
});
