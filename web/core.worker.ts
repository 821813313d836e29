/** The Web Worker: holds the transcript, runs the core on it, and answers the page's questions. */
import {
  type ExecutedImages,
  executeImagePlan,
  finishReplay,
  type ImagePlan,
  type PlannedReplay,
  planReplay,
  policyCatalog,
  type ReplayResult,
  type ReplayTarget,
  ruleCatalog,
  TranscriptInputError,
} from "../src/index.ts";
import { imageEngine } from "./engine.ts";
import { reasonText } from "./image-words.ts";
import type { Answer, Calls, Family, ImageRow, ImageSize, Question, RunResult, Source, Trouble } from "./protocol.ts";
import { groupChanges, pageOfChanges, Touched } from "./summary.ts";
import { readTranscript, type Transcript, UnreadableError } from "./transcript.ts";

/** A string cannot be longer in every browser, and a parsed transcript takes several times its bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

/** How many changes of each rule are sent with the result; the page asks for more. */
const FIRST_CHANGES = 20;

type Handlers = { [Kind in keyof Calls]: (input: Calls[Kind]["input"]) => Promise<Calls[Kind]["output"]> };

let opened: { readonly key: number; readonly transcript: Transcript } | undefined;
let current: Current | undefined;

/** The latest run. While images are left to be worked on, `planned` says which. */
interface Current {
  readonly transcript: Transcript;
  readonly result: ReplayResult;
  readonly touched: Touched;
  readonly images: readonly ImageRow[];
  readonly planned: PlannedReplay | undefined;
  readonly milliseconds: number;
}

const handlers: Handlers = {
  run: ({ source, target }) => run(source, target),
  finish,
  families: async () => policyCatalog.map(({ id, summary, providers }): Family => ({ id, summary, providers })),
  changes: async (page) => pageOfChanges(latest().result.changes, page),
  rows: async ({ offset, limit }) => {
    const { result, touched } = latest();
    return result.messages.slice(offset, offset + limit).map((message, index) => touched.row(message, offset + index));
  },
  message: async ({ index }) => JSON.stringify(latest().result.messages[index], null, 2),
  export: async ({ format }) => exportMessages(latest().result, format),
};

addEventListener("message", async ({ data }: MessageEvent<Question>) => {
  const { id, kind } = data;
  let answer: Answer;
  try {
    const handle = handlers[kind] as (input: Question["input"]) => Promise<Calls[keyof Calls]["output"]>;
    answer = { id, value: await handle(data.input) };
  } catch (error) {
    answer = { id, trouble: troubleOf(error) };
  }
  postMessage(answer);
});

async function run(source: Source, target: ReplayTarget): Promise<RunResult> {
  current = undefined;
  const start = performance.now();
  const transcript = await open(source);
  const { messages, modelSnapshots } = transcript;
  const planned = planReplay(messages, { target, modelSnapshots });
  const { images } = planned.images;
  const idle = images.every(({ action }) => action === "keep");
  const first = idle ? finishReplay(planned, { results: [] }) : planned;
  const result = "images" in first ? planned.result : first;
  return show({
    transcript,
    result,
    touched: new Touched(result.changes),
    images: rowsOf(planned.images),
    planned: "images" in first ? first : undefined,
    milliseconds: performance.now() - start,
  });
}

/** Works on the images, round by round until the request is small enough. */
async function finish(): Promise<RunResult> {
  const begun = latest();
  if (!begun.planned) return resultOf(begun);
  const start = performance.now();
  let step: PlannedReplay | ReplayResult = begun.planned;
  let images = begun.images;
  while ("images" in step) {
    const executed = await executeImagePlan(step.images, imageEngine);
    images = rowsOf(step.images, executed);
    step = finishReplay(step, executed);
  }
  // Another run has begun meanwhile.
  if (current !== begun) return resultOf(begun);
  const milliseconds = begun.milliseconds + performance.now() - start;
  return show({ ...begun, result: step, touched: new Touched(step.changes), images, planned: undefined, milliseconds });
}

function show(now: Current): RunResult {
  current = now;
  return resultOf(now);
}

function resultOf({ transcript, result, images, planned, milliseconds }: Current): RunResult {
  return {
    status: result.status,
    format: transcript.format,
    problems: transcript.problems,
    findings: result.findings,
    policy: result.policy,
    groups: groupChanges(result.changes, ruleCatalog, FIRST_CHANGES),
    images,
    imagesLeft: planned ? images.filter(({ action }) => action !== "keep").length : 0,
    changes: result.changes.length,
    lossy: result.changes.filter(({ lossy }) => lossy).length,
    messagesBefore: transcript.messages.length,
    messagesAfter: result.messages.length,
    milliseconds,
  };
}

function rowsOf({ images, wishes }: ImagePlan, executed?: ExecutedImages): readonly ImageRow[] {
  return images.map(({ path, image, action, reasons, job }) => {
    const made = job === undefined ? undefined : executed?.results[job];
    const { format, width, height, bytes } = image;
    return {
      path,
      before: { format, width, height, bytes },
      action,
      reasons: reasons.map((reason) => reasonText(reason, wishes)),
      ...(made?.image && { after: sizeOf(made.image) }),
      ...(made?.error && { failure: made.error.message }),
    };
  });
}

function sizeOf({ format, width, height, bytes }: ImageSize): ImageSize {
  return { format, width, height, bytes };
}

/** Another provider needs no second reading of the same source. */
async function open({ key, text }: Source): Promise<Transcript> {
  if (opened?.key === key) return opened.transcript;
  opened = undefined;
  if (text.size > MAX_BYTES) {
    const size = `${Math.round(text.size / 1024 / 1024)} MB`;
    throw new UnreadableError(
      "too-large",
      `It has ${size}. This page reads up to ${MAX_BYTES / 1024 / 1024} MB.`,
      "Cut the session into parts, or use the library.",
    );
  }
  const transcript = readTranscript(await text.text());
  opened = { key, transcript };
  return transcript;
}

function latest(): NonNullable<typeof current> {
  if (!current) throw new Error("there is no result yet");
  return current;
}

function exportMessages({ messages }: ReplayResult, format: "json" | "jsonl"): Blob {
  if (format === "json") return new Blob([JSON.stringify(messages, null, 2), "\n"], { type: "application/json" });
  return new Blob(
    messages.map((message) => `${JSON.stringify(message)}\n`),
    { type: "application/jsonl" },
  );
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof UnreadableError) {
    return { where: "source", code: error.code, message: error.message, advice: error.advice };
  }
  if (error instanceof TranscriptInputError) {
    const where = error.code === "invalid-target" ? "target" : "source";
    return { where, code: error.code, message: error.message, advice: "Correct it there and try again." };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { where: "core", code: "internal", message, advice: "This is a fault of replaysafe. Please report it." };
}
