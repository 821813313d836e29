/**
 * What is refused before a decoder sees it, and how much memory an image takes.
 *
 * The headers of a small file can claim gigapixels, and decoders believe them: one of the codecs multiplies the sides
 * in 32 bits and writes out of bounds, another works half a minute. So the number of pixels is limited by format, and
 * the memory for the job is estimated from the header and held against what the host allows.
 *
 * The estimates are upper bounds of what was measured with noise, which needs the most. Memory of a step is the linear
 * memory of its WASM instance plus the arrays around it. The base64 string of the caller is not counted.
 */
import { ImageError, type ImageFormat, type ImageInfo } from "../../types.ts";
import { turned } from "./orient.ts";
import type { Size } from "./pixels.ts";

const MIB = 1024 * 1024;
const MEGA = 1_000_000;

/** The memory for one image on hosts where an isolate has 128 MB for everything, and elsewhere. In bytes. */
export const MEMORY: Readonly<Record<"edge" | "default", number>> = { edge: 64 * MIB, default: 512 * MIB };

/** No decoder here takes longer sides, in pixels. */
const MAX_SIDE = 65_500;

/** The most pixels of each format, in millions. */
const MEGAPIXELS: Readonly<Record<ImageFormat, number>> = {
  jpeg: 100,
  png: 50,
  webp: 12,
  gif: 25,
  bmp: 25,
  ico: 25,
  avif: 25,
  heic: 25,
  tiff: 25,
  svg: 0,
};

/** PNG in seven passes cannot be read row by row. In millions of pixels. */
const INTERLACED_MEGAPIXELS = 8;

/**
 * Refuses by the number of pixels.
 *
 * @throws ImageError `undecodable` without pixels, `too-large` with too many
 */
export function checkPixels({ width, height, format, progressive = false }: ImageInfo): void {
  if (!(width >= 1 && height >= 1)) throw new ImageError("undecodable", "the image has no pixels");
  const interlaced = format === "png" && progressive;
  const most = interlaced ? INTERLACED_MEGAPIXELS : MEGAPIXELS[format];
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > most * MEGA) {
    const name = `${interlaced ? "interlaced " : ""}${format.toUpperCase()}`;
    const limit = `more than the ${most} megapixels allowed for ${name}`;
    throw new ImageError("too-large", `the image has ${width}x${height} pixels, ${limit}`);
  }
}

/**
 * @param need bytes
 * @param memory bytes that the host allows
 * @throws ImageError `too-large`
 */
export function requireMemory({ width, height }: Size, need: number, memory: number): void {
  if (need <= memory) return;
  const [needed, allowed] = [need, memory].map((bytes) => Math.ceil(bytes / MIB));
  throw new ImageError(
    "too-large",
    `the image of ${width}x${height} pixels needs ${needed} MiB of memory, more than the ${allowed} MiB allowed`,
  );
}

/**
 * The most memory that decoding takes, in bytes, without the scaled picture.
 *
 * @param scaled the sides that a decoder which can scale while decoding scales to
 */
export function decodeBytes(info: ImageInfo, scaled: Size): number {
  const { bytes, width, height } = info;
  const pixels = width * height;
  switch (info.format) {
    case "jpeg":
      return jpegBytes(info, scaled, info.progressive ? coefficientBytes(info, 1.5) : 0);
    case "png":
      // The file, rows, and all pixels where they do not come in order.
      return MIB + bytes + 64 * Math.max(width, height) + (info.progressive ? 4 * pixels : 0);
    case "webp":
      // The codec starts with 16 MiB and grows by a fifth more than it needs; the file and the pixels are outside, too.
      return Math.max(16 * MIB, 2 * MIB + 1.3 * bytes + 12 * pixels) + bytes + 4 * pixels;
    case "avif":
      return Math.max(16 * MIB, 2 * MIB + 2 * bytes + 36 * pixels) + bytes + 4 * pixels;
    default:
      return MIB + bytes + 6 * pixels;
  }
}

/** The linear memory of the JPEG decoder: the file, the scaled picture, rows, and coefficients if it has to keep them. */
export function jpegBytes(info: ImageInfo, scaled: Size, coefficients: number): number {
  const { bytes, width, height, channels = 3 } = info;
  return MIB + bytes + scaled.width * scaled.height * channels + 64 * Math.max(width, height) + coefficients;
}

/** What a JPEG in several scans keeps, by the samples of all channels for each pixel: two bytes each, in whole blocks. */
export function coefficientBytes({ width, height }: Size, samplesPerPixel: number): number {
  return 2 * samplesPerPixel * (width + 15) * (height + 15);
}

/** The linear memory of either encoder: that of JPEG starts with 16 MiB, that of PNG needs more for each pixel. */
export function encodeBytes({ width, height }: Size): number {
  return Math.max(16.25 * MIB, MIB + 24.5 * width * height);
}

/**
 * The most memory that a job takes, in bytes: of decoding and of encoding the larger one, with the picture that goes
 * from one to the other and its upright or flattened copy.
 *
 * @param shown the sides of the result, upright
 */
export function workingSet(info: ImageInfo, shown: Size): number {
  const picture = 4 * shown.width * shown.height;
  return Math.max(decodeBytes(info, turned(shown, info.orientation)) + picture, encodeBytes(shown) + 2 * picture);
}
