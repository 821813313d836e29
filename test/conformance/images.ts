// The image part of the suite: every fixture is measured and made to fit, and what comes out is read again by other
// decoders. All results are part of the fingerprint: the same bytes on every runtime.
import { readBase64 } from "../../src/images/base64.ts";
import { createJsquashEngine, type JsquashModules } from "../../src/images/engines/jsquash/index.ts";
import { measureImage } from "../../src/images/measure.ts";
import { type EncodedImage, type ImageEngine, ImageError, type ImageLimits } from "../../src/images/types.ts";
// @ts-types="../images/fixtures.d.ts"
import { type Expectation, fixtures, type ImageFixture } from "../images/fixtures.js";
import { distance, type Picture, quadrantsOf, readJpeg, readPng } from "./images-pixels.ts";
import { replayed } from "./images-replay.ts";

/** What a host has to bring: the engine's modules, and another JPEG decoder to look at results with. */
export interface ImageModules extends Required<JsquashModules> {
  /** `@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm` */
  readonly jpegReader: NonNullable<JsquashModules["jpegDecode"]>;
}

type Check = () => Promise<unknown>;
type Done = { readonly image: EncodedImage } | { readonly error: ImageError };

/** Half of the small pictures' longest side, so that everything has to be decoded, scaled and encoded. */
const small: ImageLimits = { maxSide: 48, maxBytes: 2 ** 20, formats: ["jpeg", "png", "gif", "webp"] };

/** Stands in the metadata of fixtures, and has to be gone with them. */
const secret = "a secret place";

/** One check for each fixture, and those of the engine as a whole. */
export function imageChecks(wasm: ImageModules): Map<string, Check> {
  const suite = new ImageSuite(wasm);
  const checks = new Map<string, Check>();
  for (const fixture of fixtures) {
    checks.set(`image ${fixture.name}`, () => suite.fits(fixture));
    checks.set(`replay ${fixture.name}`, () => replayed(fixture, suite.engine));
  }
  for (const [name, check] of Object.entries(suite.others)) checks.set(`images: ${name}`, check);
  return checks;
}

class ImageSuite {
  readonly #modules: JsquashModules;
  readonly #jpegReader: () => WebAssembly.Module | Promise<WebAssembly.Module>;
  readonly engine: ImageEngine;
  /** What the engine made of the pictures that it has to be able to read at any time. */
  readonly #first = new Map<string, string>();

  constructor({ jpegReader, ...modules }: ImageModules) {
    this.#modules = modules;
    this.#jpegReader = () => (typeof jpegReader === "function" ? jpegReader() : jpegReader);
    this.engine = createJsquashEngine({ modules });
  }

