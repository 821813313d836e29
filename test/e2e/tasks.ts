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
