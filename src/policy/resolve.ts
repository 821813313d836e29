/**
 * From a target to its policy: the caller's own entries first, then the exact provider, then detection by model id,
 * then the API, then the default. Overrides win over all of them, and what is derived follows them.
 */
import { TranscriptInputError } from "../transcript/errors.ts";
import { families } from "./families/index.ts";
import { freeze } from "./freeze.ts";
import { limitsFor } from "./limits.ts";
import { readEntry } from "./profile.ts";
import { derivedFlags } from "./route.ts";
import { flagNames, readOverrides, readReasons, readRecord } from "./schema.ts";
import { normalizeTarget } from "./target.ts";
import type {
  FamilyPolicy,
  Limits,
  NormalizedTarget,
  PolicyEntry,
  PolicyFlags,
  PolicyOverrides,
  PolicyReason,
  ReplayTarget,
  TranscriptPolicy,
} from "./types.ts";

/** What holds for everyone. */
export const defaultFlags: PolicyFlags = freeze<PolicyFlags>({
  sanitizeMode: "images-only",
  sanitizeToolCallIds: false,
  preserveNativeAnthropicToolUseIds: false,
  repairToolUseResultPairing: true,
  preserveSignatures: false,
  sanitizeThinkingSignatures: false,
  appendOnlyRuntimeContext: false,
  normalizeAntigravityThinkingBlocks: false,
  dropThinkingBlocks: false,
  dropReasoningFromHistory: false,
  applyGoogleTurnOrdering: false,
  validateGeminiTurns: false,
  validateAnthropicTurns: false,
  allowSyntheticToolResults: false,
  preserveLatestThinking: true,
  mergeUserTurns: true,
  replaySignedTurns: false,
  toolUseIdPattern: false,
  responsesItems: false,
  danglingCalls: "synthesize",
  orphanedResults: "drop",
  dropUnsignedThinking: false,
  closeThinkingTurns: false,
  imageInput: true,
  imageFormats: ["png", "jpeg", "gif", "webp"],
  stillImagesOnly: false,
  textOnlyErrorResults: false,
  trailingPrefill: "keep",
});

/**
 * The policy of a target: which rules run, with which limits, and why. Frozen and JSON-serializable.
 *
 * @param target whom the transcript is replayed to
 * @param overrides flags and limits that win over what is resolved
 * @param policies entries for providers of the caller's own, asked before the built-in ones
 * @throws TranscriptInputError when one of them is not of its documented shape
 */
export function resolveTranscriptPolicy(
  target: ReplayTarget,
  overrides: PolicyOverrides = {},
  policies: readonly PolicyEntry[] = [],
): TranscriptPolicy {
  const given = normalizeTarget(target);
  const { limits: ownLimits, ...ownFlags } = readOverrides(overrides, "invalid-option");
  const registered = readPolicies(policies);
  const entry = choose(registered, given) ?? choose(families, given) ?? nobody();
  const resolved = withApi(given, entry);
  const family = registered.includes(entry)
    ? checked(entry, resolved, registered.indexOf(entry))
    : entry.resolve(resolved);
  const { reasons = [], limits: familyLimits, ...familyFlags } = family;

  const why: PolicyReason[] = [];
  if (given.modelApi === "" && resolved.modelApi !== "") {
    const text = `The target names no API, so ${resolved.modelApi} is meant.`;
    why.push({ from: entry.id, flags: [], text, source: entry.source });
  }
  for (const reason of reasons) why.push({ from: entry.id, ...reason });
  const explained = new Set(reasons.flatMap((reason) => reason.flags));
  const unexplained = flagsOf(familyFlags).filter((flag) => !explained.has(flag));
  if (unexplained.length > 0) {
    why.push({ from: entry.id, flags: unexplained, text: entry.summary, source: entry.source });
  }
  const overridden = flagsOf(ownFlags);
  if (overridden.length > 0) why.push({ from: "override", flags: overridden, text: "Set by the caller." });
  if (ownLimits) {
    const text = `Limits set by the caller: ${Object.keys(ownLimits).join(", ")}.`;
    why.push({ from: "override", flags: [], text });
  }

  const set = { ...familyFlags, ...ownFlags };
  let flags: PolicyFlags = { ...defaultFlags, ...set };
  for (const derive of derivedFlags) {
    const derived = derive(resolved, flags);
    const names = derived ? flagsOf(derived.set).filter((flag) => !Object.hasOwn(set, flag)) : [];
    if (!derived || names.length === 0) continue;
    flags = { ...flags, ...derived.set };
    why.push({
      from: `route:${resolved.modelApi || resolved.provider}`,
      flags: names,
      text: derived.text,
      source: derived.source,
    });
  }

  return freeze({
    ...flags,
    target: { provider: resolved.provider, modelApi: resolved.modelApi, modelId: resolved.modelId },
    family: entry.id,
    limits: { ...limitsFor(resolved), ...familyLimits, ...withSource(ownLimits) },
    why: lastWord(why),
  });
}

/** What the caller set has no source but the caller. */
function withSource(limits: PolicyOverrides["limits"] = {}): Limits {
  return Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, { source: "override", ...limit }]));
}

function readPolicies(policies: readonly PolicyEntry[]): readonly PolicyEntry[] {
  if (!Array.isArray(policies)) {
    throw new TranscriptInputError("invalid-option", "", "Give policies as a list of entries that definePolicy made");
  }
  return policies.map((entry, index) => readEntry(entry, `/${index}`));
}

/** The entry of the provider, or else the first that owns the target. */
function choose(entries: readonly PolicyEntry[], target: NormalizedTarget): PolicyEntry | undefined {
  return (
    entries.find(({ providers }) => providers.includes(target.provider)) ??
    entries.find((entry) => entry.owns?.(target) === true)
  );
}

/** The list of families ends with one that owns every target. */
function nobody(): never {
  throw new TypeError("No family owns the target");
}

function withApi(target: NormalizedTarget, entry: PolicyEntry): NormalizedTarget {
  if (target.modelApi !== "") return target;
  const { defaultApis = {}, defaultApi = "" } = entry;
  const own = Object.hasOwn(defaultApis, target.provider) ? defaultApis[target.provider] : undefined;
  return { ...target, modelApi: own ?? defaultApi };
}

/** What a registered entry resolved to, checked like everything that comes from outside. */
function checked(entry: PolicyEntry, target: NormalizedTarget, index: number): FamilyPolicy {
  const at = `/${index}/resolve`;
  const { reasons, ...flags } = readRecord(entry.resolve(target), "invalid-option", at);
  const { limits, ...own } = readOverrides(flags, "invalid-option", at);
  return { ...own, ...(limits && { limits: withSource(limits) }), reasons: readReasons(reasons, "invalid-option", at) };
}

function flagsOf(set: Partial<PolicyFlags>): readonly (keyof PolicyFlags)[] {
  return flagNames.filter((flag) => Object.hasOwn(set, flag));
}

/** Every flag is explained once, by what set it last. */
function lastWord(why: readonly PolicyReason[]): readonly PolicyReason[] {
  const seen = new Set<string>();
  const kept: PolicyReason[] = [];
  for (const reason of why.toReversed()) {
    const flags = reason.flags.filter((flag) => !seen.has(flag));
    for (const flag of flags) seen.add(flag);
    if (flags.length > 0 || reason.flags.length === 0) kept.push({ ...reason, flags });
  }
  return kept.reverse();
}
