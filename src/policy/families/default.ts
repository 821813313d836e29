/** Everything else. */
import { HYGIENE } from "../sources.ts";
import type { PolicyEntry } from "../types.ts";

/** Only what holds for everyone: images, pairing, malformed calls, blank text. */
export const defaultFamily: PolicyEntry = {
  id: "default",
  summary: "Nothing is known of the target: the global rules only.",
  source: HYGIENE,
  providers: [],
  owns: () => true,
  resolve: () => ({}),
};
