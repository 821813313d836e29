/** The shape of a policy: everything the rules need to know about a target, as plain JSON-serializable data. */
import type { Source } from "../transcript/changes.ts";

/** Whom the transcript is replayed to. */
export interface ReplayTarget {
  /** The provider's id, such as `anthropic`, `amazon-bedrock`, `openai`, `google`, `mistral`, `openrouter`. */
  readonly provider: string;
  /** The API spoken, such as `anthropic-messages`, `openai-responses`; absent: the family's default. */
  readonly modelApi?: string | null | undefined;
  /** The model's id. */
  readonly modelId?: string | null | undefined;
  /** What is known of the model. */
  readonly model?: {
    /** Does the model entry ask for its reasoning back? */
    readonly reasoning?: boolean;
    readonly input?: readonly ("text" | "image")[];
    readonly compat?: Readonly<Record<string, unknown>>;
    readonly params?: Readonly<Record<string, unknown>>;
  };
  /** The endpoint, where it differs from the provider's own. */
  readonly baseUrl?: string;
}

/** Image formats that some target reads. */
export type ImageFormatName = "png" | "jpeg" | "gif" | "webp" | "bmp" | "avif" | "heic" | "tiff" | "ico" | "svg";

/** What rules do for a target. The first group has the names of the documented policy matrix. */
export interface PolicyFlags {
  /** `full`: the provider's own repairs apply; `images-only`: only the global rules. Reported; gates nothing. */
  readonly sanitizeMode: "full" | "images-only";
  /** Rewrite tool-call ids, in the mode of `toolCallIdMode`. */
  readonly sanitizeToolCallIds: boolean;
  /** `strict`: alphanumeric, at most 40; `strict9`: exactly nine alphanumerics. */
  readonly toolCallIdMode?: "strict" | "strict9";
  /** `openai`: a repeated id becomes `call_` + 24 hex digits. */
  readonly duplicateToolCallIdStyle?: "openai";
  /** Keep ids that Anthropic itself gave (`toolu_...`). */
  readonly preserveNativeAnthropicToolUseIds: boolean;
  /** Put one result behind every tool call. */
  readonly repairToolUseResultPairing: boolean;
  /** Keep thought signatures as they are, and judge thinking signatures. */
  readonly preserveSignatures: boolean;
  /** Judge thinking signatures although `preserveSignatures` is off: the provider verifies them. */
  readonly sanitizeThinkingSignatures: boolean;
  /** Keep runtime context of earlier turns: the model is bound to an unchanged prefix. */
  readonly appendOnlyRuntimeContext: boolean;
  /** Remove thought signatures that are not base64, in the snake-case field and, if so set, the camel-case one. */
  readonly sanitizeThoughtSignatures?: { readonly allowBase64Only: boolean; readonly includeCamelCase: boolean };
  /** Bring thinking signatures into the form Antigravity replays. */
  readonly normalizeAntigravityThinkingBlocks: boolean;
  /** Drop the thinking of earlier turns. */
  readonly dropThinkingBlocks: boolean;
  /** Drop the reasoning of turns that are over. */
  readonly dropReasoningFromHistory: boolean;
  /** Put a user turn before a transcript that begins with the assistant. */
  readonly applyGoogleTurnOrdering: boolean;
  /** Merge neighboring assistant turns. */
  readonly validateGeminiTurns: boolean;
  /** Merge neighboring assistant turns, and user turns unless `mergeUserTurns` is off; drop dangling calls. */
  readonly validateAnthropicTurns: boolean;
  /** Reported; gates nothing: a dangling call is refused everywhere. See `danglingCalls`. */
  readonly allowSyntheticToolResults: boolean;

  /** With `dropThinkingBlocks`: keep the thinking of the latest assistant turn. */
  readonly preserveLatestThinking: boolean;
  /** Neighboring user turns are merged (with `validateAnthropicTurns`). */
  readonly mergeUserTurns: boolean;
  /** The target replays provider-signed turns, so their ids are kept verbatim where they are safe. */
  readonly replaySignedTurns: boolean;
  /** The API takes tool-call ids of `A-Z a-z 0-9 _ -` only, at most 64, whoever gave them. */
  readonly toolUseIdPattern: boolean;
  /** The target speaks the Responses API: reasoning items, `call_|fc_` ids, `aborted` for missing results. */
  readonly responsesItems: boolean;
  /** What happens to a call that has no result. */
  readonly danglingCalls: "synthesize" | "drop";
  /** What happens to a result that has no call. */
  readonly orphanedResults: "drop" | "keepAsText";
  /** The target refuses thinking without a signature everywhere, in the turn that is still open too. */
  readonly dropUnsignedThinking: boolean;
  /** An assistant turn must not end in thinking. */
  readonly closeThinkingTurns: boolean;
  /** The model reads images. */
  readonly imageInput: boolean;
  /** The image formats that the target reads, by their bytes. */
  readonly imageFormats: readonly ImageFormatName[];
  /** The target refuses images with more than one picture. */
  readonly stillImagesOnly: boolean;
  /** The result of a failed tool may hold nothing but text. */
  readonly textOnlyErrorResults: boolean;
  /** When the request may not end with an assistant turn: never minded, while thinking is on, or at all. */
  readonly trailingPrefill: "keep" | "dropWhenThinking" | "drop";
}

