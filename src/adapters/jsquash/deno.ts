/**
 * The engine `jsquash` for Deno. Source-phase imports hand out a WASM file compiled and not instantiated. They are part
 * of the module graph, so they need no permission; here they happen when an image needs the module.
 *
 * @module
 */
import {
  createJsquashEngine as createEngine,
  type ImageEngine,
  type JsquashEngineOptions,
  type JsquashModules,
} from "../../images/engines/jsquash/index.ts";

export * from "../../images/engines/jsquash/index.ts";

const bundled: JsquashModules = {
  // @ts-expect-error TypeScript does not know source-phase imports yet.
  jpegDecode: () => import.source("@cwasm/jpeg-turbo/jpeg-turbo.wasm"),
  // @ts-expect-error As above.
  jpegEncode: () => import.source("@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm"),
  // @ts-expect-error As above.
  png: () => import.source("@jsquash/png/codec/pkg/squoosh_png_bg.wasm"),
  // @ts-expect-error As above.
  webpDecode: () => import.source("@jsquash/webp/codec/dec/webp_dec.wasm"),
  // @ts-expect-error As above.
  resize: () => import.source("@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm"),
};

/** Makes the engine. A module in `options.modules` is taken instead of the bundled one. */
export function createJsquashEngine(options: JsquashEngineOptions = {}): ImageEngine {
  return createEngine({ ...options, modules: { ...bundled, ...options.modules } });
}
