/** How images are made to fit on their way, and where they are kept. */
import type { ImageCache, ImageEngine, ImageOptions } from "../../src/index.ts";
import { withinBudget } from "../image-budget.ts";
import { createImageCache, type ResponseCache } from "../image-cache.ts";
import type { Services } from "../operation.ts";

/**
 * The most pixels that are written, as many as 1200x900 has. A request may hold many photos beside their text, and the
 * encoder takes 25 bytes for each pixel of an isolate's 128 MB. Images that need no change keep what they have.
 */
const MOST_PIXELS = 1_080_000;

/** @param ownerOf whose images are kept together; asked when there is an image, which most requests have none of */
export function imagesOf(
  { engine, imageCache, settings: { limits } }: Services,
  ownerOf: () => Promise<string>,
): ImageOptions {
  return {
    ...(engine && { engine: withinBudget(withFewerPixels(engine), limits).engine }),
    ...(imageCache && { cache: createOwnedCache(imageCache, ownerOf) }),
  };
}

function withFewerPixels(engine: ImageEngine): ImageEngine {
  return {
    // Results are cached by the name.
    name: `${engine.name}-${MOST_PIXELS}`,
    process(job, signal) {
      const { width, height } = job.info;
      const ratio = Math.max(width, height) / Math.min(width, height);
      const maxSide = Math.min(job.limits.maxSide, Math.floor(Math.sqrt(MOST_PIXELS * ratio)));
      return engine.process({ ...job, limits: { ...job.limits, maxSide } }, signal);
    },
  };
}

function createOwnedCache(cache: ResponseCache, ownerOf: () => Promise<string>): ImageCache {
  let owned: Promise<ImageCache> | undefined;
  const open = (): Promise<ImageCache> => {
    owned ??= ownerOf().then((owner) => createImageCache(cache, owner));
    return owned;
  };
  return {
    get: async (key) => (await open()).get(key),
    set: async (key, image) => (await open()).set(key, image),
  };
}
