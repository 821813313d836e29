// The Emscripten glue of the codecs. The packages ship types that do not compile (their namespace EmscriptenWasm is
// never referenced) and that need the DOM's ImageData. An ambient module wins over the package's own types.

/** Options of the JPEG encoder; all of them have to be there. */
interface MozJpegOptions {
  readonly quality: number;
  readonly baseline: boolean;
  readonly arithmetic: boolean;
  readonly progressive: boolean;
  readonly optimize_coding: boolean;
  readonly smoothing: number;
  readonly color_space: number;
  readonly quant_table: number;
  readonly trellis_multipass: boolean;
  readonly trellis_opt_zero: boolean;
  readonly trellis_opt_table: boolean;
  readonly trellis_loops: number;
  readonly auto_subsample: boolean;
  readonly chroma_subsample: number;
  readonly separate_chroma_quality: boolean;
  readonly chroma_quality: number;
}

/** The JPEG encoder. */
interface MozJpeg {
  /** RGBA in, a JPEG file out; a few bytes that are no file when the encoder failed. */
  encode(data: Uint8Array, width: number, height: number, options: MozJpegOptions): Uint8Array;
}

/** The AVIF decoder. */
interface AvifDecoder {
  /** A file in, RGBA out; null when it cannot be decoded. */
  decode(
    file: Uint8Array,
    bitDepth: number,
  ): { readonly data: Uint8ClampedArray | Uint16Array; readonly width: number; readonly height: number } | null;
}

declare module "@jsquash/jpeg/codec/enc/mozjpeg_enc.js" {
  const factory: (options: object) => Promise<MozJpeg>;
  export default factory;
}

declare module "@jsquash/avif/codec/dec/avif_dec.js" {
  const factory: (options: object) => Promise<AvifDecoder>;
  export default factory;
}

/** The WebP decoder. */
interface WebpDecoder {
  /** A file in, RGBA out; null when it cannot be decoded. */
  decode(file: Uint8Array): {
    readonly data: Uint8ClampedArray<ArrayBuffer>;
    readonly width: number;
    readonly height: number;
  } | null;
}

declare module "@jsquash/webp/codec/dec/webp_dec.js" {
  const factory: (options: object) => Promise<WebpDecoder>;
  export default factory;
}
