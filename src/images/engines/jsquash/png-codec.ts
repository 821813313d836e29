/**
 * Writes PNG with the WASM of @jsquash/png.
 *
 * The package's own JavaScript keeps one instance for good, reads the buffer behind a view, and touches globals; here
 * the instance can be replaced. PNG is read by `png-stream.ts`.
 */
import { ImageError } from "../../types.ts";
import type { Kind } from "./instances.ts";
import type { Pixels } from "./pixels.ts";

/** The exports of the module that are used. */
interface PngExports {
  readonly memory: WebAssembly.Memory;
  encode(result: number, pixels: number, bytes: number, width: number, height: number, bitDepth: number): void;
  __wbindgen_add_to_stack_pointer(bytes: number): number;
  __wbindgen_malloc(bytes: number, alignment: number): number;
  __wbindgen_free(address: number, bytes: number, alignment: number): void;
}

/** A running encoder. */
export interface PngCodec {
  /** The linear memory. */
  readonly memory: WebAssembly.Memory;
  /**
   * The picture as a PNG of four channels, 8 bits each.
   *
   * @throws ImageError when what the encoder made is no PNG
   */
  encode(pixels: Pixels): Uint8Array<ArrayBuffer>;
}

/** How the encoder is started. */
export const pngCodec: Kind<PngCodec> = {
  purpose: "writing PNG",
  async start(module) {
    const { exports } = await WebAssembly.instantiate(module, importsOf(module));
    const wasm = exports as unknown as PngExports;
    return { memory: wasm.memory, encode: (pixels) => encode(wasm, pixels) };
  },
  bytes: ({ memory }) => memory.buffer.byteLength,
};

/** The module asks for functions that hand pictures to JavaScript; the encoder calls none but the one that throws. */
function importsOf(module: WebAssembly.Module): WebAssembly.Imports {
  const fail = (): never => {
    throw new Error("the PNG encoder failed");
  };
  const imports: Record<string, Record<string, () => never>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] = { ...imports[from], [name]: fail };
  }
  return imports;
}

function encode(wasm: PngExports, { data, width, height }: Pixels): Uint8Array<ArrayBuffer> {
  const pixels = wasm.__wbindgen_malloc(data.length, 1) >>> 0;
  new Uint8Array(wasm.memory.buffer, pixels, data.length).set(data);
  const said = wasm.__wbindgen_add_to_stack_pointer(-16);
  // Takes the pixels over and frees them.
  wasm.encode(said, pixels, data.length, width, height, 8);
  const [address = 0, bytes = 0] = new Uint32Array(wasm.memory.buffer, said, 2);
  const file = new Uint8Array(wasm.memory.buffer, address, bytes).slice();
  wasm.__wbindgen_free(address, bytes, 1);
  wasm.__wbindgen_add_to_stack_pointer(16);
  if (!isPng(file)) throw new ImageError("unavailable", "Image processor failed at writing PNG");
  return file;
}

/** A signature, a head, some data and an end. */
function isPng(file: Uint8Array): boolean {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  return file.length > 57 && view.getUint32(0) === 0x89504e47 && view.getUint32(file.length - 8) === 0x49454e44;
}
