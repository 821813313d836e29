/** How much work on images one request may cause. */
import { type ImageEngine, ImageError, type ImageJob } from "../src/index.ts";
import type { Limits } from "./config.ts";

/**
 * Milliseconds for a million pixels that are decoded, and for one image besides: what `npm run bench:worker` measures,
 * rounded up. A clock would not do: Cloudflare's stands still while code runs.
 */
const MS_PER_MEGAPIXEL = 40;
const MS_PER_IMAGE = 60;

/** An engine that stops when the budget of its request is spent. */
export interface BudgetedEngine {
  readonly engine: ImageEngine;
  /** How many images were not worked on, because the budget was spent. */
  left(): number;
}

/**
 * The engine for one request. What is over a limit is refused before anything is decoded, and a text takes its place,
 * which says so; images that came from a cache cost nothing.
 */
export function withinBudget(
  engine: ImageEngine,
  { maxImagePixels, cpuBudgetMs }: Pick<Limits, "maxImagePixels" | "cpuBudgetMs">,
): BudgetedEngine {
  let spent = 0;
  let left = 0;
  return {
    left: () => left,
    engine: {
      name: engine.name,
      async process(job, signal) {
        const { width, height } = job.info;
        if (width * height > maxImagePixels) {
          throw new ImageError("too-large", `the image has more than ${maxImagePixels} pixels`);
        }
        const cost = costOf(job);
        if (spent + cost > cpuBudgetMs) {
          left++;
          throw new ImageError("time-limit", "the time for images of this request was used up");
        }
        spent += cost;
        return engine.process(job, signal);
      },
    },
  };
}

function costOf({ info: { width, height } }: ImageJob): number {
  return MS_PER_IMAGE + (MS_PER_MEGAPIXEL * width * height) / 1e6;
}