  readonly others: Readonly<Record<string, Check>> = {
    "bytes are found by quality and size": async () => {
      const { name } = named("jpeg/photo");
      const images: unknown[] = [];
      for (const maxBytes of [30_000, 10_000, 3_000]) {
        const image = await this.#image(name, { ...small, maxSide: 640, maxBytes });
        await this.#shows(image, named(name).expect);
        images.push(image);
      }
      return images;
    },
    "no size is small enough": async () => {
      const done = await this.#process(named("jpeg/photo"), { ...small, maxBytes: 60 });
      if (!("error" in done)) throw new Error("60 bytes were enough");
      matches(done.error.code, /^does-not-fit$/);
      matches(done.error.message, /^Image could not be reduced below 60B \(got [0-9.]+(B|KB|MB)\)$/);
      return done.error.message;
    },
    "only JPEG: white behind what is transparent": async () => {
      const { expect } = named("png/rgba-8");
      const image = await this.#image("png/rgba-8", { ...small, formats: ["jpeg"] });
      matches(image.format, /^jpeg$/);
      const corners = (expect.corners ?? []).map((color) => color && onWhite(color));
      await this.#shows(image, { ...expect, format: "jpeg", corners, tolerance: 12, warned: true });
      return image;
    },
    "only PNG: a photo too": async () => {
      const image = await this.#image("jpeg/photo", { ...small, formats: ["png"] });
      await this.#shows(image, { ...named("jpeg/photo").expect, format: "png" });
      return image;
    },
    "a drawing stays PNG": async () => {
      const image = await this.#image("png/drawing", { ...small, maxSide: 320 });
      await this.#shows(image, { ...named("png/drawing").expect, format: "png" });
      const asJpeg = await this.#image("png/drawing", { ...small, maxSide: 320, formats: ["jpeg"] });
      if (asJpeg.bytes <= image.bytes) throw new Error(`${image.bytes} bytes, as JPEG ${asJpeg.bytes}`);
      return [image, asJpeg];
    },
    "only formats that are never written": async () => {
      const done = await this.#process(named("jpeg/photo"), { ...small, formats: ["webp", "gif"] });
      if (!("error" in done)) throw new Error(`it wrote ${done.image.format}`);
      return [done.error.code, done.error.message];
    },
    "a picture that is small enough is not made larger": async () => {
      const image = await this.#image("gif/still", { ...small, maxSide: 2000, formats: ["png", "jpeg"] });
      matches(`${image.width}x${image.height}`, /^96x64$/);
      await this.#shows(image, named("gif/still").expect);
      return image;
    },
    "a head that belongs to another file": async () => {
      const { info } = jobOf(named("jpeg/baseline"), small);
      const refused: unknown[] = [];
      for (const name of [
        "jpeg/lies-32768x32768",
        "jpeg/lies-60000x60000",
        "jpeg/12-bits",
        "png/30000x30000",
        "jpeg/garbage",
      ]) {
        const done = await settled(this.engine.process({ data: named(name).data, info, limits: small }));
        if (!("error" in done)) throw new Error(`${name} was made to fit`);
        refused.push([name, done.error.code, done.error.message]);
      }
      await this.#stillWorks();
      return refused;
    },
    "a module that is absent": async () => {
      const engine = createJsquashEngine({});
      const done = await settled(engine.process(jobOf(named("jpeg/photo"), small)));
      if (!("error" in done)) throw new Error("it worked without a module");
      matches(done.error.code, /^unavailable$/);
      return done.error.message;
    },
    "an abort": async () => {
      const reason = new Error("enough");
      const job = jobOf(named("jpeg/photo"), small);
      const thrown = await this.engine.process(job, AbortSignal.abort(reason)).catch((error: unknown) => error);
      if (thrown !== reason) throw new Error(`the reason did not arrive, but ${String(thrown)}`);
      await this.#stillWorks();
    },
    "bad pictures in a row": async () => {
      for (const name of ["jpeg/header-only", "jpeg/corrupt-scan", "png/bad-stream", "png/wrong-color-type"]) {
        for (let i = 0; i < 150; i++) await this.#process(named(name), small);
      }
      await this.#stillWorks();
    },
    "jobs at the same time": async () => {
      const names = ["jpeg/photo", "png/photo", "jpeg/garbage-behind", "webp/photo", "png/bad-stream", "jpeg/photo"];
      const together = await Promise.all(names.map((name) => this.#process(named(name), small)));
      for (const [i, name] of names.entries()) {
        const [a, b] = [described(together[i] as Done), described(await this.#process(named(name), small))];
        if (a !== b) throw new Error(`${name} became another file: ${a}, then ${b}`);
      }
      return together.map(described);
    },
    "the better scaling": () => {
      const engine = createJsquashEngine({ modules: this.#modules, quality: "high" });
      return this.#all(engine, [
        "jpeg/photo",
        "png/photo-translucent",
        "png/rgba-8",
        "webp/photo",
        "jpeg/exif-photo-6",
      ]);
    },
    "the memory of a worker": () => {
      const engine = createJsquashEngine({ modules: this.#modules, memory: "edge" });
      return this.#all(engine, [
        "jpeg/photo",
        "jpeg/photo-progressive",
        "png/photo",
        "png/photo-interlaced",
        "webp/photo",
      ]);
    },
  };

  /** Measures a fixture, makes it fit, and compares both with what is expected of it. */
  async fits(fixture: ImageFixture): Promise<unknown> {
    const { name, data, expect } = fixture;
    const read = readBase64(data);
    const info = "fault" in read ? undefined : measureImage(data);
    if (expect.info === null) {
      if (info) throw new Error(`measured as ${JSON.stringify(info)}`);
      return read;
    }
    for (const [key, value] of Object.entries(expect.info)) {
      const own = info?.[key as keyof typeof info];
      if (own !== value) throw new Error(`${key} is ${JSON.stringify(own)}, not ${JSON.stringify(value)}`);
    }
    const done = await this.#process(fixture, small);
    if ("error" in done) {
      const { code, message } = done.error;
      if (code !== expect.code) throw new Error(`refused as ${code}: ${message}`);
      // The message will stand in a transcript.
      if (!/^[^\n]{5,160}$/.test(message) || (data.length > 60 && message.includes(data.slice(40, 60))))
        throw new Error(`says ${message}`);
      await this.#stillWorks();
      return [info, code, message];
    }
    if (expect.code) throw new Error(`became a ${done.image.mimeType} of ${done.image.bytes} bytes`);
    await this.#shows(done.image, expect);
    if (expect.warned) await this.#stillWorks();
    if (!name.startsWith("label/")) equalSides(done.image, expect);
    return [info, done.image];
  }

  /** Another engine makes fixtures fit, too. */
  async #all(engine: ImageEngine, names: readonly string[]): Promise<unknown> {
    const results: unknown[] = [];
    for (const name of names) {
      const done = await settled(engine.process(jobOf(named(name), small)));
      if ("error" in done) throw new Error(`${name} is refused: ${done.error.message}`);
      await this.#shows(done.image, named(name).expect);
      results.push(done.image);
    }
    return results;
  }

  /** The engine gives the same bytes for some good pictures as it did at first. */
  async #stillWorks(): Promise<void> {
    for (const name of ["jpeg/restart-markers", "png/interlaced-rgba", "webp/lossy"]) {
      const { data } = await this.#image(name, small);
      const first = this.#first.get(name) ?? data;
      this.#first.set(name, first);
      if (data !== first) throw new Error(`afterwards ${name} becomes another file`);
    }
  }

  async #process(fixture: ImageFixture, limits: ImageLimits): Promise<Done> {
    const done = await settled(this.engine.process(jobOf(fixture, limits)));
    if ("image" in done) fitsInto(done.image, limits);
    return done;
  }

  async #image(name: string, limits: ImageLimits): Promise<EncodedImage> {
    const done = await this.#process(named(name), limits);
    if ("error" in done) throw new Error(`${name} is refused: ${done.error.message}`);
    return done.image;
  }