/** A number a provider enforces, with its unit, where it was found and when. */
export interface Limit {
  /** The number. */
  readonly value: number;
  /** What it counts. */
  readonly unit: "px" | "bytes" | "base64-bytes" | "images" | "characters" | "tokens";
  /** Where it was found; `override` when the caller set it. */
  readonly source: string;
  /** ISO date on which the source was last looked at; absent when the caller set the limit. */
  readonly checked?: string;
}

/** A limit that a caller sets: the number and what it counts. */
export type LimitOverride = Pick<Limit, "value" | "unit"> & Partial<Limit>;

/** The limits of a target, by name. */
export interface Limits {
  /** The longest side of an image. */
  readonly imageSidePx?: Limit;
  /** The size of one image. */
  readonly imageBytes?: Limit;
  /** Images of a request. */
  readonly images?: Limit;
  /** Images of one message. */
  readonly imagesPerMessage?: Limit;
  /** Above so many images in a request, `manyImagesSidePx` is the longest side. */
  readonly manyImages?: Limit;
  /** The longest side of an image in a request with many images. */
  readonly manyImagesSidePx?: Limit;
  /** The size of a request. */
  readonly requestBytes?: Limit;
  /** The length of a tool-call id. */
  readonly toolCallIdLength?: Limit;
  /** The length of a tool's name. */
  readonly toolNameLength?: Limit;
}

/** Why a part of the policy is as it is. */
export interface PolicyReason {
  /**
   * What set it: a family (`anthropic`, `transport:openai-completions`, `model-id:mistral`), the route (`route:` and
   * the API) or `override`.
   */
  readonly from: string;
  /** The flags it explains; empty: it explains the target or the limits. */
  readonly flags: readonly (keyof PolicyFlags)[];
  /** One sentence for people. */
  readonly text: string;
  /** Where that is documented or was observed; absent for what the caller set. */
  readonly source?: Source;
}

/** Everything rules need to know about a target. Frozen and JSON-serializable. */
export interface TranscriptPolicy extends PolicyFlags {
  /** Normalized target: provider and model id lower-cased and trimmed. */
  readonly target: { readonly provider: string; readonly modelApi: string; readonly modelId: string };
  /** The family that owns the target, such as `anthropic`, `openai`, `google`, `transport:anthropic-messages`. */
  readonly family: string;
  /** What the target enforces, as far as it is known. */
  readonly limits: Limits;
  /** Why the policy is as it is. */
  readonly why: readonly PolicyReason[];
}

/** Overrides of single flags or limits; they win over what was resolved. */
export type PolicyOverrides = Partial<PolicyFlags> & {
  readonly limits?: { readonly [Name in keyof Limits]?: LimitOverride };
};

/** What a family may look at: the normalized target. */
export interface NormalizedTarget {
  /** Trimmed and lower-cased. */
  readonly provider: string;
  /** Exactly as given; empty when absent and the family has no default. */
  readonly modelApi: string;
  /** Trimmed and lower-cased; empty when absent. */
  readonly modelId: string;
  /** The model's own entry; an empty object when absent. */
  readonly model: NonNullable<ReplayTarget["model"]>;
  /** Trimmed; empty when absent. */
  readonly baseUrl: string;
}

/** Why a family sets some flags. */
export interface FlagReason {
  /** The flags it explains. */
  readonly flags: readonly (keyof PolicyFlags)[];
  /** One sentence for people. */
  readonly text: string;
  /** Where that is documented or was observed. */
  readonly source: Source;
}

/** What a family sets on top of the default. */
export type FamilyPolicy = Partial<PolicyFlags> & {
  /** The limits of the target, on top of those of its API. */
  readonly limits?: Limits;
  /** Why; a flag without a reason is explained by the family's own summary and source. */
  readonly reasons?: readonly FlagReason[];
};

/** A provider family: which targets are its own, and what it sets on top of the default. One file each. */
export interface PolicyEntry {
  /** Unique, such as `anthropic`. */
  readonly id: string;
  /** One line for the table of policies. */
  readonly summary: string;
  /** Where the family's rules are documented. */
  readonly source: Source;
  /** Exact provider ids that this family owns. */
  readonly providers: readonly string[];
  /** The API that is meant when a target names none. */
  readonly defaultApi?: string;
  /** Providers of the family whose default API is another one. */
  readonly defaultApis?: Readonly<Record<string, string>>;
  /** A model id for the table of policies. */
  readonly exampleModel?: string;
  /** Is a target of a provider without an entry of its own this family's? Asked in the order of the list. */
  owns?(target: NormalizedTarget): boolean;
  /** What the family sets for a target of its own. */
  resolve(target: NormalizedTarget): FamilyPolicy;
}
