/** Targets to begin with: one typical model of each provider family. */
import type { ReplayTarget } from "../src/index.ts";
import type { Opened } from "./protocol.ts";

/** A target as the form holds it: an empty string means "not given". */
export interface Target {
  readonly provider: string;
  readonly modelApi: string;
  readonly modelId: string;
  /** The server that a request went to. It is in no form, setting or link. */
  readonly baseUrl?: string;
}

/** A target with a name. */
export interface Preset extends Target {
  readonly label: string;
}

/** In the order of the list to choose from. */
export const presets: readonly Preset[] = [
  preset("Anthropic: Claude Opus", "anthropic", "anthropic-messages", "claude-opus-4-6"),
  preset("OpenAI: Responses", "openai", "openai-responses", "gpt-5.4"),
  preset("OpenAI: Chat Completions", "openai", "openai-completions", "gpt-5.4"),
  preset("Google: Gemini", "google", "google-generative-ai", "gemini-3-pro-preview"),
  preset("Mistral", "mistral", "mistral-conversations", "mistral-large-latest"),
  preset("Amazon Bedrock: Claude", "amazon-bedrock", "bedrock-converse-stream", "us.anthropic.claude-opus-4-6-v1"),
  preset("OpenRouter: Claude", "openrouter", "openai-completions", "anthropic/claude-opus-4.6"),
  preset("OpenRouter: Gemini", "openrouter", "openai-completions", "google/gemini-3-pro-preview"),
  preset("OpenRouter: Mistral", "openrouter", "openai-completions", "mistralai/devstral-medium"),
  preset("MiniMax", "minimax", "anthropic-messages", "MiniMax-M2.7"),
  preset("xAI: Grok", "xai", "openai-completions", "grok-4"),
  preset("GitHub Copilot: Claude", "github-copilot", "anthropic-messages", "claude-opus-4.6"),
  preset("Ollama", "ollama", "openai-completions", "qwen3"),
];

/** The APIs that the free field suggests. */
export const knownApis: readonly string[] = [
  "anthropic-messages",
  "bedrock-converse-stream",
  "google-generative-ai",
  "google-gemini-cli",
  "mistral-conversations",
  "openai-completions",
  "openai-responses",
  "openai-chatgpt-responses",
  "azure-openai-responses",
];

/** Are the two the same target? A server of one's own is another than the provider's. */
export function isSameTarget(a: Target, b: Target): boolean {
  return isSameInWords(a, b) && (a.baseUrl ?? "") === (b.baseUrl ?? "");
}

/** Are the two the same as far as a form or a link says it? */
export function isSameInWords(a: Target, b: Target): boolean {
  return a.provider === b.provider && a.modelApi === b.modelApi && a.modelId === b.modelId;
}

/** A target that was stored as JSON; undefined when it is none. */
export function targetFrom(json: string | undefined): Target | undefined {
  try {
    const value: unknown = JSON.parse(json ?? "null");
    const fields = typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
    const { provider, modelApi, modelId } = fields;
    if (typeof provider !== "string" || typeof modelApi !== "string" || typeof modelId !== "string") return undefined;
    return { provider, modelApi, modelId };
  } catch {
    return undefined;
  }
}

/** Whom a document is judged for: a body says it, and where it names no model, or is none, the chosen target is kept. */
export function targetFor({ target }: Opened, current: Target): Target {
  if (!target?.provider) return current;
  const { provider, modelApi, modelId, baseUrl } = target;
  const said = { provider, modelApi: modelApi ?? "", modelId: modelId ?? "", ...(baseUrl && { baseUrl }) };
  return isSameTarget({ ...said, modelId: modelId || current.modelId }, current) ? current : said;
}

/** The target as the core takes it. */
export function toReplayTarget({ provider, modelApi, modelId, baseUrl }: Target): ReplayTarget {
  const named = { provider: provider.trim(), ...(modelApi && { modelApi }), ...(modelId && { modelId }) };
  return { ...named, ...(baseUrl && { baseUrl }) };
}

function preset(label: string, provider: string, modelApi: string, modelId: string): Preset {
  return { label, provider, modelApi, modelId };
}
