/** The engine: one image at a time, from base64 to base64. */
import { encodeBase64 } from "../../base64.ts";
import { MIME_TYPES } from "../../formats/index.ts";
import { measureCanonical } from "../../measure.ts";
import { UNSUPPORTED_FORMAT } from "../../texts.ts";
import { type EncodedImage, type ImageEngine, ImageError, type ImageInfo, type ImageJob } from "../../types.ts";
import type { ImageCodec } from "./codec.ts";
import { type Compressed, compress } from "./compress.ts";
import { decode, isReadable } from "./decode.ts";
import { flatness, jpegEncoder } from "./encode.ts";
import { asImageError, checkpoint, oneAtATime } from "./guard.ts";
import { Instances, type MemoryWatch } from "./instances.ts";
import { scaledSize, turboJpeg } from "./jpeg.ts";
import { fitSide, isSameSize, sidesFor } from "./ladder.ts";
import { lanczos, lanczosBytes } from "./lanczos.ts";
import { checkPixels, encodeBytes, MEMORY, requireMemory, workingSet } from "./limits.ts";
import type { JsquashModules } from "./modules.ts";
import { orient, turned } from "./orient.ts";
import type { Checkpoint, Decoded, Pixels, Size } from "./pixels.ts";
import { pngCodec } from "./png-codec.ts";
import { writePng } from "./png-writer.ts";
import { resample } from "./resample.ts";
import { webpCodec } from "./webp.ts";

/** Options of `createJsquashEngine`. */
export interface JsquashEngineOptions {
  /** The WASM modules. Nothing is loaded before an image needs it. */
  readonly modules?: JsquashModules;
  /** `high` scales with Lanczos where memory allows: sharper, slower, and several times the memory. Default `fast`. */
  readonly quality?: "fast" | "high";
  /**
   * The most memory for one image in bytes, without the base64 text of the caller: `default` is 512 MiB, `edge` 64 MiB
   * for isolates that have 128 MB in all. Images that need more are made smaller than asked, or refused.
   */
  readonly memory?: number | "edge" | "default";
  /** Decoders of further formats. */
  readonly codecs?: readonly ImageCodec[];
  /** How long one image may take, in the unit of `now`. Asked between steps; a step is not interrupted. */
  readonly timeLimit?: number;
  /** The host's clock, for `timeLimit`. */
  readonly now?: () => number;
}

/**
 * The share of the memory that instances together may hold before idle ones are dropped. With `edge` it holds those that
 * make 1200x900 of a photo: dropped ones take room until they are collected, which does not happen within a request.
 */
const ROOM = 5 / 8;

/** From this share of equal neighbors on, the writer for graphics is worth its time. */
const GRAPHIC = 0.6;

/** A decoded picture, upright and scaled down. */
interface Rendered extends Decoded {
  /** The sides of the whole picture, upright. */
  readonly whole: Size;
}

/**
 * An engine that tells of its memory.
 *
 * @param watch for tests and benchmarks
 */
