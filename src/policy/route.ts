/**
 * What follows from the route and from the other flags, whatever the family: a family, a registered entry or an
 * override may set each of these itself, and then nothing is derived.
 */
import { ANTHROPIC_APIS, COMPLETIONS_APIS, GOOGLE_APIS, RESPONSES_APIS } from "./apis.ts";
import { CLAUDE_PREFILL_ENDS, continuesModelTurn, GEMINI_PREFILLS, isClaude, isClaudeSince46 } from "./model-ids.ts";
import * as sources from "./sources.ts";
import { type Trait, trait } from "./traits.ts";
import type { NormalizedTarget, PolicyFlags } from "./types.ts";

/** A flag that is derived from the target and the flags before it. */
type Derived = (target: NormalizedTarget, flags: PolicyFlags) => Trait | undefined;

const SIGNED_THINKING_PROVIDERS: readonly string[] = ["anthropic", "amazon-bedrock", "anthropic-vertex"];
const CLAUDE_PROVIDERS: readonly string[] = ["anthropic", "anthropic-vertex"];
const OPENAI_PROVIDERS: readonly string[] = ["openai", "azure-openai-responses", "openai-codex"];
const GEMINI_ROUTES: readonly string[] = [...GOOGLE_APIS, "google-vertex"];
const CLAUDE_ROUTES: readonly string[] = [...ANTHROPIC_APIS, ...GEMINI_ROUTES];
/** Where OpenRouter itself answers; a proxy in front of it may treat turns in its own way. */
const OPENROUTER_URLS: readonly string[] = ["https://openrouter.ai/api/v1", "https://openrouter.ai/v1"];

const SIGNATURES_VERIFIED = trait(
  { sanitizeThinkingSignatures: true },
  "The provider verifies signatures even when thinking is off.",
  sources.ANTHROPIC_THINKING,
);
const RESPONSES_ITEMS = trait(
  { responsesItems: true },
  "Reasoning items and their followers belong together; call ids are `call_|fc_`.",
  sources.RESPONSES_ITEMS,
);
const SIGNED_TURNS = trait(
  { replaySignedTurns: true },
  "Signed turns are replayed byte for byte, so their call ids stay.",
  sources.ANTHROPIC_THINKING,
);
const TOOL_USE_IDS = trait(
  { toolUseIdPattern: true },
  "Ids outside `^[a-zA-Z0-9_-]{1,64}$` are refused, in signed turns too.",
  sources.ANTHROPIC_IDS,
);
const SEPARATE_USERS = trait(
  { mergeUserTurns: false },
  "Signatures cover the user turns as they were sent, so they are not merged.",
);
const UNSIGNED_REFUSED = trait(
  { dropUnsignedThinking: true },
  "Claude's signatures are verified in the open turn too.",
  sources.ANTHROPIC_THINKING,
);
const CLOSED_THINKING = trait(
  { closeThinkingTurns: true },
  "An assistant turn must not end in thinking.",
  sources.ANTHROPIC_THINKING,
);

const TEXT_ONLY = trait({ imageInput: false }, "The model entry lists text input only.", sources.HYGIENE);
const GEMINI_FORMATS = trait(
  { imageFormats: ["png", "jpeg", "webp", "heic"] },
  "Gemini reads PNG, JPEG, WebP and HEIC, and refuses GIF.",
  sources.GEMINI_IMAGES,
);
const STILL_IMAGES = trait(
  { stillImagesOnly: true },
  "OpenAI reads only GIFs that are not animated.",
  sources.OPENAI_VISION,
);
const TEXT_IN_ERRORS = trait(
  { textOnlyErrorResults: true },
  "The result of a failed tool may hold only text.",
  sources.ERROR_RESULTS,
);

