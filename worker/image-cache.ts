/** Images that were worked on, kept in the cache of the data center: a growing session pays for each of them once. */
import type { EncodedImage, ImageCache } from "../src/index.ts";

/** The part of a cache that is used. */
export interface ResponseCache {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<void>;
}

/** A week. Caches forget earlier when they need the room. */
const LASTING = "max-age=604800";
const LARGEST = 8 * 2 ** 20;

/**
 * The images of one tenant. They are named by what was asked for: the digest of the image, the limits, and the engine.
 * Tenants share nothing, so that nobody can tell by the time whether another has sent an image.
 */
export function createImageCache(cache: ResponseCache, tenant: string): ImageCache {
  const urlOf = (key: string): string =>
    `https://images.replaysafe.invalid/${[tenant, ...key.split("/")].map(encodeURIComponent).join("/")}`;
  return {
    async get(key) {
      const response = await cache.match(urlOf(key));
      return response && readImage(await response.json());
    },
    async set(key, image) {
      if (image.data.length > LARGEST) return;
      const headers = { "content-type": "application/json", "cache-control": LASTING };
      await cache.put(urlOf(key), new Response(JSON.stringify(image), { headers }));
    },
  };
}

/** What is in the cache was written by this worker, by an older version of it perhaps. */
function readImage(value: unknown): EncodedImage | undefined {
  const image = value as Partial<EncodedImage> | null;
  const isImage =
    typeof image?.data === "string" && typeof image.mimeType === "string" && Array.isArray(image.warnings);
  return isImage ? (image as EncodedImage) : undefined;
}
