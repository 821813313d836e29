/** What an answer amounts to. */

/** The assistant's turn, as a client would send it back. */
export interface Answered {
  /** Messages, items or contents to append to those of the request; empty when nothing was said. */
  readonly turns: readonly unknown[];
  /** Did the answer come to its end? */
  readonly complete: boolean;
  /** Why it ended, in the provider's word. */
  readonly stopReason?: string;
  /** What is wrong with it, for people. */
  readonly problems: readonly string[];
  /** The error it reports, as the provider wrote it. */
  readonly error?: string;
}

/** Nothing was said. */
export const nothing: Answered = { turns: [], complete: false, problems: [] };

/** A list that grows by index: what others number may be any number. */
export const MOST_PARTS = 10_000;

/** The number, if it may be an index. */
export function indexOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < MOST_PARTS ? value : undefined;
}
