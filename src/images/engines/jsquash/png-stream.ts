/** Decodes PNG row by row and scales on the way, so that a few rows and the result are all the memory it takes. */
import { ImageError, type ImageInfo } from "../../types.ts";
import { Inflater } from "./inflate.ts";
import { type Checkpoint, type Decoded, MISSING, missingRows, type Size } from "./pixels.ts";
import { type PngHead, readPngHead } from "./png-head.ts";
import { type Canvas, fillMissing, PASSES, spread } from "./png-passes.ts";
import { type RowFormat, rowFormat } from "./png-rows.ts";
import { RowResampler } from "./resample.ts";
import { createRow, sameRow, unfilter } from "./unfilter.ts";

/** Rows between two questions whether to go on. */
const CHECK_EVERY = 64;

/**
 * Decodes the first image of a PNG, scaled to a size. Where the image data break off, the rest is gray.
 *
 * @param info what the head of the file was found to say
 * @param size stored sides to scale to, none larger than the image's
 * @throws ImageError when the head is damaged or not a single row can be read
 */
export async function decodePng(bytes: Uint8Array, info: ImageInfo, size: Size, check: Checkpoint): Promise<Decoded> {
  const head = readPngHead(bytes);
  const [width, height] = info.orientation >= 5 ? [info.height, info.width] : [info.width, info.height];
  if (head.width !== width || head.height !== height) {
    throw new ImageError("undecodable", "PNG header contradicts itself");
  }
  return head.interlaced ? decodeInterlaced(head, size, check) : decodeRows(head, size, check);
}

function decodeRows(head: PngHead, size: Size, check: Checkpoint): Decoded {
  const { width, height } = head;
  const format = rowFormat(head);
  const resampler = new RowResampler(head, size, format.layout);
  const rows = new RowReader(head, format, check);
  rows.begin(width);
  while (resampler.count < height && rows.next()) resampler.push(rows.pixels, 0, rows.repeated);
  const missing = height - resampler.count;
  if (missing === height) throw noRows();
  const gray = grayPixels(width, format);
  for (let i = 0; i < missing; i++) resampler.push(gray, 0, i > 0);
  return { pixels: resampler.finish(), warnings: missing > 0 ? [missingRows(missing, height)] : [] };
}

function decodeInterlaced(head: PngHead, size: Size, check: Checkpoint): Decoded {
  const { width, height } = head;
  const format = rowFormat(head);
  const rows = new RowReader(head, format, check);
  const canvas: Canvas = { data: grayPixels(width * height, format), width, height, bytes: format.bytes };
  const warnings = readPasses(canvas, rows);
  const resampler = new RowResampler(head, size, format.layout);
  for (let y = 0; y < height; y++) {
    if (y % CHECK_EVERY === 0) check();
    resampler.push(canvas.data, y * width * format.bytes);
  }
  return { pixels: resampler.finish(), warnings };
}

/** Fills the canvas pass by pass; gives what a person should know. */
function readPasses(canvas: Canvas, rows: RowReader): string[] {
  for (const [number, pass] of PASSES.entries()) {
    const columns = Math.ceil((canvas.width - pass.x) / pass.stepX);
    const count = Math.ceil((canvas.height - pass.y) / pass.stepY);
    // An image that is small enough has no pixels in some passes, and then no rows either.
    if (columns <= 0 || count <= 0) continue;
    rows.begin(columns);
    for (let row = 0; row < count; row++) {
      if (rows.next()) {
        spread(canvas, pass, row, rows.pixels);
        continue;
      }
      if (number === 0 && row === 0) throw noRows();
      fillMissing(canvas, number, row);
      return [`The image data break off in pass ${number + 1} of ${PASSES.length}.`];
    }
  }
  return [];
}

/** Reads one row after the other, unfiltered and as pixels. */
class RowReader {
  /** The row that was read last, in the format's layout, until the next one is read. */
  pixels: Uint8Array;
  /** It equals the one before. */
  repeated = false;
  readonly #head: PngHead;
  readonly #format: RowFormat;
  readonly #inflater: Inflater;
  readonly #check: Checkpoint;
  readonly #converted: Uint8Array;
  /** Bytes from a pixel to its neighbor, for the filters. */
  readonly #step: number;
  #width = 0;
  #length = 0;
  #row = createRow(0);
  #above = createRow(0);
  #count = 0;

  constructor(head: PngHead, format: RowFormat, check: Checkpoint) {
    const bits = head.channels * head.bitDepth;
    this.#head = head;
    this.#format = format;
    this.#check = check;
    this.#step = Math.max(1, bits >> 3);
    this.#inflater = new Inflater(head.data, 1 + Math.ceil((head.width * bits) / 8), check);
    this.#converted = new Uint8Array(format.convert ? head.width * format.bytes : 0);
    this.pixels = this.#converted;
  }

  /** Begins an image of rows of this width, in pixels. */
  begin(width: number): void {
    const { channels, bitDepth } = this.#head;
    this.#width = width;
    this.#length = Math.ceil((width * channels * bitDepth) / 8);
    this.#row = createRow(this.#length);
    this.#above = createRow(this.#length);
    this.#count = 0;
  }

  /** Reads the next row; false when the data end or are damaged. */
  next(): boolean {
    if (this.#count % CHECK_EVERY === 0) this.#check();
    const inflater = this.#inflater;
    const length = this.#length;
    if (!inflater.has(1 + length)) return false;
    const { buffer, start } = inflater;
    inflater.start = start + 1 + length;
    const row = this.#above;
    const above = this.#row;
    const filtered = buffer.subarray(start + 1, start + 1 + length);
    if (!unfilter(buffer[start] as number, filtered, row, above, this.#step)) return false;
    this.#row = row;
    this.#above = above;
    this.repeated = this.#count++ > 0 && sameRow(row, above);
    if (this.repeated) return true;
    const { convert } = this.#format;
    if (convert) convert(row.bytes, this.#width, this.#converted);
    else this.pixels = row.bytes;
    return true;
  }
}

function grayPixels(count: number, format: RowFormat): Uint8Array {
  const pixels = new Uint8Array(count * format.bytes).fill(MISSING);
  if (format.layout === "rgba") for (let i = 3; i < pixels.length; i += 4) pixels[i] = 255;
  return pixels;
}

function noRows(): ImageError {
  return new ImageError("undecodable", "PNG image data is damaged");
}
