/** One row for each provider family of the documented matrix, with every flag that differs from the default. */
import { expect, test } from "vitest";
import { defaultFlags, resolveTranscriptPolicy } from "../../src/policy/resolve.ts";
import { flagNames } from "../../src/policy/schema.ts";
import type { PolicyFlags, ReplayTarget } from "../../src/policy/types.ts";

const strict = { sanitizeToolCallIds: true, toolCallIdMode: "strict" } as const;
const strict9 = { sanitizeToolCallIds: true, toolCallIdMode: "strict9" } as const;
const signatures = { sanitizeThoughtSignatures: { allowBase64Only: true, includeCamelCase: true } };
const anthropic = {
  sanitizeMode: "full",
  ...strict,
  preserveSignatures: true,
  validateAnthropicTurns: true,
  allowSyntheticToolResults: true,
  closeThinkingTurns: true,
  toolUseIdPattern: true,
} as const;
const textErrors = { textOnlyErrorResults: true };
const claude = { dropUnsignedThinking: true, ...textErrors };
const still = { stillImagesOnly: true };
const signed = { sanitizeThinkingSignatures: true, replaySignedTurns: true };
const native = { preserveNativeAnthropicToolUseIds: true };
const google = {
  sanitizeMode: "full",
  ...strict,
  ...signatures,
  validateGeminiTurns: true,
  applyGoogleTurnOrdering: true,
  allowSyntheticToolResults: true,
  imageFormats: ["png", "jpeg", "webp", "heic"],
} as const;
const turns = { validateGeminiTurns: true, validateAnthropicTurns: true, applyGoogleTurnOrdering: true };
const responses = { allowSyntheticToolResults: true, appendOnlyRuntimeContext: true, responsesItems: true, ...still };
const noReasoning = { dropReasoningFromHistory: true };

type Row = [name: string, target: ReplayTarget, family: string, flags: Partial<PolicyFlags>];

function at(provider: string, modelApi: string, modelId: string, model?: ReplayTarget["model"]): ReplayTarget {
  return { provider, modelApi, modelId, ...(model && { model }) };
}

