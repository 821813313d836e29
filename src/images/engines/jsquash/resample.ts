/**
 * Scales down, row by row, so that of a large image only two rows are held.
 *
 * All arithmetic is on whole numbers of at most 31 bits: it is exact, and the same on every runtime.
 */
import { isOpaque, type Pixels, type Size } from "./pixels.ts";
import { scaleColor, scaleColorAlpha, scaleGray } from "./scale-row.ts";
import { ONE, type Shares, share } from "./shares.ts";

/** What the bytes of a pixel in a row are. The last byte of `rgbx` is not looked at. */
export type Layout = "gray" | "rgb" | "rgbx" | "rgba";

/** An alpha of 1 in a sum of rows is this much of 255. */
const ALPHA_UNIT = 255 * ONE;

/** Takes the rows of an image and gives the scaled image. */
export class RowResampler {
  readonly #source: Size;
  readonly #target: Size;
  readonly #layout: Layout;
  readonly #columns: Shares;
  readonly #rows: Shares;
  /** The last row that came, scaled in width. */
  readonly #row: Int32Array;
  /** Its weights in the two output rows below, not added yet: those of equal rows are added at once. */
  #weight = 0;
  #nextWeight = 0;
  /** The sum of the output row `#output`, which is -1 above the center of the first. */
  #sum: Int32Array;
  #output = -1;
  /** The sum of the one behind it. */
  #nextSum: Int32Array;
  #count = 0;
  readonly #data: Uint8Array<ArrayBuffer>;
  /** All alphas that came out, joined by AND. */
  #alphas = 255;

  /**
   * @param source sides of the image that comes
   * @param target sides to scale to, none 0 and none larger than the source's
   * @param layout what the bytes of its rows are
   */
  constructor(source: Size, target: Size, layout: Layout) {
    this.#source = source;
    this.#target = target;
    this.#layout = layout;
    this.#columns = share(source.width, target.width);
    this.#rows = share(source.height, target.height);
    const channels = layout === "gray" ? 1 : layout === "rgba" ? 4 : 3;
    // A multiple of what `addTo` handles at once.
    const numbers = Math.ceil((target.width * channels) / 4) * 4;
    this.#row = new Int32Array(numbers);
    this.#sum = new Int32Array(numbers);
    this.#nextSum = new Int32Array(numbers);
    this.#data = new Uint8Array(target.width * target.height * 4);
  }

  /** Rows that came. */
  get count(): number {
    return this.#count;
  }

  /**
   * Takes the next row, which may be reused afterwards.
   *
   * @param row where it is, from byte `from` on
   * @param repeated the row equals the one before: saves most of the work
   */
  push(row: Uint8Array, from = 0, repeated = false): void {
    const index = this.#count++;
    if (index === this.#rows.centers[this.#output + 1]) {
      // Another center is passed. Centers are at least a row apart, so it is never more than one.
      this.#add();
      this.#write();
    }
    if (!repeated) {
      this.#add();
      this.#scale(row, from);
    }
    this.#weight += this.#rows.before[index] as number;
    this.#nextWeight += this.#rows.behind[index] as number;
  }

