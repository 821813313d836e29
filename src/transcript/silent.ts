/**
 * Recognizes silent replies.
 *
 * An agent that has nothing to say in a chat answers `NO_REPLY`. The host delivers nothing, and the turn must not be
 * replayed as something the assistant said. Models dress the token up: in bold, in code, in JSON, after reasoning that
 * leaked into the text. A text with any other word of its own is never silent, however it ends.
 */

const TOKEN = "NO_REPLY";

/** Longer JSON can't be one of the two tiny envelopes, unless by padding; padded ones are kept. */
const MAX_ENVELOPE = 256;

/** No sentence that says nothing but "I stay silent" is longer. */
const MAX_SENTENCE = 200;

/** Unicode punctuation below U+0080: the quick answer for nearly every text. */
const ASCII_PUNCTUATION = "!\"#%&'()*,-./:;?@[\\]_{}";

const TAG_NAME = "(?:antml:|mm:)?(?:think(?:ing)?|thought|antthinking)";
const OPENING_TAG = new RegExp(`\\s*<\\s*${TAG_NAME}\\b[^<>]*>`, "iy");
const CLOSING_TAG = new RegExp(`<\\s*/\\s*${TAG_NAME}\\s*>`, "gi");

const REASONING_LABELS: ReadonlySet<string> = new Set(["think", "thinking", "thought", "analysis", "reasoning"]);

const BARE_LABEL = /^(?:(?:internal|private) )?(?:reasoning|thinking|thoughts?|analysis)(?: notes?)?$/;

const SUBJECT = "(?:i|we|i'll|we'll|i will|we will|i'm|i am|(?:the )?assistant|(?:the )?bot|openclaw)";
const PLACE = "(?: here| for now| on this| in this (?:chat|thread|channel|conversation))?";
const STAY_SILENT = `(?:will )?(?:stay|remain|keep|be) (?:quiet|silent)${PLACE}`;
const NOT_REPLY = `(?:do not|don't|dont|will not|won't|would not|should not) (?:reply|respond)${PLACE}`;
const NOTHING_TO_SAY = "(?:have|has) nothing (?:to|for) (?:say|add|reply|respond)";
const INTENT = new RegExp(`^${SUBJECT} (?:${STAY_SILENT}|${NOT_REPLY}|${NOTHING_TO_SAY})$`);

/** Words that reasoning about silence has no use for, and answers do. */
const ANSWER_WORDS = "answer|please|try|use|send|resolved|retry|yes|no,|sure";
const ANSWER_PHRASES = "here(?:['’]s|\\s+is)|tell\\s+them|you\\s+(?:should|can|could|need|must)|service\\s+is";
const ANSWER_CUE = new RegExp(`\\b(?:${ANSWER_WORDS}|${ANSWER_PHRASES})(?!\\w)`, "i");

/**
 * Whether a text says nothing but `NO_REPLY`:
 *
 * - the token in any letter case, once or repeated, with white space, punctuation and backticks around it:
 *   `NO_REPLY`, `**no_reply**.`, `"NO_REPLY"`, `` `NO_REPLY` ``
 * - a JSON string of the token, or a JSON object whose only key is `action` with the token as its value; here the
 *   letter case counts
 * - reasoning that leaked into the text, followed by the token alone or by a sentence such as "I will stay silent." and
 *   the token. Reasoning is a leading `<think>…</think>` (also `thinking`, `thought`, `antthinking`, with the prefix
 *   `antml:` or `mm:`), or an unclosed such tag, or a first line that is only `thinking`, `reasoning:` or the like
 *
 * @example isSilentReply("<think>not for me</think>NO_REPLY") // true
 * @example isSilentReply("Sure. NO_REPLY") // false
 */
export function isSilentReply(text: string): boolean {
  // This runs over every text of a transcript, and nearly none ends in the token: look at the two ends only.
  const end = endWithoutEdge(text);
  if (!endsWithToken(text, end)) return isSilentEnvelope(text);
  if (isTokenOnly(text, end) || isSilentEnvelope(text)) return true;
  return isSilentAfterReasoning(text.trim());
}

function isSilentAfterReasoning(text: string): boolean {
  const { closed, opened } = skipReasoningTags(text);
  if (closed > 0) {
    const rest = text.slice(closed);
    return isTokenOnly(rest) || isSilentStatement(beforeFinalToken(rest));
  }
  const start = opened > 0 ? opened : skipReasoningLabel(text);
  if (start === 0) return false;
  const rest = text.slice(start);
  return isTokenOnly(rest) || isSilentReasoning(beforeFinalToken(rest));
}

/** `closed`: the end of the complete reasoning blocks at the start. `opened`: the end of an unclosed tag there. */
function skipReasoningTags(text: string): { closed: number; opened: number } {
  let closed = 0;
  for (;;) {
    OPENING_TAG.lastIndex = closed;
    if (!OPENING_TAG.test(text)) return { closed, opened: 0 };
    const opened = OPENING_TAG.lastIndex;
    CLOSING_TAG.lastIndex = opened;
    if (!CLOSING_TAG.test(text)) return { closed, opened };
    closed = CLOSING_TAG.lastIndex;
  }
}

