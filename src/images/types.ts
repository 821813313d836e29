/** What the parts of the image work say to each other: measures, jobs, results, the port of an engine and of a cache. */

/** The image formats that are told apart by their bytes. */
export type ImageFormat = "png" | "jpeg" | "gif" | "webp" | "bmp" | "avif" | "heic" | "tiff" | "ico" | "svg";

/** What the head of an image says, without decoding it. */
export interface ImageInfo {
  /** The format by its bytes, whatever it is labelled as. */
  readonly format: ImageFormat;
  /** The media type of the format, such as `image/png`. */
  readonly mimeType: string;
  /** Pixels across as the image is shown: EXIF orientation 5 to 8 has swapped the sides. */
  readonly width: number;
  /** Pixels down as the image is shown. */
  readonly height: number;
  /** EXIF orientation, 1 (upright) to 8. */
  readonly orientation: number;
  /** Size of the file in bytes. */
  readonly bytes: number;
  /** Pictures in the file, where the format can hold several and they can be counted from its structure. */
  readonly frames?: number;
  /** Can pixels be transparent, by what the header says? */
  readonly alpha?: boolean;
  /** Stored in several passes: progressive JPEG, interlaced PNG or GIF. */
  readonly progressive?: boolean;
  /** Bits of one channel of one pixel. */
  readonly bitDepth?: number;
  /** Channels of a JPEG: 1 gray, 3 color, 4 CMYK. */
  readonly channels?: number;
  /** The file ends before its structure does. */
  readonly truncated?: boolean;
}

/** What one image has to fit into. All limits are inclusive. */
export interface ImageLimits {
  /** The longest side in pixels. */
  readonly maxSide: number;
  /** The size of the file in bytes, before base64. */
  readonly maxBytes: number;
  /** The formats that the target reads. */
  readonly formats: readonly ImageFormat[];
}

/** One piece of work for an engine. */
export interface ImageJob {
  /** The image as canonical base64: standard alphabet, padded, without white space. */
  readonly data: string;
  /** What is known of it. */
  readonly info: ImageInfo;
  /** What it has to fit into. */
  readonly limits: ImageLimits;
}

/** What an engine made of an image. */
export interface EncodedImage {
  /** The new file as canonical base64. */
  readonly data: string;
  /** Its format. */
  readonly format: ImageFormat;
  /** Its media type. */
  readonly mimeType: string;
  /** Pixels across. */
  readonly width: number;
  /** Pixels down. */
  readonly height: number;
  /** Size of the file in bytes. */
  readonly bytes: number;
  /** The JPEG quality, 1 to 100. */
  readonly quality?: number;
  /** What a person should know: rows that were missing, frames that were left out. One sentence each. */
  readonly warnings: readonly string[];
}

/** Makes images fit. An engine never looks at anything but the job, and the same job gives the same bytes. */
export interface ImageEngine {
  /** The engine's name; part of the key under which results are cached. */
  readonly name: string;
  /** How many jobs it works on at the same time; absent: one. Each takes the memory of its image. */
  readonly concurrency?: number;
  /**
   * Decodes, turns upright, scales down and encodes.
   *
   * @throws ImageError when the image cannot be read or cannot be made to fit
   */
  process(job: ImageJob, signal?: AbortSignal): Promise<EncodedImage>;
}

/** Why an image cannot be worked on, for programs. */
export type ImageErrorCode =
  /** The bytes are no image, or of a format that no codec at hand reads. */
  | "unsupported-format"
  /** The bytes are damaged beyond use. */
  | "undecodable"
  /** More pixels, memory or frames than the host allows: refused before any decoder saw it. */
  | "too-large"
  /** No size and quality fits the limits. */
  | "does-not-fit"
  /** The time limit of the host was over. */
  | "time-limit"
  /** There is no engine, or its WASM module could not be loaded. */
  | "unavailable";

/** The one error of image work. Its message is a sentence part that is fit to stand in a transcript. */
export class ImageError extends Error {
  /** What is wrong, for programs. */
  readonly code: ImageErrorCode;

  /**
   * Says why an image cannot be worked on.
   *
   * @param code what is wrong
   * @param message the same for people, without the image's content
   */
  constructor(code: ImageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ImageError";
    this.code = code;
  }
}

/** Keeps results between runs, by what was asked: the same image at the same limits is worked on once. */
export interface ImageCache {
  /** The result under the key, if there is one. */
  get(key: string): Promise<EncodedImage | undefined> | EncodedImage | undefined;
  /** Keeps a result. A cache may forget at any time. */
  set(key: string, image: EncodedImage): Promise<void> | void;
}
