/** GitHub Copilot: Claude and GPT models behind one account, whose signatures it does not pass on. */
import { isClaudeSince46 } from "../model-ids.ts";
import { COPILOT_PREFILL, HYGIENE } from "../sources.ts";
import { anthropicWithoutIds, compose, trait, when } from "../traits.ts";
import type { PolicyEntry } from "../types.ts";

const NO_THINKING = trait(
  { dropThinkingBlocks: true, preserveLatestThinking: false },
  "Copilot refuses the thinking of its own turns, the latest included.",
);
const NO_THINKING_APIS: readonly string[] = ["anthropic-messages", "openai-responses"];
const OWN_IDS = trait({ sanitizeToolCallIds: false }, "Copilot takes any call id.");
const NO_PREFILL = trait(
  { trailingPrefill: "drop" },
  "This Claude model refuses a request that ends with an assistant turn.",
  COPILOT_PREFILL,
);

/** Anthropic's rules without its ids and without any thinking; little on the other APIs. */
export const githubCopilotFamily: PolicyEntry = {
  id: "github-copilot",
  summary: "Anthropic's rules on the Anthropic API; ids as they are, no thinking at all.",
  source: HYGIENE,
  providers: ["github-copilot"],
  defaultApi: "openai-completions",
  exampleModel: "claude-sonnet-4.6",
  resolve: (target) =>
    compose([
      ...when(target.modelApi === "anthropic-messages", ...anthropicWithoutIds(target), OWN_IDS),
      ...when(NO_THINKING_APIS.includes(target.modelApi), NO_THINKING),
      ...when(isClaudeSince46(target), NO_PREFILL),
    ]),
};
