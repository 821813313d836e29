/**
 * Scales one row in width. Each source pixel is read once and added to the two output pixels between whose centers it
 * lies: `near` is the sum of the one that was passed, `far` of the next.
 *
 * What comes out has 16 bits: `channel << 8` where there is no alpha, else `color * alpha` and `alpha * 255`.
 */
import { ONE, type Shares } from "./shares.ts";

/** An opaque pixel's alpha in a scaled row with alpha. */
export const FULL_ALPHA: number = 255 * 255;

const HALF = ONE >> 1;

/** One channel to one. */
export function scaleGray(row: Uint8Array, from: number, shares: Shares, out: Int32Array): void {
  const { centers, before, behind } = shares;
  const { length } = centers;
  let pixel = 0;
  let far = 0;
  for (let i = 0; i < length; i++) {
    const end = centers[i] as number;
    let near = far;
    far = 0;
    for (; pixel < end; pixel++) {
      const value = row[from + pixel] as number;
      near += Math.imul(before[pixel] as number, value);
      far += Math.imul(behind[pixel] as number, value);
    }
    if (i > 0) out[i - 1] = (near + 32) >> 6;
  }
}

/**
 * Three channels of opaque pixels.
 *
 * @param step bytes of a pixel in the row, 3 or 4
 * @param alpha give four channels in the form of rows with alpha
 */
export function scaleColor(
  row: Uint8Array,
  from: number,
  step: number,
  shares: Shares,
  out: Int32Array,
  alpha: boolean,
): void {
  const { centers, before, behind } = shares;
  const { length } = centers;
  const factor = alpha ? 255 : 1;
  const half = alpha ? HALF : 32;
  const shift = alpha ? 14 : 6;
  const outStep = alpha ? 4 : 3;
  let pixel = 0;
  let at = from;
  let to = -outStep;
  let farRed = 0;
  let farGreen = 0;
  let farBlue = 0;
  for (let i = 0; i < length; i++, to += outStep) {
    const end = centers[i] as number;
    let red = farRed;
    let green = farGreen;
    let blue = farBlue;
    farRed = 0;
    farGreen = 0;
    farBlue = 0;
    for (; pixel < end; pixel++, at += step) {
      const near = before[pixel] as number;
      const far = behind[pixel] as number;
      const r = row[at] as number;
      const g = row[at + 1] as number;
      const b = row[at + 2] as number;
      red += Math.imul(near, r);
      green += Math.imul(near, g);
      blue += Math.imul(near, b);
      farRed += Math.imul(far, r);
      farGreen += Math.imul(far, g);
      farBlue += Math.imul(far, b);
    }
    if (i === 0) continue;
    out[to] = (Math.imul(red, factor) + half) >> shift;
    out[to + 1] = (Math.imul(green, factor) + half) >> shift;
    out[to + 2] = (Math.imul(blue, factor) + half) >> shift;
    if (alpha) out[to + 3] = FULL_ALPHA;
  }
}

/** Four channels: colors count as much as they are opaque. */
export function scaleColorAlpha(row: Uint8Array, from: number, shares: Shares, out: Int32Array): void {
  const { centers, before, behind } = shares;
  const { length } = centers;
  let pixel = 0;
  let at = from;
  let to = -4;
  let farRed = 0;
  let farGreen = 0;
  let farBlue = 0;
  let farAlpha = 0;
  for (let i = 0; i < length; i++, to += 4) {
    const end = centers[i] as number;
    let red = farRed;
    let green = farGreen;
    let blue = farBlue;
    let alpha = farAlpha;
    farRed = 0;
    farGreen = 0;
    farBlue = 0;
    farAlpha = 0;
    for (; pixel < end; pixel++, at += 4) {
      const near = before[pixel] as number;
      const far = behind[pixel] as number;
      const a = row[at + 3] as number;
      const r = Math.imul(row[at] as number, a);
      const g = Math.imul(row[at + 1] as number, a);
      const b = Math.imul(row[at + 2] as number, a);
      red += Math.imul(near, r);
      green += Math.imul(near, g);
      blue += Math.imul(near, b);
      alpha += Math.imul(near, a);
      farRed += Math.imul(far, r);
      farGreen += Math.imul(far, g);
      farBlue += Math.imul(far, b);
      farAlpha += Math.imul(far, a);
    }
    if (i === 0) continue;
    out[to] = (red + HALF) >> 14;
    out[to + 1] = (green + HALF) >> 14;
    out[to + 2] = (blue + HALF) >> 14;
    out[to + 3] = (Math.imul(alpha, 255) + HALF) >> 14;
  }
}
