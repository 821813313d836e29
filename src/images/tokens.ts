/**
 * What an image costs in tokens, by the formulas that providers publish. An estimate: the provider's own count wins.
 *
 * The model decides, wherever it is hosted, and after it the provider and the API. Where a request can ask for more or
 * less detail, it is taken to ask for nothing. The size is the one that is sent: measure after an image was made to fit.
 */
import { openAiTokens } from "./tokens-openai.ts";

/** The size of a picture. */
export interface ImageSize {
  /** Pixels across. */
  readonly width: number;
  /** Pixels down. */
  readonly height: number;
}

/** Whom the image is sent to. A replay target is one. */
export interface ImageTokenTarget {
  /** The provider's id. */
  readonly provider: string;
  /** The API spoken. */
  readonly modelApi?: string | null | undefined;
  /** The model's id. */
  readonly modelId?: string | null | undefined;
}

/** One way of counting, and for whom. */
interface TokenFormula {
  /** Words in the ids of the models. */
  readonly models: readonly string[];
  /** The providers whose models are counted so when their ids say nothing. */
  readonly providers: readonly string[];
  /** The APIs that only these models speak. */
  readonly apis: readonly string[];
  /** Tokens of a picture whose sides are whole and at least 1. */
  count(width: number, height: number, modelId: string): number;
}

/** The largest picture that Claude looks at without making it smaller. */
interface ClaudeTier {
  readonly maxSide: number;
  readonly maxTokens: number;
}

const CLAUDE_PATCH = 28;
const STANDARD: ClaudeTier = { maxSide: 1568, maxTokens: 1568 };
const HIGH_RESOLUTION: ClaudeTier = { maxSide: 2576, maxTokens: 4784 };

const FORMULAS: readonly TokenFormula[] = [
  // platform.claude.com/docs/en/build-with-claude/vision-coordinates, looked at on 2026-11-30
  {
    models: ["claude"],
    providers: ["anthropic", "anthropic-vertex", "claude-cli", "amazon-bedrock"],
    apis: ["bedrock-converse-stream"],
    count: (width, height, modelId) => claudeTokens(width, height, claudeTier(modelId)),
  },
  // docs.cloud.google.com/vertex-ai/generative-ai/docs/multimodal/image-understanding, looked at on 2026-11-30
  {
    models: ["gemini"],
    providers: ["google", "google-vertex", "google-gemini-cli", "google-antigravity"],
    apis: ["google-generative-ai", "google-gemini-cli", "google-vertex"],
    count: geminiTokens,
  },
  // github.com/mistralai/mistral-common, tokens/tokenizers/image.py, looked at on 2026-11-30
  {
    models: ["mistral", "ministral", "mixtral", "codestral", "pixtral", "devstral", "magistral", "voxtral"],
    providers: ["mistral"],
    apis: ["mistral-conversations"],
    count: mistralTokens,
  },
  // developers.openai.com/api/docs/guides/images-vision, looked at on 2026-11-30
  {
    models: ["gpt", "chatgpt", "o1", "o3", "o4", "computer"],
    providers: ["openai", "azure-openai-responses", "openai-codex"],
    apis: ["openai-responses", "azure-openai-responses", "openai-codex-responses", "openai-chatgpt-responses"],
    count: openAiTokens,
  },
];

/**
 * How many input tokens an image of the size costs. For models that nobody published a formula of: patches of 28 pixels
 * and no more than Claude's standard tier, which is near what open models with such patches take.
 *
 * @returns 0 when a side is not a positive number
 * @example estimateImageTokens({ width: 1000, height: 1000 }, { provider: "anthropic", modelId: "claude-opus-4-6" }); // 1296
 */
export function estimateImageTokens(size: ImageSize, target: ImageTokenTarget): number {
  const [width, height] = [Math.ceil(size.width), Math.ceil(size.height)];
  if (!(width >= 1 && height >= 1) || !Number.isSafeInteger(width) || !Number.isSafeInteger(height)) return 0;
  const modelId = lower(target.modelId);
  const formula = formulaFor(lower(target.provider), lower(target.modelApi), modelId);
  return formula ? formula.count(width, height, modelId) : claudeTokens(width, height, STANDARD);
}

