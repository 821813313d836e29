/** The APIs that share a wire format's rules. Names are compared exactly. */

/** Anthropic's content blocks, as Messages or as Bedrock Converse. */
export const ANTHROPIC_APIS: readonly string[] = ["anthropic-messages", "bedrock-converse-stream"];

/** Gemini's `contents`. */
export const GOOGLE_APIS: readonly string[] = ["google-generative-ai", "google-gemini-cli"];

/** Chat Completions. */
export const COMPLETIONS_APIS: readonly string[] = ["openai-completions"];

/** The Responses API under all its names. */
export const RESPONSES_APIS: readonly string[] = [
  "openai-responses",
  "azure-openai-responses",
  "openai-codex-responses",
  "openai-chatgpt-responses",
];

/** Mistral's own API. */
export const MISTRAL_APIS: readonly string[] = ["mistral-conversations"];
