/** What ids of models say. */
import { expect, test } from "vitest";
import * as ids from "../../src/policy/model-ids.ts";

const ref = (modelId: string, canonicalModelId?: string) => ({
  modelId,
  model: canonicalModelId === undefined ? {} : { params: { canonicalModelId } },
});

test.each([
  ["us.anthropic.claude-opus-4-6-v1", "claude-opus-4-6-v1"],
  ["anthropic/claude-sonnet-4.6", "claude-sonnet-4-6"],
  ["openrouter/anthropic/claude-3.7-sonnet:thinking", "claude-3-7-sonnet:thinking"],
  ["claude_opus_4_5", "claude-opus-4-5"],
  ["minimax-m2.7", "minimax-m2-7"],
  ["myclaude-2", "myclaude-2"],
  ["claude-", "claude-"],
  ["", ""],
])("%s is %s", (id, identity) => {
  expect(ids.claudeIdentity(ref(id))).toBe(identity);
});

test("the canonical id wins", () => {
  expect(ids.claudeIdentity(ref("my-deployment", "Claude-Opus-4.6"))).toBe("claude-opus-4-6");
  expect(ids.claudeIdentity(ref("claude-3-opus", " "))).toBe("claude-3-opus");
  expect(ids.dropsOldThinking(ref("my-deployment", "claude-3-7-sonnet"))).toBe(true);
});

test.each([
  ["vendor/claude-sonnet-4-6", true],
  ["claude", true],
  ["us.anthropic.claude:1", true],
  ["myclaude2", false],
  ["claude2", false],
])("%s names Claude: %s", (id, expected) => {
  expect(ids.namesClaude(id)).toBe(expected);
});

test.each([
  ["claude-3-7-sonnet-20250219", true],
  ["claude-sonnet-4-5", true],
  ["claude-haiku-4-5", true],
  ["claude-opus-4-20250514", true],
  ["claude-opus-4-50", true],
  ["claude-opus-4-5", false],
  ["claude-opus-4-5@20251101", false],
  ["us.anthropic.claude-opus-4-6-v1", false],
  ["claude-sonnet-5-20260101", false],
  ["claude-fable-5-1", false],
  ["claude-mythos-preview", false],
  ["opus", false],
  ["opus-5-5", false],
  ["minimax-m2.7", false],
  ["", false],
])("%s drops old thinking: %s", (id, expected) => {
  expect(ids.dropsOldThinking(ref(id))).toBe(expected);
});

test.each([
  ["opus-5-5", true],
  ["claude-opus-5.5", true],
  ["us.anthropic.claude-opus-5-5-v1:0", true],
  ["claude-fable-5-1", true],
  ["claude-fable-5-10", false],
  ["claude-fable-5", false],
  ["claude-opus-5", false],
  ["opus", false],
])("%s binds its prefix: %s", (id, expected) => {
  expect(ids.bindsPrefix(ref(id))).toBe(expected);
});

test.each([
  ["claude-opus-4-6", true],
  ["anthropic/claude-sonnet-4.6", true],
  ["claude-opus-4.8", true],
  ["claude-fable-5", true],
  ["claude-opus-5-20260101", true],
  ["claude-mythos-preview", true],
  ["opus", true],
  ["claude-opus-4-5-20251101", false],
  ["claude-opus-4-20250514", false],
  ["claude-sonnet-4-5", false],
  ["claude-3-7-sonnet-20250219", false],
  ["claude-2.1", false],
  ["claude-instant-1.2", false],
  ["claude-latest", false],
  ["gpt-5", false],
])("%s is of the 4.6 generation or later: %s", (id, expected) => {
  expect(ids.isClaudeSince46(ref(id))).toBe(expected);
});

test.each([
  ["vendor/kimi-k2.5:free", true],
  ["moonshotai/kimi-k2.6", true],
  ["x:kimi-k3", true],
  ["kimi-k2-thinking/", true],
  ["mimo-v2.6-pro-ultraspeed", true],
  ["kimi-k2", false],
  ["my-kimi-k3", false],
  ["", false],
])("%s needs its reasoning: %s", (id, expected) => {
  expect(ids.requiresReasoning(id)).toBe(expected);
});

test.each([
  ["mistral-large-latest", true],
  ["vendor/ministral-8b", true],
  ["magistral-small", true],
  ["llama-3", false],
])("%s looks like Mistral: %s", (id, expected) => {
  expect(ids.looksLikeMistral(id)).toBe(expected);
});

test("long ids take no longer than their length", () => {
  const long = `${"claude-".repeat(20_000)}${" .".repeat(20_000)}`;
  expect(ids.dropsOldThinking(ref(long))).toBe(true);
  expect(ids.requiresReasoning(long)).toBe(false);
});
