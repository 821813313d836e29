/**
 * Reads JPEG with the WASM of @cwasm/jpeg-turbo.
 *
 * libjpeg-turbo can scale by eighths while it decodes, which costs a fraction of the time and memory of full size. The
 * package's own JavaScript needs Node and has no scaling; its WASM has and needs nothing.
 */
import { decodeBase64Into } from "../../base64.ts";
import { ImageError, type ImageInfo } from "../../types.ts";
import type { Kind } from "./instances.ts";
import { countScans, type JpegHeader, readJpegHeader } from "./jpeg-header.ts";
import { coefficientBytes, jpegBytes, requireMemory } from "./limits.ts";
import { turned } from "./orient.ts";
import { type Decoded, MISSING, type Pixels, type Size } from "./pixels.ts";
import { scalePicture } from "./scale-picture.ts";

/** The exports of the module. Addresses are numbers; 0 is none. */
export interface TurboExports {
  readonly memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  free(address: number): void;
  tjInitDecompress(): number;
  tjDestroy(handle: number): number;
  tjDecompressHeader3(
    handle: number,
    file: number,
    bytes: number,
    width: number,
    height: number,
    subsampling: number,
    colorSpace: number,
  ): number;
  tjDecompress2(
    handle: number,
    file: number,
    bytes: number,
    pixels: number,
    width: number,
    pitch: number,
    height: number,
    format: number,
    flags: number,
  ): number;
}

/** How the decoder is started. */
export const turboJpeg: Kind<TurboExports> = {
  purpose: "reading JPEG",
  async start(module) {
    const { exports } = await WebAssembly.instantiate(module, imports);
    return exports as unknown as TurboExports;
  },
  bytes: ({ memory }) => memory.buffer.byteLength,
};

function fail(): never {
  throw new ImageError("undecodable", "JPEG image data is damaged");
}

/** libjpeg jumps out of its depths on errors. The jump is an exception here, after which the instance is useless. */
const imports: WebAssembly.Imports = {
  env: { setjmp: () => 0, longjmp: fail },
  wasi_snapshot_preview1: {
    environ_sizes_get: () => 0,
    environ_get: () => 0,
    proc_exit: fail,
    fd_close: () => 0,
    fd_seek: () => 0,
    fd_write: () => 0,
  },
};

/** The pixel formats of the decoder by channels: gray, RGB, CMYK. */
const FORMATS: Readonly<Record<number, number>> = { 1: 6, 3: 0, 4: 11 };

/** Files with more scans are made to cost time: each scan is a walk over the whole picture. */
const MAX_SCANS = 100;

/** A sequential JPEG takes at least a bit for each of the two parts of a block. Below this share it shows nothing. */
const LEAST_SHARE = 1 / 64;

/**
 * Decodes and scales.
 *
 * @param turbo the running decoder; useless after anything was thrown
 * @param spoil told when the decoder is useless although there is a picture
 * @param data the file as canonical base64
 * @param size the stored sides to scale to
 * @param memory the bytes that the decoder may use
 * @throws ImageError
 */
export function decodeJpeg(
  turbo: TurboExports,
  spoil: () => void,
  data: string,
  info: ImageInfo,
  size: Size,
  memory: number,
): Decoded {
  const { bytes } = info;
  const file = allocate(turbo, bytes);
  const input = view(turbo, file, bytes);
  // No copy of the file outside of the decoder's memory.
  decodeBase64Into(data, input);
  const header = readJpegHeader(input);
  const stored = turned(info, info.orientation);
  if (!header || header.width !== stored.width || header.height !== stored.height) fail();
  refuse(header, input);
  const scaled = scaledSize(stored, size);
  const coefficients = header.buffered ? coefficientBytes(stored, header.samplesPerPixel) : 0;
  requireMemory(info, jpegBytes(info, scaled, coefficients), memory);

  const pixels = allocate(turbo, scaled.width * scaled.height * header.channels);
  const whole = decompress(turbo, file, bytes, header, pixels, scaled, spoil);
  const picture = view(turbo, pixels, scaled.width * scaled.height * header.channels);
  // Where the data end or are damaged, the decoder goes on with gray.
  if (!whole && isMissing(picture)) fail();
  const result = toPixels(picture, header, scaled, size);
  turbo.free(pixels);
  turbo.free(file);
  if (whole) return { pixels: result, warnings: [] };
  const warning = info.truncated
    ? "The JPEG ends early; what is missing is gray."
    : "The image data of the JPEG is damaged.";
  return { pixels: result, warnings: [warning] };
}

