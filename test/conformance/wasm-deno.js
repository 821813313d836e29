// Source-phase imports: part of the module graph, so that Deno needs no permission to read. JavaScript, since TypeScript
// does not parse them.
import source jpegDecode from "@cwasm/jpeg-turbo/jpeg-turbo.wasm";
import source jpegReader from "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm";
import source jpegEncode from "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm";
import source png from "@jsquash/png/codec/pkg/squoosh_png_bg.wasm";
import source resize from "@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm";
import source webpDecode from "@jsquash/webp/codec/dec/webp_dec.wasm";

export const wasm = { jpegDecode, jpegEncode, png, webpDecode, resize, jpegReader };
