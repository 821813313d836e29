/** Anthropic's own endpoints, and Claude on Vertex AI. */
import { ANTHROPIC_IDS, HYGIENE } from "../sources.ts";
import { anthropic, compose, type Trait, trait } from "../traits.ts";
import type { PolicyEntry } from "../types.ts";

/** `toolu_` ids came from Anthropic, so it takes them back. */
export const NATIVE_IDS: Trait = trait(
  { preserveNativeAnthropicToolUseIds: true },
  "Ids that Anthropic gave itself are kept: cached prefixes hold them.",
  ANTHROPIC_IDS,
);

/** Whatever API the target names, the endpoint is Anthropic's. */
export const anthropicFamily: PolicyEntry = {
  id: "anthropic",
  summary: "Strict ids, signed thinking judged and kept, alternating turns, synthetic results.",
  source: HYGIENE,
  providers: ["anthropic", "claude-cli", "anthropic-vertex"],
  defaultApi: "anthropic-messages",
  exampleModel: "claude-opus-4-6",
  resolve: (target) => compose([...anthropic(target), NATIVE_IDS]),
};