export function createEngine(options: JsquashEngineOptions = {}, watch?: MemoryWatch): ImageEngine {
  const { modules = {}, quality = "fast", codecs = [] } = options;
  const memory = typeof options.memory === "number" ? options.memory : MEMORY[options.memory ?? "default"];
  const instances = new Instances(memory * ROOM, watch);
  const slots = {
    jpeg: instances.slot(modules.jpegDecode, turboJpeg),
    webp: instances.slot(modules.webpDecode, webpCodec),
    resize: instances.slot(modules.resize, lanczos),
    jpegEncoder: instances.slot(modules.jpegEncode, jpegEncoder),
    pngCodec: instances.slot(modules.png, pngCodec),
  };
  const jpeg = (pixels: Pixels, jpegQuality: number): Promise<Uint8Array> =>
    slots.jpegEncoder.use(encodeBytes(pixels), (encoder) => encoder.encode(pixels, jpegQuality));
  async function png(pixels: Pixels): Promise<Uint8Array> {
    if (flatness(pixels) >= GRAPHIC) return writePng(pixels);
    return slots.pngCodec.use(encodeBytes(pixels), (codec) => codec.encode(pixels));
  }

  async function scale(pixels: Pixels, size: Size): Promise<Pixels> {
    const need = lanczosBytes(pixels, size);
    if (quality === "fast" || isSameSize(pixels, size) || need > memory) return resample(pixels, size);
    return slots.resize.use(need, (scaler) => scaler.scale(pixels, size));
  }

  /** The sides to decode to. Lanczos needs more pixels than the decoders' own scaling leaves. */
  function roughSize(info: ImageInfo, shown: Size): Size {
    const wanted = turned(shown, info.orientation);
    if (quality === "fast") return wanted;
    const rough = scaledSize(turned(info, info.orientation), { width: 2 * wanted.width, height: 2 * wanted.height });
    const pixels = { ...rough, opaque: info.format === "jpeg" };
    return lanczosBytes(pixels, wanted) + 4 * rough.width * rough.height <= memory ? rough : wanted;
  }

  /** The picture upright at the longest side. What decoding took is free again afterwards. */
  async function render(
    { data, info }: ImageJob,
    side: number,
    check: Checkpoint,
    signal?: AbortSignal,
  ): Promise<Rendered> {
    const decoders = { ...slots, codecs, memory, check, signal };
    const { pixels, orientation, whole, warnings } = await decode(
      data,
      info,
      roughSize(info, fitSide(info, side)),
      decoders,
    );
    check();
    const scaled = await scale(pixels, turned(fitSide(whole, side), orientation));
    return { pixels: orient(scaled, orientation), whole, warnings };
  }

  async function work(job: ImageJob, check: Checkpoint, signal?: AbortSignal): Promise<EncodedImage> {
    const { info, limits } = job;
    if (!isReadable(info.format, codecs)) throw new ImageError("unsupported-format", UNSUPPORTED_FORMAT);
    checkPixels(info);
    const sides = sidesFor(info, limits.maxSide);
    const needs = sides.map((side) => workingSet(info, fitSide(info, side)));
    const first = needs.findIndex((need) => need <= memory);
    if (first < 0) requireMemory(info, needs[needs.length - 1] as number, memory);
    const { pixels, whole, warnings } = await render(job, sides[first] as number, check, signal);
    check();
    const made = await compress(pixels, whole, info, limits, { jpeg, png, scale, check });
    const said = [...warnings, ...made.warnings];
    if (isAnimated(info)) said.push(`Only the first of ${info.frames} pictures is kept.`);
    if (first > 0) said.push("The image is smaller than asked for, to fit into memory.");
    return encoded(made, said);
  }

  return {
    name: nameOf(quality, memory),
    process: oneAtATime(async (job, signal) => {
      const check = checkpoint(options, signal);
      try {
        check();
        return await work(job, check, signal);
      } catch (error) {
        signal?.throwIfAborted();
        throw asImageError(error);
      } finally {
        instances.tidy();
      }
    }),
  };
}

/** Says what changes results, since they are cached under it. */
function nameOf(quality: "fast" | "high", memory: number): string {
  const name = quality === "fast" ? "jsquash" : "jsquash-high";
  return memory === MEMORY.default ? name : `${name}-${memory}`;
}

/** Icons hold the same picture in several sizes. */
function isAnimated({ frames = 1, format }: ImageInfo): boolean {
  return frames > 1 && format !== "ico";
}

function encoded({ file, format, size, quality }: Compressed, warnings: readonly string[]): EncodedImage {
  const data = encodeBase64(file);
  const measured = measureCanonical(data);
  if (measured?.format !== format || !isSameSize(measured, size)) {
    throw new ImageError("unavailable", `Image processor failed at writing ${format.toUpperCase()}`);
  }
  return {
    data,
    format,
    mimeType: MIME_TYPES[format],
    width: size.width,
    height: size.height,
    bytes: file.length,
    ...(quality !== undefined && { quality }),
    warnings,
  };
}
