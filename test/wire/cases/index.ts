// The formats whose laws are run.
import type { LawCase } from "../suite.ts";
import { anthropicCase } from "./anthropic-messages.ts";
import { converseCase } from "./bedrock-converse.ts";
import { googleCase } from "./google-generative-ai.ts";
import { mistralCase } from "./mistral-conversations.ts";
import { completionsCases } from "./openai-completions.ts";
import { responsesCase } from "./openai-responses.ts";

export const lawCases: readonly LawCase[] = [
  anthropicCase,
  converseCase,
  ...completionsCases,
  googleCase,
  mistralCase,
  responsesCase,
];
