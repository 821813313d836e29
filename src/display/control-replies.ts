/**
 * Control replies: tokens by which an agent tells its host to say nothing.
 *
 * A reply that is only a token is hidden. Elsewhere a token at the end of a text is cut off: a model that answers and
 * adds `NO_REPLY` has answered.
 */

const TOKENS = ["NO_REPLY", "ANNOUNCE_SKIP", "REPLY_SKIP"] as const;

/** Longer texts are no control reply, however often they repeat the token. */
const LONGEST = 512;

const EDGE = "[\\s\\p{P}]";
const STARTS_LIKE_TOKEN = new RegExp(`^${EDGE}{0,64}(?:${TOKENS.join("|")})`, "iu");
const EXACT: readonly RegExp[] = TOKENS.map((token) => new RegExp(`^${token}(?:\\s+${token})*$`, "i"));
const TOKENS_AND_TAIL = new RegExp(`^(?:(?:${TOKENS.join("|")})\\s+)+([A-Z_]+)$`, "i");

/**
 * Is the text nothing but a token: once or repeated, in any letter case, with punctuation around it, or with the last
 * repetition cut off?
 *
 * @example isControlReply("**NO_REPLY") // true
 * @example isControlReply("NO_REPLY NO_RE") // true
 * @example isControlReply("hello NO_REPLY") // false
 */
export function isControlReply(text: string): boolean {
  // Nearly no text has an underscore, and every token has.
  if (!text.includes("_") || !STARTS_LIKE_TOKEN.test(text)) return false;
  const trimmed = text.trim();
  if (trimmed.length > LONGEST) return false;
  const bare = trimmed.replace(/^\p{P}+/u, "").replace(/\p{P}+$/u, "");
  if (EXACT.some((exact) => exact.test(trimmed) || exact.test(bare))) return true;
  const tail = TOKENS_AND_TAIL.exec(trimmed)?.[1]?.toUpperCase();
  return tail !== undefined && TOKENS.some((token) => token.startsWith(tail));
}

/**
 * The text without tokens at its end, trimmed if there were any. A token counts behind white space, an asterisk or
 * nothing, in any letter case; one that is glued to a word is part of it.
 *
 * @example stripControlTokens("done NO_REPLY") // "done"
 * @example stripControlTokens("xNO_REPLY") // "xNO_REPLY"
 */
export function stripControlTokens(text: string): string {
  if (!text.includes("_")) return text;
  if (isControlReply(text)) return "";
  let end = endOfText(text, text.length);
  let found = false;
  for (let start = startOfToken(text, end); start >= 0; start = startOfToken(text, end)) {
    end = start;
    while (end > 0 && text[end - 1] === "*") end -= 1;
    if (end === start) end = endOfText(text, end);
    found = true;
  }
  return found ? text.slice(0, end).trim() : text;
}

/** Where the token begins that ends at `end` and stands for itself; -1 when there is none. */
function startOfToken(text: string, end: number): number {
  for (const token of TOKENS) {
    const start = end - token.length;
    if (start < 0 || text.slice(start, end).toUpperCase() !== token) continue;
    const before = text[start - 1];
    if (before === undefined || before === "*" || before.trim() === "") return start;
  }
  return -1;
}

/** The end of the text before `end` without white space behind it. */
function endOfText(text: string, end: number): number {
  let at = end;
  while (at > 0 && (text[at - 1] as string).trim() === "") at -= 1;
  return at;
}
