/** Carries out an image plan with an engine: each distinct piece of work once, as many at a time as the engine takes. */
import { hashPrefix } from "../transcript/hash.ts";
import type { ImagePlan } from "./plan.ts";
import { NO_ENGINE } from "./texts.ts";
import {
  type EncodedImage,
  type ImageCache,
  type ImageEngine,
  ImageError,
  type ImageErrorCode,
  type ImageJob,
  type ImageLimits,
} from "./types.ts";

/** What became of one job. Plain data, so that it can be sent from where the engine runs. */
export type ImageResult =
  | { readonly image: EncodedImage; readonly error?: undefined }
  | { readonly error: { readonly code: ImageErrorCode; readonly message: string }; readonly image?: undefined };

/** What became of the jobs of a plan. */
export interface ExecutedImages {
  /** One for each of the plan's `jobs`, in their order. */
  readonly results: readonly ImageResult[];
}

/** Results of earlier plans, without a key to be made: by the very data and limits. */
export class KnownResults {
  #now = new Map<string, Known[]>();
  #before: ReadonlyMap<string, readonly Known[]> = new Map();

  /** Begins a new transcript: what this one does not ask for will be forgotten with the next. */
  begin(): void {
    this.#before = this.#now;
    this.#now = new Map();
  }

  /** The result of the same work, if there was any. */
  find({ data, limits }: ImageJob): ImageResult | undefined {
    const isSame = (known: Known): boolean => hasLimits(known, limits);
    const now = this.#now.get(data)?.find(isSame);
    if (now) return now.result;
    const before = this.#before.get(data)?.find(isSame);
    if (before) this.#keep(data, before);
    return before?.result;
  }

  /** Keeps a result, unless another try may end differently. */
  add({ data, limits }: ImageJob, result: ImageResult): void {
    if (result.error?.code === "unavailable" || result.error?.code === "time-limit") return;
    this.#keep(data, { limits, result });
  }

  #keep(data: string, known: Known): void {
    const list = this.#now.get(data);
    if (list) list.push(known);
    else this.#now.set(data, [known]);
  }
}

interface Known {
  readonly limits: ImageLimits;
  readonly result: ImageResult;
}

function hasLimits({ limits }: Known, { maxSide, maxBytes, formats }: ImageLimits): boolean {
  return limits.maxSide === maxSide && limits.maxBytes === maxBytes && limits.formats.join() === formats.join();
}

/** Options of {@link executeImagePlan}. */
export interface ExecuteOptions {
  /** Keeps results between runs. */
  readonly cache?: ImageCache;
  /** Ends the work between two images, or within one where the engine can, with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Told before each image. */
  readonly onProgress?: (progress: { readonly phase: string; readonly done: number; readonly total: number }) => void;
}

/**
 * Does the work of a plan. An image that cannot be worked on is a result like any other; only an abort rejects.
 *
 * @param engine absent: every job is `unavailable`
 * @param known results of earlier rounds or runs
 */
export async function executeImagePlan(
  plan: ImagePlan,
  engine: ImageEngine | undefined,
  options: ExecuteOptions = {},
  known?: KnownResults,
): Promise<ExecutedImages> {
  const results: ImageResult[] = [];
  const total = plan.jobs.length;
  const digest = createDigest();
  // All that work take from the same list, so that none of them waits for another.
  const jobs = plan.jobs.entries();
  let done = 0;
  const work = async (): Promise<void> => {
    for (const [index, job] of jobs) {
      options.signal?.throwIfAborted();
      options.onProgress?.({ phase: "images", done, total });
      const before = known?.find(job);
      const result = before ?? (await resultOf(job, engine, options, digest));
      if (!before) known?.add(job, result);
      results[index] = result;
      done++;
    }
  };
  const workers = Math.min(total, Math.max(1, Math.floor(engine?.concurrency ?? 1)));
  await Promise.all(Array.from({ length: workers }, work));
  return { results };
}

async function resultOf(
  job: ImageJob,
  engine: ImageEngine | undefined,
  { cache, signal }: ExecuteOptions,
  digest: Digest,
): Promise<ImageResult> {
  if (!engine) return { error: { code: "unavailable", message: NO_ENGINE } };
  const key = cache && (await keyOf(job, engine, digest));
  const known = key === undefined ? undefined : await quietly(() => cache?.get(key));
  if (known) return { image: known };
  try {
    const image = await engine.process(job, signal);
    if (key !== undefined) await quietly(() => cache?.set(key, image));
    return { image };
  } catch (error) {
    signal?.throwIfAborted();
    return { error: describe(error) };
  }
}

/** A cache that fails costs time and nothing else. */
async function quietly<T>(use: () => Promise<T> | T): Promise<T | undefined> {
  try {
    return await use();
  } catch {
    return undefined;
  }
}

/** Codecs throw numbers, strings and classes of their own; none of that is for a transcript. */
function describe(error: unknown): { code: ImageErrorCode; message: string } {
  if (error instanceof ImageError) return { code: error.code, message: error.message };
  return { code: "undecodable", message: "the image could not be decoded" };
}

/** What was asked for, by content: the same image at the same limits with the same engine. */
async function keyOf({ data, limits }: ImageJob, engine: ImageEngine, digest: Digest): Promise<string> {
  const { maxSide, maxBytes, formats } = limits;
  return [engine.name, maxSide, maxBytes, [...formats].sort().join("+"), await digest(data)].join("/");
}

/** SHA-256 of base64, hexadecimal. */
type Digest = (base64: string) => Promise<string>;

/** Images are megabytes: one buffer serves all of a run. The host's own SHA-256, where pages are served safely. */
function createDigest(): Digest {
  let buffer = new Uint8Array(0);
  return async (base64) => {
    const subtle = typeof crypto === "undefined" ? undefined : (crypto.subtle as SubtleCrypto | undefined);
    if (!subtle) return hashPrefix(base64, 64);
    if (buffer.length < base64.length) buffer = new Uint8Array(base64.length);
    const { written } = new TextEncoder().encodeInto(base64, buffer);
    const digest = new Uint8Array(await subtle.digest("SHA-256", buffer.subarray(0, written)));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
}
