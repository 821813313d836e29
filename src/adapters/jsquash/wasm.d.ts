// The codecs' WASM as workerd and its bundlers understand an import of it. By name, because two of the packages have
// types beside the file that describe it as another kind of import.
declare module "@cwasm/jpeg-turbo/jpeg-turbo.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "@jsquash/png/codec/pkg/squoosh_png_bg.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "@jsquash/webp/codec/dec/webp_dec.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
