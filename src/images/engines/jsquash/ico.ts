/** Reads icons: a list of pictures in several sizes, each a PNG or a bitmap. */
import { ImageError, type ImageInfo } from "../../types.ts";
import { decodeDib, readDib, rowBytes } from "./dib.ts";
import { type Decoded, isOpaque } from "./pixels.ts";

/** The picture that was chosen: decoded, or a PNG file that is still to be decoded. */
export type IcoEntry = Decoded | { readonly png: Uint8Array };

/** An entry of the list. */
interface Listed {
  readonly width: number;
  readonly height: number;
  readonly isPng: boolean;
  /** Bits of a pixel, to choose between pictures of one size. */
  readonly bits: number;
  readonly from: number;
  readonly to: number;
}

const LIST = 6;
const ENTRY = 16;
const MOST_ENTRIES = 256;
const PNG_SIGNATURE = 0x89504e47;
/** In a PNG, where the sides are. */
const PNG_SIDES = 16;

/**
 * The picture with the sides that were measured, and of several the one with the most colors.
 *
 * @param info what the list was found to say: the sides of the largest picture
 * @throws ImageError when it cannot be read
 */
export function decodeIco(bytes: Uint8Array, info: ImageInfo): IcoEntry {
  const fitting = listed(bytes).filter(({ width, height }) => width === info.width && height === info.height);
  const [entry] = fitting.sort((a, b) => b.bits - a.bits);
  if (!entry) throw damaged();
  if (entry.isPng) return { png: bytes.subarray(entry.from, entry.to) };
  return decodeBitmap(bytes.subarray(0, entry.to), entry);
}

function listed(bytes: Uint8Array): Listed[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: Listed[] = [];
  const count = bytes.length < LIST ? 0 : Math.min(MOST_ENTRIES, view.getUint16(4, true));
  for (let at = LIST; at < LIST + count * ENTRY && at + ENTRY <= bytes.length; at += ENTRY) {
    const from = view.getUint32(at + 12, true);
    const to = Math.min(bytes.length, from + view.getUint32(at + 8, true));
    if (from + PNG_SIDES + 8 > to) continue;
    const isPng = view.getUint32(from) === PNG_SIGNATURE;
    entries.push({
      // One byte holds sides up to 255; 0 is 256.
      width: isPng ? view.getUint32(from + PNG_SIDES) : view.getUint8(at) || 256,
      height: isPng ? view.getUint32(from + PNG_SIDES + 4) : view.getUint8(at + 1) || 256,
      isPng,
      bits: isPng ? 32 : view.getUint16(from + 14, true),
      from,
      to,
    });
  }
  return entries;
}

/** A bitmap without file header, followed by a mask of one bit a pixel: 1 is transparent. */
function decodeBitmap(bytes: Uint8Array, { width, height, from }: Listed): Decoded {
  const header = readDib(bytes, from);
  if (header.width !== width || header.height !== height * 2) throw damaged();
  // The fourth byte of 32 bits, which elsewhere means nothing, is alpha.
  const dib = header.bits === 32 ? { ...header, masks: [0xff0000, 0xff00, 0xff, 0xff000000] } : header;
  const data = dib.palette + dib.colors * dib.paletteStep;
  const { pixels, warnings } = decodeDib(bytes, dib, height, data);
  if (dib.bits === 32 && !pixels.opaque) return { pixels, warnings };
  const mask = data + rowBytes(width, dib.bits) * height;
  const step = rowBytes(width, 1);
  for (let y = 0; y < height; y++) {
    const row = mask + (dib.topDown ? y : height - 1 - y) * step;
    for (let x = 0; x < width; x++) {
      const hidden = ((bytes[row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      if (hidden) pixels.data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 4);
    }
  }
  return { pixels: { ...pixels, opaque: isOpaque(pixels.data) }, warnings };
}

function damaged(): ImageError {
  return new ImageError("undecodable", "ICO image data is damaged");
}
