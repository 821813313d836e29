// @ts-check
// The WASM files that the suite needs, by what they are for. Where imports have to be written out, they are named once
// more: in wasm-deno.js, wasm-vite.ts, wasm-workerd.ts and workerd.capnp.

export const wasmFiles = /** @type {const} */ ({
  jpegDecode: "@cwasm/jpeg-turbo/jpeg-turbo.wasm",
  jpegEncode: "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm",
  png: "@jsquash/png/codec/pkg/squoosh_png_bg.wasm",
  webpDecode: "@jsquash/webp/codec/dec/webp_dec.wasm",
  resize: "@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm",
  jpegReader: "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm",
});
