/** The directories of TIFF, in which EXIF data is kept, too. */
import type { Base64Bytes } from "../base64-bytes.ts";
import { fourCharacters } from "./head.ts";

/** A field of a directory. */
export interface TiffField {
  /** What type its values have. */
  readonly type: number;
  /** How many values it has. */
  readonly count: number;
  /** Where its values are in the file. */
  readonly at: number;
}

/** A directory: its fields by their tags, and where the next directory is (0: there is none). */
export interface TiffDirectory {
  /** The fields by their tags. */
  readonly fields: ReadonlyMap<number, TiffField>;
  /** Where the next directory is, as an offset; 0 when there is none. */
  readonly next: number;
}

const EXIF = fourCharacters("Exif");
const ORIENTATION = 0x0112;
const MAX_FIELDS = 1024;
const SHORT = 3;
/** Bytes of a value by its type; types that are not here are not read. */
const VALUE_SIZES = new Map([
  [1, 1],
  [SHORT, 2],
  [4, 4],
]);

/** A TIFF structure within a file. Nothing outside its bounds is read. */
export class TiffStructure {
  /** The offset of the first directory, from the start of the structure. */
  readonly first: number;
  readonly #bytes: Base64Bytes;
  readonly #start: number;
  readonly #end: number;
  readonly #little: boolean;

  private constructor(bytes: Base64Bytes, start: number, end: number, little: boolean) {
    this.#bytes = bytes;
    this.#start = start;
    this.#end = Math.min(end, bytes.length);
    this.#little = little;
    this.first = this.#u32(start + 4);
  }

  /** The structure that begins at `start`, if one does. */
  static open(bytes: Base64Bytes, start: number, end: number): TiffStructure | undefined {
    const head = bytes.u32be(start);
    if (head !== 0x49492a00 && head !== 0x4d4d002a) return undefined;
    return new TiffStructure(bytes, start, end, head === 0x49492a00);
  }

  /** The directory at an offset, if there is one. */
  directory(offset: number): TiffDirectory | undefined {
    const at = this.#start + offset;
    const count = this.#u16(at);
    if (offset < 8 || count < 0) return undefined;
    const fields = new Map<number, TiffField>();
    for (let i = 0; i < Math.min(count, MAX_FIELDS); i++) {
      const entry = at + 2 + i * 12;
      const type = this.#u16(entry + 2);
      const size = VALUE_SIZES.get(type);
      const values = this.#u32(entry + 4);
      if (values < 0) break;
      if (size === undefined) continue;
      // Values of up to four bytes are in the entry itself.
      const place = values * size <= 4 ? entry + 8 : this.#start + this.#u32(entry + 8);
      const tag = this.#u16(entry);
      if (!fields.has(tag)) fields.set(tag, { type, count: values, at: place });
    }
    return { fields, next: Math.max(0, this.#u32(at + 2 + count * 12)) };
  }

  /** A value of a field, or -1. */
  value({ type, count, at }: TiffField, index = 0): number {
    if (index < 0 || index >= count) return -1;
    if (type === SHORT) return this.#u16(at + index * 2);
    return type === 4 ? this.#u32(at + index * 4) : this.#inside(at + index, 1) ? this.#bytes.byte(at + index) : -1;
  }

  #u16(at: number): number {
    if (!this.#inside(at, 2)) return -1;
    return this.#little ? this.#bytes.u16le(at) : this.#bytes.u16be(at);
  }

  #u32(at: number): number {
    if (!this.#inside(at, 4)) return -1;
    return this.#little ? this.#bytes.u32le(at) : this.#bytes.u32be(at);
  }

  #inside(at: number, size: number): boolean {
    return at >= this.#start && at + size <= this.#end;
  }
}

/** The orientation that a directory names, 1 to 8. */
export function orientationOf(tiff: TiffStructure, { fields }: TiffDirectory): number | undefined {
  const field = fields.get(ORIENTATION);
  const value = field?.type === SHORT ? tiff.value(field) : 0;
  return value >= 1 && value <= 8 ? value : undefined;
}

/** The orientation in EXIF data, 1 to 8. The data may have its name before it, as it has in JPEG. */
export function exifOrientation(bytes: Base64Bytes, start: number, end: number): number | undefined {
  const tiff = TiffStructure.open(bytes, isExifName(bytes, start) ? start + 6 : start, end);
  const directory = tiff?.directory(tiff.first);
  return tiff && directory && orientationOf(tiff, directory);
}

/** Does the name of EXIF data stand here? */
export function isExifName(bytes: Base64Bytes, at: number): boolean {
  return bytes.u32be(at) === EXIF && bytes.u16be(at + 4) === 0;
}
