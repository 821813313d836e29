// What the tests of the engine share: modules for Node, pictures, and the distance between pictures.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import sharp, { type Sharp } from "sharp";
import { decodeBase64, encodeBase64 } from "../../src/images/base64.ts";
import type { JsquashModules } from "../../src/images/engines/jsquash/index.ts";
import { measureCanonical } from "../../src/images/measure.ts";
import type { EncodedImage, ImageFormat, ImageJob, ImageLimits } from "../../src/images/types.ts";
import { createRandom } from "../properties/random.ts";

const { resolve } = createRequire(import.meta.url);

/** How a module is loaded in Node. */
export function load(name: string): () => WebAssembly.Module {
  return () => new WebAssembly.Module(readFileSync(resolve(name)));
}

export const modules: Required<JsquashModules> = {
  jpegDecode: load("@cwasm/jpeg-turbo/jpeg-turbo.wasm"),
  jpegEncode: load("@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm"),
  png: load("@jsquash/png/codec/pkg/squoosh_png_bg.wasm"),
  webpDecode: load("@jsquash/webp/codec/dec/webp_dec.wasm"),
  resize: load("@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm"),
};

export const MIB: number = 1024 * 1024;

const anything: readonly ImageFormat[] = ["jpeg", "png", "gif", "webp"];

/** A job for a file. */
export function jobOf(file: Uint8Array, limits: Partial<ImageLimits> = {}): ImageJob {
  const data = encodeBase64(file);
  const info = measureCanonical(data);
  if (!info) throw new Error("the file is no image");
  return { data, info, limits: { maxSide: 1200, maxBytes: 5 * MIB, formats: anything, ...limits } };
}

/** The file of a result. */
export function fileOf({ data }: EncodedImage): Buffer {
  return Buffer.from(decodeBase64(data));
}

/** Something like a photo: noise in several sizes, and a little grain. The same every time. */
export async function photo(width: number, height: number, grain = 6): Promise<Sharp> {
  const random = createRandom(1);
  const noise = (count: number): Buffer => Buffer.from(Uint8Array.from({ length: count }, () => random.next() * 256));
  const sum = new Float32Array(width * height * 3);
  for (const [octave, amplitude] of [90, 50, 30, 18, 10].entries()) {
    const raw = { width: 4 << octave, height: 3 << octave, channels: 3 as const };
    const small = sharp(noise(raw.width * raw.height * 3), { raw });
    const large = await small.resize(width, height, { kernel: "cubic", fit: "fill" }).raw().toBuffer();
    for (let i = 0; i < sum.length; i++) {
      sum[i] = (sum[i] as number) + (((large[i] as number) - 128) / 128) * amplitude;
    }
  }
  const pixels = Uint8ClampedArray.from(sum, (value) => 128 + value + (random.next() - 0.5) * 2 * grain);
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Something like a drawing of a few flat colors. */
export function drawing(width: number, height: number): Sharp {
  const shapes = Array.from({ length: 12 }, (_, i) => {
    const [x, y] = [((i % 4) * width) / 4 + 8, (Math.floor(i / 4) * height) / 3 + 8];
    return `<rect x="${x}" y="${y}" width="${width / 6}" height="${height / 5}" fill="hsl(${i * 30},70%,60%)"/>`;
  });
  const size = `width="${width}" height="${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="white"/>${shapes.join("")}</svg>`;
  return sharp(Buffer.from(svg), { density: 72 }).removeAlpha();
}

/** How near two pictures of the same sides are, in decibels: 30 is alike, 40 hard to tell apart. */
export async function likeness(a: Sharp, b: Sharp): Promise<number> {
  const [one, other] = await Promise.all([a, b].map((image) => image.ensureAlpha().raw().toBuffer()));
  if (!one || one.length !== other?.length) throw new Error("the pictures have different sides");
  const sum = one.reduce((total, value, i) => total + (value - (other[i] as number)) ** 2, 0);
  return sum === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 * 255 * one.length) / sum);
}
