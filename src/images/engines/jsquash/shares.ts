/** The weights of a triangle filter for scaling down in one direction. */

/** Weights have 14 bits: this is 1. */
export const ONE: number = 1 << 14;

/**
 * How the pixels of one direction are shared out. The triangle of an output pixel reaches to the centers of its two
 * neighbors, so every source pixel lies between two centers and adds to these two output pixels at most.
 */
export interface Shares {
  /** For each output pixel the number of source pixels before its center; at the end the number of all. */
  readonly centers: Int32Array;
  /** For each source pixel its weight in the output pixel whose center is before it, 0 when there is none. */
  readonly before: Int32Array;
  /** Its weight in the one whose center is behind it. The weights of an output pixel add up to exactly `ONE`. */
  readonly behind: Int32Array;
}

/** @param source pixels there are @param target pixels to make of them, at least 1 and not more than there are */
export function share(source: number, target: number): Shares {
  const scale = source / target;
  const centers = new Int32Array(target + 1).fill(source);
  for (let i = 0; i < target; i++) centers[i] = Math.ceil((i + 0.5) * scale - 0.5);
  const before = new Int32Array(source);
  const behind = new Int32Array(source);
  const triangles = new Float64Array(source);
  for (let i = 0; i < target; i++) {
    const from = i === 0 ? 0 : (centers[i - 1] as number);
    const middle = centers[i] as number;
    const to = centers[i + 1] as number;
    let total = 0;
    for (let pixel = from; pixel < to; pixel++) {
      const distance = Math.abs(pixel + 0.5 - (i + 0.5) * scale);
      triangles[pixel] = Math.max(0, 1 - distance / scale);
      total += triangles[pixel] as number;
    }
    // What rounding takes from one weight it gives to the next, so that nothing is lost of the sum.
    let sum = 0;
    let given = 0;
    for (let pixel = from; pixel < to; pixel++) {
      sum += triangles[pixel] as number;
      const upTo = pixel === to - 1 ? ONE : Math.round((sum / total) * ONE);
      (pixel < middle ? behind : before)[pixel] = upTo - given;
      given = upTo;
    }
  }
  return { centers, before, behind };
}
