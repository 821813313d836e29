/** The image stage: from the policy's limits to a plan, and from what became of it to the turns. */
import { type ExecutedImages, executeImagePlan, type KnownResults } from "../images/execute.ts";
import { type LeftImage, type Outcomes, outcomesOf, tighten } from "../images/outcomes.ts";
import { type ImagePlan, type ImageWishes, planTurns, type Tightened } from "../images/plan.ts";
import { DEFAULT_BYTES, DEFAULT_SIDE } from "../images/texts.ts";
import type { Limit, Limits, TranscriptPolicy } from "../policy/types.ts";
import { historyRules, imageRules } from "../rules/index.ts";
import type { Finding } from "../transcript/changes.ts";
import { blocksOf, isRecord } from "../transcript/message.ts";
import type { Turn } from "../transcript/place.ts";
import type { ImageOptions, Run, SanitizeOptions } from "./options.ts";
import { Recorder } from "./record.ts";
import { type Passed, runTurns } from "./run.ts";

/** Where the target's own limit is not known: what every provider that is known takes. */
const TAKEN_EVERYWHERE = { side: 8000, bytes: DEFAULT_BYTES };

/** What is asked of single images: the caller's wishes within the target's limits. */
export function wishesForEach(policy: TranscriptPolicy, options: ImageOptions = {}): ImageWishes {
  const { imageSidePx, imageBytes } = policy.limits;
  const side = positive(options.maxDimensionPx);
  const bytes = positive(options.maxBytes);
  const targetSide = imageSidePx?.value ?? TAKEN_EVERYWHERE.side;
  const targetBytes = rawBytes(imageBytes);
  const formats = policy.imageFormats;
  return {
    each: {
      formats,
      maxSide: Math.min(side ?? DEFAULT_SIDE, targetSide),
      maxBytes: Math.min(bytes ?? DEFAULT_BYTES, targetBytes ?? Number.POSITIVE_INFINITY),
    },
    taken: {
      formats,
      maxSide: Math.min(side ?? Number.POSITIVE_INFINITY, targetSide),
      maxBytes: Math.min(bytes ?? Number.POSITIVE_INFINITY, targetBytes ?? TAKEN_EVERYWHERE.bytes),
    },
    stillOnly: policy.stillImagesOnly,
  };
}

/** The same with what is asked of all images of a request together. */
function wishesForRequest(policy: TranscriptPolicy, options: ImageOptions | undefined): ImageWishes {
  const { images, imagesPerMessage, manyImages, manyImagesSidePx }: Limits = policy.limits;
  return {
    ...wishesForEach(policy, options),
    ...(images && { images: images.value }),
    ...(imagesPerMessage && { imagesPerMessage: imagesPerMessage.value }),
    ...(manyImages && manyImagesSidePx && { many: { over: manyImages.value, maxSide: manyImagesSidePx.value } }),
  };
}

/** A whole number of at least 1; anything else counts as absent. */
function positive(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? Math.max(1, Math.floor(value)) : undefined;
}

/** Bytes before base64, however the provider counts. */
function rawBytes(limit: Limit | undefined): number | undefined {
  if (!limit) return undefined;
  return limit.unit === "base64-bytes" ? Math.floor(limit.value / 4) * 3 : limit.value;
}

/** One round of image work over turns that are otherwise done. */
export interface ImageRound {
  readonly passed: Passed;
  readonly plan: ImagePlan;
  readonly run: Run;
  /** Absent: only single images are looked at. */
  readonly request?: { readonly maxBytes: number; readonly otherBytes: number };
  readonly number: number;
  readonly tightened?: Tightened;
}

/** Plans single images. */
export function planEach(passed: Passed, run: Run, options: ImageOptions | undefined): ImageRound {
  const plan = planTurns(passed.turns, run.images, wishesForEach(run.policy, options));
  return { passed, plan, run, number: 1 };
}

/** Plans the images of a request. */
export function planRequest(passed: Passed, run: Run, options: ImageOptions | undefined): ImageRound {
  const plan = planTurns(passed.turns, run.images, wishesForRequest(run.policy, options));
  const { requestBytes } = run.policy.limits;
  const round: ImageRound = { passed, plan, run, number: 1 };
  if (!requestBytes || plan.images.length === 0) return round;
  const maxBytes = requestBytes.value - RESERVE;
  return { ...round, request: { maxBytes, otherBytes: bytesWithoutImages(passed.turns, run) } };
}

