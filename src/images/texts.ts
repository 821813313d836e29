/** The words and numbers of image work that are part of the documented behavior: tests compare them. */

const KIB = 1024;
const MIB = KIB * KIB;

/** The longest side of an image unless the caller names another, in pixels. */
export const DEFAULT_SIDE = 1200;

/** The largest image unless the caller or the target names another limit, in bytes before base64. */
export const DEFAULT_BYTES: number = 5 * MIB;

/** An image above this is not looked at, in bytes before base64. */
export const MAX_INPUT_BYTES: number = 10 * MIB;

/** A size in units of 1024: `B` without, `KB` with one, `MB` with two decimals. */
export function formatSize(bytes: number): string {
  if (bytes < KIB) return `${bytes}B`;
  return bytes < MIB ? `${(bytes / KIB).toFixed(1)}KB` : `${(bytes / MIB).toFixed(2)}MB`;
}

/** Above {@link MAX_INPUT_BYTES}. */
export const TOO_LARGE_TO_READ: string = `image exceeds input size limit (${formatSize(MAX_INPUT_BYTES)})`;

/** The bytes are no image. */
export const NO_DIMENSIONS = "Unable to determine image dimensions; refusing to process";

/** No codec at hand reads the format. */
export const UNSUPPORTED_FORMAT = "unsupported image format";

/** There is no engine. */
export const NO_ENGINE = "Image processor unavailable";

/** No size and quality fits. `best` is the smallest that was reached, in bytes. */
export function notReduced(limit: number, best: number): string {
  return `Image could not be reduced below ${formatSize(limit)} (got ${formatSize(best)})`;
}
