/** Bitmaps as Windows and OS/2 keep them: what BMP and icons have in common. */
import { ImageError } from "../../types.ts";
import { type Decoded, isOpaque, MISSING, missingRows } from "./pixels.ts";

/** The header of a bitmap. */
export interface Dib {
  /** Columns. */
  readonly width: number;
  /** Rows; in icons twice as many, those of the mask included. */
  readonly height: number;
  /** The first row that is stored is the upper one. */
  readonly topDown: boolean;
  /** Bits of a pixel: 1, 2, 4, 8, 16, 24 or 32. */
  readonly bits: number;
  /** Where the colors of the palette begin; each is blue, green, red and maybe a byte of padding. */
  readonly palette: number;
  /** Bytes of a color of the palette, 3 or 4. */
  readonly paletteStep: number;
  /** Colors in the palette. */
  readonly colors: number;
  /** The bits of red, green, blue and alpha in pixels of 16 and 32 bits; 0 where there are none. */
  readonly masks: readonly number[];
}

/** The header of OS/2 1.x, whose numbers have two bytes. */
const CORE_HEADER = 12;
const INFO_HEADER = 40;
/** The header of OS/2 2.x, whose compressions are other ones. */
const OS2_HEADER = 64;

const BITFIELDS = 3;
const ALPHA_BITFIELDS = 6;
const DEPTHS = [1, 2, 4, 8, 16, 24, 32];

/**
 * Reads the header of a bitmap.
 *
 * @throws ImageError when it is none, or the pixels are compressed
 */
export function readDib(bytes: Uint8Array, at: number): Dib {
  if (at + INFO_HEADER > bytes.length) throw damagedBitmap();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = view.getUint32(at, true);
  if (size === CORE_HEADER) {
    const bits = view.getUint16(at + 10, true);
    const [width, height] = [view.getUint16(at + 4, true), view.getUint16(at + 6, true)];
    const palette = at + CORE_HEADER;
    return checked({ width, height, topDown: false, bits, palette, paletteStep: 3, colors: 2 ** bits, masks: [] });
  }
  if (size < INFO_HEADER || size > bytes.length - at) throw damagedBitmap();
  const rows = view.getInt32(at + 8, true);
  const bits = view.getUint16(at + 14, true);
  const compression = view.getUint32(at + 16, true);
  const colors = view.getUint32(at + 32, true);
  const hasMasks = size !== OS2_HEADER && (compression === BITFIELDS || compression === ALPHA_BITFIELDS);
  if (compression !== 0 && !hasMasks) throw new ImageError("unsupported-format", "BMP is compressed");
  // Short headers are followed by the masks, longer ones contain them.
  const count = size >= 56 || compression === ALPHA_BITFIELDS ? 4 : 3;
  const outside = hasMasks && size === INFO_HEADER ? count * 4 : 0;
  if (at + size + outside > bytes.length) throw damagedBitmap();
  return checked({
    width: view.getInt32(at + 4, true),
    height: Math.abs(rows),
    topDown: rows < 0,
    bits,
    palette: at + size + outside,
    paletteStep: 4,
    colors: bits > 8 ? 0 : Math.min(colors || 256, 2 ** bits),
    masks: hasMasks ? [40, 44, 48, 52].map((mask, i) => (i < count ? view.getUint32(at + mask, true) : 0)) : [],
  });
}

function checked(dib: Dib): Dib {
  if (!DEPTHS.includes(dib.bits)) throw damagedBitmap();
  return dib;
}

/**
 * Decodes the pixels. Rows that the file lacks are gray.
 *
 * @param height rows to read
 * @param data where the pixels begin
 * @throws ImageError when not a single row is there
 */
export function decodeDib(bytes: Uint8Array, dib: Dib, height: number, data: number): Decoded {
  const { width } = dib;
  const step = rowBytes(width, dib.bits);
  const present = Math.max(0, Math.min(height, Math.floor((bytes.length - data) / step)));
  if (present === 0) throw damagedBitmap();
  const pixels = new Uint8Array(width * height * 4);
  const readRow = rowReader(bytes, dib);
  for (let i = 0; i < height; i++) {
    const to = (dib.topDown ? i : height - 1 - i) * width * 4;
    if (i < present) readRow(data + i * step, pixels, to);
    else fillGray(pixels, to, width);
  }
  const alpha = (dib.masks[3] ?? 0) !== 0;
  // Many programs write an alpha of zero and mean nothing by it.
  if (alpha && isInvisible(pixels)) makeOpaque(pixels);
  const missing = height - present;
  return {
    pixels: { data: pixels, width, height, opaque: !alpha || isOpaque(pixels) },
    warnings: missing > 0 ? [missingRows(missing, height)] : [],
  };
}

