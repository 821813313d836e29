/** Moonshot's platform for Kimi models. */
import { COMPLETIONS_APIS, RESPONSES_APIS } from "../apis.ts";
import { limit } from "../limits.ts";
import { HYGIENE, KIMI_BODY, KIMI_REASONING } from "../sources.ts";
import { chatCompletions, compose, SYNTHETIC, trait, when } from "../traits.ts";
import type { Limits, PolicyEntry } from "../types.ts";
import { keepsReasoning } from "./openai-compatible.ts";

const DUPLICATES = trait(
  { duplicateToolCallIdStyle: "openai" },
  "A repeated call id becomes one of OpenAI's form, which Kimi models go on with.",
);

/** 97.7 MiB were accepted and 101.4 MiB refused. */
const LIMITS: Limits = { requestBytes: limit(100 * 2 ** 20, "bytes", KIMI_BODY) };

/** An OpenAI-compatible provider that wants its reasoning back. */
export const moonshotFamily: PolicyEntry = {
  id: "moonshot",
  summary: "As OpenAI-compatible servers; repeated ids in OpenAI's form, reasoning stays.",
  source: HYGIENE,
  providers: ["moonshot", "moonshotai", "moonshot-ai"],
  defaultApi: "openai-completions",
  exampleModel: "kimi-k2.6",
  resolve: ({ modelApi }) =>
    compose(
      [
        ...when(COMPLETIONS_APIS.includes(modelApi), ...chatCompletions(keepsReasoning(KIMI_REASONING)), DUPLICATES),
        ...when(RESPONSES_APIS.includes(modelApi), SYNTHETIC),
      ],
      LIMITS,
    ),
};
