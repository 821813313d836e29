/**
 * The families in order. A provider's own entry decides; for providers without one, the first entry that owns the
 * target does: detection by model id, then the API, then the default.
 */
import type { PolicyEntry } from "../types.ts";
import { amazonBedrockFamily } from "./amazon-bedrock.ts";
import { anthropicFamily } from "./anthropic.ts";
import { antigravityFamily } from "./antigravity.ts";
import { clawrouterFamily } from "./clawrouter.ts";
import { defaultFamily } from "./default.ts";
import { githubCopilotFamily } from "./github-copilot.ts";
import { googleFamily } from "./google.ts";
import { kimiFamily } from "./kimi.ts";
import { minimaxFamily } from "./minimax.ts";
import { mistralByModel, mistralFamily } from "./mistral.ts";
import { moonshotFamily } from "./moonshot.ts";
import { openaiFamily } from "./openai.ts";
import { openaiCompatibleFamily } from "./openai-compatible.ts";
import { openrouterFamily } from "./openrouter.ts";
import { passthroughGeminiFamily } from "./passthrough-gemini.ts";
import { transportFamilies } from "./transports.ts";

/** All built-in families. */
export const families: readonly PolicyEntry[] = [
  openaiFamily,
  anthropicFamily,
  amazonBedrockFamily,
  googleFamily,
  antigravityFamily,
  minimaxFamily,
  openaiCompatibleFamily,
  clawrouterFamily,
  moonshotFamily,
  kimiFamily,
  mistralFamily,
  openrouterFamily,
  passthroughGeminiFamily,
  githubCopilotFamily,
  // From here on: providers without an entry. A Mistral model has the rules of its API and more, so it comes first.
  mistralByModel,
  ...transportFamilies,
  defaultFamily,
];