/** Bytes of a stored row: rows are padded to four. */
export function rowBytes(width: number, bits: number): number {
  return Math.ceil((width * bits) / 32) * 4;
}

/** The error for bitmaps that cannot be read. */
export function damagedBitmap(): ImageError {
  return new ImageError("undecodable", "BMP image data is damaged");
}

type ReadRow = (from: number, pixels: Uint8Array, to: number) => void;

function rowReader(bytes: Uint8Array, dib: Dib): ReadRow {
  if (dib.bits <= 8) return paletteReader(bytes, dib);
  const step = dib.bits / 8;
  const usual = dib.masks.length === 0 || dib.bits === 24;
  return usual && step > 2 ? colorReader(bytes, dib.width, step) : maskReader(bytes, dib);
}

function paletteReader(bytes: Uint8Array, { width, bits, palette, paletteStep, colors }: Dib): ReadRow {
  const ones = (1 << bits) - 1;
  return (from, pixels, to) => {
    for (let x = 0, bit = 0, o = to; x < width; x++, bit += bits, o += 4) {
      const index = ((bytes[from + (bit >> 3)] as number) >> (8 - bits - (bit & 7))) & ones;
      const color = index < colors ? palette + index * paletteStep : bytes.length;
      // Colors that the palette lacks are black.
      pixels[o] = bytes[color + 2] ?? 0;
      pixels[o + 1] = bytes[color + 1] ?? 0;
      pixels[o + 2] = bytes[color] ?? 0;
      pixels[o + 3] = 255;
    }
  };
}

/** Blue, green, red and, in pixels of 32 bits, a byte that means nothing. */
function colorReader(bytes: Uint8Array, width: number, step: number): ReadRow {
  return (from, pixels, to) => {
    for (let x = 0, i = from, o = to; x < width; x++, i += step, o += 4) {
      pixels[o] = bytes[i + 2] as number;
      pixels[o + 1] = bytes[i + 1] as number;
      pixels[o + 2] = bytes[i] as number;
      pixels[o + 3] = 255;
    }
  };
}

/** Channels wherever the masks say. Without masks 16 bits are five for each color. */
function maskReader(bytes: Uint8Array, { width, bits, masks }: Dib): ReadRow {
  const step = bits / 8;
  const [red = 0, green = 0, blue = 0, alpha = 0] = masks.length > 0 ? masks : [0x7c00, 0x03e0, 0x001f];
  return (from, pixels, to) => {
    for (let x = 0, i = from, o = to; x < width; x++, i += step, o += 4) {
      let value = (bytes[i] as number) | ((bytes[i + 1] as number) << 8);
      if (step === 4) value |= ((bytes[i + 2] as number) << 16) | ((bytes[i + 3] as number) << 24);
      pixels[o] = part(value, red);
      pixels[o + 1] = part(value, green);
      pixels[o + 2] = part(value, blue);
      pixels[o + 3] = alpha === 0 ? 255 : part(value, alpha);
    }
  };
}

/** The bits under a mask as a number up to 255. A color that has no bits is black. */
function part(value: number, mask: number): number {
  if (mask === 0) return 0;
  const shift = 31 - Math.clz32(mask & -mask);
  return (((value & mask) >>> shift) * 255) / (mask >>> shift) + 0.5;
}

function isInvisible(pixels: Uint8Array): boolean {
  for (let i = 3; i < pixels.length; i += 4) if (pixels[i] !== 0) return false;
  return true;
}

function makeOpaque(pixels: Uint8Array): void {
  for (let i = 3; i < pixels.length; i += 4) pixels[i] = 255;
}

function fillGray(pixels: Uint8Array, to: number, width: number): void {
  pixels.fill(MISSING, to, to + width * 4);
  for (let i = to + 3; i < to + width * 4; i += 4) pixels[i] = 255;
}
