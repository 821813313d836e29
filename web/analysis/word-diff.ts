/** What differs between two texts, by words. */
import { diffWordsWithSpace } from "diff";
import type { DiffPart } from "../turn-view.ts";

/** Two texts that differ more, or take longer, are shown whole, one after the other. */
const LIMITS = { maxEditLength: 2000, timeout: 200 };

/** The stretches of both texts in reading order; undefined when they have too little in common. */
export function wordDiff(before: string, after: string): readonly DiffPart[] | undefined {
  const parts = diffWordsWithSpace(before, after, LIMITS);
  return parts?.map(({ value, added, removed }) => ({ value, kind: added ? "added" : removed ? "removed" : "same" }));
}
