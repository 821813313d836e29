/** mozjpeg's decoder as workerd imports it. */
declare module "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
