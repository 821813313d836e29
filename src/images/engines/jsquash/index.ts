/**
 * The image engine that works the same on every runtime: codecs in WASM that the host brings, and TypeScript.
 *
 * @module
 */
import type { ImageEngine } from "../../types.ts";
import { createEngine, type JsquashEngineOptions } from "./engine.ts";

export type {
  EncodedImage,
  ImageEngine,
  ImageErrorCode,
  ImageFormat,
  ImageInfo,
  ImageJob,
  ImageLimits,
} from "../../types.ts";
export { ImageError } from "../../types.ts";
export type { ImageCodec } from "./codec.ts";
export type { JsquashEngineOptions } from "./engine.ts";
export type { JsquashModules, WasmSource } from "./modules.ts";
export type { Pixels } from "./pixels.ts";

/**
 * Makes an engine. It works on one image at a time and keeps its WASM instances between images.
 *
 * Results are JPEG or PNG, upright, without EXIF, color profile or other metadata. The first picture of an animation
 * counts. The same job gives the same bytes on every runtime.
 *
 * @example
 * const engine = createJsquashEngine({ modules: { jpegDecode, jpegEncode, png, webpDecode } });
 */
export function createJsquashEngine(options: JsquashEngineOptions = {}): ImageEngine {
  return createEngine(options);
}
