/** Starts codecs that come with Emscripten's glue, so that each engine has instances of its own and can drop them. */

/** A started codec. */
export interface Started<Api> {
  /** The functions of the codec. What they throw may be anything, and leaves the instance damaged. */
  readonly api: Api;
  /** The linear memory; it grows and never shrinks. */
  readonly memory: WebAssembly.Memory;
}

/**
 * @param factory the default export of the glue
 * @param module the compiled codec
 */
export async function startEmscripten<Api>(
  factory: (options: object) => Promise<Api>,
  module: WebAssembly.Module,
): Promise<Started<Api>> {
  let memory: WebAssembly.Memory | undefined;
  const api = await factory({
    noInitialRun: true,
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): WebAssembly.Exports {
      const instance = new WebAssembly.Instance(module, imports);
      // The glue shortens the names of exports.
      memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
      done(instance);
      return instance.exports;
    },
    // The codecs tell of bad images on the console.
    print() {},
    printErr() {},
  });
  if (!memory) throw new Error("the codec has no memory");
  return { api, memory };
}