/** Plans what the target would refuse, or what is over a limit that the caller named; nothing else is touched. */
export function planForErrors(passed: Passed, run: Run, options: ImageOptions | undefined): ImageRound {
  const read = runTurns(
    readRules,
    passed.turns,
    run,
    undefined,
    undefined,
    new Recorder(passed.lastMade),
    passed.rules.length,
  );
  const { entries, lastMade } = read.recorder;
  const rules = [...passed.rules, ...readRules];
  const round = planRequest(
    { ...passed, rules, turns: read.turns, entries: [...passed.entries, ...entries], lastMade },
    run,
    options,
  );
  const wishes = { ...round.plan.wishes, each: round.plan.wishes.taken };
  return { ...round, plan: planTurns(round.passed.turns, run.images, wishes) };
}

const readRules = historyRules.filter(({ id }) => id === "image-payloads");

/** Room for what a body has around messages. */
const RESERVE = 16 * 1024;

/** How many rounds there are at most. */
const ROUNDS = 3;

/** What follows from the work: the next round, when the request is still too large. */
export function nextRound(round: ImageRound, executed: ExecutedImages, outcomes: Outcomes): ImageRound | undefined {
  const { passed, plan, run, request, number, tightened } = round;
  if (!request || number > ROUNDS) return undefined;
  const { otherBytes, maxBytes } = request;
  const next = tighten(passed.turns, plan, executed, outcomes, otherBytes, maxBytes, number, tightened);
  if (!next) return undefined;
  const plan2 = planTurns(passed.turns, run.images, plan.wishes, next);
  return { ...round, plan: plan2, number: number + 1, tightened: next };
}

/** What becomes of the images of a round. */
export function outcomesOfRound({ plan, run }: ImageRound, executed: ExecutedImages): Outcomes {
  return outcomesOf(plan, executed, run.options.imageLabel);
}

/** The run with the images in place. */
export function placeImages({ passed, run }: ImageRound, { places }: Outcomes): Passed {
  if (places.size === 0) return passed;
  const recorder = new Recorder(passed.lastMade);
  const offset = passed.rules.length;
  const context = { ...run, outcomes: places };
  const { turns } = runTurns(imageRules, passed.turns, context, undefined, undefined, recorder, offset);
  return {
    ...passed,
    rules: [...passed.rules, ...imageRules],
    turns,
    entries: [...passed.entries, ...recorder.entries],
    lastMade: recorder.lastMade,
  };
}

/** Does the image work of a run with the caller's engine, round by round. */
export async function workOnImages(
  first: ImageRound,
  options: SanitizeOptions,
  known: KnownResults,
): Promise<{ readonly passed: Passed; readonly left: readonly LeftImage[] }> {
  const { engine, ...images } = options.images ?? {};
  const { signal, onProgress } = options;
  const execute = {
    ...(images.cache && { cache: images.cache }),
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  };
  for (let round = first; ; ) {
    const executed = await executeImagePlan(round.plan, engine, execute, known);
    const outcomes = outcomesOfRound(round, executed);
    const next = nextRound(round, executed, outcomes);
    if (!next) return { passed: placeImages(round, outcomes), left: outcomes.left };
    round = next;
  }
}

/** What people should know of images that stay although they are larger than was wished. */
export function findingsOf(left: readonly LeftImage[]): readonly Finding[] {
  return left.map(({ image: { path, image }, error }) => ({
    code: "image-not-fitted",
    severity: "note",
    document: "output",
    path,
    message: `The image (${image.width}x${image.height}, ${image.mimeType}) stays as it is, since the target takes it: ${error.message}.`,
    sources: [],
  }));
}

/** The bytes of everything but image data, as JSON. */
function bytesWithoutImages(turns: readonly Turn[], { request }: Run): number {
  let bytes = jsonBytes(request.system ?? null) + jsonBytes(request.tools ?? null);
  for (const { message } of turns) {
    const blocks = blocksOf(message);
    const bare = blocks.some(isImage) ? { ...message, content: blocks.map(withoutData) } : message;
    bytes += jsonBytes(bare) + 1;
  }
  return bytes;
}

function isImage(block: unknown): boolean {
  return isRecord(block) && block["type"] === "image";
}

function withoutData(block: unknown): unknown {
  return isRecord(block) && isImage(block) ? { ...block, data: "" } : block;
}

/** Zero for what cannot be written: no request can be made of it anyway. */
function jsonBytes(value: unknown): number {
  try {
    return utf8Length(JSON.stringify(value) ?? "");
  } catch {
    return 0;
  }
}

function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // Each half of a surrogate pair counts two of the four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}
