/**
 * What the id of a model says about it: lists with their sources, and small functions that read them.
 *
 * Ids are expected trimmed and lower-cased. Nothing here matches with a pattern that can backtrack.
 */
import type { Source } from "../transcript/changes.ts";
import {
  ANTHROPIC_PREFILL,
  ANTHROPIC_THINKING,
  GEMINI_PREFILL,
  HYGIENE,
  KIMI_REASONING,
  MISTRAL_IDS,
} from "./sources.ts";
import type { NormalizedTarget } from "./types.ts";

/** A list of model ids or parts of them, and where it comes from. */
interface ModelList {
  /** The ids, or parts of ids. */
  readonly ids: readonly string[];
  /** Where the list is documented or was observed. */
  readonly source: Source;
}

/** What of a target says which model it is. */
type ModelRef = Pick<NormalizedTarget, "modelId" | "model">;

/** Short names under which Claude Opus 5 is configured. */
const CLAUDE_ALIASES: readonly string[] = ["opus", "opus-5", "opus-5-5"];

/** Claude models that keep the thinking of earlier turns; the others want it dropped. */
export const KEEPS_THINKING: ModelList = {
  ids: [
    "claude-opus-5",
    "claude-fable-5",
    "claude-mythos-5",
    "claude-mythos-preview",
    "claude-opus-4-5",
    "claude-opus-4-6",
    "claude-opus-4-7",
    "claude-opus-4-8",
    "claude-sonnet-5",
    "claude-sonnet-4-6",
  ],
  source: ANTHROPIC_THINKING,
};

/** Claude models whose signatures are bound to everything before them. */
const BINDS_PREFIX: ModelList = { ids: ["claude-opus-5-5", "claude-fable-5-1"], source: HYGIENE };

/** Claude models whose signatures no other model takes: the fifth generation. */
const BINDS_MODEL: ModelList = {
  ids: ["opus-5", "fable-5", "mythos-5", "sonnet-5", "haiku-5"],
  source: HYGIENE,
};

/** Models that refuse a Chat Completions request without the reasoning they gave. */
export const REQUIRES_REASONING: ModelList = {
  ids: [
    "kimi-for-coding",
    "kimi-k2.5",
    "kimi-k2.6",
    "kimi-k2.7-code",
    "kimi-k2.7-code-highspeed",
    "kimi-k3",
    "kimi-k2-thinking",
    "kimi-k2-thinking-turbo",
    "mimo-v2-pro",
    "mimo-v2-omni",
    "mimo-v2.5",
    "mimo-v2.5-pro",
    "mimo-v2.6-flash",
    "mimo-v2.6-pro",
    "mimo-v2.6-pro-ultraspeed",
  ],
  source: KIMI_REASONING,
};

/** Parts of the ids of Mistral's models. */
export const MISTRAL_HINTS: ModelList = {
  ids: ["mistral", "ministral", "mixtral", "codestral", "pixtral", "devstral", "magistral", "voxtral"],
  source: MISTRAL_IDS,
};

/** How the ids of Mistral's models begin on OpenRouter. */
const OPENROUTER_MISTRAL: ModelList = {
  ids: [
    "mistralai/",
    "mistral/",
    "mistral-",
    "codestral-",
    "devstral-",
    "ministral-",
    "mixtral-",
    "pixtral-",
    "voxtral-",
  ],
  source: MISTRAL_IDS,
};

/** Gemini models that continue a trailing model turn; newer ones refuse it. */
export const GEMINI_PREFILLS: ModelList = { ids: ["gemini-1.", "gemini-2."], source: GEMINI_PREFILL };

/** Claude refuses a trailing assistant turn from this version on. */
export const CLAUDE_PREFILL_ENDS: { readonly major: number; readonly minor: number; readonly source: Source } = {
  major: 4,
  minor: 6,
  source: ANTHROPIC_PREFILL,
};

/**
 * The id of a Claude model without what clouds put around it: `us.anthropic.claude-opus-4-6-v1` is
 * `claude-opus-4-6-v1`. Other ids come back with `.`, `_` and white space as `-`. The model entry's
 * `params.canonicalModelId` wins over the id, because deployments are often named freely.
 */
export function claudeIdentity(ref: ModelRef): string {
  const canonical = ref.model.params?.["canonicalModelId"];
  const id = typeof canonical === "string" && canonical.trim() !== "" ? canonical.trim().toLowerCase() : ref.modelId;
  const bare = id.startsWith("anthropic/") ? id.slice("anthropic/".length) : id;
  const dashed = bare.replace(/[._\s]+/g, "-");
  const segment = dashed.slice(dashed.lastIndexOf("/") + 1);
  const start = segment.startsWith("claude-") ? 0 : segment.indexOf("-claude-") + 1;
  const found = segment.startsWith("claude-", start) && segment.length > start + "claude-".length;
  return found ? segment.slice(start) : dashed;
}

