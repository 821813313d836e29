/** Profiles as JSON, and entries for providers of the caller's own. */
import { describe, expect, test } from "vitest";
import { definePolicy, loadPolicyProfile } from "../../src/policy/profile.ts";
import { resolveTranscriptPolicy } from "../../src/policy/resolve.ts";
import type { PolicyEntry } from "../../src/policy/types.ts";
import { TranscriptInputError } from "../../src/transcript/errors.ts";

const entry: PolicyEntry = {
  id: "acme",
  summary: "Acme's gateway.",
  source: { url: "https://acme.example/docs", checked: "2026-11-30" },
  providers: [" ACME "],
  resolve: () => ({}),
};

describe("loadPolicyProfile", () => {
  test("gives overrides that resolve takes", () => {
    const json = {
      danglingCalls: "drop",
      sanitizeThoughtSignatures: { allowBase64Only: false, includeCamelCase: true },
      limits: { images: { value: 3, unit: "images", source: "https://acme.example", checked: "2026-11-30" } },
    };
    const profile = loadPolicyProfile(JSON.parse(JSON.stringify(json)));
    expect(profile).toStrictEqual(json);
    expect(Object.isFrozen(profile) && Object.isFrozen(profile.limits)).toBe(true);
    expect(resolveTranscriptPolicy({ provider: "acme" }, profile).danglingCalls).toBe("drop");
    expect(loadPolicyProfile({})).toEqual({});
  });

  test.each<[unknown, string, RegExp]>([
    [undefined, "", /object of flags/],
    [[], "", /object of flags/],
    ['{"danglingCalls":"drop"}', "", /Parse the JSON/],
    [{ mergeUserTurn: false }, "/mergeUserTurn", /did you mean mergeUserTurns\?/],
    [{ DROPTHINKINGBLOCKS: true }, "/DROPTHINKINGBLOCKS", /did you mean dropThinkingBlocks\?/],
    [{ danglingCalls: "keep" }, "/danglingCalls", /"synthesize", "drop"/],
    [{ limits: { imagesByte: {} } }, "/limits/imagesByte", /did you mean imageBytes\?/],
    [{ limits: { images: 3 } }, "/limits/images", /of type object/],
    [
      { limits: { images: { value: 3, unit: "pieces", source: "x", checked: "2026-11-30" } } },
      "/limits/images/unit",
      /"px"/,
    ],
    [
      { limits: { images: { value: 3, unit: "px", source: "", checked: "2026-11-30" } } },
      "/limits/images/source",
      /not empty/,
    ],
  ])("%j is refused", (json, path, message) => {
    expect(() => loadPolicyProfile(json)).toThrow(message);
    try {
      loadPolicyProfile(json);
    } catch (error) {
      expect(error).toBeInstanceOf(TranscriptInputError);
      expect(error).toMatchObject({ code: "invalid-profile", path });
    }
  });
});

describe("definePolicy", () => {
  test("copies, normalizes and freezes", () => {
    const defined = definePolicy(entry);
    expect(defined.providers).toEqual(["acme"]);
    expect(Object.isFrozen(defined) && Object.isFrozen(defined.source)).toBe(true);
    expect(Object.isFrozen(entry.source)).toBe(false);
    expect(definePolicy(defined)).toEqual({ ...defined, resolve: expect.any(Function) });
  });

  test.each<[Record<string, unknown>, string]>([
    [{ id: "" }, "/id"],
    [{ summary: 7 }, "/summary"],
    [{ source: { url: "https://acme.example" } }, "/source"],
    [{ providers: "acme" }, "/providers"],
    [{ providers: ["acme", ""] }, "/providers/1"],
    [{ defaultApi: 7 }, "/defaultApi"],
    [{ defaultApis: { acme: 7 } }, "/defaultApis"],
    [{ resolve: {} }, "/resolve"],
    [{ owns: true }, "/owns"],
  ])("refuses %j", (wrong, path) => {
    try {
      definePolicy({ ...entry, ...wrong } as unknown as PolicyEntry);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: "invalid-option", path });
    }
  });

  test("an entry may own targets of providers without one", () => {
    const policies = [{ ...entry, providers: [], owns: ({ modelId }: { modelId: string }) => modelId === "m1" }];
    expect(resolveTranscriptPolicy({ provider: "any", modelId: "m1" }, {}, policies).family).toBe("acme");
    expect(resolveTranscriptPolicy({ provider: "any", modelId: "m2" }, {}, policies).family).toBe("default");
  });
});