const PREFILL_REFUSED = trait(
  { trailingPrefill: "drop" },
  "Claude from 4.6 on refuses a request that ends with an assistant turn.",
  CLAUDE_PREFILL_ENDS.source,
);
const PREFILL_REFUSED_WHEN_THINKING = trait(
  { trailingPrefill: "dropWhenThinking" },
  "A request must not end with an assistant turn while thinking is on.",
  sources.THINKING_PREFILL,
);
const MODEL_TURN_REFUSED = trait(
  { trailingPrefill: "drop" },
  "Gemini models after 2.5 refuse a request that ends with a model turn.",
  GEMINI_PREFILLS.source,
);

/** In order: a later one may read what an earlier one set. */
export const derivedFlags: readonly Derived[] = [
  ({ provider }) => (SIGNED_THINKING_PROVIDERS.includes(provider) ? SIGNATURES_VERIFIED : undefined),
  ({ modelApi }) => (RESPONSES_APIS.includes(modelApi) ? RESPONSES_ITEMS : undefined),
  ({ modelApi }) => (ANTHROPIC_APIS.includes(modelApi) ? TOOL_USE_IDS : undefined),
  ({ modelApi }, flags) =>
    ANTHROPIC_APIS.includes(modelApi) &&
    flags.validateAnthropicTurns &&
    (flags.preserveSignatures || flags.sanitizeThinkingSignatures) &&
    !flags.dropThinkingBlocks
      ? SIGNED_TURNS
      : undefined,
  ({ modelApi }, flags) =>
    flags.appendOnlyRuntimeContext && modelApi === "anthropic-messages" ? SEPARATE_USERS : undefined,
  ({ modelApi }, flags) =>
    ANTHROPIC_APIS.includes(modelApi) && !(flags.dropThinkingBlocks && !flags.preserveLatestThinking)
      ? CLOSED_THINKING
      : undefined,
  (target) =>
    CLAUDE_PROVIDERS.includes(target.provider) || (ANTHROPIC_APIS.includes(target.modelApi) && isClaude(target))
      ? UNSIGNED_REFUSED
      : undefined,
  trailingPrefill,
  ({ model }) => (model.input && !model.input.includes("image") ? TEXT_ONLY : undefined),
  ({ modelApi }) => (GEMINI_ROUTES.includes(modelApi) ? GEMINI_FORMATS : undefined),
  ({ provider }) => (OPENAI_PROVIDERS.includes(provider) ? STILL_IMAGES : undefined),
  (target) =>
    ANTHROPIC_APIS.includes(target.modelApi) && (target.modelApi === "anthropic-messages" || isClaude(target))
      ? TEXT_IN_ERRORS
      : undefined,
];

function trailingPrefill(target: NormalizedTarget): Trait | undefined {
  const { modelApi, modelId } = target;
  const claude = isClaude(target);
  const openRouterClaude = isVerifiedOpenRouterClaude(target);
  if (openRouterClaude || CLAUDE_ROUTES.includes(modelApi)) {
    if (isClaudeSince46(target)) return PREFILL_REFUSED;
    if (claude || modelApi === "anthropic-messages") return PREFILL_REFUSED_WHEN_THINKING;
  }
  return GEMINI_ROUTES.includes(modelApi) && !continuesModelTurn(modelId) ? MODEL_TURN_REFUSED : undefined;
}

/** Does OpenRouter itself answer over Chat Completions, with one of Anthropic's models? */
function isVerifiedOpenRouterClaude({ provider, modelApi, modelId, baseUrl }: NormalizedTarget): boolean {
  if (modelApi !== "" && !COMPLETIONS_APIS.includes(modelApi)) return false;
  const verified = baseUrl === "" ? provider === "openrouter" : OPENROUTER_URLS.includes(withoutTrailingSlash(baseUrl));
  const id = modelId.startsWith("openrouter/") ? modelId.slice("openrouter/".length) : modelId;
  return verified && (id.startsWith("anthropic/") || id.startsWith("~anthropic/"));
}

function withoutTrailingSlash(url: string): string {
  let end = url.length;
  while (end > 0 && url[end - 1] === "/") end -= 1;
  return url.slice(0, end);
}
