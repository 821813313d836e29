/**
 * From pixels to a file that fits: which format, which quality, which sides.
 *
 * Photos become JPEG. Graphics stay PNG where that is smaller, and pictures with transparent parts where it fits. A file
 * does not become larger than it was, unless the longest side or the format leaves no choice.
 */
import { notReduced } from "../../texts.ts";
import { ImageError, type ImageInfo, type ImageLimits } from "../../types.ts";
import { flatness, flatten } from "./encode.ts";
import { type Attempt, fitSide, QUALITIES, SHARES, search, sidesFor } from "./ladder.ts";
import type { Checkpoint, Pixels, Size } from "./pixels.ts";

/** What making files takes. */
export interface Tools {
  /** Writes a JPEG of opaque pixels. */
  jpeg(pixels: Pixels, quality: number): Promise<Uint8Array>;
  /** Writes a PNG. */
  png(pixels: Pixels): Promise<Uint8Array>;
  /** Scales down. */
  scale(pixels: Pixels, size: Size): Promise<Pixels>;
  /** Asked before each file. */
  readonly check: Checkpoint;
}

/** A file that fits. */
export interface Compressed extends Attempt {
  /** Its format. */
  readonly format: "jpeg" | "png";
  /** What a person should know. */
  readonly warnings: readonly string[];
}

/** From this share of equal neighbors on, PNG may be smaller than JPEG. */
const FLAT = 0.9;

/** Below this many bytes a pixel, or bytes in all, a PNG is so small that JPEG is not tried. */
const TINY = 0.02;
const TINY_BYTES = 4096;

const LAST = QUALITIES.length - 1;

/**
 * Makes the file.
 *
 * @param pixels upright, at the longest side that is tried
 * @param shown the sides of the whole image, upright
 * @throws ImageError `does-not-fit`
 */
export async function compress(
  pixels: Pixels,
  shown: Size,
  info: ImageInfo,
  limits: ImageLimits,
  tools: Tools,
): Promise<Compressed> {
  const { formats, maxBytes } = limits;
  const takesJpeg = formats.includes("jpeg");
  const takesPng = formats.includes("png");
  if (!takesJpeg && !takesPng) throw new ImageError("does-not-fit", "Image would have to become JPEG or PNG");

  // What the file should not exceed, as long as only the side has to shrink.
  const wanted = formats.includes(info.format) && !info.truncated ? Math.min(info.bytes, maxBytes) : maxBytes;
  const tryPng = takesPng && (!takesJpeg || !pixels.opaque || (info.format !== "jpeg" && flatness(pixels) >= FLAT));
  const png = tryPng ? await asPng(pixels, tools) : undefined;
  if (png && png.file.length <= maxBytes) {
    const few = Math.max(TINY_BYTES, TINY * pixels.width * pixels.height);
    const tiny = png.file.length <= few && png.file.length <= wanted;
    if (!takesJpeg || !pixels.opaque || tiny) return png;
  }
  if (!takesJpeg) return smallerPng(pixels, shown, png as Compressed, maxBytes, tools);
  return asJpeg(pixels, shown, png, wanted, maxBytes, info.format === "jpeg", tools);
}

async function asPng(pixels: Pixels, { png, check }: Tools): Promise<Compressed> {
  check();
  const { width, height } = pixels;
  return { file: await png(pixels), size: { width, height }, format: "png", warnings: [] };
}

async function smallerPng(
  pixels: Pixels,
  shown: Size,
  first: Compressed,
  maxBytes: number,
  tools: Tools,
): Promise<Compressed> {
  const sides = sidesFor(shown, Math.max(pixels.width, pixels.height));
  const made = new Map<number, Compressed>([[0, first]]);
  const attempt = async (step: number): Promise<Attempt> => {
    const known = made.get(step);
    if (known) return known;
    const smaller = await tools.scale(pixels, fitSide(shown, sides[step] as number));
    const file = await asPng(smaller, tools);
    made.set(step, file);
    return file;
  };
  const found = await search(sides.map(area), maxBytes, 0, attempt, tools.check);
  if (found.step === undefined) throw tooLarge(maxBytes, found.attempt);
  return made.get(found.step) as Compressed;
}

/**
 * @param png the same picture as PNG, if that was made; taken when it is the smaller one of those that fit
 * @param wanted bytes that the file should not exceed
 * @param maxBytes bytes that it must not exceed
 * @param lossy the image came as JPEG
 */
async function asJpeg(
  pixels: Pixels,
  shown: Size,
  png: Compressed | undefined,
  wanted: number,
  maxBytes: number,
  lossy: boolean,
  tools: Tools,
): Promise<Compressed> {
  const flat = flatten(pixels);
  const warnings = pixels.opaque ? [] : ["Transparent parts became white: as PNG the image is too large."];
  const done = (attempt: Attempt): Compressed => ({ ...attempt, format: "jpeg", warnings });
  const qualities = attempts(flat, tools);

  const best = await qualities(0);
  const natural = png && png.file.length <= best.file.length ? png : done(best);
  if (natural.file.length <= wanted) return natural;
  const modest = await search(SHARES, wanted, 0, qualities, tools.check);
  if (modest.step !== undefined) return done(modest.attempt);
  // Growing cannot be helped. Of a picture that lost much before, little is left to lose.
  const least = lossy ? done(modest.attempt) : natural;
  if (least.file.length <= maxBytes) return least;
  const reduced = await search(SHARES, maxBytes, LAST, qualities, tools.check);
  if (reduced.step !== undefined) return done(reduced.attempt);

  const sides = sidesFor(shown, Math.max(flat.width, flat.height));
  const bySide = new Map([[0, qualities]]);
  const lowest = async (step: number): Promise<Attempt> => {
    let own = bySide.get(step);
    if (!own) {
      own = attempts(await tools.scale(flat, fitSide(shown, sides[step] as number)), tools);
      bySide.set(step, own);
    }
    return own(LAST);
  };
  const side = await search(sides.map(area), maxBytes, 0, lowest, tools.check);
  if (side.step === undefined) throw tooLarge(maxBytes, side.attempt);
  const own = bySide.get(side.step) as typeof qualities;
  return done((await search(SHARES, maxBytes, LAST, own, tools.check)).attempt);
}

/** Files of one picture by step of quality, each made once. */
function attempts(pixels: Pixels, tools: Tools): (step: number) => Promise<Attempt> {
  const { width, height } = pixels;
  const made = new Map<number, Attempt>();
  return async (step) => {
    const known = made.get(step);
    if (known) return known;
    const quality = QUALITIES[step] as number;
    const attempt = { file: await tools.jpeg(pixels, quality), size: { width, height }, quality };
    made.set(step, attempt);
    return attempt;
  };
}

function area(side: number): number {
  return side * side;
}

function tooLarge(maxBytes: number, smallest: Attempt): ImageError {
  return new ImageError("does-not-fit", notReduced(maxBytes, smallest.file.length));
}
