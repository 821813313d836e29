/** Amazon Bedrock: Converse, or Anthropic's body behind InvokeModel. */
import { HYGIENE } from "../sources.ts";
import { anthropic, compose } from "../traits.ts";
import type { PolicyEntry } from "../types.ts";

/** Bedrock takes Anthropic's rules for every model; its own ids (`tooluse_`) are rewritten like any other. */
export const amazonBedrockFamily: PolicyEntry = {
  id: "amazon-bedrock",
  summary: "Anthropic's rules for all models; ids are rewritten.",
  source: HYGIENE,
  providers: ["amazon-bedrock"],
  defaultApi: "bedrock-converse-stream",
  exampleModel: "us.anthropic.claude-sonnet-4-6",
  resolve: (target) => compose(anthropic(target)),
};
