/** The WASM modules of the codecs: the host brings them, and each is loaded when an image first needs it. */
import { ImageError } from "../../types.ts";

/** A compiled module, or how to get one. Each host has its own way. */
export type WasmSource = WebAssembly.Module | (() => WebAssembly.Module | Promise<WebAssembly.Module>);

/** The modules the engine can use. Images that need one that is absent are refused as `unavailable`. */
export interface JsquashModules {
  /** `@cwasm/jpeg-turbo/jpeg-turbo.wasm`: reads JPEG. */
  readonly jpegDecode?: WasmSource;
  /** `@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm`: writes JPEG. */
  readonly jpegEncode?: WasmSource;
  /** `@jsquash/png/codec/pkg/squoosh_png_bg.wasm`: writes PNG of photos; graphics need none. */
  readonly png?: WasmSource;
  /** `@jsquash/webp/codec/dec/webp_dec.wasm`: reads WebP. */
  readonly webpDecode?: WasmSource;
  /** `@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm`: scales with quality `high`. */
  readonly resize?: WasmSource;
}

/**
 * The module behind a source.
 *
 * @param purpose what it is for, such as `reading JPEG`
 * @throws ImageError `unavailable` when there is none or it cannot be loaded
 */
export async function loadModule(source: WasmSource | undefined, purpose: string): Promise<WebAssembly.Module> {
  if (source === undefined) throw new ImageError("unavailable", `Image processor unavailable for ${purpose}`);
  try {
    return typeof source === "function" ? await source() : source;
  } catch (cause) {
    throw new ImageError("unavailable", `Image processor for ${purpose} could not be loaded`, { cause });
  }
}
