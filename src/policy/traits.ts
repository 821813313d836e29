/**
 * The vocabulary of the families: one trait for each demand that a provider makes, as data. A trait names the flags
 * that answer the demand, says in one sentence why, and where that is known from. A family is a list of traits.
 */
import type { Source } from "../transcript/changes.ts";
import { bindsPrefix, dropsOldThinking, KEEPS_THINKING, REQUIRES_REASONING, requiresReasoning } from "./model-ids.ts";
import * as sources from "./sources.ts";
import type { FamilyPolicy, FlagReason, Limits, NormalizedTarget, PolicyFlags } from "./types.ts";

/** A demand of a provider: the flags that answer it, and why. */
export interface Trait {
  /** The flags that answer the demand. */
  readonly set: Partial<PolicyFlags>;
  /** One sentence for people. */
  readonly text: string;
  /** Where the demand is documented or was observed. */
  readonly source: Source;
}

/** Makes a trait; the source defaults to the overview of provider repairs. */
export function trait(set: Partial<PolicyFlags>, text: string, source: Source = sources.HYGIENE): Trait {
  return { set, text, source };
}

/** The traits if the condition holds, else none. */
export function when(condition: boolean, ...traits: readonly Trait[]): readonly Trait[] {
  return condition ? traits : [];
}

/** What a family sets, from its traits in order: a later one wins. */
export function compose(traits: readonly Trait[], limits?: Limits): FamilyPolicy {
  const flags: Partial<PolicyFlags> = {};
  const reasons: FlagReason[] = [];
  for (const { set, text, source } of traits) {
    Object.assign(flags, set);
    reasons.push({ flags: Object.keys(set) as (keyof PolicyFlags)[], text, source });
  }
  return { ...flags, reasons, ...(limits && { limits }) };
}

const FULL = trait({ sanitizeMode: "full" }, "The provider has repairs of its own.");
const STRICT: Partial<PolicyFlags> = { sanitizeToolCallIds: true, toolCallIdMode: "strict" };

/** Ids that also Chat Completions takes. */
export const SHORT_IDS: Trait = trait(
  STRICT,
  "Call ids may have 40 characters; letters and digits pass everywhere.",
  sources.COMPLETIONS_IDS,
);
/** Ids for Responses targets: reported, not used, since those keep `call_` and `fc_` ids. */
export const RESPONSES_IDS: Trait = trait(
  STRICT,
  "Call ids may have 64 characters; the Responses rules see to it.",
  sources.OPENAI_SCHEMA,
);
/** Ids of exactly nine letters and digits. */
export const NINE_CHARACTER_IDS: Trait = trait(
  { sanitizeToolCallIds: true, toolCallIdMode: "strict9" },
  "Mistral takes only call ids of nine letters and digits.",
  sources.MISTRAL_IDS,
);
/** Thought signatures that are not base64 are refused. */
export const THOUGHT_SIGNATURES: Trait = trait(
  { sanitizeThoughtSignatures: { allowBase64Only: true, includeCamelCase: true } },
  "Gemini refuses a thought signature that is not base64.",
  sources.GEMINI_SIGNATURES,
);
/** A missing result may be answered with a synthetic one. */
export const SYNTHETIC: Trait = trait(
  { allowSyntheticToolResults: true },
  "A call without a result is refused, so one is synthesized.",
);
/** Kept runtime context: removing it would change a prefix. */
export const APPEND_ONLY: Trait = trait(
  { appendOnlyRuntimeContext: true },
  "Runtime context stays where it was: what the model signed or cached covers it.",
);
/** All thinking of earlier turns goes. */
export const DROP_OLD_THINKING: Trait = trait(
  { dropThinkingBlocks: true },
  "This Claude model ignores or refuses the thinking of earlier turns.",
  KEEPS_THINKING.source,
);
/** Reasoning of earlier turns goes. */
export const DROP_REASONING: Trait = trait(
  { dropReasoningFromHistory: true },
  "Servers that speak Chat Completions refuse or misread reasoning of earlier turns.",
);
/** Reasoning stays: the caller's own model entry asks for it. */
const KEEP_DECLARED_REASONING = trait(
  { dropReasoningFromHistory: false },
  "The model entry has `reasoning: true`: its reasoning is replayed.",
);
/** Reasoning stays: the model is known to refuse a request without it. */
const KEEP_REQUIRED_REASONING = trait(
  { dropReasoningFromHistory: false },
  "This model refuses a tool turn without the reasoning it gave.",
  REQUIRES_REASONING.source,
);
const ALTERNATION = trait(
  { validateGeminiTurns: true, validateAnthropicTurns: true, applyGoogleTurnOrdering: true },
  "Chat templates want a user turn first and turns that alternate.",
  sources.CHAT_TEMPLATES,
);

const GOOGLE: readonly Trait[] = [
  FULL,
  trait(STRICT, "Gemini's call ids are letters and digits."),
  THOUGHT_SIGNATURES,
  trait(
    { validateGeminiTurns: true, validateAnthropicTurns: false, applyGoogleTurnOrdering: true },
    "A function call must follow a user turn or a function response; the first turn is the user's.",
    sources.GEMINI_TURNS_SOURCE,
  ),
  SYNTHETIC,
];

/** What Gemini's API demands. */
export function google(): readonly Trait[] {
  return GOOGLE;
}

const ANTHROPIC_CALL_IDS = trait(STRICT, "Call ids may hold only letters, digits, `_` and `-`.", sources.ANTHROPIC_IDS);
const ANTHROPIC: readonly Trait[] = [
  FULL,
  trait(
    { preserveSignatures: true },
    "Signed thinking is verified: it is replayed as it was or not at all.",
    sources.ANTHROPIC_THINKING,
  ),
  trait({ validateAnthropicTurns: true }, "User and assistant alternate; results follow their calls."),
  SYNTHETIC,
];

/** What Anthropic's validator demands, behind Messages or Converse. */
export function anthropic(target: NormalizedTarget): readonly Trait[] {
  return [ANTHROPIC_CALL_IDS, ...anthropicWithoutIds(target)];
}

/** The same where any call id is taken. */
export function anthropicWithoutIds(target: NormalizedTarget): readonly Trait[] {
  return [
    ...ANTHROPIC,
    ...when(dropsOldThinking(target), DROP_OLD_THINKING),
    ...when(bindsPrefix(target), APPEND_ONLY),
  ];
}

/** Why reasoning stays although the API is Chat Completions, or that it goes. */
export function reasoning(target: NormalizedTarget, selfHosted: boolean): Trait {
  if (selfHosted && target.model.reasoning === true) return KEEP_DECLARED_REASONING;
  return requiresReasoning(target.modelId) ? KEEP_REQUIRED_REASONING : DROP_REASONING;
}

/** What servers demand that speak Chat Completions; the last trait says what becomes of reasoning. */
export function chatCompletions(ofReasoning: Trait): readonly Trait[] {
  return [SHORT_IDS, ...nativeChat(ofReasoning)];
}

/** The same for a chat API of a server's own, which has no rule for ids. */
export function nativeChat(ofReasoning: Trait): readonly Trait[] {
  return [ALTERNATION, ofReasoning];
}

/** What servers demand that speak the Responses API. */
export function responses(): readonly Trait[] {
  return [RESPONSES_IDS, SYNTHETIC];
}
