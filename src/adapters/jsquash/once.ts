/** Compiling takes time and its result is shared: a module is loaded once for all engines and their restarts. */
export function once(load: () => Promise<WebAssembly.Module>): () => Promise<WebAssembly.Module> {
  let loaded: Promise<WebAssembly.Module> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      // The next image tries again.
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
