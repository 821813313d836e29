/** Which Gemini a model id names, as far as what is written or refused depends on it. */

/** A version, such as 3 and 6. */
export interface GeminiModel {
  readonly major: number;
  readonly minor: number;
  /** The rest of the name, such as `flash-lite`. */
  readonly variant: string;
}

/** Newer than every version that is known. */
const NEWEST = 99;
/** "gemini-pro-latest" stayed at a version that goes on with an answer when the others moved: github.com/pipecat-ai/pipecat/pull/5821 */
const PRO_LATEST: GeminiModel = { major: 3, minor: 1, variant: "pro-latest" };

/**
 * The Gemini that an id names, whatever a server put around it: `models/gemini-2.5-flash` is 2.5, `auto-gemini-3` is 3.0.
 * Undefined: it is no Gemini.
 *
 * @param modelId lower-cased
 */
export function geminiModel(modelId: string): GeminiModel | undefined {
  const name = modelId.slice(modelId.lastIndexOf("/") + 1);
  const start = name.indexOf("gemini-");
  if (start < 0) return undefined;
  const [, major, minor, variant = ""] =
    /^(?:(\d{1,2})(?:\.(\d{1,2}))?(?:-|$))?(.*)$/s.exec(name.slice(start + 7)) ?? [];
  if (major !== undefined) return { major: Number(major), minor: Number(minor ?? 0), variant };
  if (variant === "pro-latest") return PRO_LATEST;
  return variant.includes("latest") ? { major: 3, minor: NEWEST, variant } : { major: 1, minor: 0, variant };
}

/** Is it a Gemini of this version or a later one? */
export function isGeminiSince(modelId: string, major: number, minor = 0): boolean {
  const model = geminiModel(modelId);
  return model !== undefined && (model.major > major || (model.major === major && model.minor >= minor));
}
