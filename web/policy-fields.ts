/** The flags of a policy that are one of several words. */
import type { PolicyFlags } from "../src/index.ts";

/** What each may be. */
export const CHOICES: { readonly [Name in keyof PolicyFlags]?: readonly string[] } = {
  sanitizeMode: ["full", "images-only"],
  toolCallIdMode: ["strict", "strict9"],
  duplicateToolCallIdStyle: ["openai"],
  danglingCalls: ["synthesize", "drop"],
  orphanedResults: ["drop", "keepAsText"],
  trailingPrefill: ["keep", "dropWhenThinking", "drop"],
};