/** Is it a Claude, by id or by the model entry's canonical id? */
export function isClaude(ref: ModelRef): boolean {
  const identity = claudeIdentity(ref);
  return identity.startsWith("claude-") || CLAUDE_ALIASES.includes(identity);
}

/** Does the word `claude` stand in the id, bounded by its ends or by one of `. / : _ -`? */
export function namesClaude(modelId: string): boolean {
  return modelId.split(/[./:_-]/).includes("claude");
}

/** Is it a Claude that wants the thinking of earlier turns dropped? */
export function dropsOldThinking(ref: ModelRef): boolean {
  const identity = claudeIdentity(ref);
  return isClaude(ref) && !CLAUDE_ALIASES.includes(identity) && !matchesOne(identity, KEEPS_THINKING);
}

/** Are the model's signatures bound to the whole conversation before them? */
export function bindsPrefix(ref: ModelRef): boolean {
  const identity = claudeIdentity(ref);
  return identity === "opus-5-5" || matchesOne(identity, BINDS_PREFIX);
}

/** A Claude by name and version, such as `opus-5-5`: the same model whatever cloud serves it. */
export function claudeVersion(ref: ModelRef): string | undefined {
  const identity = claudeIdentity(ref);
  const parts = (CLAUDE_ALIASES.includes(identity) ? identity : identity.slice("claude-".length)).split("-");
  const named = parts.filter((part, index) => /^[a-z]+$/.test(part) || (isVersionNumber(part) && index < MAX_PARTS));
  return isClaude(ref) && named.length > 0 ? named.join("-") : undefined;
}

/** `sonnet-4-5`, `3-7-sonnet`: what follows is a date, or the version of the deployment. */
const MAX_PARTS = 3;

/** Are the signatures of this Claude bound to the very model? The fifth generation's are. */
export function bindsModel(version: string): boolean {
  return BINDS_MODEL.ids.some((id) => version === id || version.startsWith(`${id}-`));
}

/** Is it the Claude that takes what earlier ones signed? */
export function takesEarlierThinking(version: string): boolean {
  return version === "fable-5-1";
}

/** Is it a Claude of the generation that refuses a trailing assistant turn? It also takes more images. */
export function isClaudeSince46(ref: ModelRef): boolean {
  if (!isClaude(ref)) return false;
  const parts = claudeIdentity(ref).split(/[^a-z0-9]+/);
  const at = parts.findIndex(isVersionNumber);
  // Without a number there are only aliases of Opus 5 and previews of what came after 4.6.
  if (at < 0) return parts.includes("opus") || parts.includes("mythos");
  const major = Number(parts[at]);
  const next = parts[at + 1];
  const minor = next !== undefined && isVersionNumber(next) ? Number(next) : 0;
  const { major: lastMajor, minor: lastMinor } = CLAUDE_PREFILL_ENDS;
  return major > lastMajor || (major === lastMajor && minor >= lastMinor);
}

/** Does the model need its earlier reasoning back over Chat Completions? */
export function requiresReasoning(modelId: string): boolean {
  const last = modelId.split("/").filter(Boolean).at(-1) ?? "";
  const parts = last.split(":").filter(Boolean);
  return [last, parts[0], parts.at(-1)].some((part) => part !== undefined && REQUIRES_REASONING.ids.includes(part));
}

/** Does the id look like one of Mistral's models? */
export function looksLikeMistral(modelId: string): boolean {
  return MISTRAL_HINTS.ids.some((hint) => modelId.includes(hint));
}

/** Is it one of Mistral's models on OpenRouter? */
export function isOpenRouterMistral(modelId: string): boolean {
  const id = modelId.startsWith("openrouter/") ? modelId.slice("openrouter/".length) : modelId;
  return OPENROUTER_MISTRAL.ids.some((prefix) => id.startsWith(prefix));
}

/** Does the Gemini model accept a request that ends with a model turn? */
export function continuesModelTurn(modelId: string): boolean {
  return GEMINI_PREFILLS.ids.some((part) => modelId.includes(part));
}

/** Is the identity one of the list, or one of them with a suffix such as `-v1` or `@20251101`? */
function matchesOne(identity: string, list: ModelList): boolean {
  return list.ids.some((id) => {
    if (!identity.startsWith(id)) return false;
    const next = identity.charAt(id.length);
    return next === "" || !isAlphanumeric(next);
  });
}

function isAlphanumeric(char: string): boolean {
  return (char >= "a" && char <= "z") || (char >= "0" && char <= "9");
}

/** One or two digits: longer numbers in model ids are dates. */
function isVersionNumber(part: string): boolean {
  return /^\d{1,2}$/.test(part);
}
