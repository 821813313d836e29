/** Google Antigravity: Gemini's API in front of Gemini and Claude models. */
import { namesClaude } from "../model-ids.ts";
import { HYGIENE } from "../sources.ts";
import { compose, google, trait, when } from "../traits.ts";
import type { PolicyEntry } from "../types.ts";
import { transportTraits } from "./transports.ts";

const CLAUDE_SIGNATURES = trait(
  { normalizeAntigravityThinkingBlocks: true },
  "Claude behind Antigravity wants its signatures in one field and refuses unsigned thinking.",
);

/** Follows the API that the target names; Google's when it is none of the known ones. */
export const antigravityFamily: PolicyEntry = {
  id: "antigravity",
  summary: "Google's rules; with Claude, thinking signatures are normalized and unsigned thinking is dropped.",
  source: HYGIENE,
  providers: ["google-antigravity"],
  defaultApi: "google-gemini-cli",
  exampleModel: "claude-opus-4-6-thinking",
  resolve: (target) =>
    compose([...(transportTraits(target) ?? google()), ...when(namesClaude(target.modelId), CLAUDE_SIGNATURES)]),
};
