/** Mistral, by provider and, for providers without an entry of their own, by the model's id. */

import { MISTRAL_LIMITS } from "../limits.ts";
import { looksLikeMistral, MISTRAL_HINTS } from "../model-ids.ts";
import { HYGIENE } from "../sources.ts";
import { compose, NINE_CHARACTER_IDS } from "../traits.ts";
import type { PolicyEntry } from "../types.ts";
import { transportTraits } from "./transports.ts";

/** Mistral's own endpoint. */
export const mistralFamily: PolicyEntry = {
  id: "mistral",
  summary: "Call ids of nine letters and digits.",
  source: HYGIENE,
  providers: ["mistral"],
  defaultApi: "mistral-conversations",
  exampleModel: "mistral-large-latest",
  resolve: () => compose([NINE_CHARACTER_IDS], MISTRAL_LIMITS),
};

/** A Mistral model on a server nobody owns: the rules of the API, with Mistral's ids. */
export const mistralByModel: PolicyEntry = {
  id: "model-id:mistral",
  summary: "A Mistral model elsewhere: the rules of the API, with call ids of nine letters and digits.",
  source: MISTRAL_HINTS.source,
  providers: [],
  exampleModel: "devstral-small",
  owns: ({ modelId }) => looksLikeMistral(modelId),
  resolve: (target) =>
    compose([...(transportTraits(target) ?? []), NINE_CHARACTER_IDS], {
      toolCallIdLength: MISTRAL_LIMITS.toolCallIdLength,
    }),
};
