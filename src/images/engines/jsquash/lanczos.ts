/**
 * Scales with the WASM of @jsquash/resize: sharper than the engine's own filter, and far more memory.
 *
 * The package's own JavaScript keeps one instance for good and reads the buffer behind a view; here the instance can be
 * replaced.
 */
import type { Kind } from "./instances.ts";
import type { Pixels, Size } from "./pixels.ts";

/** The exports of the module. */
interface ResizeExports {
  readonly memory: WebAssembly.Memory;
  resize(
    result: number,
    pixels: number,
    bytes: number,
    width: number,
    height: number,
    toWidth: number,
    toHeight: number,
    filter: number,
    premultiply: boolean,
    linear: boolean,
  ): void;
  __wbindgen_add_to_stack_pointer(bytes: number): number;
  __wbindgen_malloc(bytes: number, alignment: number): number;
  __wbindgen_free(address: number, bytes: number, alignment: number): void;
}

/** A running scaler. */
export interface Scaler {
  /** The linear memory. */
  readonly memory: WebAssembly.Memory;
  /** The picture in other sides. */
  scale(pixels: Pixels, size: Size): Pixels;
}

const LANCZOS = 3;

/** How the scaler is started. */
export const lanczos: Kind<Scaler> = {
  purpose: "scaling",
  async start(module) {
    const { exports } = await WebAssembly.instantiate(module, {});
    const wasm = exports as unknown as ResizeExports;
    return { memory: wasm.memory, scale: (pixels, size) => scale(wasm, pixels, size) };
  },
  bytes: ({ memory }) => memory.buffer.byteLength,
};

/** The linear memory that scaling takes, in bytes: the picture, floats of one direction, and of both with alpha. */
export function lanczosBytes({ width, height, opaque }: Omit<Pixels, "data">, size: Size): number {
  const oneWay = 16 * Math.max(width * size.height, size.width * height);
  const result = 8 * size.width * size.height;
  return 2 ** 21 + oneWay + (opaque ? 4 : 24) * width * height + (opaque ? 1 : 3) * result;
}

function scale(wasm: ResizeExports, { data, width, height, opaque }: Pixels, size: Size): Pixels {
  const pixels = wasm.__wbindgen_malloc(data.length, 1) >>> 0;
  new Uint8Array(wasm.memory.buffer, pixels, data.length).set(data);
  const said = wasm.__wbindgen_add_to_stack_pointer(-16);
  // Takes the pixels over and frees them. Linear light would take several times the memory, and no other tool that
  // scales for a model uses it.
  wasm.resize(said, pixels, data.length, width, height, size.width, size.height, LANCZOS, !opaque, false);
  const [address = 0, bytes = 0] = new Uint32Array(wasm.memory.buffer, said, 2);
  const result = new Uint8Array(wasm.memory.buffer, address, bytes).slice();
  wasm.__wbindgen_free(address, bytes, 1);
  wasm.__wbindgen_add_to_stack_pointer(16);
  return { data: result, ...size, opaque };
}
