/** The order of families, what is derived, overrides, registered entries, and targets that are none. */
import { describe, expect, test } from "vitest";
import { definePolicy } from "../../src/policy/profile.ts";
import { defaultFlags, resolveTranscriptPolicy } from "../../src/policy/resolve.ts";
import type { PolicyEntry, PolicyOverrides, ReplayTarget } from "../../src/policy/types.ts";
import { TranscriptInputError } from "../../src/transcript/errors.ts";

const claude: ReplayTarget = { provider: "anthropic", modelApi: "anthropic-messages", modelId: "claude-opus-4-6" };
const source = { url: "https://acme.example/docs", checked: "2026-11-30" };

function resolve(provider: string, modelApi?: string, modelId?: string, more: Partial<ReplayTarget> = {}) {
  return resolveTranscriptPolicy({
    provider,
    ...(modelApi !== undefined && { modelApi }),
    ...(modelId !== undefined && { modelId }),
    ...more,
  });
}

function failure(run: () => unknown): { code: string; path: string; message: string } {
  try {
    run();
  } catch (error) {
    if (error instanceof TranscriptInputError) return { code: error.code, path: error.path, message: error.message };
    throw error;
  }
  throw new Error("did not throw");
}

function isDeepFrozen(value: unknown): boolean {
  return (
    typeof value !== "object" || value === null || (Object.isFrozen(value) && Object.values(value).every(isDeepFrozen))
  );
}

describe("the target", () => {
  test("is compared by trimmed lower-case provider, and without aliases", () => {
    expect(resolve(" Anthropic ", "anthropic-messages").family).toBe("anthropic");
    expect(resolve("bedrock", "bedrock-converse-stream").family).toBe("transport:bedrock-converse-stream");
    expect(resolve(" OpenAI ", "openai-responses", " GPT-5 ").target).toEqual({
      provider: "openai",
      modelApi: "openai-responses",
      modelId: "gpt-5",
    });
  });

  test("is compared by exact API", () => {
    expect(resolve("acme", "Anthropic-Messages").family).toBe("default");
    expect(resolve("acme", "google-vertex").family).toBe("default");
    expect(resolve("xai", "anthropic-messages", "grok-4")).toMatchObject({
      validateAnthropicTurns: false,
      sanitizeToolCallIds: false,
    });
  });

  test.each([
    ["anthropic", "anthropic-messages"],
    ["amazon-bedrock", "bedrock-converse-stream"],
    ["openai", "openai-responses"],
    ["azure-openai-responses", "azure-openai-responses"],
    ["openai-codex", "openai-codex-responses"],
    ["google", "google-generative-ai"],
    ["google-gemini-cli", "google-gemini-cli"],
    ["google-vertex", "google-vertex"],
    ["mistral", "mistral-conversations"],
    ["openrouter", "openai-completions"],
    ["kimi", "anthropic-messages"],
    ["acme", ""],
  ])("%s without an API means %s, and the policy says so", (provider, api) => {
    for (const modelApi of [undefined, null, "", " "]) {
      const policy = resolveTranscriptPolicy({ provider, ...(modelApi !== undefined && { modelApi }) });
      expect(policy.target.modelApi).toBe(api);
      expect(policy.why.some(({ text }) => text.includes(`so ${api} is meant`))).toBe(api !== "");
    }
  });

  test("is not looked up on a prototype", () => {
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
      const policy = resolve(name, name, name);
      expect(policy.family).toBe("default");
      expect(policy.limits).toEqual({});
    }
    const target = JSON.parse('{"provider":"acme","__proto__":{"modelApi":"openai-completions"}}') as ReplayTarget;
    expect(resolveTranscriptPolicy(target).family).toBe("default");
  });

  test.each<[unknown, string]>([
    [undefined, ""],
    [null, ""],
    ["anthropic", ""],
    [[], ""],
    [{}, "/provider"],
    [{ provider: " " }, "/provider"],
    [{ provider: 7 }, "/provider"],
    [{ provider: "a", modelApi: 7 }, "/modelApi"],
    [{ provider: "a", modelId: {} }, "/modelId"],
    [{ provider: "a", baseUrl: [] }, "/baseUrl"],
    [{ provider: "a", model: "gpt" }, "/model"],
  ])("%j is none", (target, path) => {
    expect(failure(() => resolveTranscriptPolicy(target as ReplayTarget))).toMatchObject({
      code: "invalid-target",
      path,
    });
  });

  test("may have a model entry of any shape", () => {
    const model = { reasoning: "yes", compat: 7, params: null, input: "text" } as unknown as object;
    expect(resolve("acme", "openai-completions", "m", { model }).dropReasoningFromHistory).toBe(true);
  });
});