/** The start of the second line if the first is only a label of reasoning, else 0. */
function skipReasoningLabel(text: string): number {
  const newline = text.indexOf("\n");
  if (newline === -1 || newline > 80) return 0;
  const label = text.slice(0, newline).trim().replace(/:$/, "").trimEnd().toLowerCase();
  return REASONING_LABELS.has(label) ? newline + 1 : 0;
}

/** What stands before a token that ends the text, trimmed; `undefined` if the token is part of a longer word. */
function beforeFinalToken(text: string): string | undefined {
  let end = text.length;
  while (end > 0 && (isSpace(text.charCodeAt(end - 1)) || text[end - 1] === "`")) end -= 1;
  if (!endsWithToken(text, end)) return undefined;
  let start = end - TOKEN.length;
  while (start > 0 && text[start - 1] === "`") start -= 1;
  const glue = text[start - 1];
  if (glue === "*" || glue === ".") {
    while (start > 0 && text[start - 1] === glue) start -= 1;
  } else if (glue !== undefined && !isSpace(glue.charCodeAt(0))) {
    return undefined;
  }
  return text.slice(0, start).trim();
}

function isSilentStatement(statement: string | undefined): boolean {
  return statement === "" || (statement !== undefined && isSilentSentence(statement));
}

/** Unlike after a closed tag, all text counts as reasoning here, so it may say more, but nothing like an answer. */
function isSilentReasoning(reasoning: string | undefined): boolean {
  if (reasoning === undefined) return false;
  if (isSilentStatement(reasoning) || BARE_LABEL.test(plain(reasoning))) return true;
  const lastLine = reasoning.lastIndexOf("\n") + 1;
  return lastLine > 0 && isSilentSentence(reasoning.slice(lastLine)) && !ANSWER_CUE.test(reasoning.slice(0, lastLine));
}

function isSilentSentence(sentence: string): boolean {
  return INTENT.test(plain(sentence).replace(/[.!?]+$/, ""));
}

/** Lower case, one space between words, straight apostrophes; "" for what is too long to be one of our phrases. */
function plain(phrase: string): string {
  if (phrase.length > MAX_SENTENCE) return "";
  return phrase.trim().replace(/\s+/g, " ").replaceAll("’", "'").toLowerCase();
}

function isSilentEnvelope(text: string): boolean {
  let first = 0;
  while (isSpace(text.charCodeAt(first))) first += 1;
  if (text[first] !== "{" && text[first] !== '"') return false;
  const json = text.trim();
  if (json.length > MAX_ENVELOPE || !(json.endsWith("}") || json.endsWith('"'))) return false;
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === "string") return value.trim() === TOKEN;
    const action = (value as { readonly action?: unknown }).action;
    return typeof action === "string" && action.trim() === TOKEN && Object.keys(value as object).length === 1;
  } catch {
    return false;
  }
}

/** Whether the text up to `end` is the token, once or repeated, behind white space, punctuation and backticks. */
function isTokenOnly(text: string, end: number = endWithoutEdge(text)): boolean {
  let at = 0;
  while (at < end && isEdge(text.codePointAt(at) as number)) at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
  for (;;) {
    if (!endsWithToken(text, at + TOKEN.length)) return false;
    at += TOKEN.length;
    if (at >= end) return at === end;
    if (!isSpace(text.charCodeAt(at))) return false;
    while (isSpace(text.charCodeAt(at))) at += 1;
  }
}

function endsWithToken(text: string, end: number): boolean {
  const last = text.charCodeAt(end - 1) | 0x20; // lower case
  return last === 0x79 && end >= TOKEN.length && text.slice(end - TOKEN.length, end).toUpperCase() === TOKEN;
}

function endWithoutEdge(text: string): number {
  let end = text.length;
  while (end > 0) {
    const unit = text.charCodeAt(end - 1);
    const pair = unit >= 0xdc00 && unit <= 0xdfff && end > 1 ? (text.codePointAt(end - 2) as number) : 0;
    if (!isEdge(pair > 0xffff ? pair : unit)) break;
    end -= pair > 0xffff ? 2 : 1;
  }
  return end;
}

/** White space, Unicode punctuation, and the backtick, which Unicode counts as a symbol but Markdown as a quote. */
function isEdge(point: number): boolean {
  if (isSpace(point) || point === 0x60) return true;
  if (point < 0x80) return ASCII_PUNCTUATION.includes(String.fromCharCode(point));
  return /\p{P}/u.test(String.fromCodePoint(point));
}

/** The white space of `String.prototype.trim`. */
function isSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  return unit === 0xa0 || (unit > 0xff && unit <= 0xffff && String.fromCharCode(unit).trim() === "");
}
