import { describe, expect, it } from "vitest";
import { estimateImageTokens, type ImageTokenTarget } from "../../src/images/tokens.ts";

function tokens(width: number, height: number, provider: string, modelId?: string, modelApi?: string): number {
  const target: ImageTokenTarget = { provider, modelId, modelApi };
  return estimateImageTokens({ width, height }, target);
}

describe("Claude", () => {
  // The first columns are published.
  it.each([
    [200, 200, 64, 64],
    [1000, 1000, 1296, 1296],
    [1092, 1092, 1521, 1521],
    [1920, 1080, 1560, 2691],
    [2000, 1500, 1564, 3888],
    [3840, 2160, 1560, 4784],
    // 924x1307 on the standard tier.
    [1075, 1520, 33 * 47, 39 * 55],
    [1520, 1075, 33 * 47, 39 * 55],
    // Only the side is too long: 1568 and 2576 pixels of it are left.
    [20_000, 100, 56, 92],
    [1, 100_000, 56, 92],
    [1, 1, 1, 1],
  ])("sees %dx%d as %d or %d", (width, height, standard, high) => {
    expect(tokens(width, height, "anthropic", "claude-opus-4-6")).toBe(standard);
    expect(tokens(width, height, "anthropic", "claude-opus-4-7")).toBe(high);
  });

  it.each([
    "claude-3-7-sonnet-20250219",
    "claude-3-haiku",
    "claude-opus-4@20250514",
    "claude-opus-4-20250514",
    "us.anthropic.claude-sonnet-4-6-v1:0",
    "anthropic/claude-sonnet-4.6",
    "claude-haiku-4-5-20251001",
    "haiku",
  ])("%s is of the standard tier", (modelId) => expect(tokens(1920, 1080, "anthropic", modelId)).toBe(1560));

  it.each([
    "claude-opus-4-7",
    "anthropic/claude-opus-4.8:beta",
    "claude-sonnet-5",
    "claude-sonnet-5-20270101",
    "claude-fable-5-1",
    "claude-mythos-preview",
    "global.anthropic.claude-opus-5-v1:0",
    "opus",
    "",
  ])("%s is of the high-resolution tier", (modelId) => expect(tokens(1920, 1080, "anthropic", modelId)).toBe(2691));
});

describe("OpenAI", () => {
  it.each([
    // Published before the factor: 1024 and 1452.
    ["gpt-5.2", 1024, 1024, 1024],
    ["gpt-5.2", 1800, 2400, 1452],
    ["gpt-5-mini", 1024, 1024, 1659],
    ["gpt-5-mini", 1800, 2400, 2353],
    ["gpt-5.4-mini-2026-03-17", 1024, 1024, 1659],
    ["gpt-5-nano", 1024, 1024, 2520],
    ["o4-mini", 1024, 1024, 1762],
    ["gpt-5.3-codex", 2400, 1800, 1452],
    ["gpt-5.1-codex-mini", 1800, 2400, 1452],
    // 2400x3200 has 7500 patches.
    ["gpt-5.4", 1024, 1024, 1024],
    ["gpt-5.5", 2400, 3200, 7500],
    ["gpt-5.6", 2400, 3200, 7500],
    ["gpt-5.6", 8000, 8000, 62_500],
    ["gpt-6-astra", 8000, 8000, 62_500],
    ["a-deployment", 1024, 1024, 1024],
    // Published: 765 and 1105.
    ["gpt-4o", 1024, 1024, 765],
    ["gpt-4o", 2048, 4096, 1105],
    ["openai/gpt-4.1", 2048, 4096, 1105],
    ["gpt-4o", 300, 300, 255],
    ["gpt-4o-mini", 1024, 1024, 2833 + 4 * 5667],
    ["gpt-4o-2024-08-06", 512, 512, 255],
    ["gpt-5", 1024, 1024, 70 + 4 * 140],
    ["gpt-5-2025-08-07", 1024, 1024, 70 + 4 * 140],
    ["gpt-5.1", 1024, 1024, 70 + 4 * 140],
    ["o3", 1024, 1024, 75 + 4 * 150],
    ["o1-pro", 1024, 1024, 75 + 4 * 150],
    ["computer-use-preview", 1024, 1024, 65 + 4 * 129],
  ])("%s sees %dx%d as %d", (modelId, width, height, expected) => {
    expect(tokens(width, height, "openai", modelId)).toBe(expected);
  });

  it("never has more patches than the budget", () => {
    for (let width = 1; width < 9000; width += 211) {
      for (let height = 1; height < 9000; height += 173) {
        expect(tokens(width, height, "openai", "gpt-5.2")).toBeLessThanOrEqual(1536);
        expect(tokens(width, height, "openai", "gpt-5.4")).toBeLessThanOrEqual(2500);
        expect(tokens(width, height, "openai", "gpt-5.5")).toBeLessThanOrEqual(10_000);
      }
    }
  });

  it("makes sides that are too long shorter", () => {
    expect(tokens(4096, 32, "openai", "gpt-5.4")).toBe(64);
    expect(tokens(12_000, 64, "openai", "gpt-5.5")).toBe(188);
    expect(tokens(100_000, 1, "openai", "gpt-5.2")).toBe(64);
  });
});

