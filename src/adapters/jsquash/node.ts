/// <reference path="./node-fs.d.ts" />
/**
 * The engine `jsquash` for Node and Bun: a WASM file is read and compiled when an image needs it.
 *
 * @module
 */
// biome-ignore lint/correctness/noNodejsModules: only Node and Bun load this file.
import { readFile } from "node:fs/promises";
import {
  createJsquashEngine as createEngine,
  type ImageEngine,
  type JsquashEngineOptions,
  type JsquashModules,
} from "../../images/engines/jsquash/index.ts";
import { once } from "./once.ts";

export * from "../../images/engines/jsquash/index.ts";

// The build puts the files beside the library and their paths in place of these names.
const bundled: JsquashModules = {
  jpegDecode: once(() => load(new URL("@cwasm/jpeg-turbo/jpeg-turbo.wasm", import.meta.url))),
  jpegEncode: once(() => load(new URL("@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm", import.meta.url))),
  png: once(() => load(new URL("@jsquash/png/codec/pkg/squoosh_png_bg.wasm", import.meta.url))),
  webpDecode: once(() => load(new URL("@jsquash/webp/codec/dec/webp_dec.wasm", import.meta.url))),
  resize: once(() => load(new URL("@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm", import.meta.url))),
};

/** Makes the engine. A module in `options.modules` is taken instead of the bundled one. */
export function createJsquashEngine(options: JsquashEngineOptions = {}): ImageEngine {
  return createEngine({ ...options, modules: { ...bundled, ...options.modules } });
}

async function load(file: URL): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(file));
}
