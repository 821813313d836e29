/** What each family sets, and what follows from the route. */
import { describe, expect, test } from "vitest";
import { resolveTranscriptPolicy } from "../../src/policy/resolve.ts";
import type { PolicyOverrides, ReplayTarget } from "../../src/policy/types.ts";

const claude: ReplayTarget = { provider: "anthropic", modelApi: "anthropic-messages", modelId: "claude-opus-4-6" };

function resolve(provider: string, modelApi?: string, modelId?: string, more: Partial<ReplayTarget> = {}) {
  return resolveTranscriptPolicy({
    provider,
    ...(modelApi !== undefined && { modelApi }),
    ...(modelId !== undefined && { modelId }),
    ...more,
  });
}

describe("families", () => {
  test("an unowned Chat Completions provider", () => {
    expect(resolve("acme", "openai-completions", "m1")).toMatchObject({
      sanitizeMode: "images-only",
      sanitizeToolCallIds: true,
      toolCallIdMode: "strict",
      repairToolUseResultPairing: true,
      dropReasoningFromHistory: true,
      applyGoogleTurnOrdering: true,
      validateGeminiTurns: true,
      validateAnthropicTurns: true,
      allowSyntheticToolResults: false,
    });
  });

  test("pairing is repaired for everyone", () => {
    for (const provider of ["openai", "mistral", "openrouter", "acme", "kimi"]) {
      expect(resolve(provider).repairToolUseResultPairing).toBe(true);
    }
  });

  test.each(["openai-responses", "azure-openai-responses", "openai-codex-responses", "openai-chatgpt-responses"])(
    "%s is one of the Responses family",
    (api) => {
      expect(resolve("openai", api)).toMatchObject({
        responsesItems: true,
        allowSyntheticToolResults: true,
        appendOnlyRuntimeContext: true,
        sanitizeToolCallIds: false,
        mergeUserTurns: true,
      });
      expect(resolve("acme", api)).toMatchObject({ responsesItems: true, toolCallIdMode: "strict" });
      expect(resolve("acme", api).validateAnthropicTurns).toBe(false);
      expect(resolve("acme", api, "vendor/claude-sonnet-4-6").validateAnthropicTurns).toBe(true);
      expect(resolve("acme", api, "myclaude2").validateAnthropicTurns).toBe(false);
    },
  );

  test("Mistral models are found by id, except at providers with an entry of their own", () => {
    const found = resolve("acme", "openai-completions", "Vendor/Mixtral-8x7b");
    expect(found).toMatchObject({
      family: "model-id:mistral",
      toolCallIdMode: "strict9",
      validateAnthropicTurns: true,
    });
    expect(found.limits.toolCallIdLength?.value).toBe(9);
    expect(resolve("acme", undefined, "codestral")).toMatchObject({ toolCallIdMode: "strict9" });
    expect(resolve("ollama", "openai-completions", "mistral-small").toolCallIdMode).toBe("strict");
    expect(resolve("openai", "openai-responses", "mistral-small").toolCallIdMode).toBeUndefined();
    expect(resolve("acme", "mistral-conversations", "m1").toolCallIdMode).toBe("strict9");
  });

  test.each([
    ["mistralai/mistral-large", true],
    ["openrouter/codestral-2508", true],
    ["voxtral-small", true],
    ["acme/mistral-tune", false],
    ["anthropic/claude-sonnet-4.6", false],
  ])("OpenRouter: %s has Mistral's ids: %s", (modelId, strict9) => {
    expect(resolve("openrouter", "openai-completions", modelId).toolCallIdMode === "strict9").toBe(strict9);
  });

  test.each(["openrouter", "kilocode", "opencode", "opencode-go"])("%s cleans Gemini's signatures only", (provider) => {
    expect(resolve(provider, "openai-completions", "google/Gemini-3")).toMatchObject({
      sanitizeThoughtSignatures: { allowBase64Only: true, includeCamelCase: true },
      sanitizeToolCallIds: false,
      validateGeminiTurns: false,
      applyGoogleTurnOrdering: false,
    });
    const other = resolve(provider, "openai-completions", "x-ai/grok-4");
    expect(other).not.toHaveProperty("sanitizeThoughtSignatures");
    expect(other.dropReasoningFromHistory).toBe(false);
  });

  test("reasoning is dropped over Chat Completions unless it is wanted", () => {
    const drops = (provider: string, modelId: string, model: ReplayTarget["model"] = {}) =>
      resolve(provider, "openai-completions", modelId, { model }).dropReasoningFromHistory;
    expect(drops("acme", "m1")).toBe(true);
    expect(drops("acme", "m1", { reasoning: true })).toBe(false);
    expect(drops("acme", "vendor/kimi-k2.5:free")).toBe(false);
    expect(drops("xai", "grok-4", { reasoning: true })).toBe(true);
    expect(drops("ollama", "qwen3", { reasoning: true })).toBe(false);
    expect(drops("zai", "glm-5")).toBe(true);
    for (const provider of ["deepseek", "sglang", "moonshot", "clawrouter", "openai", "openrouter", "xiaomi"]) {
      expect(drops(provider, "m1")).toBe(false);
    }
    expect(resolve("acme", "openai-responses", "m1").dropReasoningFromHistory).toBe(false);
  });

  test("Moonshot and Kimi", () => {
    expect(resolve("moonshot", "openai-completions", "kimi-k2.6")).toMatchObject({
      toolCallIdMode: "strict",
      duplicateToolCallIdStyle: "openai",
      applyGoogleTurnOrdering: true,
    });
    const responses = resolve("moonshot", "openai-responses", "kimi-k2.6");
    expect(responses).toMatchObject({ sanitizeToolCallIds: false, allowSyntheticToolResults: true });
    expect(responses).not.toHaveProperty("duplicateToolCallIdStyle");
    expect(resolve("kimi", "anthropic-messages", "kimi-for-coding")).toMatchObject({
      preserveSignatures: false,
      sanitizeThinkingSignatures: false,
      validateAnthropicTurns: false,
    });
  });

  test("ClawRouter and MiniMax follow the API", () => {
    expect(resolve("clawrouter", "anthropic-messages", "anthropic/default")).toMatchObject({
      preserveNativeAnthropicToolUseIds: true,
      preserveSignatures: true,
      validateAnthropicTurns: true,
    });
    expect(resolve("clawrouter", "google-generative-ai", "google/gemini-default").validateGeminiTurns).toBe(true);
    expect(resolve("clawrouter", "openai-responses", "openai/gpt-5.5-mini")).toMatchObject({
      validateGeminiTurns: false,
      validateAnthropicTurns: false,
    });
    expect(resolve("minimax-portal-cn", "openai-completions", "minimax-m2.7")).toMatchObject({
      applyGoogleTurnOrdering: true,
      dropReasoningFromHistory: true,
    });
    expect(resolve("minimax", "made-up", "minimax-m2.7").sanitizeToolCallIds).toBe(false);
  });

  test("Antigravity normalizes Claude's thinking, whatever the API", () => {
    const normalizes = (api: string, id: string) => resolve("google-antigravity", api, id);
    expect(normalizes("google-gemini-cli", "claude-sonnet-4-5").normalizeAntigravityThinkingBlocks).toBe(true);
    expect(normalizes("google-gemini-cli", "gemini-3-pro").normalizeAntigravityThinkingBlocks).toBe(false);
    expect(normalizes("anthropic-messages", "claude-sonnet-4-5")).toMatchObject({
      normalizeAntigravityThinkingBlocks: true,
      preserveSignatures: true,
    });
    expect(normalizes("made-up", "gemini-3-pro").validateGeminiTurns).toBe(true);
    expect(resolve("google", "google-generative-ai", "claude-opus-4-6").normalizeAntigravityThinkingBlocks).toBe(false);
  });

  test("Copilot replays no thinking on two of its APIs", () => {
    for (const api of ["anthropic-messages", "openai-responses"]) {
      expect(resolve("github-copilot", api, "claude-sonnet-4.6")).toMatchObject({
        dropThinkingBlocks: true,
        preserveLatestThinking: false,
        closeThinkingTurns: false,
      });
    }
    expect(resolve("github-copilot", "openai-completions", "gpt-4.1").dropThinkingBlocks).toBe(false);
  });

  test("an endpoint without reasoning effort gets no old thinking", () => {
    const model = { compat: { supportsReasoningEffort: false } };
    expect(resolve("acme", "anthropic-messages", "m1", { model }).dropThinkingBlocks).toBe(true);
    expect(resolve("anthropic", "anthropic-messages", "claude-opus-4-6", { model }).dropThinkingBlocks).toBe(false);
  });
});

