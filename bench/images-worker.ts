// A worker that shrinks what is posted to it: for the first call in a cold isolate.
import jpegDecode from "@cwasm/jpeg-turbo/jpeg-turbo.wasm";
import jpegEncode from "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm";
import png from "@jsquash/png/codec/pkg/squoosh_png_bg.wasm";
import webpDecode from "@jsquash/webp/codec/dec/webp_dec.wasm";
import { makeOurs } from "./images-cell.ts";

const ours = makeOurs({ jpegDecode, jpegEncode, png, webpDecode }, "edge");

export default {
  async fetch(request: Request): Promise<Response> {
    const { width, height, bytes } = await ours.run(await request.text());
    return Response.json({ width, height, bytes, memory: ours.peak() });
  },
};
