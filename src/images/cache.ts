/** A cache of image results in memory, with a budget in bytes. */
import type { EncodedImage, ImageCache } from "./types.ts";

/** What an entry takes besides the image. */
const OVERHEAD = 256;

/**
 * Keeps the results that were used last, as long as they fit into the budget.
 *
 * @param maxBytes the budget for keys and images together, by the length of their strings
 */
export function createMemoryImageCache(maxBytes: number = 32 * 2 ** 20): ImageCache {
  // A map keeps the order in which keys were added: the first is the one that was not used for the longest time.
  const images = new Map<string, EncodedImage>();
  let bytes = 0;
  const forget = (key: string): void => {
    const image = images.get(key);
    if (!image) return;
    images.delete(key);
    bytes -= sizeOf(key, image);
  };
  return {
    get(key) {
      const image = images.get(key);
      if (!image) return undefined;
      images.delete(key);
      images.set(key, image);
      return image;
    },
    set(key, image) {
      forget(key);
      const size = sizeOf(key, image);
      if (size > maxBytes) return;
      images.set(key, image);
      bytes += size;
      for (const oldest of images.keys()) {
        if (bytes <= maxBytes) return;
        forget(oldest);
      }
    },
  };
}

function sizeOf(key: string, { data }: EncodedImage): number {
  return key.length + data.length + OVERHEAD;
}
