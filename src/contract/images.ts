/** What rules know of images: the head of each, and what became of those that were worked on. */
import type { Block } from "../transcript/message.ts";
import type { Place } from "../transcript/place.ts";

/** How the stored base64 or label differed from what providers read. */
export type ImageRepair = "data-url" | "url-safe" | "white-space" | "padding" | "label";

/** Why an image block cannot be sent, whatever the target. */
export type ImageFault = "missing" | "too-large" | "empty" | "invalid" | "unknown";

/** An image block as it can be sent, or the text that has to stand in its place. */
export type ImageReading =
  | {
      readonly fault?: undefined;
      /** Canonical base64; the very string of the block when it was canonical. */
      readonly data: string;
      /** The media type that the bytes have. */
      readonly mimeType: string;
      /** What was put right. */
      readonly repairs: readonly ImageRepair[];
    }
  | {
      readonly fault: ImageFault;
      /** The rest of the sentence that stands in the image's place, behind the label. */
      readonly text: string;
    };

/** Reads heads of images, that of each distinct string once. */
export interface ImageReader {
  /** Reads a block whose type is `image`. */
  read(block: Block): ImageReading;
}

/** What becomes of an image that was worked on, or that there is no room for. */
export type ImageOutcome =
  | {
      readonly kind: "image";
      readonly data: string;
      readonly mimeType: string;
      /** What was done to it. */
      readonly done: "resized" | "compressed" | "converted";
    }
  | {
      readonly kind: "text";
      /** The sentence that stands in its place. */
      readonly text: string;
      /** Why. */
      readonly reason: "failed" | "no-room";
    };

/** Outcomes by place of the turn and index of the block. */
export type ImageOutcomes = ReadonlyMap<Place, ReadonlyMap<number, ImageOutcome>>;
