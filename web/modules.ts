/**
 * The codecs' WASM, each in a script of its own as base64. Scripts may be loaded where the page's content security
 * policy allows no connection, so a third more bytes keep `connect-src 'none'` true.
 */
import type { JsquashModules } from "../src/images/engines/jsquash/index.ts";

/** Loaded when an image needs them. */
export const modules: JsquashModules = {
  jpegDecode: once(() => import("@cwasm/jpeg-turbo/jpeg-turbo.wasm?inline")),
  jpegEncode: once(() => import("@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm?inline")),
  png: once(() => import("@jsquash/png/codec/pkg/squoosh_png_bg.wasm?inline")),
  webpDecode: once(() => import("@jsquash/webp/codec/dec/webp_dec.wasm?inline")),
};

/** The engine asks again when it restarts a codec: it gets the same module, unless that could not be loaded. */
function once(script: () => Promise<{ readonly default: string }>): () => Promise<WebAssembly.Module> {
  let loaded: Promise<WebAssembly.Module> | undefined;
  return () => {
    loaded ??= load(script).catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

async function load(script: () => Promise<{ readonly default: string }>): Promise<WebAssembly.Module> {
  const { default: dataUrl } = await script();
  const bytes = atob(dataUrl.slice(dataUrl.indexOf(",") + 1));
  return WebAssembly.compile(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}
