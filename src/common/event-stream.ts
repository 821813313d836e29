/**
 * The binary event streams of AWS: frames of two lengths, headers, a payload, and two checksums (CRC-32). The worker and
 * the page both read them; the library has no use for them.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/RESTSelectObjectAppendix.html
 */

/** Length of the frame, length of its headers, checksum of both; another checksum stands at the end. */
export const PRELUDE = 12;
export const CHECKSUM = 4;
/** The type of a header's value that is a text. */
export const TEXT = 7;

const LONGEST_FRAME = 16 * 2 ** 20;
const MOST_HEADERS = 100;

/** Is the content type that of such a stream? */
export function isFramed(mimeType: string): boolean {
  return mimeType.includes("vnd.amazon.eventstream");
}

/** How long the frame is that the bytes begin with, at least twelve of them. Undefined when they begin with none. */
export function frameSize(bytes: Uint8Array): number | undefined {
  const view = viewOf(bytes);
  const size = view.getUint32(0);
  const headers = view.getUint32(4);
  const isFrame =
    size >= PRELUDE + headers + CHECKSUM &&
    size <= LONGEST_FRAME &&
    view.getUint32(8) === crc32(bytes.subarray(0, PRELUDE - CHECKSUM));
  return isFrame ? size : undefined;
}

/** The headers of a frame, as bytes, and its payload. */
export function partsOf(frame: Uint8Array): { readonly headers: Uint8Array; readonly payload: Uint8Array } {
  const start = PRELUDE + viewOf(frame).getUint32(4);
  return { headers: frame.subarray(PRELUDE, start), payload: frame.subarray(start, -CHECKSUM) };
}

/** A frame that was read. */
export interface Frame {
  /** Those whose value is a text. */
  readonly headers: ReadonlyMap<string, string>;
  readonly payload: Uint8Array;
}

/** The frames of a stream, up to the first that is damaged. */
export interface Frames {
  readonly frames: readonly Frame[];
  /** How the reading ended: with the stream, within a frame, at one that is damaged, or since there are so many. */
  readonly end: "whole" | "torn" | "damaged" | "many";
}

/** Reads a stream. It may be anything, and nothing is thrown. */
export function readFrames(bytes: Uint8Array, most: number): Frames {
  const frames: Frame[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (frames.length >= most) return { frames, end: "many" };
    const rest = bytes.subarray(at);
    if (rest.length < PRELUDE) return { frames, end: "torn" };
    const size = frameSize(rest);
    if (size !== undefined && rest.length < size) return { frames, end: "torn" };
    const frame = size === undefined ? undefined : readFrame(rest.subarray(0, size));
    if (size === undefined || !frame) return { frames, end: "damaged" };
    frames.push(frame);
    at += size;
  }
  return { frames, end: "whole" };
}

function readFrame(bytes: Uint8Array): Frame | undefined {
  const end = bytes.length - CHECKSUM;
  if (viewOf(bytes).getUint32(end) !== crc32(bytes.subarray(0, end))) return undefined;
  const { headers: block, payload } = partsOf(bytes);
  const headers = readHeaders(block);
  return headers && { headers, payload };
}

/** How long a value is, by its type; the others say it in two bytes. */
const LENGTHS: readonly (number | undefined)[] = [0, 0, 1, 2, 4, 8, undefined, undefined, 8, 16];

function readHeaders(bytes: Uint8Array): ReadonlyMap<string, string> | undefined {
  const headers = new Map<string, string>();
  const decoder = new TextDecoder();
  const view = viewOf(bytes);
  let [at, count] = [0, 0];
  while (at < bytes.length) {
    const nameEnd = at + 1 + view.getUint8(at);
    if (++count > MOST_HEADERS || nameEnd >= bytes.length) return undefined;
    const type = view.getUint8(nameEnd);
    if (type >= LENGTHS.length) return undefined;
    const fixed = LENGTHS[type];
    if (fixed === undefined && nameEnd + 3 > bytes.length) return undefined;
    const start = nameEnd + (fixed === undefined ? 3 : 1);
    const end = start + (fixed ?? view.getUint16(nameEnd + 1));
    if (end > bytes.length) return undefined;
    if (type === TEXT) {
      headers.set(decoder.decode(bytes.subarray(at + 1, nameEnd)), decoder.decode(bytes.subarray(start, end)));
    }
    at = end;
  }
  return headers;
}

/** A view on the same bytes, for numbers of several of them. */
export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The checksum of bytes. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