  /** The scaled image, after the last row. */
  finish(): Pixels {
    this.#add();
    this.#write();
    const { width, height } = this.#target;
    return { data: this.#data, width, height, opaque: this.#alphas === 255 };
  }

  #scale(row: Uint8Array, from: number): void {
    const layout = this.#layout;
    if (layout === "gray") scaleGray(row, from, this.#columns, this.#row);
    else if (layout === "rgb") scaleColor(row, from, 3, this.#columns, this.#row, false);
    else if (layout === "rgbx") scaleColor(row, from, 4, this.#columns, this.#row, false);
    else if (isOpaque(row, from, from + this.#source.width * 4))
      scaleColor(row, from, 4, this.#columns, this.#row, true);
    else scaleColorAlpha(row, from, this.#columns, this.#row);
  }

  /** Adds the row, with all the weight that came together, to the two sums. */
  #add(): void {
    const weight = this.#weight;
    const nextWeight = this.#nextWeight;
    this.#weight = 0;
    this.#nextWeight = 0;
    if (weight > 0) addTo(this.#sum, this.#row, weight);
    if (nextWeight > 0) addTo(this.#nextSum, this.#row, nextWeight);
  }

  /** Writes the output row that is complete, if there is one, and goes on to the next. */
  #write(): void {
    const { width } = this.#target;
    const start = this.#output * width * 4;
    if (this.#output < 0) this.#output = 0;
    else {
      if (this.#layout === "gray") writeGray(this.#sum, width, this.#data, start);
      else if (this.#layout === "rgba") this.#alphas &= writeColorAlpha(this.#sum, width, this.#data, start);
      else writeColor(this.#sum, width, this.#data, start);
      this.#output++;
    }
    const done = this.#sum;
    this.#sum = this.#nextSum;
    this.#nextSum = done.fill(0);
  }
}

/** The image scaled down; the same object when it has the size. */
export function resample(pixels: Pixels, size: Size): Pixels {
  const { data, width, height, opaque } = pixels;
  if (width === size.width && height === size.height) return pixels;
  const resampler = new RowResampler(pixels, size, opaque ? "rgbx" : "rgba");
  for (let y = 0; y < height; y++) resampler.push(data, y * width * 4);
  return resampler.finish();
}

/** Adds a weighted row to a sum. Four numbers at once, since here the loop itself costs as much as the sums. */
function addTo(sum: Int32Array, row: Int32Array, weight: number): void {
  const { length } = sum;
  for (let i = 0; i < length; i += 4) {
    sum[i] = (sum[i] as number) + Math.imul(weight, row[i] as number);
    sum[i + 1] = (sum[i + 1] as number) + Math.imul(weight, row[i + 1] as number);
    sum[i + 2] = (sum[i + 2] as number) + Math.imul(weight, row[i + 2] as number);
    sum[i + 3] = (sum[i + 3] as number) + Math.imul(weight, row[i + 3] as number);
  }
}

// A sum is 2^14 times the 16 bits of a scaled row; half of a unit is added to round.

function writeGray(sum: Int32Array, width: number, data: Uint8Array, start: number): void {
  for (let i = 0, to = start; i < width; i++, to += 4) {
    const value = ((sum[i] as number) + (1 << 21)) >> 22;
    data[to] = value;
    data[to + 1] = value;
    data[to + 2] = value;
    data[to + 3] = 255;
  }
}

function writeColor(sum: Int32Array, width: number, data: Uint8Array, start: number): void {
  for (let i = 0, to = start; i < width * 3; i += 3, to += 4) {
    data[to] = ((sum[i] as number) + (1 << 21)) >> 22;
    data[to + 1] = ((sum[i + 1] as number) + (1 << 21)) >> 22;
    data[to + 2] = ((sum[i + 2] as number) + (1 << 21)) >> 22;
    data[to + 3] = 255;
  }
}

/** Gives the alphas it wrote, joined by AND. A pixel that nothing is seen of is all zeros. */
function writeColorAlpha(sum: Int32Array, width: number, data: Uint8Array, start: number): number {
  let alphas = 255;
  for (let i = 0, to = start; i < width * 4; i += 4, to += 4) {
    const opacity = sum[i + 3] as number;
    const alpha = Math.floor(opacity / ALPHA_UNIT + 0.5);
    alphas &= alpha;
    if (alpha === 0) continue;
    // Colors are multiplied by alpha, alpha by 255.
    data[to] = Math.floor(((sum[i] as number) * 255) / opacity + 0.5);
    data[to + 1] = Math.floor(((sum[i + 1] as number) * 255) / opacity + 0.5);
    data[to + 2] = Math.floor(((sum[i + 2] as number) * 255) / opacity + 0.5);
    data[to + 3] = alpha;
  }
  return alphas;
}
