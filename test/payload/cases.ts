// The servers at which damaged bodies of each format are repaired.
import { generate as anthropic } from "../wire/valid/anthropic-messages.ts";
import { generate as converse } from "../wire/valid/bedrock-converse.ts";
import { generate as google } from "../wire/valid/google-generative-ai.ts";
import { generate as mistral } from "../wire/valid/mistral-conversations.ts";
import {
  CLAUDE,
  DEEPSEEK,
  generatorOf,
  MISTRAL,
  OPENAI,
  OPENROUTER,
  TEMPLATE,
} from "../wire/valid/openai-completions.ts";
import { generate as responses } from "../wire/valid/openai-responses.ts";
import { damageAnthropic } from "./anthropic-damage.ts";
import { damageBody as damageCompletions } from "./completions-damage.ts";
import { damageBody as damageConverse } from "./converse-damage.ts";
import { damageGoogle } from "./google-damage.ts";
import { damageMistral } from "./mistral-damage.ts";
import { damageResponses } from "./responses-damage.ts";
import type { DamageCase } from "./suite.ts";

/** Bodies of Chat Completions that a provider accepts, by provider. */
export const FLAVORS = [
  ["openai", OPENAI],
  ["azure", OPENAI],
  ["copilot", CLAUDE],
  ["openrouter", OPENROUTER],
  ["openrouter", CLAUDE],
  ["google", TEMPLATE],
  ["deepseek", DEEPSEEK],
  ["moonshot", DEEPSEEK],
  ["zai", TEMPLATE],
  ["qwen", TEMPLATE],
  ["minimax", TEMPLATE],
  ["xiaomi", DEEPSEEK],
  ["mistral", MISTRAL],
  ["groq", OPENAI],
  ["cerebras", TEMPLATE],
  ["xai", TEMPLATE],
  ["vllm", TEMPLATE],
  ["llama.cpp", TEMPLATE],
  ["ollama", TEMPLATE],
  ["lmstudio", TEMPLATE],
  ["acme", OPENROUTER],
] as const;

/** By format. */
export const damageCases: readonly DamageCase[] = [
  ...["mistral", "acme"].map(
    (provider): DamageCase => ({
      format: "mistral-conversations",
      target: { provider },
      generate: mistral,
      damage: damageMistral,
    }),
  ),
  ...["anthropic", "anthropic-vertex", "amazon-bedrock", "deepseek", "kimi"].map(
    (provider): DamageCase => ({
      format: "anthropic-messages",
      target: { provider },
      generate: anthropic,
      damage: damageAnthropic,
    }),
  ),
  { format: "bedrock-converse", target: { provider: "amazon-bedrock" }, generate: converse, damage: damageConverse },
  ...["gemini-2.5-pro", "gemini-3-pro-preview", "gemini-3.8-flash"].map(
    (modelId): DamageCase => ({
      format: "google-generative-ai",
      target: { provider: "google", modelId },
      generate: google,
      damage: damageGoogle,
    }),
  ),
  ...["openai", "azure", "openai-codex", "deepseek", "acme"].map(
    (provider): DamageCase => ({
      format: "openai-responses",
      target: { provider },
      generate: responses,
      damage: damageResponses,
    }),
  ),
  ...FLAVORS.map(
    ([provider, flavor]): DamageCase => ({
      format: "openai-completions",
      target: { provider },
      generate: generatorOf(flavor),
      damage: damageCompletions,
    }),
  ),
];
