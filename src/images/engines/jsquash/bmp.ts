/** Reads BMP without compression. */
import type { ImageInfo } from "../../types.ts";
import { damagedBitmap, decodeDib, readDib } from "./dib.ts";
import type { Decoded } from "./pixels.ts";

const FILE_HEADER = 14;
/** Where the file header says where the pixels are. */
const DATA_OFFSET = 10;

/**
 * Decodes a BMP at full size.
 *
 * @param info what the header was found to say
 * @throws ImageError when it is damaged or compressed
 */
export function decodeBmp(bytes: Uint8Array, info: ImageInfo): Decoded {
  const dib = readDib(bytes, FILE_HEADER);
  if (dib.width !== info.width || dib.height !== info.height) throw damagedBitmap();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return decodeDib(bytes, dib, dib.height, view.getUint32(DATA_OFFSET, true));
}
