/**
 * The engine `native`: the browser's own codecs. It needs no WASM and is never taken by itself, because every browser
 * and version writes other bytes. It reads what the browser reads and decodes whole pictures; a browser that guards
 * against fingerprinting may change pixels.
 *
 * @module
 */
import { encodeBase64 } from "../../base64.ts";
import { type EncodedImage, type ImageEngine, ImageError, type ImageFormat, type ImageJob } from "../../types.ts";
import { compress } from "../jsquash/compress.ts";
import { fitSide, sidesFor } from "../jsquash/ladder.ts";
import { decode, encode, requireCanvas, scale } from "./canvas.ts";

/** The longest side that a decoder is given, in pixels. */
const MAX_SIDE = 65_500;

/** The most pixels that a decoder is given, in millions. The browser takes four bytes for each. */
const MEGAPIXELS: Readonly<Partial<Record<ImageFormat, number>>> = { jpeg: 100, png: 50 };

/** The same for the other formats. */
const MEGAPIXELS_OTHERS = 25;

/**
 * Makes an engine of `createImageBitmap` and `OffscreenCanvas`, for browsers and their workers. It chooses format,
 * quality and sides as the engine `jsquash` does, and works on one image at a time. Where there is no
 * `OffscreenCanvas`, every image is refused as `unavailable`.
 *
 * @example
 * const options = { target, images: { engine: createNativeEngine() } };
 * const { messages } = await prepareReplay(session.messages, options);
 */
export function createNativeEngine(): ImageEngine {
  let last: Promise<unknown> = Promise.resolve();
  return {
    name: "native",
    process(job, signal) {
      const result = last.then(() => work(job, () => signal?.throwIfAborted()));
      last = result.catch(() => undefined);
      return result;
    },
  };
}

async function work(job: ImageJob, check: () => void): Promise<EncodedImage> {
  check();
  requireCanvas();
  const { info, limits } = job;
  refuseTooLarge(job);
  const bitmap = await decode(job);
  try {
    check();
    const shown = { width: bitmap.width, height: bitmap.height };
    const pixels = scale(bitmap, fitSide(shown, sidesFor(shown, limits.maxSide)[0] as number));
    const { file, size, format, quality, warnings } = await compress(pixels, shown, info, limits, {
      jpeg: (picture, quality) => encode(picture, "jpeg", quality),
      png: (picture) => encode(picture, "png"),
      scale: async (picture, size) => scale(picture, size),
      check,
    });
    return {
      data: encodeBase64(file),
      format,
      mimeType: `image/${format}`,
      ...size,
      bytes: file.length,
      ...(quality !== undefined && { quality }),
      warnings: [...lostFrames(job), ...warnings],
    };
  } finally {
    bitmap.close();
  }
}

/** @throws ImageError before a decoder sees the image */
function refuseTooLarge({ info: { format, width, height } }: ImageJob): void {
  if (!(width >= 1 && height >= 1)) throw new ImageError("undecodable", "Image has no pixels");
  const most = MEGAPIXELS[format] ?? MEGAPIXELS_OTHERS;
  if (width <= MAX_SIDE && height <= MAX_SIDE && width * height <= most * 1_000_000) return;
  throw new ImageError("too-large", `Image of ${width}x${height} pixels exceeds the limit of ${most} megapixels`);
}

function lostFrames({ info: { frames = 1 } }: ImageJob): string[] {
  return frames > 1 ? [`Only the first of ${frames} pictures is kept.`] : [];
}
