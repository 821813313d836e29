/** The five filters of PNG, undone row by row. */

/** The bytes of one row, and the same memory as words for what handles four bytes at once. */
export interface Row {
  /** The bytes, zeros after the last one up to a multiple of four. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The same memory. */
  readonly words: Int32Array<ArrayBuffer>;
}

/** A row of zeros. */
export function createRow(length: number): Row {
  const words = new Int32Array(Math.ceil(length / 4));
  return { bytes: new Uint8Array(words.buffer), words };
}

/** Do the rows, of one length, say the same? */
export function sameRow(a: Row, b: Row): boolean {
  const { words } = a;
  const others = b.words;
  for (let i = 0; i < words.length; i++) if (words[i] !== others[i]) return false;
  return true;
}

/**
 * Undoes the filter of one row.
 *
 * @param filter 0 none, 1 left, 2 up, 3 average, 4 Paeth
 * @param filtered the row as it is stored
 * @param row takes the row as it was before filtering
 * @param above the row above, zeros for the first one; as long as `row`
 * @param step bytes from a pixel to its left neighbor, at least 1
 * @returns false when there is no such filter
 */
export function unfilter(filter: number, filtered: Uint8Array, row: Row, above: Row, step: number): boolean {
  row.bytes.set(filtered);
  switch (filter) {
    case 0:
      return true;
    case 1:
      if (step === 4) addLeftPixel(row.words);
      else addLeft(row.bytes, step, filtered.length);
      return true;
    case 2:
      addAbove(row.words, above.words);
      return true;
    case 3:
      addAverage(row.bytes, above.bytes, step, filtered.length);
      return true;
    case 4:
      addPaeth(row.bytes, above.bytes, step, filtered.length);
      return true;
    default:
      return false;
  }
}

// The loops go channel by channel: what the next pixel needs of this one stays in a register.

function addLeft(row: Uint8Array, step: number, length: number): void {
  for (let channel = 0; channel < step; channel++) {
    let left = 0;
    for (let i = channel; i < length; i += step) {
      left = (left + (row[i] as number)) & 255;
      row[i] = left;
    }
  }
}

function addLeftPixel(row: Int32Array): void {
  let left = 0;
  for (let i = 0; i < row.length; i++) {
    left = addBytes(left, row[i] as number);
    row[i] = left;
  }
}

function addAbove(row: Int32Array, above: Int32Array): void {
  for (let i = 0; i < row.length; i++) row[i] = addBytes(row[i] as number, above[i] as number);
}

function addAverage(row: Uint8Array, above: Uint8Array, step: number, length: number): void {
  for (let channel = 0; channel < step; channel++) {
    let left = 0;
    for (let i = channel; i < length; i += step) {
      left = ((row[i] as number) + ((left + (above[i] as number)) >> 1)) & 255;
      row[i] = left;
    }
  }
}

/**
 * Adds the neighbor (left, up, upper left, in case of doubt in this order) that is nearest to left + up - upper left.
 * Masks instead of conditions: nothing in a photo tells which one it will be, and a wrong guess of the processor costs
 * more than all the rest.
 */
function addPaeth(row: Uint8Array, above: Uint8Array, step: number, length: number): void {
  for (let channel = 0; channel < step; channel++) {
    let left = 0;
    let corner = 0;
    for (let i = channel; i < length; i += step) {
      const up = above[i] as number;
      const toLeft = Math.abs(up - corner);
      const toUp = Math.abs(left - corner);
      const toCorner = Math.abs(left + up - corner - corner);
      // All ones where the second is nearer than the first.
      const cornerIsNearer = (toCorner - toUp) >> 31;
      const leftIsNot = ((toUp - toLeft) | (toCorner - toLeft)) >> 31;
      const other = up ^ ((up ^ corner) & cornerIsNearer);
      left = ((row[i] as number) + (left ^ ((left ^ other) & leftIsNot))) & 255;
      corner = up;
      row[i] = left;
    }
  }
}

/** Adds four bytes to four bytes, each modulo 256: the highest bits are added apart, so that nothing carries over. */
function addBytes(a: number, b: number): number {
  return ((a & 0x7f7f7f7f) + (b & 0x7f7f7f7f)) ^ ((a ^ b) & 0x80808080);
}
