/// <reference path="./wasm.d.ts" />
/**
 * The engine `jsquash` for Cloudflare Workers. workerd compiles no bytes at run time, so the modules are imported: they
 * are compiled when the worker is deployed, and instantiated when an image needs them.
 *
 * @module
 */
import jpegDecode from "@cwasm/jpeg-turbo/jpeg-turbo.wasm";
import jpegEncode from "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm";
import png from "@jsquash/png/codec/pkg/squoosh_png_bg.wasm";
import resize from "@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm";
import webpDecode from "@jsquash/webp/codec/dec/webp_dec.wasm";
import {
  createJsquashEngine as createEngine,
  type ImageEngine,
  type JsquashEngineOptions,
  type JsquashModules,
} from "../../images/engines/jsquash/index.ts";

export * from "../../images/engines/jsquash/index.ts";

const bundled: JsquashModules = { jpegDecode, jpegEncode, png, webpDecode, resize };

/** Makes the engine. A module in `options.modules` is taken instead of the bundled one. */
export function createJsquashEngine(options: JsquashEngineOptions = {}): ImageEngine {
  return createEngine({ ...options, modules: { ...bundled, ...options.modules } });
}
