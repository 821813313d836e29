import jpegDecode from "@cwasm/jpeg-turbo/jpeg-turbo.wasm?url";
import jpegReader from "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm?url";
import jpegEncode from "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm?url";
import png from "@jsquash/png/codec/pkg/squoosh_png_bg.wasm?url";
import resize from "@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm?url";
import webpDecode from "@jsquash/webp/codec/dec/webp_dec.wasm?url";
import type { ImageModules } from "./images.ts";

const load = (url: string) => () => WebAssembly.compileStreaming(fetch(url));

export const wasm: ImageModules = {
  jpegDecode: load(jpegDecode),
  jpegEncode: load(jpegEncode),
  png: load(png),
  webpDecode: load(webpDecode),
  resize: load(resize),
  jpegReader: load(jpegReader),
};
