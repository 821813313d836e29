/// <reference path="../../src/adapters/jsquash/wasm.d.ts" />
/// <reference path="./mozjpeg.d.ts" />
// In workerd a WASM file is a module of the worker, and its import is compiled already.
import jpegDecode from "@cwasm/jpeg-turbo/jpeg-turbo.wasm";
import jpegReader from "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm";
import jpegEncode from "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm";
import png from "@jsquash/png/codec/pkg/squoosh_png_bg.wasm";
import resize from "@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm";
import webpDecode from "@jsquash/webp/codec/dec/webp_dec.wasm";
import type { ImageModules } from "./images.ts";

export const wasm: ImageModules = { jpegDecode, jpegEncode, png, webpDecode, resize, jpegReader };
