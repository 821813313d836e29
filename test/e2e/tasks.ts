// How long the page is held up.
import type { Page } from "playwright";

/** Begins to watch for tasks that hold the page up. */
export async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const global = globalThis as unknown as { longest: number };
    global.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) global.longest = Math.max(global.longest, duration);
    }).observe({ entryTypes: ["longtask"] });
  });
}

/** The longest task since then, in milliseconds; 0 when none took 50. */
export function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { longest: number }).longest);
}

/** What a piece of work takes on an idle machine of the kind that the limits are meant for, in milliseconds. */
const IDLE = 100;

/** How many times slower than that the machine is now; at least 1. Other jobs run on it. */
export async function slowness(page: Page): Promise<number> {
  const took = await page.evaluate(() => {
    const start = performance.now();
    let sum = 0;
    for (let index = 0; index < 20_000_000; index++) sum = (sum + index * 7) % 1_000_003;
    return sum < 0 ? 0 : performance.now() - start;
  });
  return Math.max(1, took / IDLE);
}
