import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { ImageModules } from "./images.ts";
import { wasmFiles } from "./wasm-files.mjs";

const { resolve } = createRequire(import.meta.url);
const load = (file: string) => async () => WebAssembly.compile(new Uint8Array(await readFile(resolve(file))));

export const wasm: ImageModules = {
  jpegDecode: load(wasmFiles.jpegDecode),
  jpegEncode: load(wasmFiles.jpegEncode),
  png: load(wasmFiles.png),
  webpDecode: load(wasmFiles.webpDecode),
  resize: load(wasmFiles.resize),
  jpegReader: load(wasmFiles.jpegReader),
};
