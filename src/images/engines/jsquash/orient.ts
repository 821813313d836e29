/** Turns pictures upright. */
import type { Pixels, Size } from "./pixels.ts";

/**
 * Applies an EXIF orientation.
 *
 * @param orientation 1 (upright) to 8; anything else counts as 1
 * @returns the same pixels when there is nothing to do
 */
export function orient(pixels: Pixels, orientation: number): Pixels {
  if (!(orientation >= 2 && orientation <= 8)) return pixels;
  const { width, height, data, opaque } = pixels;
  const { width: columns, height: rows } = turned(pixels, orientation);
  // Where the first pixel of the result comes from, and how far its right and lower neighbors are from it.
  const fromRight = orientation === 2 || orientation === 3 || orientation === 7 || orientation === 8;
  const fromBottom = orientation === 3 || orientation === 4 || orientation === 6 || orientation === 7;
  const start = (fromBottom ? (height - 1) * width : 0) + (fromRight ? width - 1 : 0);
  const across = fromRight ? -1 : 1;
  const down = fromBottom ? -width : width;
  const [right, below] = orientation > 4 ? [down, across] : [across, down];

  // Whole pixels at once; the order of bytes in a word does not matter for moving it.
  const source = new Uint32Array(data.byteOffset % 4 === 0 ? data.buffer : data.slice().buffer, 0);
  const offset = data.byteOffset % 4 === 0 ? data.byteOffset / 4 : 0;
  const result = new Uint32Array(columns * rows);
  for (let y = 0, o = 0; y < rows; y++) {
    for (let x = 0, i = offset + start + y * below; x < columns; x++, i += right) result[o++] = source[i] as number;
  }
  return { data: new Uint8Array(result.buffer), width: columns, height: rows, opaque };
}

/** The sides after, or before, an orientation is applied. */
export function turned({ width, height }: Size, orientation: number): Size {
  return orientation > 4 ? { width: height, height: width } : { width, height };
}
