/** The words for what is done with images. */
import type { ImageReason, ImageWishes } from "../src/index.ts";
import { sized } from "./parts/words.ts";
import type { ImageSize } from "./protocol.ts";

/** Why an image is not left alone. */
export function reasonText(reason: ImageReason, { each, many, images, imagesPerMessage }: ImageWishes): string {
  switch (reason) {
    case "side":
      return `a side is over ${each.maxSide} px`;
    case "many-images":
      return `with more than ${many?.over} images, a side may have ${many?.maxSide} px`;
    case "bytes":
      return `it is over ${sized(each.maxBytes)}`;
    case "format":
      return "the target does not read its format";
    case "animated":
      return "the target reads no animations";
    case "truncated":
      return "its end is missing";
    case "too-many-images":
      return `the target takes ${images} images`;
    case "too-many-in-message":
      return `a message may hold ${imagesPerMessage} images`;
    case "request-bytes":
      return "the request would be too large";
  }
}

/** Such as `png 2880x1800, 3.4 MB`. */
export function sizeText({ format, width, height, bytes }: ImageSize): string {
  return `${format} ${width}×${height}, ${sized(bytes)}`;
}
