/// <reference path="./jsquash.d.ts" />
/** Reads WebP with @jsquash/webp. */
import { ImageError, type ImageInfo } from "../../types.ts";
import { startEmscripten } from "./emscripten.ts";
import type { Kind } from "./instances.ts";
import { type Decoded, isOpaque, type Pixels, type Size } from "./pixels.ts";
import { firstFrame, type WebpFrame } from "./webp-frame.ts";

/** A running decoder. */
export interface WebpCodec {
  /** The linear memory. */
  readonly memory: WebAssembly.Memory;
  /**
   * The first picture of a file, on a transparent canvas where it does not fill it.
   *
   * @param info what the header of the file was found to say
   * @throws ImageError when it cannot be read
   */
  decode(bytes: Uint8Array, info: ImageInfo): Decoded;
}

/** How the decoder is started. Its glue touches globals when it is imported, so it is not before an image needs it. */
export const webpCodec: Kind<WebpCodec> = {
  purpose: "reading WebP",
  async start(module) {
    const { default: factory } = await import("@jsquash/webp/codec/dec/webp_dec.js");
    const { api, memory } = await startEmscripten(factory, module);
    return {
      memory,
      decode(bytes, info) {
        const canvas = info.orientation > 4 ? { width: info.height, height: info.width } : info;
        const frame = firstFrame(bytes);
        // The decoder must not see sides that were not measured, and held against the limits, before.
        if (frame.x + frame.width > canvas.width || frame.y + frame.height > canvas.height) throw damaged();
        const image = api.decode(frame.file);
        if (image?.width !== frame.width || image.height !== frame.height) throw damaged();
        const data = new Uint8Array(image.data.buffer, image.data.byteOffset, image.data.byteLength);
        return { pixels: place(data, frame, canvas), warnings: [] };
      },
    };
  },
  bytes: ({ memory }) => memory.buffer.byteLength,
};

/** The frame on its canvas. */
function place(data: Uint8Array<ArrayBuffer>, frame: WebpFrame, { width, height }: Size): Pixels {
  if (frame.width === width && frame.height === height) {
    return { data, width, height, opaque: !frame.alpha || isOpaque(data) };
  }
  const canvas = new Uint8Array(width * height * 4);
  for (let y = 0; y < frame.height; y++) {
    const row = data.subarray(y * frame.width * 4, (y + 1) * frame.width * 4);
    canvas.set(row, ((frame.y + y) * width + frame.x) * 4);
  }
  return { data: canvas, width, height, opaque: false };
}

function damaged(): ImageError {
  return new ImageError("undecodable", "WebP image data is damaged");
}
