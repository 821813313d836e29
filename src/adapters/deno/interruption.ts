/** Work that ends in order when the user or the system wants the program to end. */

/**
 * Does work under a signal that SIGINT and SIGTERM abort, so that it can remove what it has begun to write. When it is
 * asked to end for a second time, the program ends at once.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const signals = Deno.build.os === "windows" ? (["SIGINT"] as const) : (["SIGINT", "SIGTERM"] as const);
  const forget = (): void => {
    for (const name of signals) Deno.removeSignalListener(name, stop);
  };
  const stop = (): void => {
    forget();
    controller.abort(new Error("interrupted"));
  };
  for (const name of signals) Deno.addSignalListener(name, stop);
  try {
    return await work(controller.signal);
  } finally {
    forget();
  }
}
