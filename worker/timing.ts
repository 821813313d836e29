/** What a request took, for the header `server-timing`. */

/** Measures parts of a request. Cloudflare's clock stands still while code runs, so there only waiting is seen. */
export interface Timing {
  /** Does a part of the work, and adds what it took under its name. */
  measure<T>(name: string, work: () => T | Promise<T>): Promise<T>;
  /** The value of the header: milliseconds for each part, and `total`. */
  header(): string;
}

/** Begins with a request. */
export function startTiming(now: () => number = () => performance.now()): Timing {
  const begun = now();
  const parts = new Map<string, number>();
  return {
    async measure(name, work) {
      const start = now();
      try {
        return await work();
      } finally {
        parts.set(name, (parts.get(name) ?? 0) + now() - start);
      }
    },
    header() {
      const all: readonly (readonly [string, number])[] = [...parts, ["total", now() - begun]];
      return all.map(([name, duration]) => `${name};dur=${duration.toFixed(1)}`).join(", ");
    },
  };
}