const rows: Row[] = [
  [
    "anthropic-opus46",
    at("anthropic", "anthropic-messages", "claude-opus-4-6"),
    "anthropic",
    { ...anthropic, ...claude, ...signed, ...native, trailingPrefill: "drop" },
  ],
  [
    "anthropic-opus55",
    at("anthropic", "anthropic-messages", "claude-opus-5-5"),
    "anthropic",
    {
      ...anthropic,
      ...claude,
      ...signed,
      ...native,
      appendOnlyRuntimeContext: true,
      mergeUserTurns: false,
      trailingPrefill: "drop",
    },
  ],
  [
    "anthropic-sonnet37",
    at("anthropic", "anthropic-messages", "claude-3-7-sonnet-20250219"),
    "anthropic",
    {
      ...anthropic,
      ...claude,
      ...native,
      sanitizeThinkingSignatures: true,
      dropThinkingBlocks: true,
      trailingPrefill: "dropWhenThinking",
    },
  ],
  [
    "antigravity-claude",
    at("google-antigravity", "google-generative-ai", "claude-opus-4-6-thinking"),
    "antigravity",
    { ...google, normalizeAntigravityThinkingBlocks: true, trailingPrefill: "drop" },
  ],
  [
    "bedrock-claude",
    at("amazon-bedrock", "bedrock-converse-stream", "us.anthropic.claude-sonnet-4-6"),
    "amazon-bedrock",
    { ...anthropic, ...claude, ...signed, trailingPrefill: "drop" },
  ],
  [
    "bedrock-nova",
    at("amazon-bedrock", "bedrock-converse-stream", "amazon.nova-pro-v1:0"),
    "amazon-bedrock",
    { ...anthropic, ...signed },
  ],
  [
    "cloudflare-claude",
    at("cloudflare-ai-gateway", "anthropic-messages", "claude-opus-4-6"),
    "transport:anthropic-messages",
    { ...anthropic, ...claude, replaySignedTurns: true, trailingPrefill: "drop" },
  ],
  [
    "copilot-claude",
    at("github-copilot", "anthropic-messages", "claude-sonnet-4.6"),
    "github-copilot",
    {
      sanitizeMode: "full",
      preserveSignatures: true,
      validateAnthropicTurns: true,
      allowSyntheticToolResults: true,
      dropThinkingBlocks: true,
      preserveLatestThinking: false,
      ...claude,
      toolUseIdPattern: true,
      trailingPrefill: "drop",
    },
  ],
  [
    "custom-completions-reasoning",
    at("custom-local", "openai-completions", "qwen3-thinker", { reasoning: true }),
    "transport:openai-completions",
    { ...strict, ...turns },
  ],
  [
    "custom-completions",
    at("custom-local", "openai-completions", "qwen3-coder"),
    "transport:openai-completions",
    { ...strict, ...turns, ...noReasoning },
  ],
  ["deepseek", at("deepseek", "openai-completions", "deepseek-reasoner"), "openai-compatible", { ...strict, ...turns }],
  ["google", at("google", "google-generative-ai", "gemini-2.5-pro"), "google", { ...google }],
  [
    "minimax",
    at("minimax", "anthropic-messages", "MiniMax-M2.5"),
    "minimax",
    { ...anthropic, ...textErrors, replaySignedTurns: true, trailingPrefill: "dropWhenThinking" },
  ],
  ["mistral", at("mistral", "openai-completions", "mistral-large-latest"), "mistral", { ...strict9 }],
  ["ollama", at("ollama", "ollama", "llama3.3"), "openai-compatible", { ...turns, ...noReasoning }],
  ["openai-chatgpt-responses", at("openai", "openai-chatgpt-responses", "gpt-5.4-codex"), "openai", { ...responses }],
  ["openai-completions", at("openai", "openai-completions", "gpt-4.1"), "openai", { ...strict, ...still }],
  ["openai-responses", at("openai", "openai-responses", "gpt-5.4"), "openai", { ...responses }],
  [
    "openrouter-anthropic-api",
    at("openrouter", "anthropic-messages", "anthropic/claude-opus-4.6"),
    "openrouter",
    { ...claude, closeThinkingTurns: true, toolUseIdPattern: true, trailingPrefill: "drop" },
  ],
  [
    "openrouter-claude",
    at("openrouter", "openai-completions", "anthropic/claude-sonnet-4.6"),
    "openrouter",
    { trailingPrefill: "drop" },
  ],
  [
    "openrouter-gemini",
    at("openrouter", "openai-completions", "google/gemini-2.5-pro"),
    "openrouter",
    { ...signatures },
  ],
  [
    "openrouter-mistral",
    at("openrouter", "openai-completions", "mistralai/mistral-large"),
    "openrouter",
    { ...strict9 },
  ],
  ["unknown-api", at("custom-local", "made-up-api", "m1"), "default", {}],
];

test.each(rows)("%s", (_, target, family, flags) => {
  const policy = resolveTranscriptPolicy(target);
  const resolved = Object.fromEntries(
    flagNames.filter((flag) => Object.hasOwn(policy, flag)).map((flag) => [flag, policy[flag]]),
  );
  expect(policy.family).toBe(family);
  expect(resolved).toEqual({ ...defaultFlags, ...flags });
});

test("the matrix has its 23 families", () => {
  expect(new Set(rows.map(([name]) => name)).size).toBe(23);
});

test.each(rows)("%s: every flag that differs from the default is explained once", (_, target) => {
  const policy = resolveTranscriptPolicy(target);
  const explained = policy.why.flatMap((reason) => reason.flags);
  const differs = flagNames.filter((flag) => policy[flag] !== undefined && policy[flag] !== defaultFlags[flag]);
  expect(explained).toEqual(expect.arrayContaining(differs));
  expect(new Set(explained).size).toBe(explained.length);
  for (const reason of policy.why) {
    expect(reason.source?.url).toMatch(/^https:\/\//);
    expect(reason.source?.checked).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  }
});
