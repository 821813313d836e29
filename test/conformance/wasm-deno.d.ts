import type { ImageModules } from "./images.ts";

/** All modules, compiled. */
export const wasm: ImageModules;
