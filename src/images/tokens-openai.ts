/** What an image costs with OpenAI's models: newer ones count patches, older ones tiles. */

/** One token for each patch of 32 pixels, times a factor, after the picture was made to fit. */
interface PatchCount {
  readonly models: readonly string[];
  /** Patches that a picture may have. */
  readonly budget: number;
  /** Pixels that its longest side may have. */
  readonly maxSide: number;
  /** Hundredths of a token for a patch. */
  readonly percent: number;
}

/** So many tokens for each tile of 512 pixels, and some for the picture itself, after it was made to fit. */
interface TileCount {
  readonly models: readonly string[];
  readonly base: number;
  readonly tile: number;
}

const PATCH = 32;
const SMALL = { budget: 1536, maxSide: 2048 };

/** By how the ids begin; the first that fits counts. Where detail can be chosen, what is done when nothing is chosen. */
const MODELS: readonly (PatchCount | TileCount)[] = [
  { models: ["gpt-5.4-mini", "gpt-5-mini", "gpt-4.1-mini"], ...SMALL, percent: 162 },
  { models: ["gpt-5.4-nano", "gpt-5-nano", "gpt-4.1-nano"], ...SMALL, percent: 246 },
  { models: ["o4-mini"], ...SMALL, percent: 172 },
  { models: ["gpt-5.2", "gpt-5.3", "gpt-5-codex-mini", "gpt-5.1-codex-mini"], ...SMALL, percent: 100 },
  { models: ["gpt-5.4"], budget: 2500, maxSide: 2048, percent: 100 },
  { models: ["gpt-5.5"], budget: 10_000, maxSide: 6000, percent: 100 },
  { models: ["gpt-4o-mini"], base: 2833, tile: 5667 },
  { models: ["gpt-4", "gpt-4o", "chatgpt-4o", "gpt-4.1", "gpt-4.5"], base: 85, tile: 170 },
  { models: ["gpt-5", "gpt-5.1"], base: 70, tile: 140 },
  { models: ["o1", "o3"], base: 75, tile: 150 },
  { models: ["computer-use-preview"], base: 65, tile: 129 },
];

/** GPT-5.6 and what came after it: pictures are not made smaller. */
const NEWEST: PatchCount = { models: [], budget: Infinity, maxSide: Infinity, percent: 100 };

/** Tokens of a picture whose sides are whole and at least 1; the id may have the provider before a slash. */
export function openAiTokens(width: number, height: number, modelId: string): number {
  const id = modelId.slice(modelId.lastIndexOf("/") + 1);
  const count = MODELS.find(({ models }) => models.some((name) => isModel(id, name))) ?? NEWEST;
  return "tile" in count ? tileTokens(width, height, count) : patchTokens(width, height, count);
}

/** `gpt-5` is `gpt-5-2025-08-07`, too, but neither `gpt-5.4` nor `gpt-50`. */
function isModel(id: string, name: string): boolean {
  return id.startsWith(name) && !/[a-z0-9.]/.test(id.charAt(name.length));
}

function patchTokens(width: number, height: number, { budget, maxSide, percent }: PatchCount): number {
  const patches = (scale: number): number => {
    const cover = (side: number): number => Math.ceil(Math.max(1, Math.round(side * scale)) / PATCH);
    return cover(width) * cover(height);
  };
  let scale = Math.min(1, maxSide / Math.max(width, height));
  if (patches(1) > budget) scale = Math.min(scale, scaleToBudget(width, height, budget));
  return Math.ceil((Math.min(patches(scale), budget) * percent) / 100);
}

/** The scale at which the area is that of the budget, then less, so that a side is a whole number of patches. */
function scaleToBudget(width: number, height: number, budget: number): number {
  const scale = Math.sqrt((PATCH * PATCH * budget) / (width * height));
  const whole = (side: number): number => {
    const patches = (side * scale) / PATCH;
    return Math.max(1, Math.floor(patches)) / patches;
  };
  return scale * Math.min(whole(width), whole(height));
}

function tileTokens(width: number, height: number, { base, tile }: TileCount): number {
  const fit = Math.min(1, 2048 / Math.max(width, height));
  const scale = fit * Math.min(1, 768 / (Math.min(width, height) * fit));
  const tiles = (side: number): number => Math.ceil(Math.max(1, Math.round(side * scale)) / 512);
  return base + tiles(width) * tiles(height) * tile;
}
