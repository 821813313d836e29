/// <reference path="./jsquash.d.ts" />
/** Writes JPEG with @jsquash/jpeg. */
import { ImageError } from "../../types.ts";
import { startEmscripten } from "./emscripten.ts";
import type { Kind } from "./instances.ts";
import type { Pixels } from "./pixels.ts";

/** A running encoder. */
export interface JpegEncoder {
  /** The linear memory. */
  readonly memory: WebAssembly.Memory;
  /**
   * The picture as a baseline JPEG.
   *
   * @param pixels opaque ones: the encoder does not look at alpha
   * @param quality 1 to 100
   * @throws ImageError when what the encoder made is no JPEG
   */
  encode(pixels: Pixels, quality: number): Uint8Array;
}

/** What the encoder wants to be told. Progressive files would be a few percent smaller and take twice the time. */
const OPTIONS = {
  baseline: true,
  arithmetic: false,
  progressive: false,
  optimize_coding: true,
  smoothing: 0,
  color_space: 3, // YCbCr
  quant_table: 3, // ImageMagick's
  trellis_multipass: false,
  trellis_opt_zero: false,
  trellis_opt_table: false,
  trellis_loops: 1, // With none the encoder gives 22 bytes and no error.
  auto_subsample: true,
  chroma_subsample: 2,
  separate_chroma_quality: false,
  chroma_quality: 75,
};

/** How the encoder is started. Its glue touches globals when it is imported, so it is not before an image needs it. */
export const jpegEncoder: Kind<JpegEncoder> = {
  purpose: "writing JPEG",
  async start(module) {
    const { default: factory } = await import("@jsquash/jpeg/codec/enc/mozjpeg_enc.js");
    const { api, memory } = await startEmscripten(factory, module);
    return {
      memory,
      encode({ data, width, height }, quality) {
        const file = api.encode(data, width, height, { ...OPTIONS, quality });
        if (!isJpeg(file)) throw new ImageError("unavailable", "Image processor failed at writing JPEG");
        return new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
      },
    };
  },
  bytes: ({ memory }) => memory.buffer.byteLength,
};

/** A JPEG has tables of some hundred bytes, a start and an end. */
function isJpeg(file: Uint8Array): boolean {
  const end = file.length - 2;
  return end > 100 && file[0] === 0xff && file[1] === 0xd8 && file[end] === 0xff && file[end + 1] === 0xd9;
}

/** The picture before white. The same pixels when they are opaque. */
export function flatten(pixels: Pixels): Pixels {
  if (pixels.opaque) return pixels;
  const { data, width, height } = pixels;
  const flat = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] as number;
    const white = 255 * (255 - alpha) + 127;
    flat[i] = ((data[i] as number) * alpha + white) / 255;
    flat[i + 1] = ((data[i + 1] as number) * alpha + white) / 255;
    flat[i + 2] = ((data[i + 2] as number) * alpha + white) / 255;
    flat[i + 3] = 255;
  }
  return { data: flat, width, height, opaque: true };
}

/** How many rows are looked at to tell a graphic from a photo. */
const SAMPLED_ROWS = 64;

/** The share of pixels that equal their left neighbor, from 0 to 1, in some rows. Photos have next to none. */
export function flatness({ data, width, height }: Pixels): number {
  const step = Math.max(1, Math.floor(height / SAMPLED_ROWS));
  let equal = 0;
  let seen = 0;
  for (let y = 0; y < height; y += step) {
    const row = y * width * 4;
    for (let i = row + 4; i < row + width * 4; i += 4) {
      if (data[i] === data[i - 4] && data[i + 1] === data[i - 3] && data[i + 2] === data[i - 2]) equal++;
    }
    seen += width - 1;
  }
  return seen === 0 ? 1 : equal / seen;
}
