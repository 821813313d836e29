/** What a report consists of: changes (what was done) and findings (what is wrong). */
import type { Evidence, FindingCode, Source } from "./findings.ts";
import type { Pointer } from "./place.ts";

export type { Evidence, FindingCode, Source } from "./findings.ts";

/**
 * Where in the flow a rule works. Session repair rewrites a stored file; the others work on a copy in memory. `body`: the
 * messages stay as they are; the request body that is written of them has no words for something, or other settings.
 */
export type Stage = "session" | "history" | "turns" | "payload" | "images" | "body";

/** Why a rule changes something: a sentence for people, and whether something that was said or done is lost by it. */
export interface Why {
  /** The sentence. */
  readonly text: string;
  /** Is something lost by it? */
  readonly lossy: boolean;
}

/** One thing that was done to the transcript. */
export interface Change {
  /** The id of the rule, a key of the rule catalog. */
  readonly rule: string;
  /** Where in the flow it was done. */
  readonly stage: Stage;
  /** What was done. */
  readonly action: "drop" | "rewrite" | "insert" | "move" | "merge";
  /** Where it was in the input; empty for what a rule made. */
  readonly from: readonly Pointer[];
  /** Where it is in the output; absent when it is gone. */
  readonly to?: Pointer;
  /** Beside what in the input an insertion was made. */
  readonly anchor?: Pointer;
  /** Why, a sentence for people. */
  readonly message: string;
  /** Is something lost that was said, done or returned? */
  readonly lossy: boolean;
  /** The index in the list of changes of the one that undid this. */
  readonly undoneBy?: number;
  /** The value before and after, abbreviated for people. */
  readonly preview?: { readonly before?: string; readonly after?: string };
}

/** Something wrong with a transcript that is still there after the rules ran. */
export interface Finding {
  /** What is wrong, for programs: a key of the finding catalog. */
  readonly code: FindingCode;
  /** How bad: the target refuses an error. */
  readonly severity: "error" | "warning" | "note";
  /** What `path` points into. */
  readonly document: "input" | "output" | "body";
  /** Where. */
  readonly path: Pointer;
  /** What is wrong and what to do, for people. */
  readonly message: string;
  /** What the provider says about it, in its usual words. */
  readonly providerMessage?: string;
  /** Where the demand was found. */
  readonly sources: readonly Source[];
  /** How well the demand is known. */
  readonly evidence?: Evidence;
  /** The remedies that answer it, cheapest first; absent where none was asked for. */
  readonly remedies?: readonly string[];
}
