/** The port for decoders of further formats. */
import type { ImageFormat, ImageInfo } from "../../types.ts";
import type { Pixels } from "./pixels.ts";

/** Reads formats that the engine itself does not, such as AVIF, HEIC and TIFF. The engine calls it for one image at a time. */
export interface ImageCodec {
  /** The formats it reads; it is asked before the engine's own decoders. */
  readonly formats: readonly ImageFormat[];
  /** Does it turn pictures upright itself? Otherwise the engine applies the orientation of the header. */
  readonly upright?: boolean;
  /**
   * Reads the first picture of a file at full size. The engine has checked the number of pixels that the header claims.
   *
   * @param bytes the file
   * @param info what its header says
   * @throws anything when it cannot be read
   */
  decode(bytes: Uint8Array<ArrayBuffer>, info: ImageInfo, signal?: AbortSignal): Promise<Pixels>;
}
