/** OpenRouter passes transcripts on, so only what its upstreams are known to refuse is repaired. */
import { isOpenRouterMistral } from "../model-ids.ts";
import { HYGIENE, OPENROUTER_GEMINI } from "../sources.ts";
import { compose, NINE_CHARACTER_IDS, THOUGHT_SIGNATURES, type Trait, when } from "../traits.ts";
import type { PolicyEntry } from "../types.ts";

/** Gemini behind a provider that passes messages on. */
export function geminiBehind(modelId: string): readonly Trait[] {
  return when(modelId.includes("gemini"), { ...THOUGHT_SIGNATURES, source: OPENROUTER_GEMINI });
}

/** Gemini and Mistral models get what they need, the others are left alone. */
export const openrouterFamily: PolicyEntry = {
  id: "openrouter",
  summary: "Base64 thought signatures for Gemini, nine-character ids for Mistral, the rest passes.",
  source: HYGIENE,
  providers: ["openrouter"],
  defaultApi: "openai-completions",
  exampleModel: "google/gemini-2.5-pro",
  resolve: ({ modelId }) =>
    compose([...geminiBehind(modelId), ...when(isOpenRouterMistral(modelId), NINE_CHARACTER_IDS)]),
};
