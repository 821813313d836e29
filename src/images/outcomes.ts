/** From a plan and what became of its jobs to what stands in the place of each image, and how much room it takes. */

import type { Place, Turn } from "../transcript/place.ts";
import { imageText } from "../transcript/placeholders.ts";
import type { ExecutedImages, ImageResult } from "./execute.ts";
import { givingWay, type ImagePlan, type ImageReason, type PlannedImage, type Tightened } from "./plan.ts";
import { NO_ENGINE } from "./texts.ts";
import type { ImageErrorCode } from "./types.ts";

/** What stands in the place of an image. */
export type PlacedOutcome =
  | {
      readonly kind: "image";
      readonly data: string;
      readonly mimeType: string;
      readonly done: "resized" | "compressed" | "converted";
    }
  | { readonly kind: "text"; readonly text: string; readonly reason: "failed" | "no-room" };

/** An image that was to be made to fit, could not be, and stays since the target takes it as it is. */
export interface LeftImage {
  readonly image: PlannedImage;
  readonly error: { readonly code: ImageErrorCode; readonly message: string };
}

/** What becomes of the images that do not stay, and those that stay although they were not to. */
export interface Outcomes {
  readonly places: ReadonlyMap<Place, ReadonlyMap<number, PlacedOutcome>>;
  readonly left: readonly LeftImage[];
}

const NO_ROOM: Partial<Readonly<Record<ImageReason, string>>> = {
  "too-many-images": "the request holds more images than the target takes",
  "too-many-in-message": "the message holds more images than the target takes",
  "request-bytes": "the request would be larger than the target takes",
};

/** What stands in the place of each image that does not stay as it is. */
export function outcomesOf(plan: ImagePlan, executed: ExecutedImages, label: string | undefined): Outcomes {
  const places = new Map<Place, Map<number, PlacedOutcome>>();
  const left: LeftImage[] = [];
  for (const image of plan.images) {
    const outcome = outcomeOf(image, executed, label);
    if (!outcome) continue;
    if ("error" in outcome) {
      left.push({ image, error: outcome.error });
      continue;
    }
    const own = places.get(image.at);
    if (own) own.set(image.block, outcome);
    else places.set(image.at, new Map([[image.block, outcome]]));
  }
  return { places, left };
}

function outcomeOf(
  planned: PlannedImage,
  executed: ExecutedImages,
  label: string | undefined,
): PlacedOutcome | Pick<LeftImage, "error"> | undefined {
  if (planned.action === "keep") return undefined;
  if (planned.action === "omit") {
    const why = NO_ROOM[planned.reasons[0] as ImageReason] ?? "";
    return { kind: "text", text: imageText(label, `omitted image payload: ${why}`), reason: "no-room" };
  }
  const { image, error } = resultFor(planned, executed);
  if (image) {
    const smaller = Math.max(image.width, image.height) < Math.max(planned.image.width, planned.image.height);
    const done = smaller ? "resized" : planned.reasons.some(isOfBytes) ? "compressed" : "converted";
    return { kind: "image", data: image.data, mimeType: image.mimeType, done };
  }
  if (planned.acceptable && STAYS.has(error.code)) return { error };
  const text = `omitted image payload: Error: ${error.message}`;
  return {
    kind: "text",
    text: imageText(label, text),
    reason: planned.reasons.includes("request-bytes") ? "no-room" : "failed",
  };
}

/** What says nothing about whether the image can be read. */
const STAYS: ReadonlySet<ImageErrorCode> = new Set(["unavailable", "too-large", "time-limit", "does-not-fit"]);

function isUnavailable(planned: PlannedImage, executed: ExecutedImages): boolean {
  if (planned.action !== "fit" || !planned.reasons.includes("request-bytes")) return false;
  return resultFor(planned, executed).error?.code === "unavailable";
}

function isOfBytes(reason: ImageReason): boolean {
  return reason === "bytes" || reason === "request-bytes";
}

function resultFor({ job = -1 }: PlannedImage, { results }: ExecutedImages): ImageResult {
  return results[job] ?? { error: { code: "unavailable", message: NO_ENGINE } };
}

/** Sizes that images are brought down to, in bytes, while a request is too large: first all a little, then more. */
const STEPS: readonly number[] = [512, 256, 128, 64].map((kib) => kib * 1024);

/** How often images are made smaller before the oldest go. */
const ROUNDS = 2;

/**
 * Is the request small enough? Otherwise what the next round has to do about it.
 *
 * @param otherBytes what the request takes without the data of its images
 * @param round counted from 1
 */
export function tighten(
  turns: readonly Turn[],
  plan: ImagePlan,
  executed: ExecutedImages,
  outcomes: Outcomes,
  otherBytes: number,
  maxBytes: number,
  round: number,
  before: Tightened | undefined,
): Tightened | undefined {
  // Nothing can be made smaller: then the fewest go that have to.
  const fixed = plan.images.some((image) => isUnavailable(image, executed));
  const sizes = plan.images.map((image) =>
    fixed && image.action === "fit" && image.reasons.includes("request-bytes")
      ? inBase64(image.image.bytes)
      : sizeIn(image, executed, outcomes),
  );
  let over = otherBytes + sizes.reduce((sum, size) => sum + size, 0) - maxBytes;
  if (over <= 0) return undefined;
  const order = givingWay(turns, plan).filter((index) => (sizes[index] as number) > TEXT_SIZE);
  const limits = new Map(fixed ? [] : before?.maxBytes);
  const omit = new Set(before?.omit);
  const started = over;
  if (round <= ROUNDS && !fixed) {
    for (const step of STEPS) {
      for (const index of order) {
        if (over <= 0) break;
        const size = sizes[index] as number;
        const smallest = Math.max(inBase64(step), size - over);
        if (smallest >= size) continue;
        limits.set(index, Math.floor(smallest / 4) * 3);
        over -= size - smallest;
        sizes[index] = smallest;
      }
    }
  }
  for (const index of order) {
    if (over <= 0) break;
    omit.add(index);
    over -= (sizes[index] as number) - TEXT_SIZE;
  }
  // Nothing more can be done about it here.
  return over < started ? { maxBytes: limits, omit } : undefined;
}

/** About what the text takes that stands for an image. */
const TEXT_SIZE = 200;

function sizeIn(planned: PlannedImage, executed: ExecutedImages, { places }: Outcomes): number {
  const outcome = places.get(planned.at)?.get(planned.block);
  if (!outcome) return inBase64(planned.image.bytes);
  if (outcome.kind === "text") return TEXT_SIZE;
  return inBase64(resultFor(planned, executed).image?.bytes ?? 0);
}

function inBase64(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}
