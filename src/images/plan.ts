/**
 * The image plan: what has to be done to which image of a transcript, decided from heads alone and as plain data, so
 * that it can be shown before anything is decoded.
 *
 * An image stays as it is when it is within all limits. Otherwise it is to be made to fit, or it goes when the request
 * has no room for so many. The oldest go first, and the newest image of the user never.
 */
import { blocksOf, isRecord, type SessionMessage } from "../transcript/message.ts";
import type { Place, Pointer, Turn } from "../transcript/place.ts";
import type { BlockReading, ImageBlockReader } from "./reader.ts";
import type { ImageFormat, ImageInfo, ImageJob, ImageLimits } from "./types.ts";

/** What is asked of the images of a request. Absent: no such limit. */
export interface ImageWishes {
  /** What each image should fit into. */
  readonly each: ImageLimits;
  /** What the target, and the caller where asked, is known to take: an image that fits into it may stay if need be. */
  readonly taken: ImageLimits;
  /** Images with several pictures are refused. */
  readonly stillOnly: boolean;
  /** Images in all. */
  readonly images?: number;
  /** Images of one message. */
  readonly imagesPerMessage?: number;
  /** Above `over` images, sides may have `maxSide` pixels. */
  readonly many?: { readonly over: number; readonly maxSide: number };
}

/** Why an image is not left alone. */
export type ImageReason =
  | "side"
  | "bytes"
  | "format"
  | "animated"
  | "truncated"
  | "many-images"
  | "too-many-images"
  | "too-many-in-message"
  | "request-bytes";

/** An image of the transcript and what is to be done with it. */
export interface PlannedImage {
  /** Where it is: a JSON pointer into the messages that were planned. */
  readonly path: Pointer;
  /** The place of its turn. */
  readonly at: Place;
  /** The index of its block. */
  readonly block: number;
  /** What it is. */
  readonly image: Pick<ImageInfo, "format" | "mimeType" | "width" | "height" | "bytes">;
  /** `keep`: as it is; `fit`: see `job`; `omit`: a text in its place. */
  readonly action: "keep" | "fit" | "omit";
  /** Why it is not left alone. */
  readonly reasons: readonly ImageReason[];
  /** Index in the plan's `jobs`. */
  readonly job?: number;
  /** It may stay as it is when it cannot be made to fit. */
  readonly acceptable?: boolean;
}

/** What is to be done. */
export interface ImagePlan {
  /** All images, oldest first. */
  readonly images: readonly PlannedImage[];
  /** The work, each distinct piece once. */
  readonly jobs: readonly ImageJob[];
  /** What was asked for. */
  readonly wishes: ImageWishes;
}

/** What a later round knows: the byte limit of single images, and those that go. By index in the plan's images. */
export interface Tightened {
  /** The most bytes that the image may have. */
  readonly maxBytes: ReadonlyMap<number, number>;
  /** Images that there is no room for. */
  readonly omit: ReadonlySet<number>;
}

/** An image in place. */
interface Found {
  readonly message: number;
  readonly role: string;
  readonly at: Place;
  readonly block: number;
  readonly reading: Extract<BlockReading, { readonly info: ImageInfo }>;
}

/** Plans the images of turns whose image blocks have been read before. Blocks that are no image are passed over. */
export function planTurns(
  turns: readonly Turn[],
  reader: ImageBlockReader,
  wishes: ImageWishes,
  tightened?: Tightened,
): ImagePlan {
  const found = findImages(turns, reader);
  const omitted = withoutRoom(found, wishes, tightened);
  const many = wishes.many && found.length - omitted.size > wishes.many.over ? wishes.many.maxSide : undefined;
  const jobs = new Jobs();
  const images = found.map((image, index): PlannedImage => {
    const { message, at, block, reading } = image;
    const { format, mimeType, width, height, bytes } = reading.info;
    const head = { path: `/${message}/content/${block}`, at, block, image: { format, mimeType, width, height, bytes } };
    const reason = omitted.get(index);
    if (reason) return { ...head, action: "omit", reasons: [reason] };
    const limits = limitsOf(wishes.each, many, tightened?.maxBytes.get(index));
    const reasons = reasonsOf(reading.info, limits, wishes, many, tightened?.maxBytes.has(index) === true);
    if (reasons.length === 0) return { ...head, action: "keep", reasons };
    const taken = limitsOf(wishes.taken, many, tightened?.maxBytes.get(index));
    const acceptable = reasonsOf(reading.info, taken, wishes, many, false).length === 0;
    const job = jobs.add({ data: reading.data, info: reading.info, limits });
    return { ...head, action: "fit", reasons, job, ...(acceptable && { acceptable }) };
  });
  return { images, jobs: jobs.list, wishes };
}

