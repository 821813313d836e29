/** What the browser does for the engine `native`: decoding, scaling, encoding. */
import { decodeBase64 } from "../../base64.ts";
import { UNSUPPORTED_FORMAT } from "../../texts.ts";
import { ImageError, type ImageFormat, type ImageJob } from "../../types.ts";
import type { Pixels, Size } from "../jsquash/pixels.ts";

/** Every browser reads these; of the other formats only some read some. */
const READ_EVERYWHERE: readonly ImageFormat[] = ["png", "jpeg", "gif", "webp", "bmp", "ico"];

/**
 * Refuses hosts without the parts of a browser that the engine is made of.
 *
 * @throws ImageError `unavailable`
 */
export function requireCanvas(): void {
  if (typeof createImageBitmap === "function" && typeof OffscreenCanvas === "function") return;
  throw new ImageError("unavailable", "Image processor unavailable: there is no OffscreenCanvas");
}

/**
 * The first picture of a file, upright and in the browser's own color space. The caller closes it.
 *
 * @throws ImageError `undecodable` or `unsupported-format`
 */
export async function decode({ data, info }: ImageJob): Promise<ImageBitmap> {
  const file = new Blob([decodeBase64(data)], { type: info.mimeType });
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image", colorSpaceConversion: "default" });
  } catch (cause) {
    if (!READ_EVERYWHERE.includes(info.format))
      throw new ImageError("unsupported-format", UNSUPPORTED_FORMAT, { cause });
    throw new ImageError("undecodable", "Image cannot be decoded", { cause });
  }
}

/**
 * The pixels at a size. They are halved until less than another half is left: some browsers look at four neighbors
 * only, so that one step over a large distance would leave most pixels out.
 */
export function scale(image: ImageBitmap | Pixels, { width, height }: Size): Pixels {
  let source: ImageBitmap | OffscreenCanvas = "data" in image ? canvasOf(image) : image;
  while (source.width > 2 * width && source.height > 2 * height) {
    source = draw(source, Math.ceil(source.width / 2), Math.ceil(source.height / 2));
  }
  const { data } = contextOf(draw(source, width, height)).getImageData(0, 0, width, height);
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.length);
  return { data: bytes, width, height, opaque: isOpaque(bytes) };
}

/**
 * Writes a file.
 *
 * @param quality of a JPEG, 1 to 100
 * @throws ImageError `unavailable` when the browser does not write the format
 */
export async function encode(pixels: Pixels, format: "jpeg" | "png", quality?: number): Promise<Uint8Array> {
  const type = `image/${format}`;
  const purpose = `writing ${format.toUpperCase()}`;
  const options = { type, ...(quality !== undefined && { quality: quality / 100 }) };
  const blob = await canvasOf(pixels)
    .convertToBlob(options)
    .catch((cause: unknown) => {
      throw new ImageError("unavailable", `Image processor failed at ${purpose}`, { cause });
    });
  if (blob.type !== type) throw new ImageError("unavailable", `Image processor unavailable for ${purpose}`);
  return new Uint8Array(await blob.arrayBuffer());
}

function canvasOf({ data, width, height }: Pixels): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const clamped = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  contextOf(canvas).putImageData(new ImageData(clamped, width, height), 0, 0);
  return canvas;
}

function draw(source: ImageBitmap | OffscreenCanvas, width: number, height: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = contextOf(canvas);
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, width, height);
  return canvas;
}

/** In the memory of the CPU, because the pixels are read. */
function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context) return context;
  throw new ImageError("too-large", `The browser has no canvas of ${canvas.width}x${canvas.height} pixels`);
}

function isOpaque(data: Uint8Array): boolean {
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return false;
  return true;
}
