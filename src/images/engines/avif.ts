/// <reference path="./jsquash/jsquash.d.ts" />
/**
 * Reads AVIF for the engine `jsquash`, with the package @jsquash/avif, which has to be installed beside this one.
 *
 * @module
 */
import { ImageError } from "../types.ts";
import type { ImageCodec } from "./jsquash/codec.ts";
import { startEmscripten } from "./jsquash/emscripten.ts";
import { loadModule, type WasmSource } from "./jsquash/modules.ts";
import { isOpaque, type Pixels } from "./jsquash/pixels.ts";

export type { ImageCodec } from "./jsquash/codec.ts";
export type { WasmSource } from "./jsquash/modules.ts";
export type { Pixels } from "./jsquash/pixels.ts";

/**
 * A codec for the option `codecs` of `createJsquashEngine`. Each picture gets an instance of its own: the decoder takes
 * some 30 bytes a pixel, which are free again afterwards.
 *
 * @param module `@jsquash/avif/codec/dec/avif_dec.wasm`; loaded when the first AVIF comes
 */
export function createAvifCodec(module: WasmSource): ImageCodec {
  return {
    formats: ["avif"],
    async decode(bytes): Promise<Pixels> {
      const wasm = await loadModule(module, "reading AVIF");
      const { default: factory } = await import("@jsquash/avif/codec/dec/avif_dec.js");
      const { api } = await startEmscripten(factory, wasm);
      const image = api.decode(bytes, 8);
      if (!image) throw new ImageError("undecodable", "the AVIF is damaged");
      const { buffer, byteOffset, byteLength } = image.data;
      const data = new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
      return { data, width: image.width, height: image.height, opaque: isOpaque(data) };
    },
  };
}
