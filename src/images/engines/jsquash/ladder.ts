/**
 * Finds the largest side and, at that side, the best quality whose file is small enough.
 *
 * Files shrink with both, so a few attempts find what trying all from above would find: each file that was made predicts
 * the others, and the step next to the answer is made to be sure.
 */
import type { Checkpoint, Size } from "./pixels.ts";

/** The qualities of JPEG that are tried. */
export const QUALITIES: readonly number[] = [85, 75, 65, 55, 45, 35];

/** About how the size of a photo goes down with the qualities. */
export const SHARES: readonly number[] = [1, 0.72, 0.56, 0.46, 0.38, 0.3];

/** The sides that are tried, in pixels. Below 800 in steps of a fifth: a small picture is better than none. */
const SIDES: readonly number[] = [
  1800, 1600, 1400, 1200, 1000, 800, 640, 512, 410, 328, 262, 210, 168, 134, 107, 86, 64,
];

/** The sides to try, in pixels, longest first; none is longer than the image or than allowed. */
export function sidesFor({ width, height }: Size, maxSide: number): readonly number[] {
  const longest = Math.max(width, height);
  const first = Math.max(1, Math.floor(Math.min(longest, maxSide)));
  return [first, ...SIDES.filter((side) => side < first)];
}

/** The sides of an image whose longer one becomes `side`. No image grows. */
export function fitSide({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Are both sides equal? */
export function isSameSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}

/** A file that was made. */
export interface Attempt {
  /** The file. */
  readonly file: Uint8Array;
  /** Its sides. */
  readonly size: Size;
  /** The quality of a JPEG. */
  readonly quality?: number;
}

/** Makes the file of a step; steps are counted from the best. */
export type Try = (step: number) => Promise<Attempt>;

/** What a search came to: the best step whose file fits, or the smallest file that was seen. */
export interface Found {
  /** The step, if any fits. */
  readonly step: number | undefined;
  /** Its file, or the smallest one. */
  readonly attempt: Attempt;
}

/**
 * The best step whose file has at most `limit` bytes.
 *
 * @param shares about how the sizes of the files go down, by step; only their ratios matter
 * @param first the step to begin with
 * @param attempt makes the file of a step
 */
export async function search(
  shares: readonly number[],
  limit: number,
  first: number,
  attempt: Try,
  check: Checkpoint,
): Promise<Found> {
  let tooLarge = -1;
  let fits = shares.length;
  let fitting: Attempt | undefined;
  let smallest: Attempt | undefined;
  let step = first;
  while (tooLarge + 1 < fits) {
    check();
    const made = await attempt(step);
    const bytes = made.file.length;
    if (!smallest || bytes < smallest.file.length) smallest = made;
    if (bytes <= limit) {
      fits = step;
      fitting = made;
    } else tooLarge = step;
    const share = shares[step] as number;
    const promising = shares.findIndex((other) => (bytes * other) / share <= limit);
    step = Math.min(Math.max(promising < 0 ? shares.length : promising, tooLarge + 1), fits - 1);
  }
  return fitting ? { step: fits, attempt: fitting } : { step: undefined, attempt: smallest as Attempt };
}
