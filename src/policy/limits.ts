/** Numbers that providers enforce, as data: by API, then by provider. Absent means that none is known. */
import type { Source } from "../transcript/changes.ts";
import { isClaudeSince46 } from "./model-ids.ts";
import * as sources from "./sources.ts";
import type { Limit, Limits, NormalizedTarget } from "./types.ts";

const MIB = 2 ** 20;

/** A limit with its source. */
export function limit(value: number, unit: Limit["unit"], { url, checked }: Source): Limit {
  return { value, unit, source: url, checked };
}

/** Sources disagree whether exactly 2000 pixels pass, so one less is what is sure to. */
const MANY_IMAGES: Limits = {
  manyImages: limit(20, "images", sources.ANTHROPIC_VISION),
  manyImagesSidePx: limit(1999, "px", sources.MANY_IMAGES),
};
const LARGE_IMAGE = limit(8000, "px", sources.ANTHROPIC_VISION);

/** Mistral: ids by its validator, images as measured. */
export const MISTRAL_LIMITS: Limits & { readonly toolCallIdLength: Limit } = {
  toolCallIdLength: limit(9, "characters", sources.MISTRAL_IDS),
  toolNameLength: limit(64, "characters", sources.MISTRAL_VALIDATOR),
  imageSidePx: limit(8000, "px", sources.MEASURED_IMAGES),
  images: limit(8, "images", sources.MEASURED_IMAGES),
};

const RESPONSES: Limits = {
  toolCallIdLength: limit(64, "characters", sources.OPENAI_SCHEMA),
  toolNameLength: limit(128, "characters", sources.OPENAI_SCHEMA),
};
const GEMINI: Limits = { toolNameLength: limit(64, "characters", sources.GEMINI_NAMES) };

/** What every target of an API has in common. */
export const limitsByApi: Readonly<Record<string, Limits>> = {
  "anthropic-messages": { imageSidePx: LARGE_IMAGE, ...MANY_IMAGES },
  "bedrock-converse-stream": {
    toolCallIdLength: limit(64, "characters", sources.BEDROCK_TOOL_USE),
    toolNameLength: limit(64, "characters", sources.BEDROCK_TOOL_USE),
    imageSidePx: limit(8000, "px", sources.BEDROCK_MESSAGE),
    imageBytes: limit(3.75 * MIB, "bytes", sources.BEDROCK_MESSAGE),
    imagesPerMessage: limit(20, "images", sources.BEDROCK_MESSAGE),
    ...MANY_IMAGES,
  },
  "openai-completions": {
    toolCallIdLength: limit(40, "characters", sources.COMPLETIONS_IDS),
    toolNameLength: limit(64, "characters", sources.OPENAI_SCHEMA),
  },
  "openai-responses": RESPONSES,
  "azure-openai-responses": RESPONSES,
  "openai-codex-responses": RESPONSES,
  "openai-chatgpt-responses": RESPONSES,
  "google-generative-ai": GEMINI,
  "google-gemini-cli": GEMINI,
  "google-vertex": GEMINI,
};

const CLOUD_CLAUDE: Limits = {
  imageBytes: limit(5 * MIB, "base64-bytes", sources.ANTHROPIC_VISION),
  toolNameLength: limit(64, "characters", sources.ANTHROPIC_NAMES),
};
const OPENAI: Limits = {
  images: limit(1500, "images", sources.OPENAI_VISION),
  requestBytes: limit(512 * MIB, "bytes", sources.OPENAI_VISION),
};

/** A provider's own limits; `api` restricts them to one API, `since46` holds for newer Claude models. */
export interface ProviderLimits {
  /** The exact provider id. */
  readonly provider: string;
  /** The only API that they hold for. */
  readonly api?: string;
  /** The limits. */
  readonly limits: Limits;
  /** What differs for Claude models from 4.6 on, which have a context of a million tokens. */
  readonly since46?: Limits;
}

/** What a provider has of its own. */
export const limitsByProvider: readonly ProviderLimits[] = [
  {
    provider: "anthropic",
    limits: {
      imageBytes: limit(10 * MIB, "base64-bytes", sources.ANTHROPIC_VISION),
      images: limit(100, "images", sources.ANTHROPIC_VISION),
      requestBytes: limit(32 * MIB, "bytes", sources.ANTHROPIC_VISION),
      toolNameLength: limit(128, "characters", sources.ANTHROPIC_NAMES),
    },
    since46: { images: limit(600, "images", sources.ANTHROPIC_VISION) },
  },
  { provider: "anthropic-vertex", limits: CLOUD_CLAUDE },
  { provider: "amazon-bedrock", api: "anthropic-messages", limits: CLOUD_CLAUDE },
  { provider: "openai", limits: OPENAI },
  {
    provider: "google-vertex",
    limits: {
      images: limit(3000, "images", sources.VERTEX_IMAGES),
      imageBytes: limit(7 * MIB, "bytes", sources.VERTEX_IMAGES),
    },
  },
  // 33,177,600 pixels: a square of them has this side.
  {
    provider: "groq",
    limits: {
      images: limit(5, "images", sources.MEASURED_IMAGES),
      imageSidePx: limit(5760, "px", sources.MEASURED_IMAGES),
    },
  },
  { provider: "xai", limits: { imageBytes: limit(25 * MIB, "bytes", sources.MEASURED_IMAGES) } },
  ...["qwen", "qwen-portal", "dashscope", "alibaba"].map((provider) => ({
    provider,
    limits: { requestBytes: limit(10 * MIB, "bytes", sources.QWEN_BODY) },
  })),
];

/** The limits of a target, those of its family excepted. */
export function limitsFor(target: NormalizedTarget): Limits {
  const limits = Object.hasOwn(limitsByApi, target.modelApi) ? { ...limitsByApi[target.modelApi] } : {};
  for (const row of limitsByProvider) {
    if (row.provider !== target.provider || (row.api !== undefined && row.api !== target.modelApi)) continue;
    Object.assign(limits, row.limits, isClaudeSince46(target) ? row.since46 : undefined);
  }
  return limits;
}
