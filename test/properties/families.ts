// The targets the properties are tried on: one of each kind of policy.
import type { prepareReplay } from "../../src/index.ts";
import type { ReplayTarget } from "../../src/policy/types.ts";
import type { Scenario } from "./generate.ts";

export type Messages = Parameters<typeof prepareReplay>[0];
export type Options = Parameters<typeof prepareReplay>[1];

export interface Family {
  readonly name: string;
  readonly target: ReplayTarget;
}

export const FAMILIES: readonly Family[] = [
  family("anthropic-opus-4-6", "anthropic", "anthropic-messages", "claude-opus-4-6"),
  family("anthropic-sonnet-3-7", "anthropic", "anthropic-messages", "claude-3-7-sonnet-20250219"),
  family("anthropic-opus-5-5", "anthropic", "anthropic-messages", "claude-opus-5-5"),
  family("bedrock-claude", "amazon-bedrock", "bedrock-converse-stream", "us.anthropic.claude-sonnet-4-6"),
  family("bedrock-nova", "amazon-bedrock", "bedrock-converse-stream", "amazon.nova-pro-v1:0"),
  family("minimax", "minimax", "anthropic-messages", "MiniMax-M2.5"),
  family("copilot-claude", "github-copilot", "anthropic-messages", "claude-sonnet-4.6"),
  family("openrouter-anthropic-api", "openrouter", "anthropic-messages", "anthropic/claude-opus-4.6"),
  family("openai-responses", "openai", "openai-responses", "gpt-5.4"),
  family("openai-chatgpt-responses", "openai", "openai-chatgpt-responses", "gpt-5.4-codex"),
  family("openai-completions", "openai", "openai-completions", "gpt-4.1"),
  family("custom-completions", "custom-local", "openai-completions", "qwen3-coder"),
  family("custom-completions-reasoning", "custom-local", "openai-completions", "qwen3-thinker", { reasoning: true }),
  family("deepseek", "deepseek", "openai-completions", "deepseek-reasoner"),
  family("google", "google", "google-generative-ai", "gemini-2.5-pro"),
  family("antigravity-claude", "google-antigravity", "google-generative-ai", "claude-opus-4-6-thinking"),
  family("mistral", "mistral", "mistral-conversations", "mistral-large-latest"),
  family("openrouter-claude", "openrouter", "openai-completions", "anthropic/claude-sonnet-4.6"),
  family("openrouter-gemini", "openrouter", "openai-completions", "google/gemini-2.5-pro"),
  family("openrouter-mistral", "openrouter", "openai-completions", "mistralai/mistral-large"),
  family("ollama", "ollama", "ollama", "llama3.3"),
  family("unknown-api", "custom-local", "made-up-api", "m1"),
];

function family(
  name: string,
  provider: string,
  modelApi: string,
  modelId: string,
  model?: NonNullable<ReplayTarget["model"]>,
): Family {
  return { name, target: { provider, modelApi, modelId, ...(model && { model }) } };
}

/** The families whose name begins with a text; all of them without one. */
export function familiesNamed(start = ""): readonly Family[] {
  return FAMILIES.filter(({ name }) => name.startsWith(start));
}

/** The scenario's options for a family. */
export function optionsFor(family: Family, scenario: Scenario): Options {
  const { modelSnapshots, allowedToolNames, thinking } = scenario;
  return {
    target: family.target,
    ...(modelSnapshots && { modelSnapshots }),
    ...(allowedToolNames && { allowedToolNames }),
    ...(thinking && { request: { params: { thinking: { type: "enabled", budget_tokens: 2048 } } } }),
  };
}