/** The smallest sides in eighths of the stored ones that are not smaller than what is wanted. */
export function scaledSize(stored: Size, wanted: Size): Size {
  for (let eighths = 1; eighths < 8; eighths++) {
    const width = Math.ceil((stored.width * eighths) / 8);
    const height = Math.ceil((stored.height * eighths) / 8);
    if (width >= wanted.width && height >= wanted.height) return { width, height };
  }
  return stored;
}

function refuse(header: JpegHeader, input: Uint8Array): void {
  const { coding, precision, channels, buffered, dataStart } = header;
  if (coding > 8) throw unsupported("with arithmetic coding");
  if (coding > 2) throw unsupported("without loss or in layers");
  if (precision !== 8) throw unsupported(`with ${precision} bits`);
  if (FORMATS[channels] === undefined) throw unsupported(`with ${channels} channels`);
  if (!buffered) {
    const blocks = (header.width * header.height * header.samplesPerPixel) / 64;
    if ((input.length - dataStart) * 8 < 2 * blocks * LEAST_SHARE) fail();
  } else if (countScans(input, dataStart, MAX_SCANS + 1) > MAX_SCANS) {
    throw new ImageError("too-large", `the JPEG has more than ${MAX_SCANS} scans`);
  }
}

function unsupported(what: string): ImageError {
  return new ImageError("unsupported-format", `JPEG ${what} is not supported`);
}

/** Fills the pixels; false when something was missing or damaged. */
function decompress(
  turbo: TurboExports,
  file: number,
  bytes: number,
  { channels, width, height }: JpegHeader,
  pixels: number,
  scaled: Size,
  spoil: () => void,
): boolean {
  const handle = turbo.tjInitDecompress();
  if (handle === 0) fail();
  const said = allocate(turbo, 16);
  view(turbo, said, 16).fill(0);
  // Its status is of no use: it also complains of rare subsampling that is decoded well.
  turbo.tjDecompressHeader3(handle, file, bytes, said, said + 4, said + 8, said + 12);
  const [itsWidth, itsHeight] = new Int32Array(turbo.memory.buffer, said, 2);
  if (itsWidth !== width || itsHeight !== height) fail();
  const pitch = scaled.width * channels;
  view(turbo, pixels, pitch * scaled.height).fill(MISSING);
  const format = FORMATS[channels] as number;
  try {
    const status = turbo.tjDecompress2(handle, file, bytes, pixels, scaled.width, pitch, scaled.height, format, 0);
    turbo.tjDestroy(handle);
    turbo.free(said);
    return status === 0;
  } catch {
    // The rows before the error are there.
    spoil();
    return false;
  }
}

function toPixels(picture: Uint8Array, { channels, adobe }: JpegHeader, scaled: Size, size: Size): Pixels {
  if (channels === 1) return scalePicture(picture, 1, scaled, size);
  if (channels === 4) cmykToRgb(picture, adobe);
  return scalePicture(picture, 3, scaled, size);
}

/**
 * Turns four channels into three, in place.
 *
 * @param inverted 255 is no ink, as Adobe's programs store it
 */
function cmykToRgb(picture: Uint8Array, inverted: boolean): void {
  const flip = inverted ? 0 : 255;
  for (let from = 0, to = 0; from < picture.length; from += 4, to += 3) {
    const light = (picture[from + 3] as number) ^ flip;
    for (let c = 0; c < 3; c++) picture[to + c] = (((picture[from + c] as number) ^ flip) * light + 127) / 255;
  }
}

/** Is there nothing but the gray of what is missing? Conversion of colors may be off by one. */
function isMissing(picture: Uint8Array): boolean {
  return picture.every((value) => Math.abs(value - MISSING) <= 1);
}

function allocate(turbo: TurboExports, bytes: number): number {
  const address = turbo.malloc(bytes) >>> 0;
  if (address === 0) throw new ImageError("too-large", "the image needs more memory than there is");
  return address;
}

/** A part of the linear memory, until the memory grows. */
function view(turbo: TurboExports, address: number, bytes: number): Uint8Array {
  return new Uint8Array(turbo.memory.buffer, address, bytes);
}
