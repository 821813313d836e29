/** TIFF: directories anywhere in the file, one for each picture. */
import type { Base64Bytes } from "../base64-bytes.ts";
import { type HeadReader, type ImageHead, TORN_HEAD } from "./head.ts";
import { orientationOf, type TiffDirectory, TiffStructure } from "./tiff-fields.ts";

const WIDTH = 0x0100;
const HEIGHT = 0x0101;
const BITS_PER_SAMPLE = 0x0102;
const EXTRA_SAMPLES = 0x0152;
/** Where the parts of the pixels are, and their sizes: strips or tiles. */
const PARTS: readonly (readonly [number, number])[] = [
  [0x0111, 0x0117],
  [0x0144, 0x0145],
];
const MAX_DIRECTORIES = 256;

/** Reads heads of TIFF. The sides are those of the first picture. Files above 4 GiB have another head and are not read. */
export const tiff: HeadReader = {
  format: "tiff",
  matches: (bytes) => TiffStructure.open(bytes, 0, bytes.length) !== undefined,
  read(bytes) {
    const structure = TiffStructure.open(bytes, 0, bytes.length);
    const directory = structure?.directory(structure.first);
    if (!structure || !directory) return TORN_HEAD;
    return { ...readDirectory(structure, directory, bytes), ...countDirectories(structure, directory) };
  },
};

function readDirectory(tiff: TiffStructure, directory: TiffDirectory, bytes: Base64Bytes): ImageHead {
  const value = (tag: number): number => {
    const field = directory.fields.get(tag);
    return field ? tiff.value(field) : -1;
  };
  const bits = value(BITS_PER_SAMPLE);
  const orientation = orientationOf(tiff, directory);
  const truncated = PARTS.some(([offsets, sizes]) => endOfLast(tiff, directory, offsets, sizes) > bytes.length);
  return {
    width: value(WIDTH),
    height: value(HEIGHT),
    alpha: value(EXTRA_SAMPLES) > 0,
    ...(bits > 0 && { bitDepth: bits }),
    ...(orientation !== undefined && { orientation }),
    ...(truncated && { truncated }),
  };
}

/** Where the last of the parts ends; 0 when there are none. */
function endOfLast(tiff: TiffStructure, { fields }: TiffDirectory, offsets: number, sizes: number): number {
  const offset = fields.get(offsets);
  const size = fields.get(sizes);
  if (!offset || !size) return 0;
  const start = tiff.value(offset, offset.count - 1);
  // A list that lies behind the end of the file says that much, too.
  return start < 0 ? Number.POSITIVE_INFINITY : start + Math.max(0, tiff.value(size, size.count - 1));
}

/** The directories may form a ring. */
function countDirectories(tiff: TiffStructure, first: TiffDirectory): Pick<ImageHead, "frames"> {
  const seen = new Set([tiff.first]);
  let { next } = first;
  while (next > 0 && !seen.has(next) && seen.size < MAX_DIRECTORIES) {
    const directory = tiff.directory(next);
    if (!directory) break;
    seen.add(next);
    next = directory.next;
  }
  return { frames: seen.size };
}
