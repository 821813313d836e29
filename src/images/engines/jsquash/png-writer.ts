/**
 * Writes PNG of graphics: a palette where the colors are few, no alpha where there is none, and real compression.
 *
 * The encoder of @jsquash/png is fast and knows none of that: its files of graphics are two to six times as large.
 */
import { deflate } from "./deflate.ts";
import { paletteOf } from "./palette.ts";
import type { Pixels } from "./pixels.ts";
import { filterRow } from "./png-filters.ts";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PALETTE = 3;
const COLOR = 2;
const COLOR_ALPHA = 6;

/** @returns the file */
export function writePng(pixels: Pixels): Uint8Array<ArrayBuffer> {
  const { width, height, data, opaque } = pixels;
  const indexed = paletteOf(data);
  if (indexed) {
    const { colors, indexes } = indexed;
    const depth = colors.length <= 2 ? 1 : colors.length <= 4 ? 2 : colors.length <= 16 ? 4 : 8;
    const alphas = colors.map((color) => color[3]);
    // Colors behind the last one that is not opaque need no alpha.
    const transparent = alphas.findLastIndex((alpha) => alpha !== 255) + 1;
    return file(
      head(width, height, depth, PALETTE),
      chunk(
        "PLTE",
        colors.flatMap((color) => color.slice(0, 3)),
      ),
      ...(transparent > 0 ? [chunk("tRNS", alphas.slice(0, transparent))] : []),
      chunk("IDAT", deflate(packed(indexes, width, height, depth))),
    );
  }
  const channels = opaque ? 3 : 4;
  const rows = filtered(data, width, height, channels);
  return file(head(width, height, 8, opaque ? COLOR : COLOR_ALPHA), chunk("IDAT", deflate(rows)));
}

/** Rows of indexes, several in a byte, each row behind a 0: filters do not suit indexes. */
function packed(indexes: Uint8Array, width: number, height: number, depth: number): Uint8Array {
  const length = 1 + Math.ceil((width * depth) / 8);
  const rows = new Uint8Array(length * height);
  const perByte = 8 / depth;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const to = y * length + 1 + Math.floor(x / perByte);
      rows[to] = (rows[to] as number) | ((indexes[i] as number) << (8 - depth - (x % perByte) * depth));
    }
  }
  return rows;
}

/** Rows of pixels, each behind the filter that leaves the smallest numbers. */
function filtered(data: Uint8Array, width: number, height: number, channels: number): Uint8Array {
  const length = width * channels;
  const rows = new Uint8Array((length + 1) * height);
  // A pixel of zeros stands before each row.
  let row = new Uint8Array(channels + length);
  let above = new Uint8Array(channels + length);
  for (let y = 0; y < height; y++) {
    for (let x = 0, from = y * width * 4, to = channels; x < width; x++, from += 4, to += channels) {
      for (let c = 0; c < channels; c++) row[to + c] = data[from + c] as number;
    }
    filterRow(row, above, channels, rows.subarray(y * (length + 1), (y + 1) * (length + 1)));
    [row, above] = [above, row];
  }
  return rows;
}

function head(width: number, height: number, depth: number, color: number): Uint8Array {
  return chunk("IHDR", [...bigEndian(width), ...bigEndian(height), depth, color, 0, 0, 0]);
}

function file(...chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const parts = [Uint8Array.from(SIGNATURE), ...chunks, chunk("IEND", [])];
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let to = 0;
  for (const part of parts) {
    whole.set(part, to);
    to += part.length;
  }
  return whole;
}

function chunk(type: string, body: ArrayLike<number>): Uint8Array {
  const whole = new Uint8Array(body.length + 12);
  whole.set(bigEndian(body.length));
  for (let i = 0; i < 4; i++) whole[4 + i] = type.charCodeAt(i);
  whole.set(body, 8);
  whole.set(bigEndian(crc32(whole.subarray(4, body.length + 8))), body.length + 8);
  return whole;
}

function bigEndian(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

const CRC: Int32Array = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let value = -1;
  for (const byte of bytes) value = (CRC[(value ^ byte) & 255] as number) ^ (value >>> 8);
  return ~value >>> 0;
}