describe("overrides", () => {
  test("win and are explained, and absent ones count for nothing", () => {
    const absent = { validateAnthropicTurns: undefined } as unknown as PolicyOverrides;
    const policy = resolveTranscriptPolicy(claude, { ...absent, danglingCalls: "drop", dropThinkingBlocks: true });
    expect(policy).toMatchObject({ danglingCalls: "drop", dropThinkingBlocks: true, validateAnthropicTurns: true });
    expect(policy.why).toContainEqual({
      from: "override",
      flags: ["dropThinkingBlocks", "danglingCalls"],
      text: "Set by the caller.",
    });
  });

  test("set single limits", () => {
    const images = { value: 3, unit: "images", source: "https://acme.example", checked: "2026-11-30" } as const;
    const policy = resolveTranscriptPolicy(claude, { limits: { images } });
    expect(policy.limits.images).toEqual(images);
    expect(policy.limits.requestBytes?.value).toBe(33_554_432);
    expect(Object.isFrozen(images)).toBe(false);
  });

  test.each<[unknown, string, string]>([
    [null, "", "Give an object of flags"],
    [{ dropThinkingBlock: true }, "/dropThinkingBlock", "did you mean dropThinkingBlocks?"],
    [{ zzzzzzzzzzzzzzzz: 1 }, "/zzzzzzzzzzzzzzzz", "remove it"],
    [{ "a/b~c": 1 }, "/a~1b~0c", "remove it"],
    [JSON.parse('{"__proto__": {}}'), "/__proto__", "remove it"],
    [JSON.parse('{"limits": {"__proto__": {}}}'), "/limits/__proto__", "remove it"],
    [{ dropThinkingBlocks: 1 }, "/dropThinkingBlocks", "of type boolean"],
    [{ toolCallIdMode: "loose" }, "/toolCallIdMode", 'one of "strict", "strict9"'],
    [
      { sanitizeThoughtSignatures: { allowBase64Only: true } },
      "/sanitizeThoughtSignatures/includeCamelCase",
      "boolean",
    ],
    [{ limits: { image: {} } }, "/limits/image", "did you mean images?"],
    [
      { limits: { images: { value: 0, unit: "images", source: "x", checked: "2026-01-01" } } },
      "/limits/images/value",
      "above zero",
    ],
    [
      { limits: { images: { value: 1, unit: "images", source: "x", checked: "May" } } },
      "/limits/images/checked",
      "date",
    ],
  ])("%j are refused", (overrides, path, advice) => {
    const error = failure(() => resolveTranscriptPolicy(claude, overrides as PolicyOverrides));
    expect(error).toMatchObject({ code: "invalid-option", path });
    expect(error.message).toContain(advice);
  });
});

