import type { ImageErrorCode, ImageFormat, ImageInfo } from "../../src/images/types.ts";

/** Red, green, blue and alpha, 0 to 255. */
export type Color = readonly [number, number, number, number];

/** An image, or what pretends to be one, and what has to become of it. */
export interface ImageFixture {
  /** The format, a slash, and what is special about it. */
  readonly name: string;
  /** The text that stands in the block. */
  readonly data: string;
  /** The label of the block. */
  readonly mimeType: string;
  readonly expect: Expectation;
}

/** What has to become of an image whose longest side may have 48 pixels. */
export interface Expectation {
  /** What the head says, as far as it is compared; null where it is no image. */
  readonly info: Partial<ImageInfo> | null;
  /** The colors of the four quadrants; null where one is not compared. */
  readonly corners?: readonly (Color | null)[];
  /** How far the mean of a quadrant may be off. */
  readonly tolerance?: number;
  /** The format of the result, where only one is right. */
  readonly format?: ImageFormat;
  /** Does the result come with warnings? Absent: no. */
  readonly warned?: boolean;
  /** Why it is refused. Absent: it is not. */
  readonly code?: ImageErrorCode;
}

/** All fixtures, written by generate/. */
export const fixtures: readonly ImageFixture[];