describe("Gemini", () => {
  it.each([
    [384, 384, 258],
    [1, 1, 258],
    // Published: six tiles.
    [960, 540, 6 * 258],
    [540, 960, 6 * 258],
    [385, 300, 4 * 258],
    // Seen as 3072x2304.
    [4000, 3000, 12 * 258],
    [100_000, 1, 12 * 258],
  ])("2 cuts %dx%d into tiles", (width, height, expected) => {
    expect(tokens(width, height, "google", "gemini-2.5-pro")).toBe(expected);
    expect(tokens(width, height, "openrouter", "google/gemini-2.0-flash")).toBe(expected);
  });

  it.each(["gemini-3-pro-preview", "gemini-3.5-flash", "gemini-4-pro", "gemini-flash-latest", ""])(
    "%s sees every picture as 1120",
    (modelId) => expect(tokens(4000, 3000, "google", modelId)).toBe(1120),
  );
});

describe("Mistral", () => {
  it.each([
    [1024, 1024, 65 * 64],
    [2048, 2048, 65 * 64],
    [16, 16, 2],
    [17, 16, 3],
    [2000, 1000, 65 * 32],
    [100_000, 1, 65],
  ])("sees %dx%d as %d", (width, height, expected) => {
    expect(tokens(width, height, "mistral", "pixtral-12b-2409")).toBe(expected);
  });
});

describe("estimateImageTokens", () => {
  const [claude, openAi, gemini, mistral] = [2691, 2040, 1120, 65 * 36];
  it.each<[string, string, string, number]>([
    ["openrouter", "openai-completions", "anthropic/claude-opus-4.8", claude],
    ["github-copilot", "openai-completions", "claude-opus-4.8", claude],
    ["google-vertex", "anthropic-messages", "claude-opus-4-8@20260101", claude],
    ["google-antigravity", "google-gemini-cli", "claude-opus-4-8-thinking", claude],
    ["amazon-bedrock", "bedrock-converse-stream", "", claude],
    ["openrouter", "openai-completions", "google/gemini-3-pro", gemini],
    ["azure-openai-responses", "azure-openai-responses", "my-deployment", openAi],
    ["my-gateway", "openai-responses", "my-model", openAi],
    ["my-gateway", "google-generative-ai", "my-model", gemini],
    ["my-gateway", "mistral-conversations", "my-model", mistral],
    ["openrouter", "openai-completions", "mistralai/pixtral-large", mistral],
    [" Anthropic ", "anthropic-messages", " Claude-Opus-4-8 ", claude],
  ])("%s %s %s", (provider, api, modelId, expected) => {
    expect(tokens(1920, 1080, provider, modelId, api)).toBe(expected);
  });

  it("counts patches of 28 pixels for models whose count is not known", () => {
    for (const modelId of ["grok-4", "kimi-k2.6", "glm-4.6v", "minimax-m2.5", "not-claudette", ""]) {
      expect(tokens(280, 280, "somewhere", modelId, "openai-completions")).toBe(100);
      expect(tokens(1920, 1080, "somewhere", modelId)).toBe(1560);
    }
  });

  it("is a whole number for every size, and grows no further from some size on", () => {
    for (const modelId of ["claude-opus-4-6", "gpt-5.2", "gpt-4o", "gemini-2.5-pro", "pixtral-12b"]) {
      for (const side of [0.4, 1, 3.5, 27.9, 1e3, 1e6, 1e15]) {
        const count = tokens(side, side, "x", modelId);
        expect(Number.isSafeInteger(count) && count > 0, `${modelId} ${side}: ${count}`).toBe(true);
      }
      expect(tokens(1e15, 1e15, "x", modelId)).toBe(tokens(1e6, 1e6, "x", modelId));
    }
  });

  it("is zero for what is no size", () => {
    for (const side of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
      expect(tokens(side, 100, "anthropic")).toBe(0);
      expect(tokens(100, side, "openai")).toBe(0);
    }
  });
});
