/** Gateways that pass transcripts on, Gemini's signatures excepted. */
import { HYGIENE } from "../sources.ts";
import { compose } from "../traits.ts";
import type { PolicyEntry } from "../types.ts";
import { geminiBehind } from "./openrouter.ts";

/** Kilo Code and opencode. */
export const passthroughGeminiFamily: PolicyEntry = {
  id: "passthrough-gemini",
  summary: "Base64 thought signatures for Gemini, the rest passes.",
  source: HYGIENE,
  providers: ["kilocode", "opencode", "opencode-go"],
  defaultApi: "openai-completions",
  exampleModel: "google/gemini-2.5-pro",
  resolve: ({ modelId }) => compose(geminiBehind(modelId)),
};
