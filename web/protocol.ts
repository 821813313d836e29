/** What the page and its Web Worker say to each other. The worker keeps the transcript; the page asks for what it shows. */
import type { Change, Finding, ReplayTarget, TranscriptPolicy } from "../src/index.ts";

/** A transcript as it was opened. A blob is handed to the worker without being copied. */
export interface Source {
  /** Differs for every source that is opened, so that the worker knows what it has parsed. */
  readonly key: number;
  readonly name: string;
  readonly text: Blob;
}

/** A line or an entry of the opened text that could not be used as it is. */
export interface FileProblem {
  /** `error`: something that stands in the file is missing from the messages. */
  readonly severity: "error" | "warning";
  /** Counted from 1; absent when it is not about a line. */
  readonly line?: number;
  readonly message: string;
}

/** A change and its number in the list of all changes. */
export interface NumberedChange {
  readonly number: number;
  readonly change: Change;
}

/** All changes of one rule. */
export interface ChangeGroup {
  readonly rule: string;
  readonly stage: string;
  readonly summary: string;
  readonly count: number;
  readonly lossy: number;
  /** The first page of them. */
  readonly first: readonly NumberedChange[];
}

/** One message of the result, in a line. */
export interface MessageRow {
  readonly index: number;
  readonly role: string;
  readonly summary: string;
  /** What its content consists of, such as `text`, `toolCall`. */
  readonly blocks: readonly string[];
  /** How many changes ended in it. */
  readonly changes: number;
  /** Was it made by a rule? */
  readonly made: boolean;
}

/** An image of the transcript: what is to be done with it, and what became of it. */
export interface ImageRow {
  /** Where it stands: a JSON pointer into the messages of the result. */
  readonly path: string;
  readonly before: ImageSize;
  readonly action: "keep" | "fit" | "omit";
  /** Why it is not left alone, in words. */
  readonly reasons: readonly string[];
  /** What it became; absent until the work is done, and when it stays or goes. */
  readonly after?: ImageSize;
  /** Why it could not be made to fit. */
  readonly failure?: string;
}

/** Format, sides in pixels, and bytes of a file. */
export interface ImageSize {
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** What a run gave, without the transcript itself. */
export interface RunResult {
  readonly status: "clean" | "repaired" | "unrepairable";
  readonly format: string;
  readonly problems: readonly FileProblem[];
  readonly findings: readonly Finding[];
  readonly policy: TranscriptPolicy;
  readonly groups: readonly ChangeGroup[];
  readonly images: readonly ImageRow[];
  /** Images that are to be worked on: ask `finish`. */
  readonly imagesLeft: number;
  readonly changes: number;
  readonly lossy: number;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly milliseconds: number;
}

/** A family of providers, for the list to choose from. */
export interface Family {
  readonly id: string;
  readonly summary: string;
  readonly providers: readonly string[];
}

/** Every question the page may ask: what goes in and what comes back. */
export interface Calls {
  run: { input: { source: Source; target: ReplayTarget }; output: RunResult };
  /** Works on the images of the latest run. */
  finish: { input: Record<never, never>; output: RunResult };
  families: { input: Record<never, never>; output: readonly Family[] };
  changes: {
    input: { rule: string; offset: number; limit: number; onlyLossy: boolean };
    output: readonly NumberedChange[];
  };
  rows: { input: { offset: number; limit: number }; output: readonly MessageRow[] };
  /** One message of the result as indented JSON. */
  message: { input: { index: number }; output: string };
  export: { input: { format: "json" | "jsonl" }; output: Blob };
}

/** A fault, in words that say what to do. */
export interface Trouble {
  /** Which part of the page it belongs to. */
  readonly where: "source" | "target" | "core";
  readonly code: string;
  readonly message: string;
  readonly advice: string;
}

/** From the page to the worker. */
export type Question = {
  [Kind in keyof Calls]: { readonly id: number; readonly kind: Kind; readonly input: Calls[Kind]["input"] };
}[keyof Calls];

/** From the worker to the page. */
export type Answer =
  | { readonly id: number; readonly value: Calls[keyof Calls]["output"] }
  | { readonly id: number; readonly trouble: Trouble };