describe("registered entries", () => {
  const acme: PolicyEntry = {
    id: "acme",
    summary: "Acme's gateway.",
    source,
    providers: [" ACME ", "anthropic"],
    defaultApi: "anthropic-messages",
    resolve: ({ modelId }) => ({ validateAnthropicTurns: true, dropThinkingBlocks: modelId === "old" }),
  };

  test("come before the built-in ones and rest on the default", () => {
    const policy = resolveTranscriptPolicy({ provider: "acme" }, {}, [definePolicy(acme)]);
    expect(policy).toMatchObject({
      family: "acme",
      target: { modelApi: "anthropic-messages" },
      validateAnthropicTurns: true,
      sanitizeToolCallIds: defaultFlags.sanitizeToolCallIds,
      trailingPrefill: "dropWhenThinking",
    });
    expect(policy.why).toContainEqual({
      from: "acme",
      flags: ["dropThinkingBlocks", "validateAnthropicTurns"],
      text: acme.summary,
      source,
    });
    const own = resolveTranscriptPolicy(claude, {}, [acme]);
    // The provider still verifies signatures, whoever describes it.
    expect(own).toMatchObject({ family: "acme", preserveSignatures: false, sanitizeThinkingSignatures: true });
  });

  test("explain themselves and keep their own state", () => {
    const reason = { flags: ["mergeUserTurns"] as const, text: "Acme counts turns.", source };
    const entry = {
      ...acme,
      merges: false,
      resolve() {
        return { mergeUserTurns: this.merges, reasons: [reason] };
      },
    };
    const policy = resolveTranscriptPolicy({ provider: "acme" }, {}, [entry]);
    expect(policy.mergeUserTurns).toBe(false);
    expect(policy.why).toContainEqual({ from: "acme", ...reason });
  });

  test("are checked, and so is what they resolve to", () => {
    const wrong = { ...acme, resolve: () => ({ dropThinking: true }) } as unknown as PolicyEntry;
    expect(failure(() => resolveTranscriptPolicy({ provider: "acme" }, {}, [wrong]))).toMatchObject({
      code: "invalid-option",
      path: "/0/resolve/dropThinking",
    });
    const nothing = { ...acme, resolve: () => undefined } as unknown as PolicyEntry;
    expect(failure(() => resolveTranscriptPolicy({ provider: "acme" }, {}, [nothing])).path).toBe("/0/resolve");
    expect(failure(() => resolveTranscriptPolicy(claude, {}, [{}] as never)).path).toBe("/0/id");
    expect(failure(() => resolveTranscriptPolicy(claude, {}, {} as never)).code).toBe("invalid-option");
  });
});

describe("the result", () => {
  const targets: ReplayTarget[] = [
    claude,
    { provider: "openrouter", modelId: "google/gemini-2.5-pro" },
    { provider: "acme", modelApi: "openai-completions", modelId: "mistral-small" },
    { provider: "moonshot" },
    { provider: "google-vertex", modelId: "gemini-3-pro" },
  ];

  test.each(targets)("is frozen and JSON: $provider", (target) => {
    const overrides: PolicyOverrides = {
      sanitizeThoughtSignatures: { allowBase64Only: true, includeCamelCase: false },
    };
    const policy = resolveTranscriptPolicy(target, overrides);
    expect(isDeepFrozen(policy)).toBe(true);
    expect(JSON.parse(JSON.stringify(policy))).toStrictEqual(policy);
    expect(Object.isFrozen(overrides)).toBe(false);
  });

  test("has the limits of the API and of the provider", () => {
    const limits = (provider: string, api?: string, id?: string) =>
      Object.fromEntries(
        Object.entries(resolve(provider, api, id).limits).map(([name, { value, unit }]) => [name, `${value} ${unit}`]),
      );
    expect(limits("anthropic", undefined, "claude-opus-4-5")).toEqual({
      imageSidePx: "8000 px",
      imageBytes: "10485760 base64-bytes",
      images: "100 images",
      manyImages: "20 images",
      manyImagesSidePx: "1999 px",
      requestBytes: "33554432 bytes",
      toolNameLength: "128 characters",
    });
    expect(limits("anthropic", undefined, "claude-opus-4-6")).toMatchObject({ images: "600 images" });
    expect(limits("amazon-bedrock")).toEqual({
      imageSidePx: "8000 px",
      imageBytes: "3932160 bytes",
      imagesPerMessage: "20 images",
      manyImages: "20 images",
      manyImagesSidePx: "1999 px",
      toolCallIdLength: "64 characters",
      toolNameLength: "64 characters",
    });
    expect(limits("amazon-bedrock", "anthropic-messages")).toMatchObject({ imageBytes: "5242880 base64-bytes" });
    expect(limits("openai", "openai-completions")).toMatchObject({ toolCallIdLength: "40 characters" });
    expect(limits("acme", "openai-completions")).toMatchObject({ toolCallIdLength: "40 characters" });
    expect(limits("openai")).toMatchObject({ toolCallIdLength: "64 characters", images: "1500 images" });
    expect(limits("mistral", "openai-completions")).toMatchObject({ toolCallIdLength: "9 characters" });
    expect(limits("acme")).toEqual({});
  });
});
