/** What the decoder of JPEG does not say in advance: the kind of coding, the scans, and how CMYK is stored. */

/** What the segments before the first picture data say. */
export interface JpegHeader {
  /** The last digit of the frame's marker SOF0 to SOF15: 0 and 1 are sequential, 2 is progressive. */
  readonly coding: number;
  /** Bits of one sample. */
  readonly precision: number;
  /** Columns as stored. */
  readonly width: number;
  /** Rows as stored. */
  readonly height: number;
  /** 1 gray, 3 color, 4 CMYK. */
  readonly channels: number;
  /** Samples of all channels together for each pixel: 1.5 for 4:2:0, 3 for 4:4:4. */
  readonly samplesPerPixel: number;
  /** The picture comes in more than one scan, so that the decoder has to hold all of its coefficients. */
  readonly buffered: boolean;
  /** Written by Adobe's rules: CMYK is stored inverted. */
  readonly adobe: boolean;
  /** Where the data of the first scan begins. */
  readonly dataStart: number;
}

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP14 = 0xee;
const ADOBE = [0x41, 0x64, 0x6f, 0x62, 0x65];

/** Walks over the segments of a file up to the first scan; undefined when there is no frame or no scan. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader | undefined {
  const at = (index: number): number => bytes[index] ?? 0;
  const pair = (index: number): number => at(index) * 256 + at(index + 1);
  let frame: Pick<JpegHeader, "coding" | "precision" | "width" | "height" | "channels" | "samplesPerPixel"> | undefined;
  let adobe = false;
  for (let i = 2; i + 4 <= bytes.length; ) {
    const marker = at(i + 1);
    // Fill bytes and garbage between segments are skipped, as the decoder does.
    if (at(i) !== 0xff || marker === 0xff || marker === 0) {
      i++;
      continue;
    }
    if (isBare(marker)) {
      i += 2;
      continue;
    }
    const data = i + 4;
    const end = i + 2 + Math.max(2, pair(i + 2));
    if (isFrame(marker)) {
      const channels = at(data + 5);
      frame = {
        coding: marker - 0xc0,
        precision: at(data),
        height: pair(data + 1),
        width: pair(data + 3),
        channels,
        samplesPerPixel: samplesPerPixel(Array.from({ length: channels }, (_, c) => at(data + 7 + c * 3))),
      };
    } else if (marker === APP14 && ADOBE.every((code, k) => at(data + k) === code)) {
      adobe = true;
    } else if (marker === SOS) {
      const buffered = frame !== undefined && (frame.coding === 2 || at(data) < frame.channels);
      return frame && { ...frame, adobe, buffered, dataStart: end };
    }
    i = end;
  }
  return undefined;
}

/** The scans of a file, counted up to `limit`. */
export function countScans(bytes: Uint8Array, from: number, limit: number): number {
  let scans = 1;
  for (let i = bytes.indexOf(0xff, from); i >= 0 && scans < limit; i = bytes.indexOf(0xff, i + 1)) {
    if (bytes[i + 1] === SOS) scans++;
  }
  return scans;
}

/** Markers that no length follows. */
function isBare(marker: number): boolean {
  return marker === 1 || (marker >= 0xd0 && marker <= SOI) || marker === EOI;
}

/** SOF0 to SOF15, without the tables and the extension that share their numbers. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** @param factors a byte for each channel: its share of columns, then of rows, in four bits each */
function samplesPerPixel(factors: readonly number[]): number {
  const columns = Math.max(1, ...factors.map((factor) => factor >> 4));
  const rows = Math.max(1, ...factors.map((factor) => factor & 15));
  const samples = factors.reduce((sum, factor) => sum + (factor >> 4) * (factor & 15), 0);
  return samples / (columns * rows);
}
