/** Chooses the filter of a PNG's row: the one that leaves the smallest numbers. */

/**
 * Fills a row of the file: the number of the filter and what it leaves. The average is not tried: for graphics it is
 * hardly ever the best one.
 *
 * @param row the pixels behind one pixel of zeros
 * @param above the row above, in the same way
 * @param step bytes of a pixel
 * @param out the row of the file, one byte more than the pixels have
 */
export function filterRow(row: Uint8Array, above: Uint8Array, step: number, out: Uint8Array): void {
  const filters = [up, left, paeth, none];
  let least = Number.POSITIVE_INFINITY;
  let best = up;
  for (const filter of filters) {
    const sum = filter.sum(row, above, step, least);
    if (sum >= least) continue;
    least = sum;
    best = filter;
    // Nothing can be better than the same again.
    if (sum === 0) break;
  }
  out[0] = best.number;
  best.apply(row, above, step, out);
}

/** A filter: what it leaves, and the sum of that. */
interface Filter {
  readonly number: number;
  /** The sum of the bytes, taken as numbers from -128 to 127 without their signs; may stop when it is not below `least`. */
  sum(row: Uint8Array, above: Uint8Array, step: number, least: number): number;
  /** Fills `out` from its second byte on. */
  apply(row: Uint8Array, above: Uint8Array, step: number, out: Uint8Array): void;
}

/** How many bytes are added before it is asked whether to go on. */
const PIECE = 256;

const none: Filter = {
  number: 0,
  sum(row, _, step, least) {
    let sum = 0;
    for (let i = step; i < row.length; ) {
      for (const end = Math.min(row.length, i + PIECE); i < end; i++) sum += size(row[i] as number);
      if (sum >= least) break;
    }
    return sum;
  },
  apply(row, _, step, out) {
    out.set(row.subarray(step), 1);
  },
};

const left: Filter = {
  number: 1,
  sum(row, _, step, least) {
    let sum = 0;
    for (let i = step; i < row.length; ) {
      for (const end = Math.min(row.length, i + PIECE); i < end; i++) {
        sum += size((row[i] as number) - (row[i - step] as number));
      }
      if (sum >= least) break;
    }
    return sum;
  },
  apply(row, _, step, out) {
    for (let i = step, to = 1; i < row.length; i++, to++) out[to] = (row[i] as number) - (row[i - step] as number);
  },
};

const up: Filter = {
  number: 2,
  sum(row, above, step) {
    let sum = 0;
    for (let i = step; i < row.length; i++) sum += size((row[i] as number) - (above[i] as number));
    return sum;
  },
  apply(row, above, step, out) {
    for (let i = step, to = 1; i < row.length; i++, to++) out[to] = (row[i] as number) - (above[i] as number);
  },
};

const paeth: Filter = {
  number: 4,
  sum(row, above, step, least) {
    let sum = 0;
    for (let i = step; i < row.length; ) {
      for (const end = Math.min(row.length, i + PIECE); i < end; i++) {
        const guess = nearest(row[i - step] as number, above[i] as number, above[i - step] as number);
        sum += size((row[i] as number) - guess);
      }
      if (sum >= least) break;
    }
    return sum;
  },
  apply(row, above, step, out) {
    for (let i = step, to = 1; i < row.length; i++, to++) {
      out[to] = (row[i] as number) - nearest(row[i - step] as number, above[i] as number, above[i - step] as number);
    }
  },
};

/** A difference modulo 256, taken as a number from -128 to 127, without its sign. */
function size(difference: number): number {
  return Math.abs((difference << 24) >> 24);
}

/** Of the neighbors to the left, above, and above to the left the one nearest to what goes on from them. */
function nearest(leftward: number, upward: number, corner: number): number {
  const fromLeft = Math.abs(upward - corner);
  const fromUp = Math.abs(leftward - corner);
  const fromCorner = Math.abs(leftward + upward - 2 * corner);
  if (fromLeft <= fromUp && fromLeft <= fromCorner) return leftward;
  return fromUp <= fromCorner ? upward : corner;
}