function lower(text: unknown): string {
  return typeof text === "string" ? text.trim().toLowerCase() : "";
}

function formulaFor(provider: string, api: string, modelId: string): TokenFormula | undefined {
  const words = modelId.slice(modelId.lastIndexOf("/") + 1).split(/[^a-z0-9]+/);
  return (
    FORMULAS.find(({ models }) => words.some((word) => models.some((name) => isNamed(word, name)))) ??
    FORMULAS.find(({ providers }) => providers.includes(provider)) ??
    FORMULAS.find(({ apis }) => apis.includes(api))
  );
}

/** Is the word the name? A version may follow without a separator. */
function isNamed(word: string, name: string): boolean {
  return word.startsWith(name) && !/^[a-z]/.test(word.slice(name.length));
}

/** Claude 4.7 and later see more. Names without a version are of previews and of the newest models. */
function claudeTier(modelId: string): ClaudeTier {
  const [major, minor = 0] = modelId
    .slice(Math.max(0, modelId.indexOf("claude")))
    .split(/[^a-z0-9]+/)
    .filter((part) => /^\d{1,2}$/.test(part))
    .map(Number);
  if (major === undefined) return modelId.includes("haiku") ? STANDARD : HIGH_RESOLUTION;
  return major > 4 || (major === 4 && minor >= 7) ? HIGH_RESOLUTION : STANDARD;
}

/** One token a patch, after the picture was made as large as the tier allows, its shape kept. */
function claudeTokens(width: number, height: number, tier: ClaudeTier): number {
  const patches = (side: number): number => Math.ceil(side / CLAUDE_PATCH);
  const fits = (long: number, short: number): boolean =>
    patches(long) * CLAUDE_PATCH <= tier.maxSide && patches(long) * patches(short) <= tier.maxTokens;
  const [long, short] = width > height ? [width, height] : [height, width];
  if (fits(long, short)) return patches(long) * patches(short);
  const ratio = long / short;
  const shortFor = (side: number): number => Math.max(1, roundHalfToEven(side / ratio));
  // The longest side that still fits, found by halving: `low` fits, `high` does not.
  let [low, high] = [1, long];
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle, shortFor(middle))) low = middle;
    else high = middle;
  }
  return patches(low) * patches(shortFor(low));
}

function roundHalfToEven(value: number): number {
  const floor = Math.floor(value);
  return value - floor === 0.5 && floor % 2 === 0 ? floor : Math.round(value);
}

const GEMINI_SMALL = 384;
const GEMINI_MAX_SIDE = 3072;
const GEMINI_TILE_TOKENS = 258;
const GEMINI_3_TOKENS = 1120;

/** Up to Gemini 2: tiles of two thirds of the short side, 256 to 768 pixels. From Gemini 3 on every picture costs the same. */
function geminiTokens(width: number, height: number, modelId: string): number {
  const version = /gemini-(\d{1,2})(?!\d)/.exec(modelId)?.[1];
  if (version === undefined || Number(version) >= 3) return GEMINI_3_TOKENS;
  if (width <= GEMINI_SMALL && height <= GEMINI_SMALL) return GEMINI_TILE_TOKENS;
  const scale = Math.min(1, GEMINI_MAX_SIDE / Math.max(width, height));
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const tile = Math.min(768, Math.max(256, Math.floor(Math.min(w, h) / 1.5)));
  return Math.ceil(w / tile) * Math.ceil(h / tile) * GEMINI_TILE_TOKENS;
}

const MISTRAL_PATCH = 16;
const MISTRAL_MAX_SIDE = 1024;

/** Pixtral's: a token for each patch, and one for the end of each row. Models with larger patches cost less. */
function mistralTokens(width: number, height: number): number {
  const ratio = Math.max(1, Math.max(width, height) / MISTRAL_MAX_SIDE);
  const patches = (side: number): number => Math.ceil(Math.max(1, roundHalfToEven(side / ratio)) / MISTRAL_PATCH);
  return (patches(width) + 1) * patches(height);
}
