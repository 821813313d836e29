/** The remedies, in the order in which those of one cost are tried. */
import type { Remedy } from "../contract/remedy.ts";

/** All remedies. */
export const remedies: readonly Remedy[] = [];