  /** The file is what the engine says of it and shows the colors. */
  async #shows(
    image: EncodedImage,
    { corners = [], tolerance = 0, format, warned = false }: Expectation,
  ): Promise<void> {
    const info = measureImage(image.data);
    for (const key of ["format", "mimeType", "width", "height", "bytes"] as const) {
      if (info?.[key] !== image[key]) throw new Error(`says ${key} ${image[key]}, the file ${info?.[key]}`);
    }
    if (format && image.format !== format) throw new Error(`became ${image.format}, not ${format}`);
    if (image.warnings.length > 0 !== warned) throw new Error(`warnings: ${JSON.stringify(image.warnings)}`);
    const bytes = bytesOf(image.data);
    if (textOf(bytes).includes(secret)) throw new Error("the metadata is still there");
    const shown = quadrantsOf(await this.#decode(image, bytes));
    // What is flattened into a JPEG is compared as it is on white.
    const wanted = image.format === "jpeg" ? corners.map((color) => color && onWhite(color)) : corners;
    const far = distance(shown, wanted);
    if (far > (image.format === "jpeg" ? Math.max(12, tolerance) : tolerance)) {
      throw new Error(`shows ${JSON.stringify(shown)} instead of ${JSON.stringify(wanted)}`);
    }
  }

  async #decode({ format, width, height }: EncodedImage, bytes: Uint8Array<ArrayBuffer>): Promise<Picture> {
    const picture = format === "png" ? await readPng(bytes) : await readJpeg(bytes, this.#jpegReader);
    if (picture.width !== width || picture.height !== height) throw new Error("another decoder sees other sides");
    return picture;
  }
}

function named(name: string): ImageFixture {
  const fixture = fixtures.find((each) => each.name === name);
  if (!fixture) throw new Error(`there is no fixture ${name}`);
  return fixture;
}

/** The job as the planning makes it; frozen, since an engine leaves it alone. */
function jobOf({ name, data }: ImageFixture, limits: ImageLimits): Parameters<ImageEngine["process"]>[0] {
  const read = readBase64(data);
  const info = measureImage(data);
  if ("fault" in read || !info) throw new Error(`${name} is no image`);
  return Object.freeze({ data: read.data, info: Object.freeze(info), limits: Object.freeze(limits) });
}

/** Only the documented error may come out. */
async function settled(work: Promise<EncodedImage>): Promise<Done> {
  try {
    return { image: await work };
  } catch (error) {
    if (error instanceof ImageError) return { error };
    throw new Error(`threw ${Object.prototype.toString.call(error)}: ${String(error)}`);
  }
}

function fitsInto({ width, height, bytes, format }: EncodedImage, { maxSide, maxBytes, formats }: ImageLimits): void {
  if (Math.max(width, height) <= maxSide && bytes <= maxBytes && formats.includes(format)) return;
  throw new Error(`${width}x${height} pixels in ${bytes} bytes of ${format} do not fit`);
}

/** The longest side is as long as it may be, and the other one in proportion. */
function equalSides({ width, height }: EncodedImage, { info }: Expectation): void {
  const [w, h] = [info?.width ?? 0, info?.height ?? 0];
  const scale = Math.min(1, small.maxSide / Math.max(w, h));
  const [wide, high] = [w, h].map((side) => Math.max(1, Math.round(side * scale)));
  if (width !== wide || height !== high) throw new Error(`became ${width}x${height}, not ${wide}x${high}`);
}

function onWhite([red, green, blue, alpha]: readonly [number, number, number, number]): [
  number,
  number,
  number,
  number,
] {
  const over = (value: number): number => (value * alpha + 255 * (255 - alpha)) / 255;
  return [over(red), over(green), over(blue), 255];
}

const described = (done: Done): string => ("error" in done ? done.error.message : done.image.data);

function matches(text: string, pattern: RegExp): void {
  if (!pattern.test(text)) throw new Error(`${text} does not match ${pattern}`);
}

const bytesOf = (data: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(data), (char) => char.charCodeAt(0));

const textOf = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes);
