// The script of a bare page, bundled and served by test/run.mjs. The page sends its outcome back.
import { conform } from "./suite.ts";
import type { wasmFiles } from "./wasm-files.mjs";

const load = (name: keyof typeof wasmFiles) => () => WebAssembly.compileStreaming(fetch(`${name}.wasm`));
const wasm = {
  jpegDecode: load("jpegDecode"),
  jpegEncode: load("jpegEncode"),
  png: load("png"),
  webpDecode: load("webpDecode"),
  resize: load("resize"),
  jpegReader: load("jpegReader"),
};
const outcome = await conform({ runtime: "firefox", nodeFree: true, wasm }).catch((error: unknown) => String(error));
await fetch("result", { method: "POST", body: JSON.stringify(outcome) });
