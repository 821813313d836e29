/** Reads a PNG (third edition of the specification) up to its image data. Checksums are not compared. */
import { ImageError } from "../../types.ts";
import type { Source } from "./bits.ts";

/** How the pixels of a PNG are stored. */
export type PngColor = "gray" | "color" | "palette" | "gray-alpha" | "color-alpha";

/** What has to be known before the image data can be read. */
export interface PngHead {
  /** Columns. */
  readonly width: number;
  /** Rows. */
  readonly height: number;
  /** Bits of a channel, or of an index into the palette: 1, 2, 4, 8 or 16. */
  readonly bitDepth: number;
  /** How pixels are stored. */
  readonly color: PngColor;
  /** Channels of a pixel. */
  readonly channels: number;
  /** Stored in seven passes. */
  readonly interlaced: boolean;
  /** Red, green, blue of each palette entry. */
  readonly palette?: Uint8Array;
  /** Alpha of palette entries, or the one color that is transparent. */
  readonly transparency?: Uint8Array;
  /** The compressed image data. */
  readonly data: Source;
}

/** By color type: name, channels, allowed bit depths. */
const COLORS: Record<number, readonly [PngColor, channels: number, depths: readonly number[]]> = {
  0: ["gray", 1, [1, 2, 4, 8, 16]],
  2: ["color", 3, [8, 16]],
  3: ["palette", 1, [1, 2, 4, 8]],
  4: ["gray-alpha", 2, [8, 16]],
  6: ["color-alpha", 4, [8, 16]],
};

const SIGNATURE_LENGTH = 8;
const CHUNK_OVERHEAD = 12;

// Chunk types as the four letters read as one number.
const IHDR = 0x49484452;
const PLTE = 0x504c5445;
const TRNS = 0x74524e53;
const IDAT = 0x49444154;
const IEND = 0x49454e44;

/**
 * The head of a PNG. The first image counts: frames of an animation are behind it.
 *
 * @throws ImageError when there is none or no image data follows
 */
export function readPngHead(bytes: Uint8Array): PngHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = SIGNATURE_LENGTH + 8;
  if (bytes.length < start + 13 || view.getUint32(start - 4) !== IHDR) throw damaged();
  const bitDepth = view.getUint8(start + 8);
  const [color, channels, depths] = COLORS[view.getUint8(start + 9)] ?? ["gray", 0, []];
  const interlace = view.getUint8(start + 12);
  // The only compression and filter method that there are have the number 0.
  if (!depths.includes(bitDepth) || view.getUint16(start + 10) !== 0 || interlace > 1) throw damaged();
  let palette: Uint8Array | undefined;
  let transparency: Uint8Array | undefined;
  for (let at = SIGNATURE_LENGTH; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at);
    const type = view.getUint32(at + 4);
    const from = at + 8;
    at += CHUNK_OVERHEAD + length;
    if (type === PLTE) palette = bytes.subarray(from, from + length);
    else if (type === TRNS) transparency = bytes.subarray(from, from + length);
    else if (type === IEND) break;
    else if (type === IDAT) {
      if (color === "palette" && palette === undefined) throw damaged();
      return {
        width: view.getUint32(start),
        height: view.getUint32(start + 4),
        bitDepth,
        color,
        channels,
        interlaced: interlace === 1,
        ...(palette && { palette }),
        ...(transparency && { transparency }),
        data: new ImageDataChunks(bytes, view, from, length),
      };
    }
  }
  throw damaged();
}

/** The IDAT chunks that follow each other. Nothing is copied, and no list is made: there may be many small ones. */
class ImageDataChunks implements Source {
  readonly bytes: Uint8Array;
  from: number;
  to: number;
  readonly #view: DataView;
  /** Where the chunk says it ends, which may be behind the end of the file. */
  #end: number;

  constructor(bytes: Uint8Array, view: DataView, from: number, length: number) {
    this.bytes = bytes;
    this.#view = view;
    this.from = from;
    this.#end = from + length;
    this.to = Math.min(this.#end, bytes.length);
  }

  next(): boolean {
    const at = this.#end + 4;
    if (at + 8 > this.bytes.length || this.#view.getUint32(at + 4) !== IDAT) return false;
    this.from = at + 8;
    this.#end = this.from + this.#view.getUint32(at);
    this.to = Math.min(this.#end, this.bytes.length);
    return true;
  }
}

function damaged(): ImageError {
  return new ImageError("undecodable", "PNG header is damaged");
}
