/** Finds the first picture in a WebP file and makes it a file of its own. */
import { ImageError } from "../../types.ts";

/** A still picture and where it belongs. */
export interface WebpFrame {
  /** A WebP file with this picture alone, without metadata. */
  readonly file: Uint8Array<ArrayBuffer>;
  /** Columns of the picture. */
  readonly width: number;
  /** Its rows. */
  readonly height: number;
  /** Columns to the left of it. */
  readonly x: number;
  /** Rows above it. */
  readonly y: number;
  /** Can pixels be transparent? */
  readonly alpha: boolean;
}

/** Where a chunk is: its head, its content, and what follows it. */
interface Chunk {
  readonly type: number;
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly next: number;
}

// Chunk types as the four letters read as one number.
const RIFF = 0x52494646;
const WEBP = 0x57454250;
const LOSSY = 0x56503820;
const LOSSLESS = 0x5650384c;
const EXTENDED = 0x56503858;
const ALPHA = 0x414c5048;
const FRAME = 0x414e4d46;

const FILE_HEAD = 12;
const FRAME_HEAD = 16;
const EXTENDED_SIZE = 18;

/**
 * The first picture of a file, still or animated. The sides are those that its own data say.
 *
 * @throws ImageError when there is none
 */
export function firstFrame(bytes: Uint8Array): WebpFrame {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = find(view, FILE_HEAD, bytes.length, [FRAME, LOSSY, LOSSLESS, ALPHA]);
  if (found?.type !== FRAME) return picture(bytes, view, FILE_HEAD, bytes.length, 0, 0);
  if (found.to - found.from < FRAME_HEAD) throw damaged();
  const x = 2 * readUint24(view, found.from);
  const y = 2 * readUint24(view, found.from + 3);
  return picture(bytes, view, found.from + FRAME_HEAD, found.to, x, y);
}

/** The picture among the chunks in a part of the file. */
function picture(bytes: Uint8Array, view: DataView, from: number, to: number, x: number, y: number): WebpFrame {
  const image = find(view, from, to, [LOSSY, LOSSLESS]);
  const alpha = image?.type === LOSSY ? find(view, from, image.at, [ALPHA]) : undefined;
  const sides = image && sidesOf(view, image);
  if (!image || !sides) throw damaged();
  const chunks = alpha ? [alpha, image] : [image];
  const extended = alpha ? EXTENDED_SIZE : 0;
  const size = chunks.reduce((sum, chunk) => sum + 8 + even(chunk.to - chunk.from), FILE_HEAD + extended);
  const file = new Uint8Array(size);
  const out = new DataView(file.buffer);
  out.setUint32(0, RIFF);
  out.setUint32(4, size - 8, true);
  out.setUint32(8, WEBP);
  if (alpha) writeExtended(out, FILE_HEAD, sides.width, sides.height);
  let at = FILE_HEAD + extended;
  for (const chunk of chunks) {
    out.setUint32(at, chunk.type);
    out.setUint32(at + 4, chunk.to - chunk.from, true);
    file.set(bytes.subarray(chunk.from, chunk.to), at + 8);
    at += 8 + even(chunk.to - chunk.from);
  }
  return { file, ...sides, x, y, alpha: alpha !== undefined || image.type === LOSSLESS };
}

/** The chunk that says that there is alpha. */
function writeExtended(out: DataView, at: number, width: number, height: number): void {
  out.setUint32(at, EXTENDED);
  out.setUint32(at + 4, 10, true);
  out.setUint8(at + 8, 0x10);
  // 24 bits each.
  out.setUint16(at + 12, width - 1, true);
  out.setUint16(at + 15, height - 1, true);
}

/** The first chunk of one of the types. */
function find(view: DataView, start: number, end: number, types: readonly number[]): Chunk | undefined {
  for (let at = start; at + 8 <= end; ) {
    const type = view.getUint32(at);
    const size = view.getUint32(at + 4, true);
    const from = at + 8;
    const next = from + even(size);
    if (types.includes(type)) return { type, at, from, to: Math.min(from + size, end), next };
    at = next;
  }
  return undefined;
}

/** The sides that the image data say. */
function sidesOf(view: DataView, { type, from, to }: Chunk): { width: number; height: number } | undefined {
  if (to - from < 10) return undefined;
  if (type === LOSSY) {
    const width = view.getUint16(from + 6, true) & 0x3fff;
    return { width, height: view.getUint16(from + 8, true) & 0x3fff };
  }
  const sides = view.getUint32(from + 1, true);
  return { width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 };
}

function readUint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

function even(size: number): number {
  return size + (size % 2);
}

function damaged(): ImageError {
  return new ImageError("undecodable", "WebP image data is damaged");
}
