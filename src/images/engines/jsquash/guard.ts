/** What stands around each job: one at a time, stopped when asked, and nothing thrown but what is documented. */
import { ImageError, type ImageJob } from "../../types.ts";
import type { Checkpoint } from "./pixels.ts";

/** Works on a job. */
export type Work<Result> = (job: ImageJob, signal?: AbortSignal) => Promise<Result>;

/** Two images at once would take twice the memory and no less time. A job that fails does not hold up the next. */
export function oneAtATime<Result>(work: Work<Result>): Work<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (job, signal) => {
    const result = last.then(() => work(job, signal));
    last = result.catch(() => undefined);
    return result;
  };
}

/**
 * Throws the signal's reason when it is aborted, and an ImageError `time-limit` when the time is over. The time runs
 * from here on.
 */
export function checkpoint(
  { timeLimit, now }: { readonly timeLimit?: number; readonly now?: () => number },
  signal: AbortSignal | undefined,
): Checkpoint {
  const end = now && timeLimit !== undefined ? now() + timeLimit : Number.POSITIVE_INFINITY;
  return () => {
    signal?.throwIfAborted();
    if (now && now() > end) throw new ImageError("time-limit", "the image took longer than allowed");
  };
}

/** Codecs throw errors, numbers, strings and classes of their own; some hold parts of the image. */
export function asImageError(thrown: unknown): ImageError {
  if (thrown instanceof ImageError) return thrown;
  if (thrown instanceof RangeError) return new ImageError("too-large", "the image needs more memory than there is");
  return new ImageError("undecodable", "the image could not be decoded");
}
