/** MiniMax: an Anthropic-compatible endpoint, and an OpenAI-compatible one. */
import { ANTHROPIC_APIS, COMPLETIONS_APIS, RESPONSES_APIS } from "../apis.ts";
import { HYGIENE } from "../sources.ts";
import { anthropic, compose, nativeChat, reasoning, responses, when } from "../traits.ts";
import type { PolicyEntry } from "../types.ts";

/** Follows the API: Anthropic's rules, or those of OpenAI-compatible servers, with the ids MiniMax itself gave. */
export const minimaxFamily: PolicyEntry = {
  id: "minimax",
  summary: "Anthropic's rules on the Anthropic API, those of OpenAI-compatible servers on the others.",
  source: HYGIENE,
  providers: ["minimax", "minimax-cn", "minimax-portal", "minimax-portal-cn"],
  defaultApi: "anthropic-messages",
  exampleModel: "minimax-m2.5",
  resolve: (target) =>
    compose([
      ...when(ANTHROPIC_APIS.includes(target.modelApi), ...anthropic(target)),
      ...when(COMPLETIONS_APIS.includes(target.modelApi), ...nativeChat(reasoning(target, false))),
      ...when(RESPONSES_APIS.includes(target.modelApi), ...responses()),
    ]),
};