function findImages(turns: readonly Turn[], reader: ImageBlockReader): readonly Found[] {
  const found: Found[] = [];
  turns.forEach(({ message, at }, index) => {
    if (!hasImages(message)) return;
    blocksOf(message).forEach((block, position) => {
      if (!isRecord(block) || block.type !== "image") return;
      const reading = reader.read(block);
      if (reading.fault === undefined) found.push({ message: index, role: message.role, at, block: position, reading });
    });
  });
  return found;
}

function hasImages(message: SessionMessage): boolean {
  if (message.role !== "user" && message.role !== "toolResult" && message.role !== "assistant") return false;
  return blocksOf(message).some((block) => isRecord(block) && block.type === "image");
}

/** The images that go because there are too many, by index. */
function withoutRoom(
  found: readonly Found[],
  wishes: ImageWishes,
  tightened: Tightened | undefined,
): ReadonlyMap<number, ImageReason> {
  const omitted = new Map<number, ImageReason>();
  for (const index of tightened?.omit ?? []) omitted.set(index, "request-bytes");
  const newest = newestOfUser(found);
  const omitOldest = (indices: readonly number[], room: number, reason: ImageReason): void => {
    const left = indices.filter((index) => !omitted.has(index));
    let over = left.length - room;
    for (const index of left) {
      if (over <= 0) return;
      if (index === newest) continue;
      omitted.set(index, reason);
      over--;
    }
  };
  if (wishes.imagesPerMessage !== undefined) {
    for (const indices of byMessage(found)) omitOldest(indices, wishes.imagesPerMessage, "too-many-in-message");
  }
  if (wishes.images !== undefined) omitOldest([...found.keys()], wishes.images, "too-many-images");
  return omitted;
}

function byMessage(found: readonly Found[]): Iterable<readonly number[]> {
  const groups = new Map<number, number[]>();
  found.forEach(({ message }, index) => {
    const group = groups.get(message);
    if (group) group.push(index);
    else groups.set(message, [index]);
  });
  return groups.values();
}

function newestOfUser(found: readonly Found[]): number {
  return found.findLastIndex(({ role }) => role === "user");
}

/** The images in the order in which they give way: the oldest first, without the newest of the user. */
export function givingWay(turns: readonly Turn[], { images }: ImagePlan): readonly number[] {
  const roles = new Map(turns.map(({ at, message }) => [at, message.role]));
  const newest = images.findLastIndex(({ at }) => roles.get(at) === "user");
  return [...images.keys()].filter((index) => index !== newest);
}

function limitsOf(limits: ImageLimits, many: number | undefined, maxBytes: number | undefined): ImageLimits {
  if (many === undefined && maxBytes === undefined) return limits;
  return {
    formats: limits.formats,
    maxSide: Math.min(limits.maxSide, many ?? limits.maxSide),
    maxBytes: Math.min(limits.maxBytes, maxBytes ?? limits.maxBytes),
  };
}

function reasonsOf(
  { format, width, height, bytes, frames = 1, truncated }: ImageInfo,
  limits: ImageLimits,
  wishes: ImageWishes,
  many: number | undefined,
  tight: boolean,
): readonly ImageReason[] {
  const reasons: ImageReason[] = [];
  const side = Math.max(width, height);
  if (side > limits.maxSide) reasons.push(many !== undefined && limits.maxSide === many ? "many-images" : "side");
  if (bytes > limits.maxBytes) reasons.push(tight ? "request-bytes" : "bytes");
  if (!limits.formats.includes(format as ImageFormat)) reasons.push("format");
  if (wishes.stillOnly && format === "gif" && frames > 1) reasons.push("animated");
  if (truncated) reasons.push("truncated");
  return reasons;
}

/** Jobs without repetition. Data strings are compared, but only those of one length ever at length. */
class Jobs {
  readonly list: ImageJob[] = [];
  readonly #byData = new Map<string, number[]>();

  add(job: ImageJob): number {
    const same = this.#byData.get(job.data) ?? [];
    const known = same.find((index) => isSame((this.list[index] as ImageJob).limits, job.limits));
    if (known !== undefined) return known;
    const index = this.list.push(job) - 1;
    this.#byData.set(job.data, [...same, index]);
    return index;
  }
}

function isSame(a: ImageLimits, b: ImageLimits): boolean {
  return a.maxSide === b.maxSide && a.maxBytes === b.maxBytes && a.formats === b.formats;
}
