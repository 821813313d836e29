/** The Web Worker: holds the transcript, runs the core on it, and answers the page's questions. */
import {
  policyCatalog,
  prepareReplay,
  type ReplayResult,
  type ReplayTarget,
  ruleCatalog,
  TranscriptInputError,
} from "../src/index.ts";
import type { Answer, Calls, Family, Question, RunResult, Source, Trouble } from "./protocol.ts";
import { groupChanges, pageOfChanges, Touched } from "./summary.ts";
import { readTranscript, type Transcript, UnreadableError } from "./transcript.ts";

/** A string cannot be longer in every browser, and a parsed transcript takes several times its bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

/** How many changes of each rule are sent with the result; the page asks for more. */
const FIRST_CHANGES = 20;

type Handlers = { [Kind in keyof Calls]: (input: Calls[Kind]["input"]) => Promise<Calls[Kind]["output"]> };

let opened: { readonly key: number; readonly transcript: Transcript } | undefined;
let current: { readonly result: ReplayResult; readonly touched: Touched } | undefined;

const handlers: Handlers = {
  run: ({ source, target }) => run(source, target),
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
  const result = await prepareReplay(transcript.messages, { target, modelSnapshots: transcript.modelSnapshots });
  current = { result, touched: new Touched(result.changes) };
  return {
    status: result.status,
    format: transcript.format,
    problems: transcript.problems,
    findings: result.findings,
    policy: result.policy,
    groups: groupChanges(result.changes, ruleCatalog, FIRST_CHANGES),
    changes: result.changes.length,
    lossy: result.changes.filter(({ lossy }) => lossy).length,
    messagesBefore: transcript.messages.length,
    messagesAfter: result.messages.length,
    milliseconds: performance.now() - start,
  };
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
