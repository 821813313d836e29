/** OpenAI, Azure OpenAI and the Codex backend: images only, and the Responses rules. */
import { COMPLETIONS_APIS, RESPONSES_APIS } from "../apis.ts";
import { HYGIENE } from "../sources.ts";
import { APPEND_ONLY, compose, SHORT_IDS, SYNTHETIC, trait, when } from "../traits.ts";
import type { PolicyEntry } from "../types.ts";

const UNTOUCHED = trait(
  {
    sanitizeMode: "images-only",
    sanitizeToolCallIds: false,
    validateGeminiTurns: false,
    validateAnthropicTurns: false,
    applyGoogleTurnOrdering: false,
  },
  "OpenAI neither wants turns to alternate nor ids to be rewritten.",
);

/** OpenAI's own endpoints. */
export const openaiFamily: PolicyEntry = {
  id: "openai",
  summary: "No turn rules; Responses items keep their reasoning and `call_|fc_` ids.",
  source: HYGIENE,
  providers: ["openai", "azure-openai-responses", "openai-codex"],
  defaultApi: "openai-responses",
  defaultApis: { "azure-openai-responses": "azure-openai-responses", "openai-codex": "openai-codex-responses" },
  exampleModel: "gpt-5.4",
  resolve: ({ modelApi }) =>
    compose([
      UNTOUCHED,
      ...when(RESPONSES_APIS.includes(modelApi), SYNTHETIC, APPEND_ONLY),
      ...when(COMPLETIONS_APIS.includes(modelApi), SHORT_IDS),
    ]),
};
