/** ClawRouter: one provider id for many upstreams, told apart by their API. */
import { ANTHROPIC_APIS, COMPLETIONS_APIS, GOOGLE_APIS, RESPONSES_APIS } from "../apis.ts";
import { HYGIENE } from "../sources.ts";
import { anthropic, chatCompletions, compose, google, responses, when } from "../traits.ts";
import type { PolicyEntry } from "../types.ts";
import { NATIVE_IDS } from "./anthropic.ts";
import { keepsReasoning } from "./openai-compatible.ts";

/** Each API has the rules of the provider behind it; reasoning is passed on. */
export const clawrouterFamily: PolicyEntry = {
  id: "clawrouter",
  summary: "The rules of the upstream that speaks the API; reasoning stays.",
  source: HYGIENE,
  providers: ["clawrouter"],
  defaultApi: "openai-completions",
  resolve: (target) =>
    compose([
      ...when(ANTHROPIC_APIS.includes(target.modelApi), ...anthropic(target), NATIVE_IDS),
      ...when(GOOGLE_APIS.includes(target.modelApi), ...google()),
      ...when(COMPLETIONS_APIS.includes(target.modelApi), ...chatCompletions(keepsReasoning(HYGIENE))),
      ...when(RESPONSES_APIS.includes(target.modelApi), ...responses()),
    ]),
};
