using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
);

const worker :Workerd.Worker = (
  modules = [
    (name = "suite.js", esModule = embed "../../dist/test/workerd/suite.js"),
    (name = "@cwasm/jpeg-turbo/jpeg-turbo.wasm", wasm = embed "../../node_modules/@cwasm/jpeg-turbo/jpeg-turbo.wasm"),
    (name = "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm", wasm = embed "../../node_modules/@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm"),
    (name = "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm", wasm = embed "../../node_modules/@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm"),
    (name = "@jsquash/png/codec/pkg/squoosh_png_bg.wasm", wasm = embed "../../node_modules/@jsquash/png/codec/pkg/squoosh_png_bg.wasm"),
    (name = "@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm", wasm = embed "../../node_modules/@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm"),
    (name = "@jsquash/webp/codec/dec/webp_dec.wasm", wasm = embed "../../node_modules/@jsquash/webp/codec/dec/webp_dec.wasm"),
  ],
  compatibilityDate = "2026-04-26",
  compatibilityFlags = [],
);
