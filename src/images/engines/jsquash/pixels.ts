/** RGBA, row by row, tightly packed. Alpha is straight (not premultiplied). */
export interface Pixels {
  /** `width * height * 4` bytes: red, green, blue, alpha. */
  readonly data: Uint8Array<ArrayBuffer>;
  /** Columns. */
  readonly width: number;
  /** Rows. */
  readonly height: number;
  /** True when every alpha is 255. */
  readonly opaque: boolean;
}

/** What a decoder gives: the pixels as stored (not turned upright), and what a person should know. */
export interface Decoded {
  /** The picture. */
  readonly pixels: Pixels;
  /** Sentences about damage that was worked around, without any content of the picture. */
  readonly warnings: readonly string[];
}

/** Asked between steps: throws when the signal is aborted or the time is over. */
export type Checkpoint = () => void;

/** The stored sides to scale to while decoding, where a decoder can; never larger than the image. */
export interface Size {
  /** Columns. */
  readonly width: number;
  /** Rows. */
  readonly height: number;
}

/** Is every alpha 255, in RGBA from one byte to another? */
export function isOpaque(data: Uint8Array, from = 0, to: number = data.length): boolean {
  for (let i = from + 3; i < to; i += 4) if (data[i] !== 255) return false;
  return true;
}

/** What a decoder shows where the file breaks off: an opaque gray, as decoders of JPEG do. */
export const MISSING = 128;

/** Says that rows are missing, which are shown gray. */
export function missingRows(missing: number, height: number): string {
  return `The image data break off: ${missing} of ${height} rows are missing.`;
}
