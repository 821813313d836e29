/** Chooses the decoder of a format and brings what it gives to the wanted sides. */
import { decodeBase64, encodeBase64 } from "../../base64.ts";
import { measureCanonical } from "../../measure.ts";
import { UNSUPPORTED_FORMAT } from "../../texts.ts";
import { ImageError, type ImageFormat, type ImageInfo } from "../../types.ts";
import { decodeBmp } from "./bmp.ts";
import type { ImageCodec } from "./codec.ts";
import { decodeGif } from "./gif.ts";
import { decodeIco } from "./ico.ts";
import type { Slot } from "./instances.ts";
import { decodeJpeg, type TurboExports } from "./jpeg.ts";
import { checkPixels, decodeBytes } from "./limits.ts";
import { turned } from "./orient.ts";
import type { Checkpoint, Decoded, Size } from "./pixels.ts";
import { decodePng } from "./png-stream.ts";
import type { WebpCodec } from "./webp.ts";

/** What decoding takes. */
export interface Decoders {
  /** Reads JPEG. */
  readonly jpeg: Slot<TurboExports>;
  /** Reads WebP. */
  readonly webp: Slot<WebpCodec>;
  /** Those that the host brought. */
  readonly codecs: readonly ImageCodec[];
  /** The bytes that a decoder may use. */
  readonly memory: number;
  /** Asked between steps. */
  readonly check: Checkpoint;
  /** For codecs that can be stopped. */
  readonly signal: AbortSignal | undefined;
}

const OWN: ReadonlySet<ImageFormat> = new Set(["jpeg", "png", "webp", "gif", "bmp", "ico"]);

/** Is there a decoder for the format? Whether its module can be loaded is seen when it is needed. */
export function isReadable(format: ImageFormat, codecs: readonly ImageCodec[]): boolean {
  return OWN.has(format) || codecs.some(({ formats }) => formats.includes(format));
}

/** A decoded picture that may be upright already. */
export interface Read extends Decoded {
  /** The orientation that is still to be applied. */
  readonly orientation: number;
  /** The sides of the whole picture, upright. */
  readonly whole: Size;
}

/**
 * Decodes the first picture of a file.
 *
 * @param data the file as canonical base64
 * @param size the stored sides that are wanted: decoders that can scale give no more than that
 * @throws ImageError, and whatever codecs throw
 */
export async function decode(data: string, info: ImageInfo, size: Size, decoders: Decoders): Promise<Read> {
  const codec = decoders.codecs.find(({ formats }) => formats.includes(info.format));
  if (codec) return decodeWith(codec, data, info, decoders);
  const decoded = await (info.format === "jpeg"
    ? decoders.jpeg.use(decodeBytes(info, size), (turbo, spoil) =>
        decodeJpeg(turbo, spoil, data, info, size, decoders.memory),
      )
    : decodeFile(decodeBase64(data), info, size, decoders));
  return { ...decoded, orientation: info.orientation, whole: info };
}

/** Codecs are not ours: what they give has to be what it says. */
async function decodeWith(codec: ImageCodec, data: string, info: ImageInfo, { signal }: Decoders): Promise<Read> {
  const pixels = await codec.decode(decodeBase64(data), info, signal);
  const { width, height } = pixels;
  checkPixels({ ...info, width, height });
  if (!(pixels.data instanceof Uint8Array) || pixels.data.length !== width * height * 4) {
    throw new ImageError("undecodable", "the codec gave no pixels");
  }
  const orientation = codec.upright ? 1 : info.orientation;
  return { pixels, warnings: [], orientation, whole: turned(pixels, orientation) };
}

async function decodeFile(
  bytes: Uint8Array<ArrayBuffer>,
  info: ImageInfo,
  size: Size,
  decoders: Decoders,
): Promise<Decoded> {
  switch (info.format) {
    case "png":
      return decodePng(bytes, info, size, decoders.check);
    case "webp":
      return decoders.webp.use(decodeBytes(info, size), (codec) => codec.decode(bytes, info));
    case "gif":
      return decodeGif(bytes, info);
    case "bmp":
      return decodeBmp(bytes, info);
    case "ico":
      return decodeIcon(bytes, info, size, decoders);
    default:
      throw new ImageError("unsupported-format", UNSUPPORTED_FORMAT);
  }
}

/** An icon holds bitmaps or whole PNG files. */
async function decodeIcon(bytes: Uint8Array, info: ImageInfo, size: Size, decoders: Decoders): Promise<Decoded> {
  const entry = decodeIco(bytes, info);
  if (!("png" in entry)) return entry;
  const inner = measureCanonical(encodeBase64(entry.png));
  if (inner?.format !== "png") throw new ImageError("undecodable", "the icon holds no image");
  checkPixels(inner);
  const { width, height } = inner;
  const smaller = { width: Math.min(size.width, width), height: Math.min(size.height, height) };
  return decodePng(entry.png, inner, smaller, decoders.check);
}
