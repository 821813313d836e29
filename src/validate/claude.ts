/** Which Claude a model id names, as far as what is refused depends on it. */

/** A version, such as 4 and 6. */
export interface ClaudeVersion {
  readonly major: number;
  readonly minor: number;
}

/** Previews and short names without a number are of this version or later. */
const NEWEST: ClaudeVersion = { major: 5, minor: 0 };
const OLDEST: ClaudeVersion = { major: 1, minor: 0 };
const SHORT_NAMES: ReadonlySet<string> = new Set(["opus", "opus-5", "opus-5-5"]);
const UNNUMBERED: readonly string[] = ["opus", "mythos"];

/**
 * The version of the Claude that an id names, whatever a cloud put around it: `us.anthropic.claude-opus-4-6-v1:0` is
 * 4.6, `claude-3-5-haiku-20241022` is 3.5. Undefined: it is no Claude.
 *
 * @param modelId lower-cased
 */
export function claudeVersion(modelId: string): ClaudeVersion | undefined {
  const name = modelId.slice(modelId.lastIndexOf("/") + 1).replace(/[._\s]+/g, "-");
  const start = name.startsWith("claude-") ? 0 : name.indexOf("-claude-") + 1;
  const isClaude = name.startsWith("claude-", start);
  if (!isClaude && !SHORT_NAMES.has(name)) return undefined;
  const parts = name.slice(isClaude ? start : 0).split(/[^a-z0-9]+/);
  const at = parts.findIndex(isVersionNumber);
  if (at < 0) return UNNUMBERED.some((part) => parts.includes(part)) ? NEWEST : OLDEST;
  const next = parts[at + 1];
  return { major: Number(parts[at]), minor: next !== undefined && isVersionNumber(next) ? Number(next) : 0 };
}

/** Is it a Claude of this version or a later one? */
export function isClaudeSince(modelId: string, major: number, minor: number): boolean {
  const version = claudeVersion(modelId);
  return version !== undefined && (version.major > major || (version.major === major && version.minor >= minor));
}

/** One or two digits: longer numbers are dates. */
function isVersionNumber(part: string): boolean {
  return /^\d{1,2}$/.test(part);
}
