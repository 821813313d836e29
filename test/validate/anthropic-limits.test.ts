// Validators own their numbers. What they share with the policies is the same there, or the policy is stricter.
import { expect, test } from "vitest";
import { resolveTranscriptPolicy } from "../../src/index.ts";
import { isClaudeSince46 } from "../../src/policy/model-ids.ts";
import { anthropicServerFor } from "../../src/transcript/anthropic-servers.ts";
import { demandsFor } from "../../src/validate/anthropic-messages/dialects.ts";
import { validateAnthropicMessages } from "../../src/validate/anthropic-messages/index.ts";
import { claudeVersion, isClaudeSince } from "../../src/validate/claude.ts";
import { pngHead } from "../images/heads.ts";
import { ask, image, say, user } from "./anthropic-messages/bodies.ts";

const limitsOf = (provider: string, modelId: string) =>
  resolveTranscriptPolicy({ provider, modelApi: "anthropic-messages", modelId }).limits;

test.each([
  ["anthropic", "claude-opus-4-6"],
  ["anthropic", "claude-sonnet-4-5"],
  ["anthropic-vertex", "claude-opus-4-6"],
  ["amazon-bedrock", "claude-opus-4-6"],
])("the numbers of %s for %s", (provider, modelId) => {
  const limits = limitsOf(provider, modelId);
  const demands = demandsFor({ provider, modelId, baseUrl: "" });
  expect(demands.toolNameLength?.value).toBe(limits.toolNameLength?.value);
  expect(demands.imageBase64?.value).toBe(limits.imageBytes?.value);
  if (limits.requestBytes) expect(demands.requestBytes?.value).toBe(limits.requestBytes.value);
});

test("images that the policy lets pass are accepted", () => {
  const target = { provider: "anthropic", modelId: "claude-sonnet-4-5", baseUrl: "" };
  const { images, imageSidePx, manyImages, manyImagesSidePx } = limitsOf("anthropic", "claude-sonnet-4-5");
  const errors = (count: number, side: number): string[] =>
    validateAnthropicMessages(say([user(...Array.from({ length: count }, () => image(pngHead(side, 5))))]), target)
      .filter(({ severity }) => severity !== "note")
      .map(({ code }) => code);
  expect(errors(manyImages?.value ?? 0, imageSidePx?.value ?? 0)).toEqual([]);
  expect(errors(1, (imageSidePx?.value ?? 0) + 1)).toEqual(["image-side"]);
  expect(errors(images?.value ?? 0, manyImagesSidePx?.value ?? 0)).toEqual([]);
  expect(errors((images?.value ?? 0) + 1, 5)).toEqual(["image-count"]);
});

const MODELS: readonly [string, string | undefined][] = [
  ["claude-opus-4-6", "4.6"],
  ["claude-sonnet-4.6", "4.6"],
  ["us.anthropic.claude-opus-4-6-v1:0", "4.6"],
  ["anthropic/claude-opus-4.7", "4.7"],
  ["claude-opus-4-20250514", "4.0"],
  ["claude-opus-4@20250514", "4.0"],
  ["claude-3-5-haiku-20241022", "3.5"],
  ["anthropic.claude-3-haiku-20240307-v1:0", "3.0"],
  ["claude-sonnet-5", "5.0"],
  ["claude-mythos-preview", "5.0"],
  ["opus", "5.0"],
  ["claude-2.1", "2.1"],
  ["claude-instant-1.2", "1.2"],
  ["claude", undefined],
  ["gpt-5.4", undefined],
  ["notclaude-4-6", undefined],
  ["qwen3-coder", undefined],
  ["", undefined],
];
test.each(MODELS)("the version of %s is %s", (modelId, version) => {
  const found = claudeVersion(modelId);
  expect(found && `${found.major}.${found.minor}`).toBe(version);
  const model = { modelId, model: { reasoning: false } };
  expect(isClaudeSince(modelId, 4, 6)).toBe(isClaudeSince46(model as Parameters<typeof isClaudeSince46>[0]));
});

test.each([
  [{ provider: "", modelId: "", baseUrl: "" }, "anthropic"],
  [{ provider: "anthropic", modelId: "claude-opus-4-6", baseUrl: "" }, "anthropic"],
  [{ provider: "anthropic", modelId: "x", baseUrl: "https://eu-aiplatform.googleapis.com/v1" }, "vertex"],
  [{ provider: "x", modelId: "x", baseUrl: "https://bedrock-runtime.us-east-1.amazonaws.com" }, "bedrock-invoke"],
  [
    { provider: "x", modelId: "x", baseUrl: "https://gateway.ai.cloudflare.com/v1/a/b/anthropic" },
    "cloudflare-ai-gateway",
  ],
  [{ provider: "github-copilot", modelId: "claude-sonnet-4.6", baseUrl: "" }, "copilot"],
  [{ provider: "x", modelId: "x", baseUrl: "https://api.deepseek.com/anthropic" }, "deepseek"],
  [{ provider: "my-vllm", modelId: "org/deepseek-v4-pro", baseUrl: "http://127.0.0.1:8000" }, "deepseek"],
  [{ provider: "moonshot", modelId: "kimi-k2.6", baseUrl: "" }, "kimi"],
  [{ provider: "minimax-cn", modelId: "minimax-m2.5", baseUrl: "" }, "minimax"],
  [{ provider: "lmstudio", modelId: "deepseek-r1", baseUrl: "http://localhost:1234" }, "lm-studio"],
  [{ provider: "x", modelId: "mimo-v2.5", baseUrl: "not a url" }, "xiaomi"],
  [{ provider: "x", modelId: "x", baseUrl: "https://evildeepseek.com" }, "compatible"],
] as const)("%j is %s", (target, server) => {
  expect(anthropicServerFor(target)).toBe(server);
});

test("a body for nobody in particular is judged as by Anthropic", () => {
  const given = say([ask], { tools: [{ name: "a b", input_schema: {} }] });
  expect(validateAnthropicMessages(given, { provider: "", modelId: "", baseUrl: "" })).toMatchObject([
    { code: "tool-name", severity: "error" },
  ]);
});
