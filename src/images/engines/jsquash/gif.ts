/** Reads the first picture of a GIF. */
import { ImageError, type ImageInfo } from "../../types.ts";
import { decodeLzw } from "./lzw.ts";
import { type Decoded, isOpaque, MISSING, missingRows } from "./pixels.ts";

/** A picture on the screen of a GIF. */
interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly interlaced: boolean;
  /** Red, green, blue of each color. */
  readonly palette: Uint8Array;
  /** The color that is not drawn; 256 is none. */
  readonly transparent: number;
  /** Where its data begin. */
  readonly data: number;
}

const EXTENSION = 0x21;
const GRAPHIC_CONTROL = 0xf9;
const IMAGE = 0x2c;

/** A picture may be larger than its screen, which hides the rest: pixels that are decoded in all, for each that shows. */
const MOST_HIDDEN = 16;

/** The passes of an interlaced picture: first row, and rows to the next. */
const PASSES = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
] as const;

/**
 * The first picture on its screen, transparent where it does not reach. Missing rows are gray.
 *
 * @param info what the header was found to say
 * @throws ImageError when not a single row can be read
 */
export function decodeGif(bytes: Uint8Array, info: ImageInfo): Decoded {
  const { width, height } = info;
  const frame = findFrame(bytes);
  if (frame.width * frame.height > MOST_HIDDEN * width * height) throw damaged();
  const data = new Uint8Array(width * height * 4);
  const rows = frame.interlaced ? interlacedRows(frame.height) : undefined;
  const line = new Uint8Array(frame.width);
  let filled = 0;
  let count = 0;
  decodeLzw(bytes, frame.data, (colors, length) => {
    for (let i = 0; i < length && count < frame.height; ) {
      const part = Math.min(length - i, frame.width - filled);
      line.set(colors.subarray(i, i + part), filled);
      i += part;
      filled += part;
      if (filled < frame.width) break;
      draw(data, info, frame, rows ? (rows[count] as number) : count, line);
      filled = 0;
      count++;
    }
    return count < frame.height;
  });
  const missing = frame.height - count;
  if (missing === frame.height) throw damaged();
  for (let row = count; row < frame.height; row++) fill(data, info, frame, rows ? (rows[row] as number) : row);
  const warnings = missing > 0 ? [missingRows(missing, frame.height)] : [];
  return { pixels: { data, width, height, opaque: isOpaque(data) }, warnings };
}

/** Hops over everything to the first picture. */
function findFrame(bytes: Uint8Array): Frame {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let transparent = 256;
  let at = 13 + tableSize(bytes[10] ?? 0);
  for (;;) {
    const kind = bytes[at];
    if (kind === IMAGE && at + 10 < bytes.length) {
      const flags = view.getUint8(at + 9);
      const local = tableSize(flags);
      const table = local > 0 ? at + 10 : 13;
      const palette = bytes.subarray(table, table + (local || tableSize(bytes[10] ?? 0)));
      const width = view.getUint16(at + 5, true);
      const height = view.getUint16(at + 7, true);
      if (width === 0 || height === 0 || palette.length === 0) throw damaged();
      const x = view.getUint16(at + 1, true);
      const y = view.getUint16(at + 3, true);
      const interlaced = (flags & 0x40) > 0;
      return { x, y, width, height, interlaced, palette, transparent, data: at + 10 + local };
    }
    if (kind !== EXTENSION) throw damaged();
    if (bytes[at + 1] === GRAPHIC_CONTROL) transparent = ((bytes[at + 3] ?? 0) & 1) > 0 ? (bytes[at + 6] ?? 256) : 256;
    at += 2;
    for (let size = bytes[at]; size; size = bytes[at]) at += size + 1;
    at++;
  }
}

function tableSize(flags: number): number {
  return (flags & 0x80) > 0 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** The rows of an interlaced picture in the order in which they are stored. */
function interlacedRows(height: number): Uint16Array {
  const rows = new Uint16Array(height);
  let count = 0;
  for (const [first, step] of PASSES) for (let row = first; row < height; row += step) rows[count++] = row;
  return rows;
}

/** Draws what is on the screen of a row. */
function draw(data: Uint8Array, screen: ImageInfo, frame: Frame, row: number, line: Uint8Array): void {
  const { palette, transparent } = frame;
  const y = frame.y + row;
  if (y >= screen.height) return;
  const end = Math.min(frame.width, screen.width - frame.x);
  for (let x = 0, to = (y * screen.width + frame.x) * 4; x < end; x++, to += 4) {
    const color = line[x] as number;
    if (color === transparent) continue;
    // Colors that the palette lacks are black.
    data[to] = palette[color * 3] ?? 0;
    data[to + 1] = palette[color * 3 + 1] ?? 0;
    data[to + 2] = palette[color * 3 + 2] ?? 0;
    data[to + 3] = 255;
  }
}

/**
 * Fills what is on the screen of a row that is missing: gray, or, in an interlaced picture, as the row above it that
 * came in an earlier pass.
 */
function fill(data: Uint8Array, screen: ImageInfo, frame: Frame, row: number): void {
  const y = frame.y + row;
  const end = Math.min(frame.width, screen.width - frame.x);
  if (y >= screen.height || end <= 0) return;
  const from = (y * screen.width + frame.x) * 4;
  if (frame.interlaced && row % 8 > 0) {
    // Rows of the later passes are 4, 2 and 1 below: as far as their number can be halved.
    const above = from - (row & -row) * screen.width * 4;
    data.copyWithin(from, above, above + end * 4);
    return;
  }
  for (let to = from; to < from + end * 4; to += 4) {
    data.fill(MISSING, to, to + 3);
    data[to + 3] = 255;
  }
}

function damaged(): ImageError {
  return new ImageError("undecodable", "GIF image data is damaged");
}
