/** Finds out whether a picture has few colors. */

/** Red, green, blue and alpha. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** A picture as numbers of colors. */
export interface Indexed {
  /** The colors in use, at most 256; those that are not opaque come first. */
  readonly colors: readonly Color[];
  /** For each pixel the index of its color. */
  readonly indexes: Uint8Array;
}

const MOST = 256;
/** Places for colors, four for each that may come, so that few have to step aside. */
const PLACES = MOST * 4;

/** @param data RGBA @returns undefined when there are more than 256 colors, which is seen early in most pictures */
export function paletteOf(data: Uint8Array): Indexed | undefined {
  const keys = new Int32Array(PLACES);
  /** The number of the color in each place, counted from 1. */
  const numbers = new Int32Array(PLACES);
  const found: Color[] = [];
  const indexes = new Uint8Array(data.length / 4);
  let before = 0;
  let number = 0;
  for (let i = 0, from = 0; i < indexes.length; i++, from += 4) {
    const key =
      (data[from] as number) |
      ((data[from + 1] as number) << 8) |
      ((data[from + 2] as number) << 16) |
      ((data[from + 3] as number) << 24);
    if (number === 0 || key !== before) {
      let place = Math.imul(key, 0x9e3779b1) >>> 22;
      while (numbers[place] !== 0 && keys[place] !== key) place = (place + 1) % PLACES;
      if (numbers[place] === 0) {
        if (found.length === MOST) return undefined;
        found.push([
          data[from] as number,
          data[from + 1] as number,
          data[from + 2] as number,
          data[from + 3] as number,
        ]);
        keys[place] = key;
        numbers[place] = found.length;
      }
      number = numbers[place] as number;
      before = key;
    }
    indexes[i] = number - 1;
  }
  return transparentFirst(found, indexes);
}

function transparentFirst(colors: readonly Color[], indexes: Uint8Array): Indexed {
  const opaque = (number: number): number => ((colors[number] as Color)[3] === 255 ? 1 : 0);
  const order = Array.from(colors.keys()).sort((a, b) => opaque(a) - opaque(b) || a - b);
  const moved = new Uint8Array(MOST);
  for (const [to, from] of order.entries()) moved[from] = to;
  return {
    colors: order.map((number) => colors[number] as Color),
    indexes: indexes.map((index) => moved[index] as number),
  };
}
