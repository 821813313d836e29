// What a result shows, by decoders that share nothing with the engine: one for PNG of its own, and mozjpeg's for JPEG.
import decodeJpeg, { init } from "@jsquash/jpeg/decode.js";

/** Red, green, blue and alpha, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export type Quadrants = readonly (readonly number[])[];

/** @param load gets the module of mozjpeg's decoder, at the first call */
export async function readJpeg(
  bytes: Uint8Array<ArrayBuffer>,
  load: () => WebAssembly.Module | Promise<WebAssembly.Module>,
): Promise<Picture> {
  started ??= Promise.resolve(load()).then((module) => init(module as never));
  await started;
  const { width, height, data } = await decodeJpeg(bytes.buffer);
  return { width, height, data: new Uint8Array(data) };
}

let started: Promise<void> | undefined;

/** Channels by color type. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Reads a PNG that is complete, not interlaced and has up to eight bits a channel. */
export async function readPng(bytes: Uint8Array<ArrayBuffer>): Promise<Picture> {
  const chunks = chunksOf(bytes);
  const [ihdr] = chunks.get("IHDR") ?? [];
  if (!ihdr) throw new Error("a PNG without a header");
  const head = new DataView(ihdr.slice().buffer);
  const [width, height, depth, type] = [head.getUint32(0), head.getUint32(4), head.getUint8(8), head.getUint8(9)];
  const channels = channelsOf[type] ?? 0;
  if (channels === 0 || depth > 8 || head.getUint8(12) !== 0) throw new Error(`a PNG of type ${type}, ${depth} bits`);
  if (!chunks.has("IEND")) throw new Error("a PNG without an end");
  const stream = new Blob(chunks.get("IDAT") as Uint8Array<ArrayBuffer>[]).stream();
  const inflated = new Response(stream.pipeThrough(new DecompressionStream("deflate")));
  const rows = unfiltered(
    new Uint8Array(await inflated.arrayBuffer()),
    height,
    (width * channels * depth + 7) >> 3,
    Math.max(1, (channels * depth) >> 3),
  );
  const palette = chunks.get("PLTE")?.[0];
  const alphas = chunks.get("tRNS")?.[0];
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = (channel: number): number => sample(rows[y] as Uint8Array, (x * channels + channel) * depth, depth);
      const scaled = (channel: number): number => (value(channel) * 255) / (2 ** depth - 1);
      const color = (): number[] => {
        if (type === 3) return [0, 1, 2].map((c) => palette?.[value(0) * 3 + c] ?? 0).concat(alphas?.[value(0)] ?? 255);
        if (type === 0 || type === 4) return [scaled(0), scaled(0), scaled(0), type === 4 ? scaled(1) : 255];
        return [scaled(0), scaled(1), scaled(2), type === 6 ? scaled(3) : 255];
      };
      data.set(color(), (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

/** The bodies of the chunks, by type. */
function chunksOf(bytes: Uint8Array<ArrayBuffer>): Map<string, Uint8Array<ArrayBuffer>[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = new Map<string, Uint8Array<ArrayBuffer>[]>();
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    chunks.set(type, [...(chunks.get(type) ?? []), bytes.subarray(at + 8, at + 8 + length)]);
    at += 12 + length;
  }
  return chunks;
}

function sample(row: Uint8Array, bit: number, depth: number): number {
  return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
}

/** @param size bytes of a row @param step bytes to the same channel on the left */
function unfiltered(data: Uint8Array, height: number, size: number, step: number): Uint8Array[] {
  if (data.length !== height * (size + 1)) throw new Error(`a PNG of ${data.length} bytes for ${height} rows`);
  const rows: Uint8Array[] = [];
  let above = new Uint8Array(size);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (size + 1)] ?? 9;
    const row = data.slice(y * (size + 1) + 1, (y + 1) * (size + 1));
    for (let i = 0; i < size; i++) {
      const [a, b, c] = [row[i - step] ?? 0, above[i] ?? 0, above[i - step] ?? 0];
      const guess = [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter];
      if (guess === undefined) throw new Error(`a PNG with filter ${filter}`);
      row[i] = (row[i] ?? 0) + guess;
    }
    rows.push(row);
    above = row;
  }
  return rows;
}

function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

/** The mean colors of the middles of the four quadrants: top left, top right, bottom left, bottom right. */
export function quadrantsOf({ width, height, data }: Picture): Quadrants {
  const middle = (side: number, half: number): [number, number] => {
    const start = Math.floor((side * (half * 4 + 1)) / 8);
    return [start, Math.max(start + 1, Math.floor((side * (half * 4 + 3)) / 8))];
  };
  return [0, 1, 2, 3].map((quadrant) => {
    const [left, right] = middle(width, quadrant & 1);
    const [top, bottom] = middle(height, quadrant >> 1);
    const sums = [0, 0, 0, 0];
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        for (let c = 0; c < 4; c++) sums[c] = (sums[c] ?? 0) + (data[(y * width + x) * 4 + c] ?? 0);
      }
    }
    return sums.map((sum) => Math.round(sum / ((right - left) * (bottom - top))));
  });
}

/** How far the worst channel of a compared quadrant is off. The color of what is invisible counts for nothing. */
export function distance(shown: Quadrants, wanted: readonly (readonly number[] | null)[]): number {
  const worst = wanted.map((color, i) => {
    if (color === null) return 0;
    const own = shown[i] ?? [];
    const compared = color[3] === 0 ? [3] : [0, 1, 2, 3];
    return Math.max(...compared.map((c) => Math.abs((own[c] ?? 0) - (color[c] ?? 0))));
  });
  return Math.max(...worst);
}
