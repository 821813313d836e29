/** The seven passes of an interlaced PNG (Adam7). */

/** Which pixels a pass holds: every `stepX`-th of every `stepY`-th row, from `x` and `y` on. */
export interface Pass {
  /** First column. */
  readonly x: number;
  /** First row. */
  readonly y: number;
  /** Columns to the next. */
  readonly stepX: number;
  /** Rows to the next. */
  readonly stepY: number;
}

/** In the order in which they are stored. */
export const PASSES: readonly Pass[] = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
];

/** An image whose pixels come in any order. */
export interface Canvas {
  /** Row by row. */
  readonly data: Uint8Array;
  /** Columns. */
  readonly width: number;
  /** Rows. */
  readonly height: number;
  /** Bytes of a pixel. */
  readonly bytes: number;
}

/** Puts the pixels of a row of a pass to their places. */
export function spread(canvas: Canvas, pass: Pass, row: number, pixels: Uint8Array): void {
  const { data, width, bytes } = canvas;
  const y = pass.y + row * pass.stepY;
  for (let x = pass.x, from = 0; x < width; x += pass.stepX) {
    const to = (y * width + x) * bytes;
    for (let i = 0; i < bytes; i++) data[to + i] = pixels[from++] as number;
  }
}

/**
 * Gives pixels that were not stored the color of their neighbor in an earlier pass: `x` columns to the left and `y` rows
 * above, which for every pass but the first is one that is known or was filled before.
 *
 * @param first the pass that broke off @param row its first row that is missing
 */
export function fillMissing(canvas: Canvas, first: number, row: number): void {
  const { data, width, height, bytes } = canvas;
  for (let number = Math.max(1, first); number < PASSES.length; number++) {
    const pass = PASSES[number] as Pass;
    for (let y = pass.y + (number === first ? row * pass.stepY : 0); y < height; y += pass.stepY) {
      for (let x = pass.x; x < width; x += pass.stepX) {
        const from = ((y - pass.y) * width + x - pass.x) * bytes;
        data.copyWithin((y * width + x) * bytes, from, from + bytes);
      }
    }
  }
}