describe("what is derived", () => {
  test.each([
    ["anthropic", "anthropic-messages", "claude-fable-5.1", true, false],
    ["amazon-bedrock", "bedrock-converse-stream", "us.anthropic.claude-opus-5-5-v1", true, true],
    ["anthropic-vertex", "anthropic-messages", "claude-opus-5-5@20260901", true, false],
    ["acme", "anthropic-messages", "claude-opus-5", false, true],
  ])("%s %s %s keeps context: %s, merges users: %s", (provider, api, id, appendOnly, merges) => {
    expect(resolve(provider, api, id)).toMatchObject({
      appendOnlyRuntimeContext: appendOnly,
      mergeUserTurns: merges,
    });
  });

  test.each<[string, string, string, string, string]>([
    ["anthropic", "anthropic-messages", "claude-opus-4-5", "", "dropWhenThinking"],
    ["anthropic", "anthropic-messages", "claude-sonnet-4-6", "", "drop"],
    ["cloudflare-ai-gateway", "anthropic-messages", "claude-3-7-sonnet", "", "dropWhenThinking"],
    ["cloudflare-ai-gateway", "openai-completions", "anthropic/claude-3-7-sonnet", "", "keep"],
    ["amazon-bedrock", "bedrock-converse-stream", "us.anthropic.claude-sonnet-4-5", "", "dropWhenThinking"],
    ["amazon-bedrock", "bedrock-converse-stream", "us.anthropic.claude-opus-4-6-v1", "", "drop"],
    ["amazon-bedrock", "bedrock-converse-stream", "amazon.nova-pro-v1:0", "", "keep"],
    ["github-copilot", "openai-completions", "claude-opus-4.7", "", "drop"],
    ["github-copilot", "openai-completions", "claude-opus-4.5", "", "keep"],
    ["openrouter", "openai-completions", "anthropic/claude-sonnet-4.5", "", "dropWhenThinking"],
    ["openrouter", "", "openrouter/~anthropic/claude-sonnet-4.5", "", "dropWhenThinking"],
    ["openrouter", "openai-completions", "anthropic/claude-opus-4.6", "", "drop"],
    [
      "acme",
      "openai-completions",
      "anthropic/claude-sonnet-4.5",
      " https://openrouter.ai/api/v1// ",
      "dropWhenThinking",
    ],
    ["openrouter", "openai-completions", "anthropic/claude-opus-4.6", "https://proxy.example/v1", "keep"],
    ["openrouter", "openai-completions", "x-ai/grok-4", "", "keep"],
    ["google", "google-generative-ai", "gemini-3-pro-preview", "", "drop"],
    ["google", "google-generative-ai", "gemini-flash-latest", "", "drop"],
    ["google", "google-generative-ai", "models/gemini-2.5-flash", "", "keep"],
    ["google-antigravity", "google-gemini-cli", "claude-sonnet-4-5", "", "dropWhenThinking"],
    ["google-vertex", "", "gemini-3.6-flash", "", "drop"],
    ["mistral", "mistral-conversations", "mistral-large-latest", "", "keep"],
    ["openai", "openai-responses", "gpt-5.4", "", "keep"],
  ])("%s %s %s %s: a trailing assistant turn: %s", (provider, modelApi, modelId, baseUrl, expected) => {
    expect(resolveTranscriptPolicy({ provider, modelApi, modelId, baseUrl }).trailingPrefill).toBe(expected);
  });

  test("follows overrides, unless it is overridden itself", () => {
    expect(resolveTranscriptPolicy(claude).replaySignedTurns).toBe(true);
    expect(resolveTranscriptPolicy(claude, { dropThinkingBlocks: true }).replaySignedTurns).toBe(false);
    expect(resolveTranscriptPolicy(claude, { dropThinkingBlocks: true, replaySignedTurns: true })).toMatchObject({
      replaySignedTurns: true,
    });
    expect(resolveTranscriptPolicy(claude, { appendOnlyRuntimeContext: true }).mergeUserTurns).toBe(false);
    expect(resolveTranscriptPolicy(claude, { preserveSignatures: false }).replaySignedTurns).toBe(true);
    const noThinking: PolicyOverrides = { dropThinkingBlocks: true, preserveLatestThinking: false };
    expect(resolveTranscriptPolicy(claude, noThinking).closeThinkingTurns).toBe(false);
  });
});
